//! The results of a part of a search, and the cases kept for witnesses.

use std::collections::BTreeMap;

use crate::notation::json::diff::Count;

use super::case::Case;
use super::cause::Cause;

impl Count {
    pub(super) fn and(self, other: Count) -> Count {
        Count { positions: self.positions + other.positions, parted: self.parted + other.parted }
    }
}

/// Maximum number of cases kept for each cause.
const KEPT: usize = 4;

/// The results of a part of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) count: Count,
    /// For each cause, how often it was seen, and the smallest cases found.
    pub(super) causes: BTreeMap<Cause, (u64, Vec<Case>)>,
    /// Number of set-ups that only the first version accepts, and that only the second accepts.
    pub(super) only_one: [u64; 2],
    /// Number of positions left out because a rule does not come to an end.
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
        // After enough cases of one cause, further ones are not considered.
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
