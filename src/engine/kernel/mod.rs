//! Generators of classes of moves of common kinds (`program/kernels`): sets of sites in one word, tables made once, code made for each
//! form of game. Who counts or plays by them says what goes on beside the moves: see [`law::Law`].

mod board;
mod captures;
mod count;
mod embedding;
mod form;
mod geometry;
mod law;
mod moves;
mod others;
mod step;
mod tally;

use crate::model::equipment::Routes;
use crate::program::Program;
use crate::program::kernels::{Kernels, Preference};

use super::position::{Counting, Position};
use super::wide::{Long, Longer, Wide};
pub(super) use board::Board;
pub use board::Pieces;
pub(super) use captures::{Scratch, ScratchOf};
pub(super) use embedding::{Embedding, Steps};
pub(super) use form::{BoardOf, Form, MoveOf, Of};
pub(super) use geometry::Geometry;
pub(super) use law::{Law, Nothing};
pub(super) use moves::Move;
use others::Somebody;
pub(super) use others::{Back, Lying, Others};
pub(super) use step::{Crooked, Masked, Shift, Step};
pub(super) use tally::{Free, Many, Whole};

/// What is made of the generators of a form, once it is known which.
pub(super) trait Choice {
    /// What is made.
    type Made;
    /// Of the generators of this form.
    fn of<F: Form<Law = Nothing, Sets = Two<<F as Form>::Word>>>(self, geometry: Geometry<F>) -> Self::Made;
}

/// What generators are made from.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) program: &'a Program,
    pub(super) kernels: &'a Kernels,
    pub(super) embedding: &'a Embedding,
}

/// One kind or two.
type Two<B> = [B; 2];
/// More.
type Four<B> = [B; 4];

/// Code is made for what is common, as it takes long to make; what is not goes by code that can do more.
impl Parts<'_> {
    /// The generators where nothing is asked beyond what stands around a piece, for up to two kinds and 128 bits.
    pub(super) fn small<C: Choice>(&self, choice: C) -> Option<C::Made> {
        let flying = flying(self.kernels);
        let preferences = self.kernels.preferences.as_slice();
        match (self.embedding.width, self.embedding.steps) {
            (64, Steps::Ghosts) => match preferences {
                [] if !flying => self.of::<C, Of<u64, Two<u64>, Shift, Free, Nothing, false, false>>(choice),
                _ if !flying => self.of::<C, Of<u64, Two<u64>, Shift, Whole, Nothing, false, false>>(choice),
                [] => self.of::<C, Of<u64, Two<u64>, Shift, Free, Nothing, true, false>>(choice),
                [Preference::Count] => self.of::<C, Of<u64, Two<u64>, Shift, Many, Nothing, true, false>>(choice),
                _ => self.of::<C, Of<u64, Two<u64>, Shift, Whole, Nothing, true, false>>(choice),
            },
            (64, Steps::Shifts) => match preferences {
                [Preference::Count] => self.of::<C, Of<u64, Two<u64>, Masked<u64>, Many, Nothing, true, false>>(choice),
                _ => self.of::<C, Of<u64, Two<u64>, Masked<u64>, Whole, Nothing, true, false>>(choice),
            },
            (128, Steps::Ghosts) if preferences == [Preference::Count] => {
                self.of::<C, Of<u128, Two<u128>, Shift, Many, Nothing, true, false>>(choice)
            }
            (128, Steps::Ghosts | Steps::Shifts) => match preferences {
                [Preference::Count] => self.of::<C, Of<u128, Two<u128>, Masked<u128>, Many, Nothing, true, false>>(choice),
                _ => self.of::<C, Of<u128, Two<u128>, Masked<u128>, Whole, Nothing, true, false>>(choice),
            },
            (64, _) => self.of::<C, Of<u64, Two<u64>, Crooked<u64>, Whole, Nothing, true, false>>(choice),
            (128, _) => self.of::<C, Of<u128, Two<u128>, Crooked<u128>, Whole, Nothing, true, false>>(choice),
            _ => None,
        }
    }

    /// The same for more kinds, for rules that take pieces of their own side, and for larger boards; `few`: neither of the
    /// first two.
    fn large(&self, few: bool) -> Option<Box<dyn Generators>> {
        match (self.embedding.width, self.embedding.steps) {
            (64, Steps::Ghosts) if !flying(self.kernels) && self.kernels.preferences.is_empty() => {
                self.tables::<Of<u64, Four<u64>, Shift, Free, Nothing, false, true>>()
            }
            (64, Steps::Ghosts) => self.tables::<Of<u64, Four<u64>, Shift, Whole, Nothing, true, true>>(),
            (64, Steps::Shifts) => self.tables::<Of<u64, Four<u64>, Masked<u64>, Whole, Nothing, true, true>>(),
            (128, Steps::Ghosts | Steps::Shifts) => {
                self.tables::<Of<u128, Four<u128>, Masked<u128>, Whole, Nothing, true, true>>()
            }
            (256, Steps::Ghosts) if few => self.tables::<Of<Long, Two<Long>, Shift, Whole, Nothing, true, false>>(),
            (384, Steps::Ghosts) if few => self.tables::<Of<Longer, Two<Longer>, Shift, Whole, Nothing, true, false>>(),
            (_, Steps::Ghosts | Steps::Shifts) => {
                self.tables::<Of<Wide, Four<Wide>, Masked<Wide>, Whole, Nothing, true, true>>()
            }
            (_, Steps::Crooked) => self.tables::<Of<Wide, Four<Wide>, Crooked<Wide>, Whole, Nothing, true, true>>(),
        }
    }

    fn of<C: Choice, F: Form<Law = Nothing, Sets = Two<<F as Form>::Word>>>(&self, choice: C) -> Option<C::Made> {
        Some(choice.of(Geometry::<F>::new(self.program, self.kernels, self.embedding, Nothing)?))
    }

    fn tables<F: Form<Law = Nothing>>(&self) -> Option<Box<dyn Generators>> {
        Some(Box::new(Geometry::<F>::new(self.program, self.kernels, self.embedding, Nothing)?))
    }
}

