//! What an option is worth after which chance speaks: the mean of all results, each by how likely it is, where there are few of them
//! for how far it is looked ahead after them; else of some samples, the more of them the further that is (sparse sampling, Kearns,
//! Mansour and Ng 2002). What can make no difference any more is not looked at (Star1, Ballard 1983).

use super::search::{Node, Search};
use crate::agents::draws::{following, results, share};
use crate::agents::limits::{WON, WON_AMONG_OTHERS, among_others};
use crate::engine::Line;

/// Where there are no more results than this all of them count, however near the horizon; else where there are no more than so many for
/// each decision that is still looked ahead, and than this at most.
const FEW_RESULTS: u32 = 8;
const FOR_EACH: u32 = 3;
const MOST_RESULTS: u32 = 36;
/// How many samples of more results count near the horizon, and how many at least further from it.
const SAMPLES: (i32, i32) = (2, 4);
/// No result counts more, or less than that below 0.
const MOST: f64 = WON_AMONG_OTHERS as f64;
/// What is decided counts within so much of that.
const DECIDED: f64 = 1_000.0;

/// A mean of which some results are known.
struct Mean {
    /// What less than this, or more than that, makes no difference.
    window: (f64, f64),
    /// What is known, and how likely all else is.
    sum: f64,
    rest: f64,
}

impl Search<'_> {
    /// Plays an option of the last mark; what it is worth to who decides there, ours or not. What chance does comes of `seed`, if not
    /// all is looked at that it can do.
    #[inline]
    pub(super) fn played(&mut self, line: &mut impl Line, option: usize, at: Node, ours: bool, seed: u64) -> i32 {
        line.foresee(&[], MOST_RESULTS);
        line.play_telling(option, |hash| self.table.prefetch(hash));
        if line.draws().is_empty() { self.after(line, at, ours) } else { self.mean(line, option, at, ours, seed) }
    }

    /// What an option is worth of which chance has brought the first result.
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

    /// Counts a result that is so likely. How it goes on after it is not told.
    fn result(&mut self, line: &mut impl Line, mean: &mut Mean, share: f64, at: Node, ours: bool) {
        // Beyond the horizon results take as much depth as there are.
        let taken = if at.depth <= 0 { ((1.0 / share) as u64).max(1).ilog2() as i32 } else { 0 };
        let next = Node { window: mean.window_of(share), depth: at.depth - taken, told: false, ..at };
        mean.add(share, self.after(line, next, ours));
        self.best_play[at.ply].clear();
    }
}

impl Mean {
    /// Of which nothing is known yet.
    fn within((low, high): (i32, i32)) -> Mean {
        let window = (f64::from(low).clamp(-MOST, MOST), f64::from(high).clamp(-MOST, MOST));
        Mean { window, sum: 0.0, rest: 1.0 }
    }

    /// What a result that is so likely would have to be worth to matter, if all others were as good as can be, or as bad.
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

    /// Whether no other result can make a difference.
    fn is_settled(&self) -> bool {
        let others = self.rest * MOST;
        self.sum + others <= self.window.0 || self.sum - others >= self.window.1
    }

    /// The mean; if it is settled before all is known, no more than it can be, or no less.
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

/// Up to how many results all of them count, where so many decisions are still looked ahead after them.
fn few(depth: i32) -> u32 {
    (depth.max(0).unsigned_abs() * FOR_EACH).clamp(FEW_RESULTS, MOST_RESULTS)
}
