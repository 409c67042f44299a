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
pub enum Fast<'p> {
    /// At most 64 sites.
    One(&'p Tables, Board<1>),
    /// At most 128 sites.
    Two(&'p Tables, Board<2>),
}

/// What the generators of one program need, made once.
pub struct Tables {
    one: Option<Geometry<1>>,
    two: Option<Geometry<2>>,
}

impl Tables {
    /// The tables of a program, if its rules have the shapes for them.
    pub fn new(program: &Program) -> Option<Tables> {
        let shape = program.shape.as_ref()?;
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
        match (&tables.one, &tables.two) {
            (Some(_), _) => Some(Fast::One(tables, Board::of(program, position))),
            (_, Some(_)) => Some(Fast::Two(tables, Board::of(program, position))),
            _ => None,
        }
    }

    /// Leaves so many plies below; `made`: with every move made, the last ones too.
    pub fn perft(&self, depth: u32, keep: bool, made: bool) -> u64 {
        match self {
            Fast::One(tables, board) => tables.one.as_ref().map_or(0, |geometry| geometry.perft(board, depth, keep, made)),
            Fast::Two(tables, board) => tables.two.as_ref().map_or(0, |geometry| geometry.perft(board, depth, keep, made)),
        }
    }

    /// The positions after each move, in the generators' own order.
    pub fn children(&self, keep: bool) -> Vec<Fast<'p>> {
        match self {
            Fast::One(tables, board) => {
                let children = tables.one.as_ref().map_or_else(Vec::new, |geometry| geometry.children(board, keep));
                children.into_iter().map(|board| Fast::One(tables, board)).collect()
            }
            Fast::Two(tables, board) => {
                let children = tables.two.as_ref().map_or_else(Vec::new, |geometry| geometry.children(board, keep));
                children.into_iter().map(|board| Fast::Two(tables, board)).collect()
            }
        }
    }

    /// Bits of the pieces by (side, kind), and who moves: to compare with the general machine.
    pub fn words(&self) -> (Vec<u64>, u8) {
        match self {
            Fast::One(_, board) => board.words(),
            Fast::Two(_, board) => board.words(),
        }
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
