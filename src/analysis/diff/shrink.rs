//! Shrinks a case in which two versions differ: fewer moves before it, counters at their initial values, fewer pieces.

use crate::model::Setup;
use crate::model::setup::SlotContent;

use super::case::{Case, Root};
use super::cause::Cause;
use super::compare::Comparison;
use super::settings::Progress;

impl Comparison<'_> {
    /// Whether the versions still differ by this cause at the end of a case.
    pub(super) fn parts(&self, case: &Case, cause: Cause) -> bool {
        self.parting(case).is_some_and(|(_, parting)| parting.differs() && self.causes(&parting).contains(&cause))
    }

    /// A locally minimal case: leaving out anything more would remove the difference. If `progress` stops the search, the case
    /// is returned as reduced so far.
    pub(super) fn shrunk(&self, case: Case, cause: Cause, progress: &Progress<'_>) -> Case {
        let mut case = if progress(0) { self.later(case, cause) } else { case };
        loop {
            if !progress(0) {
                return case;
            }
            let smaller = smaller(&case).into_iter().find(|smaller| self.parts(smaller, cause));
            match smaller {
                Some(smaller) => case = self.without_more(smaller, cause),
                None => match self.later(case.clone(), cause) {
                    later if later == case => return case,
                    later => case = later,
                },
            }
        }
    }

    /// The same position reached with as few moves as possible, by starting from a later position of the line.
    fn later(&self, case: Case, cause: Cause) -> Case {
        let Some(states) = self.states(&case) else { return case };
        for (i, pair) in states.iter().enumerate().rev() {
            if i == 0 && matches!(case.root, Root::Set(_)) {
                break;
            }
            let setup = pair.a.to_setup(self.a.program);
            if setup.pending.is_some() || setup.outcome.is_some() {
                continue;
            }
            let later = Case { root: Root::Set(Box::new(setup)), line: case.line[i..].to_vec() };
            if self.parts(&later, cause) {
                return later;
            }
        }
        case
    }

    /// Removes further pieces in one pass over the board, since most of them do not matter.
    fn without_more(&self, mut case: Case, cause: Cause) -> Case {
        let mut i = 0;
        loop {
            let Root::Set(setup) = &case.root else { return case };
            if i >= setup.board.len() {
                return case;
            }
            let mut fewer = setup.clone();
            fewer.board.remove(i);
            let fewer = Case { root: Root::Set(fewer), line: case.line.clone() };
            if self.parts(&fewer, cause) {
                case = fewer;
            } else {
                i += 1;
            }
        }
    }
}

/// All cases with one thing less: a piece, an attribute, a stored value, the turn count, the set of sides that are out, the
/// last move.
pub(super) fn smaller(case: &Case) -> Vec<Case> {
    let Root::Set(setup) = &case.root else { return Vec::new() };
    let mut smaller: Vec<Setup> = Vec::new();
    let mut with = |change: &dyn Fn(&mut Setup)| {
        let mut one = (**setup).clone();
        change(&mut one);
        smaller.push(one);
    };
    if setup.turns > 0 {
        with(&|one| one.turns = 0);
    }
    for i in 0..setup.stored.len() {
        with(&|one| drop(one.stored.remove(i)));
    }
    for (i, (_, tower)) in setup.board.iter().enumerate() {
        with(&|one| drop(one.board.remove(i)));
        for j in 0..tower.len() {
            if tower.len() > 1 {
                with(&|one| drop(one.board[i].1.remove(j)));
            }
            for k in (0..tower[j].slots.len()).filter(|k| matches!(tower[j].slots[*k].1, SlotContent::Value(_))) {
                with(&|one| {
                    one.board[i].1[j].slots.remove(k);
                });
            }
        }
    }
    if !setup.out.is_empty() {
        with(&|one| one.out.clear());
    }
    let set = |setup| Case { root: Root::Set(Box::new(setup)), line: case.line.clone() };
    let mut cases: Vec<Case> = smaller.into_iter().map(set).collect();
    if let Some((_, fewer)) = case.line.split_last() {
        cases.insert(0, Case { root: case.root.clone(), line: fewer.to_vec() });
    }
    cases
}
