//! What there must be some of for a set to hold anything.

use smallvec::SmallVec;

use super::term::{MOVE, Set, SetId, Test, TestId};
use super::{Phrases, Term};
use crate::engine::word::Word;

/// Sets of pieces by side and kind, each of which must hold something.
type Roots = SmallVec<[SetId; 4]>;

impl<B: Word> Phrases<B> {
    /// Pieces of some side and kind without which a set is empty as long as nothing is taken, the most special ones; none if there
    /// are none such.
    pub(in crate::engine::direct) fn root(&self, term: Term) -> Option<Term> {
        let (Term::Sites(set) | Term::Pieces(set, _)) = term else { return None };
        let boards = |id: &SetId| match *self.terms.sets.get(*id) {
            Set::Boards(boards) => self.tables.boards[usize::from(boards)].map(u64::count_ones).into_iter().sum(),
            _ => u32::MAX,
        };
        self.roots(set).into_iter().min_by_key(boards).map(Term::Sites)
    }

    /// Whether the sites that a term denotes depend neither on how far the move has come nor on names.
    pub(in crate::engine::direct) fn asks_no_move(&self, term: Term) -> bool {
        let needs = match term {
            Term::Sites(set) | Term::Pieces(set, _) => self.terms.sets.needs(set),
            _ => MOVE,
        };
        needs & MOVE == 0
    }

    /// Whether a term is what stands under a name.
    pub(in crate::engine::direct) fn is_name(&self, term: Term) -> bool {
        matches!(term, Term::Sites(set) if matches!(self.terms.sets.get(set), Set::Local(_)))
    }

    fn roots(&self, id: SetId) -> Roots {
        match *self.terms.sets.get(id) {
            Set::Boards(_) => Roots::from_slice(&[id]),
            Set::And(a, b) => either(self.roots(a), self.roots(b)),
            Set::Or(a, b) | Set::If(_, a, b) | Set::Whose(_, a, b) => both(self.roots(a), &self.roots(b)),
            Set::Without(a, _)
            | Set::First(a)
            | Set::Near(_, a)
            | Set::Leading(_, a)
            | Set::Steps(_, a)
            | Set::StepsBack(_, a) => self.roots(a),
            Set::Where(what, test) => either(self.roots(what), self.roots_of_test(test)),
            _ => Roots::new(),
        }
    }

    fn roots_of_test(&self, id: TestId) -> Roots {
        match *self.terms.tests.get(id) {
            Test::In(set) | Test::Beside(_, set) => self.roots(set),
            Test::And(a, b) => either(self.roots_of_test(a), self.roots_of_test(b)),
            Test::Or(a, b) => both(self.roots_of_test(a), &self.roots_of_test(b)),
            _ => Roots::new(),
        }
    }
}

/// Both of two must hold something, and so must all that each needs.
fn either(mut a: Roots, b: Roots) -> Roots {
    a.extend(b);
    a
}

/// One of two holds something: only what both need is needed.
fn both(mut a: Roots, b: &Roots) -> Roots {
    a.retain(|root| b.contains(root));
    a
}
