//! Generators for games whose rules all have common shapes: sets of sites in one machine word, tables made once, code made for
//! each form of game. The general machine says what is right; this says it fast, and is tested against it.

mod board;
mod captures;
mod carried;
mod count;
mod course;
mod embedding;
mod form;
mod geometry;
mod law;
mod moves;
mod pieces;
mod playing;
mod step;
mod tally;
mod terms;
mod told;

use crate::model::equipment::Routes;
use crate::program::Program;
use crate::program::shape::{MOST_SLOTS, Preference, Shape};

use super::position::{Counting, Position};
use super::word::Word;
use board::Board;
pub use board::{Pieces, pieces};
use embedding::{Embedding, Steps};
use form::{BoardOf, Form, Of};
use geometry::Geometry;
use law::{Law, Nothing};
pub use playing::Playout;
use playing::{Game, Playing, Under};
use step::{Crooked, Masked, Shift, Step};
use told::Told;

/// What the generators of one program need, made once.
pub struct Tables(Box<dyn Generators>);

/// A position of a shaped game, ready for counting.
pub struct Fast<'p>(Box<dyn Placed + 'p>);

impl Tables {
    /// The tables of a program, if its rules have the shapes for them.
    pub fn new(program: &Program) -> Option<Tables> {
        let shape = program.shape.as_ref()?;
        let embedding = Embedding::of(&program.equipment.board, ways(program, shape))?;
        let parts = Parts { program, shape, embedding: &embedding };
        match (embedding.width, embedding.steps) {
            (64, Steps::Ghosts) => parts.ghosts(),
            (64, Steps::Shifts) => parts.shifts(),
            (64, Steps::Crooked) => parts.any::<u64, Crooked<u64>>(),
            (_, Steps::Ghosts | Steps::Shifts) => parts.wide(),
            (_, Steps::Crooked) => parts.any::<u128, Crooked<u128>>(),
        }
    }
}

impl Tables {
    /// Whether whole games can be played, clocks, repetition and all.
    pub fn play(&self) -> bool {
        self.0.play()
    }

    /// The name of the code that was chosen: games of one shape have one.
    pub fn form(&self) -> &'static str {
        self.0.form()
    }

    /// A whole game from a position at the start of a turn, which has not stood before; moves are told apart as the rules say.
    pub fn game<'p>(&'p self, program: &Program, position: &Position) -> Option<Playout<'p>> {
        if position.machine.is_some() {
            return None;
        }
        self.0.game(program, position).map(Playout)
    }
}

/// What tables are made from.
struct Parts<'a> {
    program: &'a Program,
    shape: &'a Shape,
    embedding: &'a Embedding,
}

/// Most numbers carried along by code that is made for few of them.
const FEW: usize = 4;

