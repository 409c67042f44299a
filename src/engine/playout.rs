//! Whole games, and counts of leaves, by whatever is fastest: generators made for the shape of the rules, or the direct engine.

use crate::model::setup::Outcome;
use crate::program::Program;

use super::direct::{Direct, Playing};
use super::fast::{self, Fast, Tables};
use super::kernel::keeps;
use super::position::{Counting, Position};

/// What plays the games of one program, or counts leaves, faster than the general machine, made once.
pub enum Quick {
    /// Generators made for the shape of the rules.
    Shaped(Tables),
    /// The direct engine.
    Direct(Direct),
}

/// A game that is played so, again and again.
pub enum Playout<'q> {
    /// By generators.
    Shaped(fast::Playout<'q>),
    /// Directly.
    Direct(Playing<'q>),
}

impl Quick {
    /// What plays the games of a program, if anything but the general machine does.
    pub fn new(program: &Program) -> Option<Quick> {
        let shaped = Tables::new(program).filter(Tables::play).map(Quick::Shaped);
        shaped.or_else(|| Direct::new(program).ok().map(Quick::Direct))
    }

    /// What counts the leaves below positions of a program, if anything but the general machine does.
    pub fn counting(program: &Program, counting: Counting) -> Option<Quick> {
        let shaped = Tables::new(program).map(Quick::Shaped);
        shaped.or_else(|| Direct::counting(program, counting.routes(program)).ok().map(Quick::Direct))
    }

    /// The leaves so many plies below a position, as [`crate::analysis::perft`] counts them; `made`: with every move made, the last
    /// ones too. None where only the general machine knows. Moves are told apart as they were when it was made.
    pub fn leaves(
        &self,
        program: &Program,
        position: &Position,
        depth: u32,
        (counting, made): (Counting, bool),
    ) -> Option<u64> {
        match self {
            Quick::Shaped(tables) => Fast::new(tables, program, position)?.perft(depth, keeps(program, counting), made),
            Quick::Direct(direct) => direct.leaves(program, position, depth, made),
        }
    }

    /// A whole game from a position at the start of a turn.
    pub fn game<'q>(&'q self, program: &'q Program, position: &Position) -> Option<Playout<'q>> {
        match self {
            Quick::Shaped(tables) => tables.game(program, position).map(Playout::Shaped),
            Quick::Direct(direct) => direct.game(program, position).map(Playout::Direct),
        }
    }
}

impl Playout<'_> {
    /// How many moves there are; none when the game is over. Their order is fixed.
    #[inline]
    pub fn options(&self) -> usize {
        match self {
            Playout::Shaped(game) => game.options(),
            Playout::Direct(game) => game.options(),
        }
    }

    /// Plays a move.
    #[inline]
    pub fn play(&mut self, i: usize) {
        match self {
            Playout::Shaped(game) => game.play(i),
            Playout::Direct(game) => game.play(i),
        }
    }

    /// Back to the position where it began; what chance draws comes of `draw`, as [`Playing::restart`] says.
    pub fn restart(&mut self, draw: &mut dyn FnMut(u64) -> u64) {
        match self {
            Playout::Shaped(game) => game.restart(),
            Playout::Direct(game) => game.restart(draw),
        }
    }

    /// How the game has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Playout::Shaped(game) => game.outcome(),
            Playout::Direct(game) => game.outcome(),
        }
    }

    /// Whether only the general machine can play the game on; see [`Playing::lost`].
    pub fn lost(&self) -> bool {
        match self {
            Playout::Shaped(_) => false,
            Playout::Direct(game) => game.lost(),
        }
    }
}
