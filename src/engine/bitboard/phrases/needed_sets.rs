//! Sets of pieces that must not be empty for another set to hold anything.

use smallvec::SmallVec;

use super::ids::{SetId, TestId};
use super::term::{MOVE, Set, Test};
use super::{Phrases, Term};
use crate::engine::word::Word;

/// Sets of pieces by side and kind, none of which may be empty.
type NeededSets = SmallVec<[SetId; 4]>;

impl<B: Word> Phrases<B> {
    /// The set of pieces by side and kind, of the fewest boards, without which a term is empty as long as nothing is taken; none
    /// if no such set is known.
    pub(in crate::engine::bitboard) fn needed_set(&self, term: Term) -> Option<Term> {
        let (Term::Sites(set) | Term::Pieces(set, _)) = term else { return None };
        let boards = |id: &SetId| match *self.terms.sets.get(*id) {
            Set::Boards(boards) => self.tables.boards[usize::from(boards)].map(u64::count_ones).into_iter().sum(),
            _ => u32::MAX,
        };
        self.needed_sets(set).into_iter().min_by_key(boards).map(Term::Sites)
    }

    /// Whether the sites that a term denotes depend neither on the progress of the move nor on names.
    pub(in crate::engine::bitboard) fn asks_no_move(&self, term: Term) -> bool {
        let needs = match term {
            Term::Sites(set) | Term::Pieces(set, _) => self.terms.sets.needs(set),
            _ => MOVE,
        };
        needs & MOVE == 0
    }

    /// Whether a term is the sites that a name means.
    pub(in crate::engine::bitboard) fn is_name(&self, term: Term) -> bool {
        matches!(term, Term::Sites(set) if matches!(self.terms.sets.get(set), Set::Local(_)))
    }

    fn needed_sets(&self, id: SetId) -> NeededSets {
        match *self.terms.sets.get(id) {
            Set::Boards(_) => NeededSets::from_slice(&[id]),
            Set::And(a, b) => needs_of_intersection(self.needed_sets(a), self.needed_sets(b)),
            Set::Or(a, b) | Set::If(_, a, b) | Set::Whose(_, a, b) => needs_of_union(self.needed_sets(a), &self.needed_sets(b)),
            Set::Without(a, _)
            | Set::First(a)
            | Set::Near(_, a)
            | Set::Leading(_, a)
            | Set::Steps(_, a)
            | Set::StepsBack(_, a) => self.needed_sets(a),
            Set::Where(what, test) => needs_of_intersection(self.needed_sets(what), self.needed_sets_of_test(test)),
            _ => NeededSets::new(),
        }
    }

    fn needed_sets_of_test(&self, id: TestId) -> NeededSets {
        match *self.terms.tests.get(id) {
            Test::In(set) | Test::Beside(_, set) => self.needed_sets(set),
            Test::And(a, b) => needs_of_intersection(self.needed_sets_of_test(a), self.needed_sets_of_test(b)),
            Test::Or(a, b) => needs_of_union(self.needed_sets_of_test(a), &self.needed_sets_of_test(b)),
            _ => NeededSets::new(),
        }
    }
}

/// The needs of an intersection: all that either part needs.
fn needs_of_intersection(mut a: NeededSets, b: NeededSets) -> NeededSets {
    a.extend(b);
    a
}

/// The needs of a union: only what both parts need.
fn needs_of_union(mut a: NeededSets, b: &NeededSets) -> NeededSets {
    a.retain(|root| b.contains(root));
    a
}
