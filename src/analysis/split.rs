//! A count cut into parts that can be counted side by side.

use crate::engine::{Counting, LimitReached, Move, Position};
use crate::program::Program;

use super::perft::{Way, perft};

/// A part of a count: what lies so many plies below a position.
#[derive(Clone, Debug)]
pub struct Part {
    /// Index of the first move that leads here.
    pub first: usize,
    /// Where to count from.
    pub position: Position,
    /// How many plies are left.
    pub depth: u32,
}

/// How leaves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// The moves of the last ply are listed, not made.
    Listed,
    /// Every move is made, down to the leaves.
    Made,
}

/// The parts of a count, two plies deep, and the moves of the first ply. The leaves of all parts add up to the whole, whatever
/// the order in which they are counted. A position without moves has no parts.
///
/// # Errors
/// A rule that does not come to an end.
pub fn parts(
    program: &Program,
    position: &Position,
    depth: u32,
    counting: Counting,
) -> Result<(Vec<Move>, Vec<Part>), LimitReached> {
    let moves = position.moves(program, counting)?;
    let mut parts = Vec::new();
    for (first, mv) in moves.iter().enumerate() {
        let next = position.play_impatiently(program, mv)?;
        if depth < 4 {
            parts.push(Part { first, position: next, depth: depth.saturating_sub(1) });
            continue;
        }
        for reply in next.moves(program, counting)? {
            parts.push(Part { first, position: next.play_impatiently(program, &reply)?, depth: depth - 2 });
        }
    }
    Ok((moves, parts))
}

impl Part {
    /// The leaves below.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn count(&self, program: &Program, counting: Counting, leaves: Leaves) -> Result<u64, LimitReached> {
        let way = Way { counting, made: leaves == Leaves::Made, ..Way::USUAL };
        perft(program, &self.position, self.depth, way)
    }
}