/// Code is made for what is common, as it takes long to make; what is not goes by code that can do more.
impl Parts<'_> {
    /// Diagonals of a board of up to 64 bits.
    fn ghosts(&self) -> Option<Tables> {
        match (self.asks_nothing(), self.shape.preferences.as_slice()) {
            (true, []) if !flying(self.shape) => self.tables::<Of<u64, Shift, tally::Free, Nothing, false>>(Nothing),
            (true, _) if !flying(self.shape) => self.tables::<Of<u64, Shift, tally::Whole, Nothing, false>>(Nothing),
            (true, []) => self.tables::<Of<u64, Shift, tally::Free, Nothing, true>>(Nothing),
            (true, [Preference::Count]) => self.tables::<Of<u64, Shift, tally::Many, Nothing, true>>(Nothing),
            (true, _) => self.tables::<Of<u64, Shift, tally::Whole, Nothing, true>>(Nothing),
            (false, [Preference::Count]) if self.carries_nothing() => {
                self.tables::<Of<u64, Shift, tally::Many, Told<u64, 0, true>, true>>(self.told())
            }
            _ => self.any::<u64, Shift>(),
        }
    }

    /// Straight lines of all kinds on a board of up to 64 bits.
    fn shifts(&self) -> Option<Tables> {
        let Shape { preferences, counting, requires, .. } = self.shape;
        match (self.asks_nothing(), preferences.as_slice()) {
            (true, [Preference::Count]) => self.tables::<Of<u64, Masked<u64>, tally::Many, Nothing, true>>(Nothing),
            (true, _) => self.tables::<Of<u64, Masked<u64>, tally::Whole, Nothing, true>>(Nothing),
            _ if requires.is_empty() && counting.slots.len() <= FEW => {
                self.tables::<Of<u64, Masked<u64>, tally::Whole, Told<u64, FEW, false>, true>>(self.told())
            }
            _ => self.any::<u64, Masked<u64>>(),
        }
    }

    /// Straight lines on a larger board.
    fn wide(&self) -> Option<Tables> {
        match (self.asks_nothing(), self.shape.preferences.as_slice()) {
            (true, [Preference::Count]) => self.tables::<Of<u128, Masked<u128>, tally::Many, Nothing, true>>(Nothing),
            _ => self.any::<u128, Masked<u128>>(),
        }
    }

    /// Whatever a shape can say.
    fn any<B: Word, S: Step<B>>(&self) -> Option<Tables> {
        if self.shape.counting.slots.len() > MOST_SLOTS {
            return None;
        }
        self.tables::<Of<B, S, tally::Whole, Told<B, MOST_SLOTS, true>, true>>(self.told())
    }

    fn asks_nothing(&self) -> bool {
        self.shape.asks_nothing()
    }

    fn carries_nothing(&self) -> bool {
        self.shape.counting.slots.is_empty()
    }

    fn told<B: Word, const N: usize, const REFUSES: bool>(&self) -> Told<B, N, REFUSES> {
        Told::new(self.program, self.shape, self.embedding)
    }

    fn tables<F: Form>(&self, law: F::Law) -> Option<Tables> {
        let geometry = Geometry::<F>::new(self.program, self.shape, self.embedding, law)?;
        let playing = Playing::new(self.program, self.shape, self.embedding);
        Some(Tables(Box::new(Made { geometry, playing })))
    }
}

/// Every direction that some piece goes, and the way back.
fn ways(program: &Program, shape: &Shape) -> u32 {
    let quiet = shape.quiet.iter().flatten().flat_map(|quiet| quiet.ways);
    let captures = shape.captures.iter().flatten().flat_map(|capture| capture.ways);
    let there = quiet.chain(captures).fold(0, |all, ways| all | ways);
    let directions = program.equipment.board.directions.iter().enumerate().filter(|(way, _)| there >> way & 1 != 0);
    directions.filter_map(|(_, direction)| direction.opposite).fold(there, |all, back| all | 1 << back)
}

/// Whether some piece slides, or takes from or lands at a distance.
fn flying(shape: &Shape) -> bool {
    shape.quiet.iter().flatten().any(|quiet| quiet.far)
        || shape.captures.iter().flatten().any(|capture| capture.from_afar || capture.lands_afar)
}

impl<'p> Fast<'p> {
    /// The position for the generators, if it is at the start of a turn.
    pub fn new(tables: &'p Tables, program: &Program, position: &Position) -> Option<Fast<'p>> {
        if position.machine.is_some() {
            return None;
        }
        tables.0.place(program, position).map(Fast)
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
    fn place<'p>(&'p self, program: &Program, position: &Position) -> Option<Box<dyn Placed + 'p>>;
    fn play(&self) -> bool;
    fn form(&self) -> &'static str;
    fn game<'p>(&'p self, program: &Program, position: &Position) -> Option<Box<dyn Game + 'p>>;
}

/// Generators of one form.
struct Made<F: Form> {
    geometry: Geometry<F>,
    playing: Option<Playing<F::Word>>,
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

impl<F: Form> Generators for Made<F> {
    fn place<'p>(&'p self, program: &Program, position: &Position) -> Option<Box<dyn Placed + 'p>> {
        let geometry = &self.geometry;
        let state = geometry.law.state(program, position, &geometry.embedding)?;
        let board = Board::of(program, position, &geometry.embedding, state);
        Some(Box::new(At { geometry, board }))
    }

    fn play(&self) -> bool {
        self.playing.is_some()
    }

    fn form(&self) -> &'static str {
        std::any::type_name::<F>()
    }

    fn game<'p>(&'p self, program: &Program, position: &Position) -> Option<Box<dyn Game + 'p>> {
        let keep = keeps(program, Counting::AsWritten);
        Some(Box::new(Under::new(&self.geometry, self.playing.as_ref()?, program, position, keep)?))
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
