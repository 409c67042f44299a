//! The measures of a report, computed from counted games.

use indexmap::IndexMap;

use super::kept::Kept;
use super::means::{Sums, of_counts, of_points, rounded};
use super::statistics::{evenness_together, wilson};
use crate::analysis::simulate::{Courses, Ended, PARTS, Tally};
use crate::notation::json::balance::{Bin, Branching, Captures, Case, Ending, Fairness, First, Lead, Length, Share};

/// Maximum number of bars of a histogram.
const MOST_BINS: u64 = 24;

/// The measures of one set of rules.
pub(super) fn case(kept: &Kept) -> Case {
    let (tally, courses) = (&kept.tally, kept.courses());
    let games = tally.games;
    Case {
        name: kept.name.clone(),
        variant: kept.variant.clone(),
        title: kept.title.clone(),
        options: kept.options.clone(),
        goes_by: kept.goes_by.clone(),
        games,
        different: (courses.different.estimate().round() as u64).clamp(u64::from(games > 0), games),
        wins: kept.wins().map(|(side, wins)| (side.to_owned(), share(wins, games))).collect(),
        drawn: share(kept.drawn(), games),
        cut_off: share(tally.cut_off, games),
        fairness: fairness(kept),
        first: first(kept, &courses),
        length: length(tally),
        branching: branching(tally, &courses),
        endings: endings(kept),
        captures: Captures {
            taken: of_counts(Sums { sum: courses.taken, squares: courses.taken_squared, many: games }),
            taking: rounded(courses.taking as f64 / tally.decisions().max(1) as f64),
        },
        lead: Lead {
            led: share(courses.led, games),
            changes: of_counts(Sums { sum: courses.lead_changes, squares: courses.lead_changes_squared, many: games }),
            comebacks: share(courses.comebacks, courses.won),
            behind: of_games(courses.behind, courses.won),
            settled: of_games(courses.settled, courses.won),
        },
    }
}

/// The width of the widest confidence interval among the sides' shares of wins.
///
/// ```
/// use draughtsman::analysis::balance::{widest, wilson};
/// let [_, least, most] = wilson(50, 100);
/// assert_eq!(widest(&[50, 0], 100), most - least);
/// ```
pub fn widest(wins: &[u64], games: u64) -> f64 {
    wins.iter().map(|wins| wilson(*wins, games)).map(|[_, least, most]| most - least).fold(0.0, f64::max)
}

/// A p-value rounded to five decimals, or below 0.001 to three significant digits, so that small values are not rounded to 0.
pub(super) fn likelihood(p: f64) -> f64 {
    if p >= 1e-3 || p <= 0.0 {
        return rounded(p);
    }
    let scale = 10f64.powi(2 - p.log10().floor() as i32);
    // The scale overflows for the smallest numbers; these stay as they are.
    if scale.is_finite() { (p * scale).round() / scale } else { p }
}

pub(super) fn share(some: u64, all: u64) -> Share {
    let [share, least, most] = wilson(some, all).map(rounded);
    Share { games: some, share, least, most }
}

/// The mean per game of shares that were summed in units of 1/[`PARTS`].
fn of_games(parts: u64, games: u64) -> f64 {
    rounded(parts as f64 / PARTS as f64 / games.max(1) as f64)
}

fn fairness(kept: &Kept) -> Fairness {
    let (sides, winners) = (kept.wins().count(), kept.winners());
    let shared = winners.iter().any(|(sides, games)| sides.count_ones() > 1 && *games > 0);
    let test = match sides {
        2 => "binomial",
        _ if shared => "cochran",
        _ => "chi-squared",
    };
    Fairness { test: test.to_owned(), p: evenness_together(sides as u32, &winners).map(likelihood) }
}

fn first(kept: &Kept, courses: &Courses) -> First {
    let [won, drawn, lost] = courses.first;
    First { won, drawn, lost, score: of_points(kept.points_of_first()), even: rounded(kept.even()) }
}

/// Sums over the lengths of games.
pub(super) fn lengths(tally: &Tally) -> Sums {
    let squares = tally.lengths.iter().map(|(length, games)| u64::from(*length).pow(2) * games).sum();
    Sums { sum: tally.decisions(), squares, many: tally.games }
}

fn length(tally: &Tally) -> Length {
    let lengths = lengths(tally);
    let at = |quarters: u64| u64::from(tally.quartile(quarters));
    let (min, max) = if tally.games == 0 { (0, 0) } else { (at(0), at(4)) };
    let width = (max - min) / MOST_BINS + 1;
    let bins = (max - min) / width + 1;
    let mut histogram: Vec<Bin> =
        (0..bins).map(|bin| Bin { from: min + bin * width, to: min + bin * width + width - 1, games: 0 }).collect();
    for (length, games) in &tally.lengths {
        if let Some(bin) = histogram.get_mut(((u64::from(*length) - min) / width) as usize) {
            bin.games += games;
        }
    }
    Length {
        mean: of_counts(lengths),
        deviation: rounded(lengths.variance().sqrt()),
        min,
        quartiles: [at(1), at(2), at(3)],
        max,
        histogram,
    }
}

fn branching(tally: &Tally, courses: &Courses) -> Branching {
    let decisions: u64 = courses.options.values().sum();
    let all = decisions.max(1) as f64;
    let logarithms = courses.options.iter().map(|(options, many)| f64::from((*options).max(1)).log10() * *many as f64);
    let geometric = logarithms.sum::<f64>() / all;
    let forced: u64 = courses.options.range(..=1).map(|(_, many)| many).sum();
    // Only decisions reached by at least a tenth of the games: the mean of fewer says little.
    let came = courses.by_decision.iter().take_while(|(games, _)| games * 10 >= tally.games && *games > 0);
    Branching {
        mean: rounded(tally.branching()),
        geometric: rounded(10f64.powf(geometric)),
        forced: rounded(forced as f64 / all),
        // Adding 0.0 turns -0.0 into 0.0.
        complexity: rounded(geometric * tally.mean_length()) + 0.0,
        by_decision: came.map(|(games, options)| rounded(*options as f64 / *games as f64)).collect(),
    }
}

fn endings(kept: &Kept) -> Vec<Ending> {
    let tally = &kept.tally;
    let ending = |(rule, ended): (&u16, &Ended)| {
        let (place, text) = kept.lines.get(rule).map(|line| (line.place.clone(), line.text.clone())).unwrap_or_default();
        let sides = kept.sides.iter().zip(&ended.wins).filter(|(side, _)| side.plays);
        let wins: IndexMap<String, u64> = sides.map(|(side, wins)| (side.name.clone(), *wins)).collect();
        Ending { place, text, share: share(ended.games, tally.games), wins, drawn: ended.drawn }
    };
    let mut endings: Vec<Ending> = tally.by_rule.iter().map(ending).collect();
    endings.sort_by_key(|ending| std::cmp::Reverse(ending.share.games));
    endings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_very_unlikely_is_not_impossible() {
        for (p, told) in
            [(0.0, 0.0), (0.123_456_7, 0.123_46), (0.000_456_78, 0.000_457), (3.051_7e-19, 3.05e-19), (5e-324, 5e-324)]
        {
            assert_eq!(likelihood(p), told, "{p}");
        }
    }
}
