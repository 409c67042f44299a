//! Counting the leaves of the tree of moves.

use crate::engine::{Counting, LimitReached, Move, Position};
use crate::program::Program;

/// How many leaves lie so many plies below a position. A ply is one decision, chance's included; endings that wait for
/// patience to run out are not applied, and a finished game has no moves.
///
/// ```
/// # use draughtsman::{analysis::perft, engine::{Counting, Position}, library};
/// let program = library::bundled("english").unwrap().program;
/// let start = Position::start(&program).unwrap();
/// assert_eq!(perft::perft(&program, &start, 3, Counting::AsWritten), Ok(302));
/// ```
///
/// # Errors
/// A rule that does not come to an end.
pub fn perft(program: &Program, position: &Position, depth: u32, counting: Counting) -> Result<u64, LimitReached> {
    if depth == 0 {
        return Ok(1);
    }
    let moves = position.moves(program, counting)?;
    if depth == 1 {
        return Ok(moves.len() as u64);
    }
    moves.iter().try_fold(0, |sum, mv| {
        let next = position.play_impatiently(program, mv)?;
        Ok(sum + perft(program, &next, depth - 1, counting)?)
    })
}

/// For each move, the leaves below it.
///
/// # Errors
/// A rule that does not come to an end.
pub fn divide(
    program: &Program,
    position: &Position,
    depth: u32,
    counting: Counting,
) -> Result<Vec<(Move, u64)>, LimitReached> {
    let moves = position.moves(program, counting)?;
    let below = |mv: Move| {
        let next = position.play_impatiently(program, &mv)?;
        let leaves = perft(program, &next, depth.saturating_sub(1), counting)?;
        Ok((mv, leaves))
    };
    moves.into_iter().map(below).collect()
}
