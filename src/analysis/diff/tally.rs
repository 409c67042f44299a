//! What a search has seen, and the differences worth showing.

use std::collections::BTreeMap;

use crate::notation::json::diff::Count;

use super::case::Case;
use super::cause::Cause;

impl Count {
    pub(super) fn and(self, other: Count) -> Count {
        Count { positions: self.positions + other.positions, parted: self.parted + other.parted }
    }
}

/// Cases kept for each cause.
const KEPT: usize = 4;

/// What some part of a search has seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) count: Count,
    /// For each cause, how often it was seen, and the smallest cases in the order of the search.
    pub(super) causes: BTreeMap<Cause, (u64, Vec<Case>)>,
    /// Arrangements that only the first, or only the second version accepts.
    pub(super) only_one: [u64; 2],
    /// Positions left out, because a rule did not come to an end.
    pub(super) endless: u64,
}

impl Tally {
    pub(super) fn see(&mut self, causes: &[Cause], case: impl Fn() -> Case) {
        self.count.positions += 1;
        self.count.parted += u64::from(!causes.is_empty());
        for cause in causes {
            self.keep(*cause, 1, || vec![case()]);
        }
    }

    fn keep(&mut self, cause: Cause, times: u64, cases: impl FnOnce() -> Vec<Case>) {
        let (seen, kept) = self.causes.entry(cause).or_default();
        // Much more of the same is not even written down.
        if *seen < 200 || kept.len() < KEPT {
            kept.extend(cases());
            kept.sort_by_key(Case::size);
            kept.truncate(KEPT);
        }
        *seen += times;
    }

    pub(super) fn and(mut self, other: Tally) -> Tally {
        self.count = self.count.and(other.count);
        self.only_one = [self.only_one[0] + other.only_one[0], self.only_one[1] + other.only_one[1]];
        self.endless += other.endless;
        for (cause, (seen, cases)) in other.causes {
            self.keep(cause, seen, || cases);
        }
        self
    }
}
