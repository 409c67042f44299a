//! Generators for games whose rules all have common shapes: bitboards of fixed width, tables made once, nothing on the heap
//! but lists of captures. The general machine says what is right; this says it fast, and is tested against it.

mod board;
mod captures;
mod count;
mod geometry;
mod moves;

use crate::model::equipment::Routes;
use crate::program::Program;

use super::position::{Counting, Position};
use board::Board;
use geometry::Geometry;

/// A position of a shaped game, ready for counting.
pub struct Fast<'p> {
    tables: &'p Tables,
    board: Width,
}

/// A board of as many words as it needs.
enum Width {
    /// At most 64 sites.
    One(Board<1>),
    /// At most 128 sites.
    Two(Board<2>),
}

/// What the generators of one program need, made once.
pub struct Tables {
    one: Option<Geometry<1>>,
    two: Option<Geometry<2>>,
}

impl Tables {
    /// The tables of a program, if its rules have the shapes for them.
    pub fn new(program: &Program) -> Option<Tables> {
        let shape = program.shape.as_ref().filter(|shape| shape.asks_nothing())?;
        match program.layout.words {
            1 => Some(Tables { one: Geometry::new(program, shape), two: None }),
            2 => Some(Tables { one: None, two: Geometry::new(program, shape) }),
            _ => None,
        }
        .filter(|tables| tables.one.is_some() || tables.two.is_some())
    }
}

impl<'p> Fast<'p> {
    /// The position for the generators, if it is at the start of a turn.
    pub fn new(tables: &'p Tables, program: &Program, position: &Position) -> Option<Fast<'p>> {
        if position.machine.is_some() {
            return None;
        }
        let board = match tables {
            Tables { one: Some(_), .. } => Width::One(Board::of(program, position)),
            Tables { two: Some(_), .. } => Width::Two(Board::of(program, position)),
            _ => return None,
        };
        Some(Fast { tables, board })
    }

    /// Leaves so many plies below; `made`: with every move made, the last ones too.
    pub fn perft(&self, depth: u32, keep: bool, made: bool) -> u64 {
        match (&self.board, &self.tables.one, &self.tables.two) {
            (Width::One(board), Some(geometry), _) => geometry.perft(board, depth, keep, made),
            (Width::Two(board), _, Some(geometry)) => geometry.perft(board, depth, keep, made),
            _ => 0,
        }
    }

    /// The pieces after each move, in the generators' own order; see [`pieces`].
    pub fn children(&self, keep: bool) -> Vec<Pieces> {
        match (&self.board, &self.tables.one, &self.tables.two) {
            (Width::One(board), Some(geometry), _) => geometry.children(board, keep).iter().map(Board::pieces).collect(),
            (Width::Two(board), _, Some(geometry)) => geometry.children(board, keep).iter().map(Board::pieces).collect(),
            _ => Vec::new(),
        }
    }
}

/// Bits of the pieces by (side, kind), and the side to move.
pub type Pieces = (Vec<u64>, u8);

/// The pieces of a position of a shaped game: to compare what the generators say with the general machine.
pub fn pieces(program: &Program, position: &Position) -> Pieces {
    match program.layout.words {
        1 => Board::<1>::of(program, position).pieces(),
        _ => Board::<2>::of(program, position).pieces(),
    }
}

/// Whether routes are told apart when counting so.
pub fn keeps(program: &Program, counting: Counting) -> bool {
    match counting {
        Counting::Keep => true,
        Counting::Drop => false,
        Counting::AsWritten => program.equipment.routes == Routes::Distinct,
    }
}
