//! The rounds of a match, side by side, until enough is known.

use draughtsman::agents::{Contest, Counted, Round};
use draughtsman::notation::Error;
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::super::answer::Failure;
use super::super::interrupt::Interrupt;
use super::written::{Text, Writer};

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
    /// Who writes the games down, if somebody is to.
    pub(crate) writer: Option<&'r Writer<'r>>,
}

/// A round, and its games in PDN, if they are written down.
type Written = (Round, Vec<Text>);

/// Games that are written down.
#[derive(Default)]
pub(crate) struct Games {
    /// In PDN.
    pub(crate) texts: Vec<String>,
    /// How many have no form there, and why the first of them has none.
    pub(crate) left_out: Option<(usize, Error)>,
}

impl Games {
    fn add(&mut self, game: Text) {
        match game {
            Ok(text) => self.texts.push(text),
            Err(why) => self.left_out.get_or_insert((0, why)).0 += 1,
        }
    }
}

impl Rounds<'_> {
    /// Plays them until enough is known; what they came to, and the games in PDN, if they are written down.
    pub(crate) fn played<'c>(
        &self,
        contest: &(dyn Fn() -> Contest<'c> + Sync),
        enough: &dyn Fn(&Counted) -> bool,
    ) -> Result<(Counted, Games), Failure> {
        let stop = || self.interrupt.asked();
        // A round that is interrupted is none, nor are those after it.
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
        let (mut played, mut games) = (Counted::new(self.sides), Games::default());
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
