//! Plain games played directly: a position is a few sets of sites and numbers, which are copied and never undone; a phrase is
//! reckoned on whole sets. For rules whose legs, bodies and triggers hold no tokens and no chance. The general machine says what is
//! right; this says it fast, and is tested against it.

mod alike;
mod bearing;
mod bodies;
mod compile;
mod effects;
mod elements;
mod events;
mod game;
mod geometry;
mod jumps;
mod legs;
mod list;
mod memory;
mod paths;
mod phrases;
mod rules;
mod run;
mod scene;
mod slots;
#[cfg(test)]
mod tests;
mod turns;

use super::position::Position;
use super::word::Rich;
use crate::model::setup::Outcome;
use crate::program::Program;
use game::{Game, Under};
use rules::Rules;

/// What the direct engine needs of one program, made once.
pub struct Direct(Box<Made>);

enum Made {
    Small(Rules<u64>),
    Wide(Rules<u128>),
    Rich(Rules<Rich>),
}

impl Direct {
    /// The rules of a program, if they can be carried out directly.
    pub fn new(program: &Program) -> Option<Direct> {
        let small = || Rules::of(program).map(Made::Small);
        let rich = || Rules::of(program).map(Made::Rich);
        let made = if program.layout.sites <= 64 { small().or_else(rich) } else { Rules::of(program).map(Made::Wide) };
        made.map(|made| Direct(Box::new(made)))
    }

    /// A whole game from a position at the start of a turn, which has not stood before; moves are told apart as the rules say.
    pub fn game<'d>(&'d self, program: &Program, position: &Position) -> Option<Playing<'d>> {
        if position.machine.is_some() {
            return None;
        }
        let game: Box<dyn Game + 'd> = match &*self.0 {
            Made::Small(rules) => Box::new(Under::new(rules, program, position)),
            Made::Wide(rules) => Box::new(Under::new(rules, program, position)),
            Made::Rich(rules) => Box::new(Under::new(rules, program, position)),
        };
        Some(Playing(game))
    }
}

/// A game played directly.
///
/// ```
/// # use draughtsman::{engine::{Direct, Position}, library};
/// let program = library::bundled("collateral").unwrap().program;
/// let direct = Direct::new(&program).unwrap();
/// let mut game = direct.game(&program, &Position::start(&program).unwrap()).unwrap();
/// while game.options() > 0 {
///     game.play(0);
/// }
/// assert!(game.outcome().is_some() && !game.lost());
/// ```
pub struct Playing<'d>(Box<dyn Game + 'd>);

impl Playing<'_> {
    /// How many moves there are; none when the game is over. Their order is fixed, and the engine's own.
    pub fn options(&self) -> usize {
        self.0.options()
    }

    /// Plays a move.
    pub fn play(&mut self, i: usize) {
        self.0.play(i);
    }

    /// Back to the position where it began.
    pub fn restart(&mut self) {
        self.0.restart();
    }

    /// How the game has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    /// Whether something happened that only the general machine carries out: a chain of very many legs, triggers that set each
    /// other off for ever. There are no moves then; the game must be played by the machine.
    pub fn lost(&self) -> bool {
        self.0.lost()
    }

    /// The position now, if the game is not over.
    pub fn position(&self, program: &Program) -> Position {
        self.0.position(program)
    }

    /// The position at the next decision after a move, or how the game has ended by it; the game stays where it is.
    ///
    /// # Errors
    /// The end of the game; nothing if it is lost.
    pub fn after(&mut self, program: &Program, i: usize) -> Result<Position, Option<Outcome>> {
        self.0.after(program, i)
    }
}
