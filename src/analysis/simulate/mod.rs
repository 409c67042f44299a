//! Many games, and what comes of them: who wins, by which line games end, how long they are, how many moves there are to choose from.

mod course;
mod courses;
mod distinct;
mod played;
mod tally;

use std::sync::OnceLock;

use crate::engine::{Actor, Ahead, Direct, LimitReached, Playing, Position, Walk, drawn};
use crate::program::Program;

pub use course::Course;
pub use courses::{Courses, FOLLOWED, PARTS};
pub use distinct::Distinct;
pub use played::{Played, Record};
pub(crate) use tally::simulation;
pub use tally::{Ended, Tally, to_wire};

use course::{Noting, Values};

/// Plays games of one variant from one position.
pub struct Simulator<'p> {
    program: &'p Program,
    start: Position,
    most: u32,
    direct: Option<Direct>,
    ahead: OnceLock<Ahead>,
    /// What courses are noted by, if they are.
    values: Option<Values>,
}

impl<'p> Simulator<'p> {
    /// Games from a position; after so many decisions of players a game is cut off.
    pub fn new(program: &'p Program, start: Position, most: u32) -> Simulator<'p> {
        let direct = Direct::new(program).ok();
        Simulator { program, start, most, direct, ahead: OnceLock::new(), values: None }
    }

    /// The same games, of which the course is noted too.
    #[must_use]
    pub fn noting(self) -> Simulator<'p> {
        Simulator { values: Some(Values::of(&self.program.equipment)), ..self }
    }

    /// A game begins.
    pub fn record(&self) -> Record<'_> {
        Record { played: Played::default(), noting: self.values.as_ref().map(Noting::new) }
    }

    /// Where games begin.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// After so many decisions of players a game is cut off.
    pub fn most(&self) -> u32 {
        self.most
    }

    /// What looks ahead in these games.
    pub fn ahead(&self) -> &Ahead {
        self.ahead.get_or_init(|| Ahead::new(self.program))
    }

    /// The rules.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// A game by what plays these rules faster than the general machine, if anything does, to be played again and again.
    pub fn playout(&self) -> Option<Playing<'_>> {
        self.direct.as_ref()?.game(self.program, &self.start)
    }

    /// Such a game from its beginning; `pick` takes a number below the one that it is given.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn play_out(&self, game: &mut Playing<'_>, pick: &mut dyn FnMut(u64) -> u64) -> Result<Played, LimitReached> {
        match self.play_directly(game, pick) {
            Some(played) => Ok(played),
            None => self.walk(pick),
        }
    }

    /// The same, if nothing happens that only the general machine carries out.
    pub fn play_directly(&self, game: &mut Playing<'_>, pick: &mut dyn FnMut(u64) -> u64) -> Option<Played> {
        let mut record = self.record();
        game.restart(pick);
        loop {
            let options = game.options() as u64;
            if options == 0 || record.decisions() >= self.most {
                break;
            }
            record.decision(options, || game.actor(), |each| game.each_piece(each));
            game.play(pick(options) as usize);
        }
        let played = record.end(game.outcome(), |each| game.each_piece(each));
        (!game.lost()).then_some(played)
    }

    /// A game by the general machine, each decision taken at random: `pick` takes a number below the one that it is given. For
    /// players that is an option, each as likely; for chance the options take as many numbers as ways lead to them. The moves are
    /// those of [`Position::moves`] in the same order.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn walk(&self, pick: &mut dyn FnMut(u64) -> u64) -> Result<Played, LimitReached> {
        let mut record = self.record();
        let mut walk = Walk::new(self.program, &self.start);
        while let Some(actor) = walk.actor() {
            let options = walk.options()? as u64;
            let option = match actor {
                Actor::Chance => match drawn(walk.ways(), pick) {
                    Some(option) => option,
                    None => break,
                },
                Actor::Player(_) if record.decisions() >= self.most => break,
                Actor::Player(player) => {
                    record.decision(options, || Some(player), |each| walk.each_piece(each));
                    if options == 0 {
                        break;
                    }
                    pick(options) as usize
                }
            };
            walk.play(option)?;
        }
        Ok(record.end(walk.outcome().cloned(), |each| walk.each_piece(each)))
    }
}
