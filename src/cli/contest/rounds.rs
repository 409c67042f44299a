//! The rounds of a match, side by side, until enough is known.

use draughtsman::agents::{Contest, Counted, Round, Undecided};
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::super::interrupt::Interrupt;

/// Rounds in one go, between two looks at what they came to.
const AT_ONCE: u64 = 8;

/// Rounds to be played.
pub(crate) struct Rounds<'r> {
    /// How many at most.
    pub(crate) count: u64,
    /// How many sides play.
    pub(crate) sides: usize,
    pub(crate) threads: Option<&'r rayon::ThreadPool>,
    pub(crate) interrupt: &'r Interrupt,
    /// It is told how many games were played.
    pub(crate) bar: &'r ProgressBar,
}

impl Rounds<'_> {
    /// Plays them until enough is known.
    pub(crate) fn played<'c>(
        &self,
        contest: &(dyn Fn() -> Contest<'c> + Sync),
        enough: &dyn Fn(&Counted) -> bool,
    ) -> Result<Counted, Undecided> {
        let stop = || self.interrupt.asked();
        // A round that is interrupted is none, nor are those after it.
        let some = |contest: &mut Contest<'_>, number: u64| -> Result<Option<Round>, Undecided> {
            if stop() {
                return Ok(None);
            }
            let round = contest.counted(number);
            let round = if stop() { None } else { Some(round?) };
            self.bar.inc(round.iter().map(|round| round.points.len() as u64).sum());
            Ok(round)
        };
        let mut played = Counted::new(self.sides);
        let mut one = contest();
        for first in (0..self.count).step_by(AT_ONCE as usize) {
            let numbers = first..(first + AT_ONCE).min(self.count);
            let rounds: Result<Vec<_>, Undecided> = match self.threads {
                None => numbers.map(|number| some(&mut one, number)).collect(),
                Some(threads) => threads.install(|| numbers.into_par_iter().map_init(contest, some).collect()),
            };
            rounds?.iter().flatten().for_each(|round| played.add(round));
            if stop() || enough(&played) {
                break;
            }
        }
        Ok(played)
    }
}
