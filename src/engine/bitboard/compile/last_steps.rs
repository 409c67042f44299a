//! First choices and last steps of bodies, which need not be run to be listed.

use smallvec::SmallVec;

use super::super::super::word::Word;
use super::super::ops::{Op, PieceTarget};
use super::super::rules::{BlockAt, Guard, Opening};
use super::{Maker, Term};
use crate::model::expr::Given;
use crate::program::NodeId;
use crate::program::code::{self, EventKind, MoveRule};
use crate::program::node::Node;

impl<B: Word> Maker<'_, B> {
    /// Marks the last paths of a rule's body, after which nothing happens but that a piece may be placed. Returns the set that
    /// must not be empty for the body to begin, and its opening choice.
    pub(super) fn ends_of(&mut self, block: BlockAt, group: usize, rule: &MoveRule) -> (Option<Term>, Option<Opening>) {
        let program = self.program;
        let none = |event: EventKind| program.triggers.of(event).is_empty();
        let still = [EventKind::LegEnds, EventKind::Rests, EventKind::MoveEnds].into_iter().all(none)
            && program.game.immediate_endings.is_empty()
            && program.groups[group].chain.is_empty()
            && program.block(rule.then).ops.is_empty()
            && program.equipment.slots.is_empty();
        let every = |node: NodeId| *program.node(node) == Node::Given(Given::Pieces);
        let lands = |trigger: &code::Trigger| trigger.subject.is_some_and(|subject| !every(subject) && self.by_kind(subject));
        if still && program.triggers.lands.iter().all(lands) {
            self.mark_leaves(block);
        }
        let first = self.blocks.get(block as usize).and_then(|ops| ops.first());
        let Some(Op::Choose { name, from, rest, pair, .. }) =
            first.filter(|_| program.forced_rest.starts && none(EventKind::LegBegins))
        else {
            return (None, None);
        };
        let fixed = self.phrases.asks_no_move(*from);
        let opening = match rest {
            Some(rest @ (Guard::Open | Guard::Other | Guard::Free(_))) if fixed && pair.is_none() => {
                let sets = matches!(from, Term::Sites(_) | Term::Pieces(..));
                sets.then_some(Opening { name: *name, from: *from, rest: *rest })
            }
            _ => None,
        };
        (self.phrases.needed_set(*from), opening)
    }

    /// Marks the path with which a block ends, or with which the blocks at its end do.
    fn mark_leaves(&mut self, block: BlockAt) {
        let phrases = &self.phrases;
        let Some(ops) = self.blocks.get_mut(block as usize) else { return };
        let inner: SmallVec<[BlockAt; 4]> = match ops.as_mut_slice() {
            [.., Op::Path(_, last)] => {
                *last = true;
                SmallVec::new()
            }
            [.., Op::Path(_, last), Op::Place { source: None, to: PieceTarget::Site(to), .. }] => {
                *last = phrases.is_name(*to);
                SmallVec::new()
            }
            [.., Op::Either(blocks)] => blocks.iter().copied().collect(),
            [.., Op::If(_, yes, no)] => SmallVec::from_slice(&[*yes, *no]),
            [.., Op::May(inner) | Op::As(_, inner)] => SmallVec::from_slice(&[*inner]),
            _ => SmallVec::new(),
        };
        inner.into_iter().for_each(|block| self.mark_leaves(block));
    }
}

#[cfg(all(test, unit_games))]
mod tests {
    use std::sync::Arc;

    use super::super::super::ops::Op;
    use super::super::super::rules::{Rules, Verb};
    use crate::check::Choices;
    use crate::library::load_text;
    use crate::program::Program;

    /// The compiled rules of a game with these moves and this state.
    fn rules(moves: &str, state: &str) -> Arc<Rules<u64>> {
        let text = format!(
            r#"+++
name = "Leaves"
version = "1.0.0"
[players]
White = {{ faces = "north" }}
Black = {{ faces = "south" }}
[board]
grid = "6x6"
[pieces]
man = {{ symbol = "m" }}
king = {{ symbol = "k" }}
+++
movement {{
  {moves}
}}
state {{
  {state}
}}
victory {{
  player who cannot move loses
}}
"#
        );
        let checked = load_text("leaves", "leaves.draughts", text.into_bytes(), None).check(&Choices::default());
        let variant = checked.variant.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
        let program = Program::compile(&variant);
        Rules::of(&program, program.equipment.routes).expect("it is played directly")
    }

    /// For each path of all blocks, in order, whether it is marked as a last one.
    fn last_paths(rules: &Rules<u64>) -> Vec<bool> {
        let paths =
            |ops: &Vec<Op>| ops.iter().filter_map(|op| if let Op::Path(_, last) = op { Some(*last) } else { None }).collect();
        rules.blocks.iter().flat_map(paths as fn(&Vec<Op>) -> Vec<bool>).collect()
    }

    const SPLIT: &str =
        "king may split { let home = site of actor; set kind of actor to man; go diagonal, to empty; move new man to home }";

    #[test]
    fn a_last_path_is_one_after_which_only_a_piece_is_placed() {
        assert_eq!(last_paths(&rules(SPLIT, "")), [true]);
        assert_eq!(last_paths(&rules(SPLIT, "when man lands on far-row: set kind of it to king")), [true]);
        // Something else happens when the move is over, or when any piece lands.
        assert_eq!(last_paths(&rules(SPLIT, "counter moved: 0..9\n  when move ends: raise moved by 1")), [false]);
        assert_eq!(last_paths(&rules(SPLIT, "when piece lands on edge: set kind of it to king")), [false]);
        let leap = "king may leap { go orthogonal, to empty; may: go orthogonal, to empty }";
        let mut leaps = last_paths(&rules(leap, ""));
        leaps.sort_unstable();
        assert_eq!(leaps, [false, true]);
    }

    #[test]
    fn a_body_says_what_it_needs() {
        let of = |moves: &str| {
            let rules = rules(moves, "");
            let bodies = rules.rules.iter().filter(|rule| matches!(rule.verb, Verb::Body(_)));
            bodies.map(|rule| (rule.needed_set.is_some(), rule.opening.is_some())).collect::<Vec<_>>()
        };
        assert_eq!(of("king may swap { choose other in own on orthogonal from it; exchange actor, other }"), [(true, true)]);
        assert_eq!(
            of("mover may lift { choose low in site where some own king on (it or north from it); require count own > 1 }"),
            [(true, false)]
        );
        assert_eq!(of("mover may drop { choose place in empty home-row; move new man to place }"), [(false, true)]);
        assert_eq!(of(SPLIT), [(false, false)]);
    }
}
