//! Whole games, and counts that carry something from turn to turn, for rules that all have common shapes: the generators of
//! `engine/kernel`, and beside them what goes on between moves. The general machine says what is right; this says it fast, and is
//! tested against it.

mod carried;
mod course;
mod pieces;
mod playing;
mod terms;
mod told;

use crate::program::Program;
use crate::program::kernels::Preference;
use crate::program::shape::{KINDS, MOST_SLOTS, Shape};

pub use super::kernel::Pieces;
use super::kernel::{
    Board, BoardOf, Choice, Crooked, Embedding, Form, Free, Geometry, Law, Many, Masked, Nothing, Of, Parts, Shift, Step,
    Steps, Whole, flying, keeps, ways,
};
use super::position::{Counting, Position};
use super::word::Word;
pub use pieces::pieces;
pub use playing::Playout;
use playing::{Game, Playing, Under};
use told::Told;

/// What the generators of one program need, made once.
pub struct Tables(Box<dyn Generators>);

/// A position of a shaped game, ready for counting.
pub struct Fast<'p>(Box<dyn Placed + 'p>);

/// Sets of the kinds of a shaped game.
type Kinds<B> = [B; KINDS];
/// A form for sets of that kind.
type Shaped<B, S, T, L> = Of<B, Kinds<B>, S, T, L, true, false>;

impl Tables {
    /// The tables of a program, if its rules have the shapes for them.
    pub fn new(program: &Program) -> Option<Tables> {
        let shape = program.shape.as_ref()?;
        let embedding = Embedding::of(&program.equipment.board, ways(program, &shape.kernels))?;
        let parts = Shapes { shape, parts: Parts { program, kernels: &shape.kernels, embedding: &embedding } };
        if shape.asks_nothing() {
            return parts.parts.small(parts);
        }
        match (embedding.width, embedding.steps) {
            (64, Steps::Ghosts) => parts.ghosts(),
            (64, Steps::Shifts) => parts.shifts(),
            (64, Steps::Crooked) => parts.any::<u64, Crooked<u64>>(),
            (128, Steps::Crooked) => parts.any::<u128, Crooked<u128>>(),
            (128, _) => parts.any::<u128, Masked<u128>>(),
            _ => None,
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
#[derive(Clone, Copy)]
struct Shapes<'a> {
    shape: &'a Shape,
    parts: Parts<'a>,
}

/// Most numbers carried along by code that is made for few of them.
const FEW: usize = 4;

/// Code is made for what is common, as it takes long to make; what is not goes by code that can do more.
impl Shapes<'_> {
    /// Diagonals of a board of up to 64 bits.
    fn ghosts(&self) -> Option<Tables> {
        let Shape { kernels, counting, requires, .. } = self.shape;
        if counting.is_plain() && requires.is_empty() {
            return match kernels.preferences.as_slice() {
                [] if !flying(kernels) => {
                    self.tables::<Of<u64, Kinds<u64>, Shift, Free, Told<u64, 0, false, false>, false, false>>(self.told())
                }
                _ => self.tables::<Shaped<u64, Shift, Whole, Told<u64, 0, false, false>>>(self.told()),
            };
        }
        match kernels.preferences.as_slice() {
            [Preference::Count] if counting.slots.is_empty() => {
                self.tables::<Shaped<u64, Shift, Many, Told<u64, 0, true, true>>>(self.told())
            }
            _ => self.any::<u64, Shift>(),
        }
    }

    /// Straight lines of all kinds on a board of up to 64 bits.
    fn shifts(&self) -> Option<Tables> {
        let Shape { counting, requires, .. } = self.shape;
        if requires.is_empty() && counting.slots.len() <= FEW {
            return self.tables::<Shaped<u64, Masked<u64>, Whole, Told<u64, FEW, false, true>>>(self.told());
        }
        self.any::<u64, Masked<u64>>()
    }

    /// Whatever a shape can say.
    fn any<B: Word, S: Step<B>>(&self) -> Option<Tables> {
        if self.shape.counting.slots.len() > MOST_SLOTS {
            return None;
        }
        self.tables::<Shaped<B, S, Whole, Told<B, MOST_SLOTS, true, true>>>(self.told())
    }

    fn told<B: Word, const N: usize, const REFUSES: bool, const GOES_ON: bool>(&self) -> Told<B, N, REFUSES, GOES_ON> {
        Told::new(self.parts.program, self.shape, self.parts.embedding)
    }

    fn tables<F: Form<Sets = Kinds<<F as Form>::Word>>>(&self, law: F::Law) -> Option<Tables> {
        Some(self.made(Geometry::<F>::new(self.parts.program, self.parts.kernels, self.parts.embedding, law)?))
    }

    fn made<F: Form<Sets = Kinds<<F as Form>::Word>>>(&self, geometry: Geometry<F>) -> Tables {
        let playing = Playing::new(self.parts.program, self.shape, self.parts.embedding);
        Tables(Box::new(Made { geometry, playing }))
    }
}

impl Choice for Shapes<'_> {
    type Made = Tables;

    fn of<F: Form<Law = Nothing, Sets = Kinds<<F as Form>::Word>>>(self, geometry: Geometry<F>) -> Tables {
        self.made(geometry)
    }
}

impl<'p> Fast<'p> {
    /// The position for the generators, if it is at the start of a turn.
    pub fn new(tables: &'p Tables, program: &Program, position: &Position) -> Option<Fast<'p>> {
        if position.machine.is_some() {
            return None;
        }
        tables.0.place(program, position).map(Fast)
    }

    /// Leaves so many plies below; `made`: with every move made, the last ones too. `None` if some position has more captures than are
    /// ever listed.
    pub fn perft(&self, depth: u32, keep: bool, made: bool) -> Option<u64> {
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
    fn perft(&self, depth: u32, keep: bool, made: bool) -> Option<u64>;
    fn children(&self, keep: bool) -> Vec<Pieces>;
}

struct At<'p, F: Form> {
    geometry: &'p Geometry<F>,
    board: BoardOf<F>,
}

impl<F: Form<Sets = Kinds<<F as Form>::Word>>> Generators for Made<F> {
    fn place<'p>(&'p self, program: &Program, position: &Position) -> Option<Box<dyn Placed + 'p>> {
        let geometry = &self.geometry;
        let state = geometry.law.state(program, position, &geometry.embedding)?;
        let board = Board::of::<F::Word>(program, position, &geometry.embedding, state);
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
    fn perft(&self, depth: u32, keep: bool, made: bool) -> Option<u64> {
        self.geometry.leaves(&self.board, depth, (keep, made))
    }

    fn children(&self, keep: bool) -> Vec<Pieces> {
        let children = self.geometry.children(&self.board, keep);
        children.iter().map(|board| board.pieces::<F::Word>(&self.geometry.embedding)).collect()
    }
}
