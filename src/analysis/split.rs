//! A count cut into parts that can be counted side by side.

use crate::engine::fast::{Fast, Tables, keeps};
use crate::engine::{LimitReached, Move, Position};
use crate::program::Program;

use super::perft::{Way, by_machine};

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

/// Counts parts of one count, on any thread.
pub struct Counter<'a> {
    program: &'a Program,
    tables: Option<Tables>,
    way: Way,
}

impl<'a> Counter<'a> {
    /// What all parts have in common.
    pub fn new(program: &'a Program, way: Way) -> Counter<'a> {
        Counter { program, tables: if way.shaped { Tables::new(program) } else { None }, way }
    }

    /// The parts of a count, two plies deep where that is worth it, and the moves of the first ply. The leaves of all parts add up
    /// to the whole, in whatever order they are counted. A position without moves has no parts.
    ///
    /// ```
    /// # use draughtsman::{analysis::{perft::Way, split::Counter}, engine::Position, library};
    /// let program = library::bundled("english").unwrap().program;
    /// let start = Position::start(&program).unwrap();
    /// let counter = Counter::new(&program, Way::USUAL);
    /// let (moves, parts) = counter.parts(&start, 5).unwrap();
    /// let leaves: u64 = parts.iter().map(|part| counter.count(part).unwrap()).sum();
    /// assert_eq!((moves.len(), parts.len(), leaves), (7, 49, 7361));
    /// ```
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn parts(&self, position: &Position, depth: u32) -> Result<(Vec<Move>, Vec<Part>), LimitReached> {
        let moves = position.moves(self.program, self.way.counting)?;
        let mut parts = Vec::new();
        for (first, mv) in moves.iter().enumerate() {
            let next = position.play_impatiently(self.program, mv)?;
            if depth < 4 {
                parts.push(Part { first, position: next, depth: depth.saturating_sub(1) });
                continue;
            }
            for reply in next.moves(self.program, self.way.counting)? {
                parts.push(Part { first, position: next.play_impatiently(self.program, &reply)?, depth: depth - 2 });
            }
        }
        Ok((moves, parts))
    }

    /// The leaves of a part.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn count(&self, part: &Part) -> Result<u64, LimitReached> {
        let Part { position, depth, .. } = part;
        match self.tables.as_ref().and_then(|tables| Fast::new(tables, self.program, position)) {
            Some(fast) => Ok(fast.perft(*depth, keeps(self.program, self.way.counting), self.way.made)),
            None => by_machine(self.program, position, *depth, self.way),
        }
    }
}
