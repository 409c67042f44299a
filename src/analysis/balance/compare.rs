//! Games of two rules against each other: what differs, and how surely.

use super::kept::Kept;
use super::measures::{lengths, likelihood, mean, rounded, rounded_mean, variance};
use super::statistics::{SURE, homogeneity};
use crate::notation::json::balance::{Difference, Mean};

/// How the other rules differ from the first ones.
pub(super) fn difference(first: &Kept, other: &Kept) -> Difference {
    let both = [first, other];
    let (one, two) = results(first, other);
    let points = both.map(|kept| {
        let [won, drawn, lost] = kept.courses().first;
        (2 * won + drawn, 4 * won + drawn, won + drawn + lost)
    });
    let of_lengths = both.map(|kept| {
        let (sum, squares) = lengths(&kept.tally);
        (sum, squares, kept.tally.games)
    });
    let Mean { mean, least, most } = apart(points);
    Difference {
        name: other.name.clone(),
        p: homogeneity(&one, &two).map(likelihood),
        first: Mean { mean: rounded(mean / 2.0), least: rounded(least / 2.0), most: rounded(most / 2.0) },
        drawn: of_shares(both.map(|kept| (kept.drawn(), kept.tally.games))),
        length: apart(of_lengths),
        branching: rounded(other.tally.branching() - first.tally.branching()),
    }
}

/// Games that each side has won, then those drawn, and those cut off. A side is compared with that of its name; where the sides have
/// other names, the first is with the first, and so on.
fn results(first: &Kept, other: &Kept) -> (Vec<u64>, Vec<u64>) {
    let (one, mut two): (Vec<_>, Vec<_>) = (first.wins().collect(), other.wins().collect());
    let place = |name: &str| one.iter().position(|(side, _)| *side == name);
    if two.len() == one.len() && two.iter().all(|(name, _)| place(name).is_some()) {
        two.sort_by_key(|(name, _)| place(name));
    }
    let sides = one.len().max(two.len());
    let all = |wins: Vec<(&str, u64)>, kept: &Kept| {
        let wins = wins.into_iter().map(|(_, wins)| wins).chain(std::iter::repeat(0)).take(sides);
        wins.chain([kept.drawn(), kept.tally.cut_off]).collect()
    };
    (all(one, first), all(two, other))
}

/// How far the mean of the second sample is above that of the first (Welch 1938): sum, sum of squares and size of each.
fn apart([one, other]: [(u64, u64, u64); 2]) -> Mean {
    let error = |(sum, squares, many): (u64, u64, u64)| variance(sum, squares, many) / many.max(1) as f64;
    let of = |(sum, squares, many)| mean(sum, squares, many)[0];
    let (apart, half) = (of(other) - of(one), SURE * (error(one) + error(other)).sqrt());
    rounded_mean([apart, apart - half, apart + half])
}

/// How much greater the share in the second sample is; the interval is as if each had one more of either (Agresti and Caffo 2000).
fn of_shares([one, other]: [(u64, u64); 2]) -> Mean {
    let share = |(some, all): (u64, u64)| some as f64 / all.max(1) as f64;
    let more = |(some, all): (u64, u64)| ((some + 1) as f64 / (all + 2) as f64, (all + 2) as f64);
    let (a, b) = (more(one), more(other));
    let error = |(share, all): (f64, f64)| share * (1.0 - share) / all;
    let (middle, half) = (b.0 - a.0, SURE * (error(a) + error(b)).sqrt());
    rounded_mean([share(other) - share(one), (middle - half).max(-1.0), (middle + half).min(1.0)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_shares_are_subtracted_with_their_errors() {
        // Ten numbers of 4 and ten of 6 against twenty of 8: the variance of the first is 20/19.
        let sample = |numbers: [u64; 2]| (10 * (numbers[0] + numbers[1]), 10 * (numbers[0].pow(2) + numbers[1].pow(2)), 20);
        let Mean { mean, least, most } = apart([sample([4, 6]), sample([8, 8])]);
        let half = SURE * (20.0 / 19.0 / 20.0f64).sqrt();
        assert_eq!((mean, least, most), (3.0, rounded(3.0 - half), rounded(3.0 + half)));
        // Agresti and Caffo 2000, section 3: 0 of 10 against 10 of 10 has an interval within what is possible.
        let all = of_shares([(0, 10), (10, 10)]);
        assert_eq!((all.mean, all.most), (1.0, 1.0));
        assert!(all.least > 0.5 && all.least < 1.0);
        let same = of_shares([(3, 10), (3, 10)]);
        assert!(same.mean == 0.0 && (same.least + same.most).abs() < 1e-9);
    }
}
