//! Splits a perft count into parts that can be counted in parallel.

use crate::engine::{LimitReached, Move, Position};

use super::perft::Counter;

/// A part of a count: the leaves `depth` plies below a position.
#[derive(Clone, Debug)]
pub struct Part {
    /// Index of the move of the first ply that leads here.
    pub first: usize,
    /// The position from which to count.
    pub position: Position,
    /// Number of plies left.
    pub depth: u32,
}

impl Counter<'_> {
    /// The moves of the first ply, and the parts of the count: positions after two plies where that pays, else after one. The
    /// leaves of all parts add up to the count. A position without moves has no parts.
    ///
    /// ```
    /// # use draughtsman::{analysis::perft::{Counter, Way}, engine::Position, library};
    /// let program = library::bundled("english").unwrap().program;
    /// let start = Position::start(&program).unwrap();
    /// let counter = Counter::new(&program, Way::USUAL);
    /// let (moves, parts) = counter.parts(&start, 5).unwrap();
    /// let leaves: u64 = parts.iter().map(|part| counter.leaves(&part.position, part.depth).unwrap()).sum();
    /// assert_eq!((moves.len(), parts.len(), leaves), (7, 49, 7361));
    /// ```
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn parts(&self, position: &Position, depth: u32) -> Result<(Vec<Move>, Vec<Part>), LimitReached> {
        let moves = position.moves_impatiently(self.program, self.way.counting)?;
        let mut parts = Vec::new();
        for (first, mv) in moves.iter().enumerate() {
            let next = position.play_impatiently(self.program, mv)?;
            if depth < 4 {
                parts.push(Part { first, position: next, depth: depth.saturating_sub(1) });
                continue;
            }
            match self.replies(&next)? {
                Some(replies) => {
                    parts.extend(replies.into_iter().map(|position| Part { first, position, depth: depth - 2 }));
                }
                None => parts.push(Part { first, position: next, depth: depth - 1 }),
            }
        }
        Ok((moves, parts))
    }

    /// The position after each move; those in which the game is over may be left out. `None` if the bitboard engine cannot give
    /// positions here.
    pub(super) fn replies(&self, position: &Position) -> Result<Option<Vec<Position>>, LimitReached> {
        if let Some(bitboards) = &self.bitboards {
            return Ok(bitboards.replies(self.program, position));
        }
        self.replies_by_machine(position).map(Some)
    }

    /// The position after each move, by the general machine.
    pub(super) fn replies_by_machine(&self, position: &Position) -> Result<Vec<Position>, LimitReached> {
        let moves = position.moves_impatiently(self.program, self.way.counting)?;
        moves.iter().map(|reply| position.play_impatiently(self.program, reply)).collect()
    }
}