/// Every direction that some piece goes, and the way back.
pub(super) fn ways(program: &Program, kernels: &Kernels) -> u32 {
    let quiet = kernels.quiet.iter().flatten().flat_map(|quiet| quiet.ways);
    let captures = kernels.captures.iter().flatten().flat_map(|capture| capture.ways);
    let there = quiet.chain(captures).fold(0, |all, ways| all | ways);
    let directions = program.equipment.board.directions.iter().enumerate().filter(|(way, _)| there >> way & 1 != 0);
    directions.filter_map(|(_, direction)| direction.opposite).fold(there, |all, back| all | 1 << back)
}

/// Whether some piece slides, or takes from or lands at a distance.
pub(super) fn flying(kernels: &Kernels) -> bool {
    kernels.quiet.iter().flatten().any(|quiet| quiet.far)
        || kernels.captures.iter().flatten().any(|capture| capture.from_afar || capture.lands_afar)
}

/// Whether routes are told apart when counting so.
pub(super) fn keeps(program: &Program, counting: Counting) -> bool {
    match counting {
        Counting::Keep => true,
        Counting::Drop => false,
        Counting::AsWritten => program.equipment.routes == Routes::Distinct,
    }
}

/// The generators of a game whose turns carry nothing.
pub(super) struct Tables {
    generators: Box<dyn Generators>,
    /// Every rule has its generator.
    alone: bool,
}

impl Tables {
    /// Those of a program, if it has any.
    pub(super) fn new(program: &Program) -> Option<Tables> {
        let kernels = program.kernels.as_ref()?;
        let embedding = Embedding::of(&program.equipment.board, ways(program, kernels))?;
        let parts = Parts { program, kernels, embedding: &embedding };
        let takes_own = kernels.captures.iter().flatten().any(|capture| capture.own_prey != 0);
        let few = kernels.quiet.len() <= 2 && !takes_own;
        let generators = if few && embedding.width <= 128 { parts.small(Boxed) } else { parts.large(few) };
        Some(Tables { generators: generators?, alone: kernels.odd.is_empty() })
    }

    /// Whether every rule has its generator.
    pub(super) fn alone(&self) -> bool {
        self.alone
    }

    /// The bit of each site.
    pub(super) fn bits(&self) -> &[u16] {
        self.generators.bits()
    }

    /// Leaves below the start of a turn. `ways`: routes are told apart; every move is made. `None` if some position has more captures
    /// than are ever listed.
    pub(super) fn leaves(
        &self,
        program: &Program,
        position: &Position,
        depth: u32,
        ways: (bool, bool),
        others: Option<&mut dyn Others>,
    ) -> Option<u64> {
        self.generators.leaves(program, position, depth, ways, others)
    }
}

/// The generators of a game, whatever their form.
trait Generators: Send + Sync {
    fn bits(&self) -> &[u16];
    fn leaves(
        &self,
        program: &Program,
        position: &Position,
        depth: u32,
        ways: (bool, bool),
        others: Option<&mut dyn Others>,
    ) -> Option<u64>;
}

struct Boxed;

impl Choice for Boxed {
    type Made = Box<dyn Generators>;

    fn of<F: Form<Law = Nothing, Sets = Two<<F as Form>::Word>>>(self, geometry: Geometry<F>) -> Box<dyn Generators> {
        Box::new(geometry)
    }
}

impl<F: Form<Law = Nothing>> Generators for Geometry<F> {
    fn bits(&self) -> &[u16] {
        &self.embedding.bits
    }

    fn leaves(
        &self,
        program: &Program,
        position: &Position,
        depth: u32,
        ways: (bool, bool),
        others: Option<&mut dyn Others>,
    ) -> Option<u64> {
        let board = Board::of::<F::Word>(program, position, &self.embedding, ());
        match others {
            Some(others) => self.perft(&board, depth, ways, &mut Somebody(others)),
            None => Geometry::leaves(self, &board, depth, ways),
        }
    }
}
