//! Plays many games and records who wins, which lines end games, how long they are, and how many options there are.

mod course;
mod courses;
mod distinct;
mod played;
mod tally;

use crate::engine::{Actor, Counting, InARow, LimitReached, LookAhead, Playing, Position, drawn};
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
    ahead: LookAhead,
    /// How pieces are valued, if courses are recorded.
    values: Option<Values>,
}

impl<'p> Simulator<'p> {
    /// A simulator of games from a position. A game is cut off after `most` decisions of players.
    pub fn new(program: &'p Program, start: Position, most: u32) -> Simulator<'p> {
        Simulator { program, start, most, ahead: LookAhead::new(program), values: None }
    }

    /// Also records the course of each game.
    #[must_use]
    pub fn noting(self) -> Simulator<'p> {
        Simulator { values: Some(Values::of(&self.program.equipment)), ..self }
    }

    /// An empty record for a new game.
    pub fn record(&self) -> Record<'_> {
        Record { played: Played::default(), noting: self.values.as_ref().map(Noting::new) }
    }

    /// The position from which games start.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The number of players' decisions after which a game is cut off.
    pub fn most(&self) -> u32 {
        self.most
    }

    /// The search engine for these rules, which also plays random games.
    pub fn ahead(&self) -> &LookAhead {
        &self.ahead
    }

    /// The compiled rules.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// A reusable game on the fast engine, if that engine can play these rules from this position.
    pub fn playout(&self) -> Option<Playing<'_>> {
        self.ahead.game(self.program, &self.start)
    }

    /// Plays one random game from its beginning. `pick` returns a random number below its argument. The general machine takes
    /// over where the fast engine cannot finish the game.
    ///
    /// # Errors
    /// If a limit of the rules' execution is reached.
    pub fn play_out(&self, game: &mut Playing<'_>, pick: &mut dyn FnMut(u64) -> u64) -> Result<Played, LimitReached> {
        match self.play_directly(game, pick) {
            Some(played) => Ok(played),
            None => self.play_by_moves(pick),
        }
    }

    /// Plays the game on the fast engine alone; `None` if something in it needs the general machine.
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

    /// Plays one random game on the general machine. `pick` returns a random number below its argument. Players choose
    /// uniformly among [`Position::moves`]; chance chooses each move in proportion to its weight.
    ///
    /// # Errors
    /// If a limit of the rules' execution is reached.
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
