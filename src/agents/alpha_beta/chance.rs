//! The value of an option after which chance decides: the average of all results, each weighted by its probability, where there
//! are few of them for the remaining depth; else the average of samples, more of them at greater depth (sparse sampling, Kearns,
//! Mansour and Ng 2002). Results that can no longer matter are not searched (Star1, Ballard 1983).

use super::search::{Node, Search};
use crate::agents::draws::{following, results, share};
use crate::agents::limits::{WON, WON_AMONG_OTHERS, among_others};
use crate::engine::Line;

/// Up to `FEW_RESULTS` results are all searched at any depth; up to `MOST_RESULTS` if there are no more than `FOR_EACH` for each
/// decision of remaining depth.
const FEW_RESULTS: u32 = 8;
const FOR_EACH: u32 = 3;
const MOST_RESULTS: u32 = 36;
/// The number of samples where there are more results: with less than two decisions of depth left, and at least with more.
const SAMPLES: (i32, i32) = (2, 4);
/// The value of a result in an average is clamped to this and its negative.
const MOST: f64 = WON_AMONG_OTHERS as f64;
/// A decided game counts in an average as [`MOST`] less no more than this, or the negative.
const DECIDED: f64 = 1_000.0;

/// An average of which some results are known.
struct Mean {
    /// The alpha-beta window of the average.
    window: (f64, f64),
    /// The results known so far, weighted by probability and added up; and the probability of all others.
    sum: f64,
    rest: f64,
}

impl Search<'_> {
    /// Plays an option of the last mark; returns its value to the player that decided there. `seed` begins the draws of chance if
    /// results are sampled.
    #[inline]
    pub(super) fn played(&mut self, line: &mut impl Line, option: usize, at: Node, ours: bool, seed: u64) -> i32 {
        line.foresee(&[], MOST_RESULTS);
        line.play_telling(option, |hash| self.table.prefetch(hash));
        if line.draws().is_empty() { self.after(line, at, ours) } else { self.mean(line, option, at, ours, seed) }
    }

    /// The average value of an option, after which chance has drawn its first result.
    #[inline(never)]
    fn mean(&mut self, line: &mut impl Line, option: usize, at: Node, ours: bool, seed: u64) -> i32 {
        let few = few(at.depth);
        let mut mean = Mean::within(at.window);
        while results(line.draws()) <= few {
            let next = following(line.draws());
            let share = share(line.draws());
            self.result(line, &mut mean, share, at, ours);
            let Some(places) = next.filter(|_| !mean.is_settled() && !self.stopped) else { return mean.value() };
            line.back();
            line.foresee(&places, MOST_RESULTS);
            line.play(option);
        }
        self.sampled = true;
        mean = Mean::within(at.window);
        let samples = if at.depth >= 2 { at.depth.max(SAMPLES.1) } else { SAMPLES.0 };
        for sample in 0..samples {
            line.back();
            line.deal(seed.wrapping_add(sample as u64));
            line.play(option);
            self.result(line, &mut mean, 1.0 / f64::from(samples), at, ours);
            if mean.is_settled() || self.stopped {
                break;
            }
        }
        mean.value()
    }

    /// Searches one result of the given probability and adds it. The principal variation ends here.
    fn result(&mut self, line: &mut impl Line, mean: &mut Mean, share: f64, at: Node, ours: bool) {
        // In the quiescence search a result of probability p takes log2(1 / p) of depth.
        let taken = if at.depth <= 0 { ((1.0 / share) as u64).max(1).ilog2() as i32 } else { 0 };
        let next = Node { window: mean.window_of(share), depth: at.depth - taken, told: false, ..at };
        mean.add(share, self.after(line, next, ours));
        self.best_play[at.ply].clear();
    }
}

impl Mean {
    /// An average of which no result is known yet.
    fn within((low, high): (i32, i32)) -> Mean {
        let window = (f64::from(low).clamp(-MOST, MOST), f64::from(high).clamp(-MOST, MOST));
        Mean { window, sum: 0.0, rest: 1.0 }
    }

    /// The window of a result with this probability: beyond it the average is outside its own window whatever the other results
    /// are.
    fn window_of(&self, share: f64) -> (i32, i32) {
        let others = (self.rest - share) * MOST;
        let low = (self.window.0 - self.sum - others) / share - 1.0;
        let high = (self.window.1 - self.sum + others) / share + 1.0;
        let (least, most) = (DECIDED - MOST, MOST - DECIDED);
        let low = if low < least { -WON } else { low.min(most) as i32 };
        let high = if high > most { WON } else { high.max(least) as i32 };
        (low, high)
    }

    fn add(&mut self, share: f64, value: i32) {
        self.sum += share * among_others(value) as f64;
        self.rest -= share;
    }

    /// Whether no other result can bring the average back into its window.
    fn is_settled(&self) -> bool {
        let others = self.rest * MOST;
        self.sum + others <= self.window.0 || self.sum - others >= self.window.1
    }

    /// The average; if it is settled before all results are known, a bound for it.
    fn value(&self) -> i32 {
        let others = self.rest.max(0.0) * MOST;
        let bound = match () {
            () if self.sum + others <= self.window.0 => self.sum + others,
            () if self.sum - others >= self.window.1 => self.sum - others,
            () => self.sum,
        };
        bound.round() as i32
    }
}

/// The number of results up to which all are searched at this remaining depth.
fn few(depth: i32) -> u32 {
    (depth.max(0).unsigned_abs() * FOR_EACH).clamp(FEW_RESULTS, MOST_RESULTS)
}
