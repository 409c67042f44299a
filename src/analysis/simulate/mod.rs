//! Many games, and what comes of them: who wins, by which line games end, how long they are, how many moves there are to choose from.

mod course;
mod courses;
mod distinct;
mod played;
mod tally;

use crate::engine::{Actor, Ahead, Counting, InARow, LimitReached, Playing, Position, drawn};
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
    ahead: Ahead,
    /// What courses are noted by, if they are.
    values: Option<Values>,
}

impl<'p> Simulator<'p> {
    /// Games from a position; after so many decisions of players a game is cut off.
    pub fn new(program: &'p Program, start: Position, most: u32) -> Simulator<'p> {
        Simulator { program, start, most, ahead: Ahead::new(program), values: None }
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
        &self.ahead
    }

    /// The rules.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// A game by what plays these rules faster than the general machine, if anything does, to be played again and again.
    pub fn playout(&self) -> Option<Playing<'_>> {
        self.ahead.game(self.program, &self.start)
    }

    /// Such a game from its beginning; `pick` takes a number below the one that it is given.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn play_out(&self, game: &mut Playing<'_>, pick: &mut dyn FnMut(u64) -> u64) -> Result<Played, LimitReached> {
        match self.play_directly(game, pick) {
            Some(played) => Ok(played),
            None => self.play_by_moves(pick),
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
    /// players that is one of [`Position::moves`], each as likely; for chance the moves take as many numbers as ways lead to them.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn play_by_moves(&self, pick: &mut dyn FnMut(u64) -> u64) -> Result<Played, LimitReached> {
        let (program, mut record) = (self.program, self.record());
        let mut position = self.start.clone();
        let (mut stood, mut in_a_row) = (vec![position.standing()], InARow::default());
        while let Some(actor) = position.actor(program) {
            in_a_row.decides(actor, program, &position)?;
            let moves = position.moves(program, Counting::AsWritten)?;
            let chosen = match actor {
                Actor::Chance => drawn(moves.iter().map(|mv| mv.weight), pick),
                Actor::Player(_) if record.decisions() >= self.most => break,
                Actor::Player(player) => {
                    record.decision(moves.len() as u64, || Some(player), |each| position.each_piece(program, each));
                    (!moves.is_empty()).then(|| pick(moves.len() as u64) as usize)
                }
            };
            let Some(mv) = chosen.and_then(|chosen| moves.get(chosen)) else { break };
            let next = position.play(program, mv, &stood)?;
            stood.push(next.stands_after(&position));
            position = next;
        }
        Ok(record.end(position.outcome().cloned(), |each| position.each_piece(program, each)))
    }
}
