//! Generators for games whose rules all have common shapes: sets of sites in one machine word, tables made once, code made for
//! each form of game. The general machine says what is right; this says it fast, and is tested against it.

mod board;
mod captures;
mod count;
mod embedding;
mod form;
mod geometry;
mod law;
mod moves;
mod step;
mod tally;
mod word;

use crate::model::equipment::Routes;
use crate::program::Program;
use crate::program::shape::{Preference, Shape};

use super::position::{Counting, Position};
use board::Board;
pub use board::{Pieces, pieces};
use embedding::{Embedding, Steps};
use form::{BoardOf, Form, Of};
use geometry::Geometry;
use law::{Law, Nothing};
use step::{Crooked, Masked, Shift, Step};
use word::Word;

/// What the generators of one program need, made once.
pub struct Tables(Box<dyn Generators>);

/// A position of a shaped game, ready for counting.
pub struct Fast<'p>(Box<dyn Placed + 'p>);

impl Tables {
    /// The tables of a program, if its rules have the shapes for them.
    pub fn new(program: &Program) -> Option<Tables> {
        let shape = program.shape.as_ref().filter(|shape| shape.asks_nothing())?;
        let embedding = Embedding::of(&program.equipment.board)?;
        let parts = Parts { program, shape, embedding: &embedding };
        match (embedding.width, embedding.steps) {
            (64, Steps::Ghosts) if !flying(shape) => parts.compared::<u64, Shift, false>(),
            (64, Steps::Ghosts) => parts.compared::<u64, Shift, true>(),
            (64, Steps::Shifts) => parts.compared::<u64, Masked<u64>, true>(),
            (_, Steps::Ghosts | Steps::Shifts) => parts.compared::<u128, Masked<u128>, true>(),
            (64, Steps::Crooked) => parts.tables::<Of<u64, Crooked<u64>, tally::Whole, Nothing, true>>(),
            (_, Steps::Crooked) => parts.tables::<Of<u128, Crooked<u128>, tally::Whole, Nothing, true>>(),
        }
    }
}

/// What tables are made from.
struct Parts<'a> {
    program: &'a Program,
    shape: &'a Shape,
    embedding: &'a Embedding,
}

impl Parts<'_> {
    /// Tables for captures compared as the shape says.
    fn compared<B: Word, S: Step<B>, const FLYING: bool>(&self) -> Option<Tables> {
        match self.shape.preferences.as_slice() {
            [] => self.tables::<Of<B, S, tally::Free, Nothing, FLYING>>(),
            [Preference::Count] => self.tables::<Of<B, S, tally::Many, Nothing, FLYING>>(),
            _ => self.tables::<Of<B, S, tally::Whole, Nothing, FLYING>>(),
        }
    }

    fn tables<F: Form<Law = Nothing>>(&self) -> Option<Tables> {
        Some(Tables(Box::new(Geometry::<F>::new(self.program, self.shape, self.embedding, Nothing)?)))
    }
}

/// Whether some piece slides, or takes from or lands at a distance.
fn flying(shape: &Shape) -> bool {
    shape.quiet.iter().flatten().any(|quiet| quiet.far)
        || shape.captures.iter().flatten().any(|capture| capture.from_afar || capture.lands_afar)
}

impl<'p> Fast<'p> {
    /// The position for the generators, if it is at the start of a turn.
    pub fn new(tables: &'p Tables, program: &Program, position: &Position) -> Option<Fast<'p>> {
        position.machine.is_none().then(|| Fast(tables.0.place(program, position)))
    }

    /// Leaves so many plies below; `made`: with every move made, the last ones too.
    pub fn perft(&self, depth: u32, keep: bool, made: bool) -> u64 {
        self.0.perft(depth, keep, made)
    }

    /// The pieces after each move, in the generators' own order; see [`pieces`].
    pub fn children(&self, keep: bool) -> Vec<Pieces> {
        self.0.children(keep)
    }
}

/// The generators of a game, whatever their form.
trait Generators: Send + Sync {
    fn place<'p>(&'p self, program: &Program, position: &Position) -> Box<dyn Placed + 'p>;
}

/// A position among the generators for its form.
trait Placed {
    fn perft(&self, depth: u32, keep: bool, made: bool) -> u64;
    fn children(&self, keep: bool) -> Vec<Pieces>;
}

struct At<'p, F: Form> {
    geometry: &'p Geometry<F>,
    board: BoardOf<F>,
}

impl<F: Form> Generators for Geometry<F> {
    fn place<'p>(&'p self, program: &Program, position: &Position) -> Box<dyn Placed + 'p> {
        let board = Board::of(program, position, &self.embedding, self.law.state(program, position));
        Box::new(At { geometry: self, board })
    }
}

impl<F: Form> Placed for At<'_, F> {
    fn perft(&self, depth: u32, keep: bool, made: bool) -> u64 {
        self.geometry.perft(&self.board, depth, keep, made)
    }

    fn children(&self, keep: bool) -> Vec<Pieces> {
        let children = self.geometry.children(&self.board, keep);
        children.iter().map(|board| board.pieces(&self.geometry.embedding)).collect()
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
