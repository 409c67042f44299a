//! Phrases that denote numbers and truths.

use smallvec::{SmallVec, smallvec};

use crate::model::expr::{Field, Given, Type};
use crate::model::rules::StoredType;
use crate::program::node::{Node, NodeId};
use crate::syntax::ast::Order;

use super::Eval;
use super::filters::ones;
use crate::engine::tokens::Token;
use crate::engine::value::{Element, OffPiece, Value};

type Numbers = SmallVec<[i64; 4]>;

impl Eval<'_> {
    /// The number that a phrase denotes; 0 if it denotes none.
    pub(in crate::engine) fn number(&mut self, id: NodeId) -> i64 {
        self.one_number(id).unwrap_or_else(|| self.numbers(id).first().copied().unwrap_or(0))
    }

    /// The two numbers that a phrase compares, if it is a comparison of numbers.
    pub(in crate::engine) fn compared(&mut self, id: NodeId) -> Option<(i64, i64)> {
        let Node::Compare(_, a, b) = self.program.node(id) else { return None };
        let numbers = [*a, *b].iter().all(|one| self.program.type_of(*one) == Type::Number);
        numbers.then(|| (self.number(*a), self.number(*b)))
    }

    /// The number of a phrase whose form always denotes exactly one; `None` for other forms.
    fn one_number(&mut self, id: NodeId) -> Option<i64> {
        let program = self.program;
        if self.is_spent() {
            return Some(0);
        }
        Some(match program.node(id) {
            Node::Number(number) => *number,
            Node::Given(Given::Legs) => self.candidate.map_or(self.machine.moving.legs, |candidate| candidate.legs) as i64,
            Node::Given(Given::Turns) => self.store.cell(crate::program::Layout::TURNS) as i64,
            Node::Given(Given::Repeats) => {
                i64::from(crate::engine::run::repeats(self.program, self.store, self.machine, self.stood))
            }
            Node::Stored(stored, of) if program.type_of(id) == Type::Number => self.stored_number(*stored, *of),
            Node::Count(of) => self.count(*of),
            Node::Total(field, of) => {
                let elements = self.value(*of).elements();
                elements.iter().map(|element| self.worth(*field, element)).sum()
            }
            Node::Arithmetic(op, a, b) => {
                let (a, b) = (self.number(*a), self.number(*b));
                op.of(a, b)
            }
            _ => return None,
        })
    }

    /// The numbers that a phrase denotes. For enumeration values, their places in the enumeration, counted from 1.
    pub(in crate::engine) fn numbers(&mut self, id: NodeId) -> Numbers {
        let program = self.program;
        if let Type::Value(_) = program.type_of(id) {
            let bits = self.bits(id);
            return ones(bits).map(|bit| bit as i64 + 1).collect();
        }
        if let Some(one) = self.one_number(id) {
            return smallvec![one];
        }
        match program.node(id) {
            Node::Order(what, list) => {
                let list = self.value(*list).elements();
                let places = list.iter().enumerate().filter(|(_, element)| self.contains(*what, element));
                places.map(|(i, _)| i as i64 + 1).collect()
            }
            Node::Union(parts) => {
                let mut numbers: Numbers = parts.iter().flat_map(|part| self.numbers(*part)).collect();
                numbers.sort_unstable();
                numbers.dedup();
                numbers
            }
            Node::Field(field @ (Field::Worth | Field::Measure(_)), of) => {
                let elements = self.value(*of).elements();
                elements.iter().map(|element| self.worth(*field, element)).collect()
            }
            _ => match self.shared(id) {
                Some(Value::Number(number)) => smallvec![number],
                Some(Value::Numbers(numbers)) => numbers,
                _ => Numbers::new(),
            },
        }
    }

    fn count(&mut self, of: NodeId) -> i64 {
        if let Some(count) = self.counted_in(of) {
            return count;
        }
        match self.program.type_of(of) {
            Type::Site => self.sites(of).len() as i64,
            Type::Piece => self.pieces(of).len() as i64,
            Type::Token(_) => self.tokens(of).len() as i64,
            Type::Pile => self.piles(of).len() as i64,
            // What is no thing is not counted (E0323).
            Type::Number | Type::Truth | Type::Move => 0,
            _ => self.bits(of).count_ones() as i64,
        }
    }

    /// A numeric property of an element.
    fn worth(&self, field: Field, element: &Element) -> i64 {
        let equipment = &self.program.equipment;
        match (field, element) {
            (Field::Worth, _) => self.kind(element).map_or(0, |kind| equipment.kinds[kind].value),
            (Field::Measure(measure), Element::Site(site) | Element::Piece(site)) => measure.of(&equipment.board, *site),
            (Field::Measure(measure), Element::Off(OffPiece::Taken(i))) => {
                self.taken().get(*i as usize).map_or(0, |taken| measure.of(&equipment.board, taken.site))
            }
            (Field::Attribute(i), Element::Token(token)) => {
                let class = Token::read(token.cell).and_then(|token| token.class);
                let class = class.map(|class| &equipment.tokens[token.kind as usize].classes[class as usize]);
                class.map_or(0, |class| class.values[i as usize] as i64 + 1)
            }
            _ => 0,
        }
    }

    /// Whether a phrase holds.
    pub(in crate::engine) fn truth(&mut self, id: NodeId) -> bool {
        let Some((memo, key)) = self.kept(id, Type::Truth) else { return self.truth_anew(id) };
        memo.truth(key).unwrap_or_else(|| {
            let truth = self.truth_anew(id);
            memo.keep_truth(key, truth);
            truth
        })
    }

    fn truth_anew(&mut self, id: NodeId) -> bool {
        let program = self.program;
        if self.is_spent() {
            return false;
        }
        match program.node(id) {
            Node::Truth(truth) => *truth,
            Node::And(parts) => parts.iter().all(|part| self.truth(*part)),
            Node::Or(parts) => parts.iter().any(|part| self.truth(*part)),
            Node::Not(of) => !self.truth(*of),
            Node::Some(of) => self.any(*of),
            Node::Compare(order, a, b) => self.compare(*order, *a, *b),
            Node::Is(a, b) => self.is(*a, *b),
            Node::CanPath(who, path) => self.can_path(*who, *path),
            Node::CanGroup(who, groups, prey, without) => self.can_group(*who, groups, *prey, without),
            Node::CanBody(who, block) => self.can_body(*who, *block),
            Node::Stored(stored, of) => {
                debug_assert!(matches!(program.stored[stored.index()].holds, StoredType::Set(Type::Truth)));
                let cells = self.stored_cells(*stored, *of);
                cells.iter().any(|at| self.store.cell(*at) != 0)
            }
            _ => match self.shared(id) {
                Some(value) => value.any(),
                None => false,
            },
        }
    }

    fn any(&mut self, of: NodeId) -> bool {
        if let Some(count) = self.counted_in(of) {
            return count > 0;
        }
        if let Node::Where(what, it, condition) = self.program.node(of)
            && self.program.type_of(of) != Type::Move
        {
            return self.any_where(*what, *it, *condition);
        }
        if let Node::Field(Field::PiecesOf, sides) = self.program.node(of) {
            let sides = self.bits(*sides);
            return self.any_of(sides);
        }
        match self.program.type_of(of) {
            Type::Site => !self.sites(of).is_empty(),
            Type::Piece => !self.pieces(of).is_empty(),
            Type::Token(_) => match self.program.node(of) {
                Node::In(what, container, false) => {
                    self.tokens(*container).iter().any(|token| self.contains(*what, &Element::Token(*token)))
                }
                _ => !self.tokens(of).is_empty(),
            },
            Type::Move => self.any_move(of),
            _ => self.value(of).any(),
        }
    }

    fn compare(&mut self, order: Order, a: NodeId, b: NodeId) -> bool {
        if let Some(a) = self.one_number(a) {
            if let Some(b) = self.one_number(b) {
                return order.holds(&[a], &[b]);
            }
            let (a, b): (Numbers, Numbers) = (smallvec![a], self.numbers(b));
            return if b.is_empty() { order == Order::Unequal } else { order.holds(&a, &b) };
        }
        let (a, b) = (self.numbers(a), self.numbers(b));
        if a.is_empty() || b.is_empty() {
            return order == Order::Unequal && a != b;
        }
        order.holds(&a, &b)
    }

    fn is(&mut self, a: NodeId, b: NodeId) -> bool {
        let (of_a, of_b) = (self.program.type_of(a), self.program.type_of(b));
        if of_a == of_b && matches!(of_a, Type::Value(_) | Type::Player | Type::Side | Type::Kind | Type::Direction) {
            let bits = self.bits(a);
            return bits != 0 && bits & !self.bits(b) == 0;
        }
        if let Node::Field(Field::Site, pieces) = self.program.node(a) {
            // `site of P is S`: relative words in S refer to the owner of each piece.
            let pieces = Value::Pieces(self.pieces(*pieces)).elements();
            let place = |eval: &mut Self, piece: &Element| {
                let site = match piece {
                    Element::Piece(site) | Element::Off(OffPiece::Below(site, _)) => Some(*site),
                    Element::Off(OffPiece::Taken(i)) => eval.taken().get(*i as usize).map(|taken| taken.site),
                    _ => None,
                };
                let owner = eval.owner(piece);
                site.is_some_and(|site| eval.describing_side(owner, |eval| eval.contains(b, &Element::Site(site))))
            };
            return !pieces.is_empty() && pieces.iter().all(|piece| place(self, piece));
        }
        if *self.program.node(a) == Node::Given(Given::Actor) {
            return self.actor().is_some_and(|site| self.contains(b, &Element::Piece(site)));
        }
        if let Type::Token(_) = of_a {
            let tokens = self.tokens(a);
            return !tokens.is_empty() && tokens.iter().all(|token| self.contains(b, &Element::Token(*token)));
        }
        let elements = self.value(a).elements();
        !elements.is_empty() && elements.iter().all(|element| self.contains(b, element))
    }
}
