//! Counting the leaves of the tree of moves.

use crate::engine::fast::{Fast, Tables, keeps};
use crate::engine::{Counting, LimitReached, Move, Position};
use crate::program::Program;

/// How to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Which runs are one move.
    pub counting: Counting,
    /// Make every move down to the leaves, instead of counting the moves of the last ply.
    pub made: bool,
    /// Use generators made for the shape of the rules, where they have one; else the general machine.
    pub shaped: bool,
}

impl Way {
    /// As the rule file says, last ply counted, as fast as can be.
    pub const USUAL: Way = Way { counting: Counting::AsWritten, made: false, shaped: true };
}

/// How many leaves lie so many plies below a position. A ply is one decision, chance's included; endings that wait for
/// patience to run out are not applied, and a finished game has no moves.
///
/// ```
/// # use draughtsman::{analysis::perft::{Way, perft}, engine::Position, library};
/// let program = library::bundled("english").unwrap().program;
/// let start = Position::start(&program).unwrap();
/// assert_eq!(perft(&program, &start, 3, Way::USUAL), Ok(302));
/// ```
///
/// # Errors
/// A rule that does not come to an end.
pub fn perft(program: &Program, position: &Position, depth: u32, way: Way) -> Result<u64, LimitReached> {
    let tables = if way.shaped { Tables::new(program) } else { None };
    if let Some(fast) = tables.as_ref().and_then(|tables| Fast::new(tables, program, position)) {
        return Ok(fast.perft(depth, keeps(program, way.counting), way.made));
    }
    by_machine(program, position, depth, way)
}

/// The same by the general machine.
pub(super) fn by_machine(program: &Program, position: &Position, depth: u32, way: Way) -> Result<u64, LimitReached> {
    if depth == 0 {
        return Ok(1);
    }
    let moves = position.moves(program, way.counting)?;
    if depth == 1 && !way.made {
        return Ok(moves.len() as u64);
    }
    moves.iter().try_fold(0, |sum, mv| {
        let next = position.play_impatiently(program, mv)?;
        Ok(sum + by_machine(program, &next, depth - 1, way)?)
    })
}

/// For each move, the leaves below it.
///
/// # Errors
/// A rule that does not come to an end.
pub fn divide(program: &Program, position: &Position, depth: u32, way: Way) -> Result<Vec<(Move, u64)>, LimitReached> {
    let moves = position.moves(program, way.counting)?;
    let below = |mv: Move| {
        let next = position.play_impatiently(program, &mv)?;
        let leaves = perft(program, &next, depth.saturating_sub(1), way)?;
        Ok((mv, leaves))
    };
    moves.into_iter().map(below).collect()
}
