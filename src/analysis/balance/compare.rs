//! Comparison of the games by two sets of rules: what differs, and how significantly.

use std::collections::{BTreeMap, BTreeSet};

use super::kept::Kept;
use super::means::{apart, points_apart, rounded, told};
use super::measures::{lengths, likelihood};
use super::statistics::{SURE, homogeneity};
use crate::notation::json::balance::{Difference, Mean};

/// How the other rules differ from the first ones.
pub(super) fn difference(first: &Kept, other: &Kept) -> Difference {
    let both = [first, other];
    let (one, two) = results(first, other);
    Difference {
        name: other.name.clone(),
        p: homogeneity(&one, &two).map(likelihood),
        first: points_apart(both.map(Kept::points_of_first), other.even() - first.even()),
        drawn: of_shares(both.map(|kept| (kept.drawn(), kept.tally.games))),
        length: apart(both.map(|kept| lengths(&kept.tally))),
        branching: rounded(other.tally.branching() - first.tally.branching()),
    }
}

/// Numbers of games by result, in the same order for both: by set of winners, then drawn, then cut off. Sides are matched by
/// name; if their names differ, by position.
fn results(first: &Kept, other: &Kept) -> (Vec<u64>, Vec<u64>) {
    let names = |kept: &Kept| kept.wins().map(|(side, _)| side.to_owned()).collect::<Vec<_>>();
    let (one, two) = (names(first), names(other));
    let named: Option<Vec<usize>> = two.iter().map(|name| one.iter().position(|side| side == name)).collect();
    let places = named.filter(|_| one.len() == two.len()).unwrap_or_else(|| (0..two.len()).collect());
    let moved = |(bits, games): (u64, u64)| {
        let sides = places.iter().enumerate().filter(|(side, _)| bits >> side & 1 != 0);
        (sides.fold(0, |bits, (_, place)| bits | 1 << place), games)
    };
    let (one, two): (BTreeMap<u64, u64>, BTreeMap<u64, u64>) =
        (first.winners().into_iter().collect(), other.winners().into_iter().map(moved).collect());
    let sets: BTreeSet<u64> = one.keys().chain(two.keys()).copied().collect();
    let all = |wins: BTreeMap<u64, u64>, kept: &Kept| {
        let wins = sets.iter().map(|set| wins.get(set).copied().unwrap_or(0));
        wins.chain([kept.drawn(), kept.tally.cut_off]).collect()
    };
    (all(one, first), all(two, other))
}

/// The increase of the share in the second sample. The interval adds one success and one failure to each sample (Agresti and
/// Caffo 2000).
fn of_shares([one, other]: [(u64, u64); 2]) -> Mean {
    let share = |(some, all): (u64, u64)| some as f64 / all.max(1) as f64;
    let more = |(some, all): (u64, u64)| ((some + 1) as f64 / (all + 2) as f64, (all + 2) as f64);
    let (a, b) = (more(one), more(other));
    let error = |(share, all): (f64, f64)| share * (1.0 - share) / all;
    let (middle, half) = (b.0 - a.0, SURE * (error(a) + error(b)).sqrt());
    told([share(other) - share(one), (middle - half).max(-1.0), (middle + half).min(1.0)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_subtracted_with_their_errors() {
        // Agresti and Caffo 2000, section 3: 0 of 10 against 10 of 10 has an interval within what is possible.
        let all = of_shares([(0, 10), (10, 10)]);
        assert_eq!((all.mean, all.most), (Some(1.0), Some(1.0)));
        assert!(all.least > Some(0.5) && all.least < Some(1.0));
        let same = of_shares([(3, 10), (3, 10)]);
        assert!(same.mean == Some(0.0) && same.least.zip(same.most).is_some_and(|(least, most)| (least + most).abs() < 1e-9));
    }
}
