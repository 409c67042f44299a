//! Phrases that depend only on how many pieces of each kind each side has, and on whose turn it is.

use super::super::counted::{MOST_BOARDS, MOST_COUNTED, MOST_PIECES, MOST_STRETCHES};
use super::super::phrases::Term;
use super::super::rules::{Part, Stretch, Test};
use super::Maker;
use crate::engine::word::Word;
use crate::model::LocalId;
use crate::model::expr::{Field, Given, Type};
use crate::program::Program;
use crate::program::node::{Node, NodeId};

/// A phrase is cached only if evaluating it costs more than this.
const WORTH_IT: u32 = 3;

impl<B: Word> Maker<'_, B> {
    /// The index of a phrase among those that are cached; none if it is not.
    pub(super) fn counted(&mut self, node: NodeId, term: Term) -> Option<u8> {
        let Term::Truth(truth) = term else { return None };
        let known = self.counted.iter().position(|one| *one == node);
        let fits = self.phrases.cost(truth) > WORTH_IT && self.is_counted(node);
        if known.is_none() && fits && self.counted.len() < MOST_COUNTED {
            self.counted.push(node);
        }
        self.counted.iter().position(|one| *one == node).and_then(|at| u8::try_from(at).ok())
    }

    fn is_counted(&self, node: NodeId) -> bool {
        self.slots.boards <= MOST_BOARDS
            && self.program.layout.sites <= MOST_PIECES
            && self.slots.piles.is_empty()
            && self.slots.borne.is_empty()
            && by_counts(self.program, node, &mut Vec::new())
    }

    /// The stretches in a row of endings with these conditions.
    pub(super) fn stretches(&mut self, conditions: &[Option<NodeId>]) -> Vec<Stretch> {
        let mut stretches: Vec<Stretch> = Vec::new();
        for (i, condition) in conditions.iter().enumerate() {
            let test = condition.map_or_else(Test::new, |condition| self.counted_parts(condition));
            if test.is_empty() {
                continue;
            }
            let last = stretches.len().saturating_sub(1);
            match stretches.get_mut(last).filter(|stretch| stretch.to == i) {
                Some(stretch) => {
                    stretch.to += 1;
                    stretch.tests.push(test);
                }
                None => stretches.push(Stretch { from: i, to: i + 1, at: 0, tests: vec![test] }),
            }
        }
        stretches.retain(|stretch| self.cost_of(stretch) > WORTH_IT);
        let room = MOST_STRETCHES - self.gated;
        stretches.truncate(room);
        for stretch in &mut stretches {
            stretch.at = (MOST_COUNTED + self.gated) as u8;
            self.gated += 1;
        }
        stretches
    }

    /// The parts of a condition that depend only on how many pieces of each kind each side has.
    pub(super) fn counted_parts(&mut self, condition: NodeId) -> Test {
        let parts = self.parts_of(condition).into_iter().filter(|part| self.is_counted(*part)).collect::<Vec<_>>();
        let terms = parts.into_iter().filter_map(|part| self.phrases.compile(self.program, part));
        terms.map(|term| Part { term, repeats: false, counted: None }).collect()
    }

    fn cost_of(&self, stretch: &Stretch) -> u32 {
        let cost = |part: &Part| if let Term::Truth(truth) = part.term { self.phrases.cost(truth) } else { 0 };
        stretch.tests.iter().flatten().map(cost).sum()
    }
}

/// Whether a phrase depends only on how many pieces of each side and kind are on the board, and on whose turn it is. A phrase of
/// pieces must denote all or none of each side and kind. `bound` are the names that mean a single element.
fn by_counts(program: &Program, node: NodeId, bound: &mut Vec<LocalId>) -> bool {
    let of_type = |node: NodeId| program.type_of(node);
    match program.node(node) {
        Node::None | Node::Number(_) | Node::Truth(_) => true,
        Node::Bits(_) => matches!(of_type(node), Type::Player | Type::Side | Type::Kind),
        Node::Given(given) => {
            matches!(given, Given::Mover | Given::Opponent | Given::Players | Given::Sides | Given::Pieces)
        }
        // A single piece is not all of its kind.
        Node::Local(local) => bound.contains(local) && of_type(node) != Type::Piece,
        Node::Field(Field::Owner | Field::Kind, of) if is_element(program, *of, bound) => true,
        Node::Field(Field::Owner | Field::Kind | Field::SideOf | Field::PlayersOf | Field::PiecesOf | Field::Worth, of)
        | Node::PiecesOfKinds(of)
        | Node::Count(of)
        | Node::Some(of)
        | Node::Total(Field::Worth, of)
        | Node::Not(of) => by_counts(program, *of, bound),
        Node::Intersect(parts) | Node::Union(parts) | Node::And(parts) | Node::Or(parts) => {
            parts.iter().all(|part| by_counts(program, *part, bound))
        }
        Node::Without(a, b) | Node::Arithmetic(_, a, b) | Node::Compare(_, a, b) | Node::Is(a, b) => {
            by_counts(program, *a, bound) && by_counts(program, *b, bound)
        }
        Node::If(a, b, c) => [a, b, c].into_iter().all(|part| by_counts(program, *part, bound)),
        Node::Where(of, local, condition) => {
            if !by_counts(program, *of, bound) {
                return false;
            }
            bound.push(*local);
            let holds = by_counts(program, *condition, bound);
            bound.pop();
            holds
        }
        _ => false,
    }
}

/// Whether a phrase is a name that means a single piece.
fn is_element(program: &Program, node: NodeId, bound: &[LocalId]) -> bool {
    matches!(program.node(node), Node::Local(local) if bound.contains(local) && program.type_of(node) == Type::Piece)
}
