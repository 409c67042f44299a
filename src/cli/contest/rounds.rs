//! Plays the rounds of a match in parallel, until the result is certain enough.

use draughtsman::agents::{Contest, MatchTally, Round};
use draughtsman::notation::Error;
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::super::answer::Failure;
use super::super::interrupt::Interrupt;
use super::written::{Recorded, Text, Writer};

/// Number of rounds between two checks of the result.
const AT_ONCE: u64 = 8;

/// The rounds of a match.
pub(crate) struct Rounds<'r> {
    /// Greatest number of rounds.
    pub(crate) count: u64,
    /// Number of sides that play.
    pub(crate) sides: usize,
    pub(crate) threads: Option<&'r rayon::ThreadPool>,
    pub(crate) interrupt: &'r Interrupt,
    /// Counts the games that were played.
    pub(crate) bar: &'r ProgressBar,
    /// Writes the games, if they are to be written.
    pub(crate) writer: Option<&'r Writer<'r>>,
}

/// A round, and its games, if they are to be written.
type Written = (Round, Vec<Text>);

/// Games to be written.
#[derive(Default)]
pub(crate) struct Games {
    /// Those that can be written.
    pub(crate) recorded: Vec<Recorded>,
    /// The number of other games, and why PDN cannot express the first of them.
    pub(crate) left_out: Option<(usize, Error)>,
}

impl Games {
    fn add(&mut self, game: Text) {
        match game {
            Ok(game) => self.recorded.push(game),
            Err(why) => self.left_out.get_or_insert((0, why)).0 += 1,
        }
    }
}

impl Rounds<'_> {
    /// Plays rounds until `enough` returns true. Returns the counted results, and the games if they are to be written.
    pub(crate) fn played<'c>(
        &self,
        contest: &(dyn Fn() -> Contest<'c> + Sync),
        enough: &dyn Fn(&MatchTally) -> bool,
    ) -> Result<(MatchTally, Games), Failure> {
        let stop = || self.interrupt.asked();
        // A round that is interrupted does not count, nor do those after it.
        let some = |contest: &mut Contest<'_>, number: u64| -> Result<Option<Written>, Failure> {
            if stop() {
                return Ok(None);
            }
            let round = match self.writer {
                None => contest.counted(number).map(|round| (round, Vec::new())).map_err(Failure::wrong),
                Some(writer) => writer.round(contest, number),
            };
            let round = if stop() { None } else { Some(round?) };
            self.bar.inc(round.iter().map(|(round, _)| round.points.len() as u64).sum());
            Ok(round)
        };
        let (mut played, mut games) = (MatchTally::new(self.sides), Games::default());
        let mut one = contest();
        for first in (0..self.count).step_by(AT_ONCE as usize) {
            let numbers = first..(first + AT_ONCE).min(self.count);
            let rounds: Result<Vec<_>, Failure> = match self.threads {
                None => numbers.map(|number| some(&mut one, number)).collect(),
                Some(threads) => threads.install(|| numbers.into_par_iter().map_init(contest, some).collect()),
            };
            for (round, written) in rounds?.into_iter().flatten() {
                played.add(&round);
                written.into_iter().for_each(|game| games.add(game));
            }
            if stop() || enough(&played) {
                break;
            }
        }
        Ok((played, games))
    }
}
