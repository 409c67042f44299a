//! Generators of classes of moves of common kinds (`program/kernels`): sets of sites in one word, tables made once, code made for each
//! form of game. Who counts or plays by them says what goes on beside the moves: see [`law::Law`].

mod asked;
mod board;
mod captures;
mod carried;
mod count;
mod embedding;
mod form;
mod found;
mod geometry;
mod halves;
mod hops;
mod law;
mod moves;
mod others;
mod pairs;
mod step;
mod tally;
mod view;
mod ways;

use crate::model;
use crate::program::Program;
use crate::program::kernels::{Kernels, Preference, Watched};

use super::position::Position;
use super::wide::{Long, Longer, Wide};
use super::word::Word;
use asked::Judged;
pub(super) use asked::{Asked, Ended, Judge};
use board::Board;
use carried::Carried;
pub(super) use carried::{Carries, Went};
use embedding::{Embedding, Steps};
use form::{Form, Of};
pub(super) use found::{Found, How, List, Spare, Standing};
use geometry::Geometry;
pub(super) use law::{Answers, MOST_ASKED};
use law::{Law, Nothing};
use others::Somebody;
pub(super) use others::{Back, Lying, Others, Reached};
use step::{Crooked, Masked, Shift};
use tally::{Free, Many, Whole};
use ways::{Diagonals, Each};

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

/// The form of games whose ways are the diagonals of a board of 8x8 squares, and of 10x10.
type On8<T, const FLYING: bool> = Of<u64, Two<u64>, Diagonals<u64, 4>, T, Nothing, FLYING, false>;
type On10<T, const FLYING: bool> = Of<u64, Two<u64>, Diagonals<u64, 5>, T, Nothing, FLYING, false>;
/// Of 12x12.
type On12<T, const FLYING: bool> = Of<u128, Two<u128>, Diagonals<u128, 6>, T, Nothing, FLYING, false>;

/// In browsers, which load it before anything else, code is there once for many forms, not once for each, and hops have none.
const SMALL: bool = cfg!(target_family = "wasm");

/// Code is made for what is common, as it takes long to make; what is not goes by code that can do more.
impl Parts<'_> {
    /// The generators where nothing is asked beyond what stands around a piece, for up to two kinds, where all go along the diagonals
    /// of a board as most have.
    fn diagonal(&self) -> Option<Width> {
        let Embedding { width, steps: Steps::Ghosts, .. } = self.embedding else { return None };
        match (*width, self.kernels.preferences.as_slice()) {
            (64, []) if !self.kernels.flies() => self.tables::<On8<Free, false>>(),
            (64, []) => self.tables::<On8<Free, true>>(),
            (64, [Preference::Count]) => self.tables::<On10<Many, true>>().or_else(|| self.tables::<On8<Many, true>>()),
            (128, [Preference::Count]) => self.tables::<On12<Many, true>>(),
            _ => None,
        }
    }

    /// The same wherever they go, for up to 128 bits.
    fn small(&self) -> Option<Width> {
        let flying = self.kernels.flies();
        let preferences = self.kernels.preferences.as_slice();
        match (self.embedding.width, self.embedding.steps) {
            (64, Steps::Ghosts) => match preferences {
                _ if SMALL => self.tables::<Of<u64, Two<u64>, Each<Shift>, Whole, Nothing, true, false>>(),
                [] if !flying => self.tables::<Of<u64, Two<u64>, Each<Shift>, Free, Nothing, false, false>>(),
                _ if !flying => self.tables::<Of<u64, Two<u64>, Each<Shift>, Whole, Nothing, false, false>>(),
                [] => self.tables::<Of<u64, Two<u64>, Each<Shift>, Free, Nothing, true, false>>(),
                [Preference::Count] => self.tables::<Of<u64, Two<u64>, Each<Shift>, Many, Nothing, true, false>>(),
                _ => self.tables::<Of<u64, Two<u64>, Each<Shift>, Whole, Nothing, true, false>>(),
            },
            (64, Steps::Shifts) => match preferences {
                [Preference::Count] if !SMALL => {
                    self.tables::<Of<u64, Two<u64>, Each<Masked<u64>>, Many, Nothing, true, false>>()
                }
                _ => self.tables::<Of<u64, Two<u64>, Each<Masked<u64>>, Whole, Nothing, true, false>>(),
            },
            (128, Steps::Ghosts | Steps::Shifts) => match preferences {
                [Preference::Count] if !SMALL => {
                    self.tables::<Of<u128, Two<u128>, Each<Masked<u128>>, Many, Nothing, true, false>>()
                }
                _ => self.tables::<Of<u128, Two<u128>, Each<Masked<u128>>, Whole, Nothing, true, false>>(),
            },
            (64, _) => self.tables::<Of<u64, Two<u64>, Each<Crooked<u64>>, Whole, Nothing, true, false>>(),
            (128, _) => self.tables::<Of<u128, Two<u128>, Each<Crooked<u128>>, Whole, Nothing, true, false>>(),
            _ => None,
        }
    }

    /// The same for more kinds, for rules that take pieces of their own side or hop over any, and for larger boards; `few`: neither of
    /// the first two.
    fn large(&self, few: bool) -> Option<Width> {
        match (self.embedding.width, self.embedding.steps) {
            (64, Steps::Ghosts) if !SMALL && !self.kernels.flies() && self.kernels.preferences.is_empty() => self
                .tables::<Of<u64, Four<u64>, Diagonals<u64, 4>, Free, Nothing, false, true>>()
                .or_else(|| self.tables::<Of<u64, Four<u64>, Each<Shift>, Free, Nothing, false, true>>()),
            (64, Steps::Ghosts) => self.tables::<Of<u64, Four<u64>, Each<Shift>, Whole, Nothing, true, true>>(),
            (64, Steps::Shifts) => self.tables::<Of<u64, Four<u64>, Each<Masked<u64>>, Whole, Nothing, true, true>>(),
            (128, Steps::Ghosts | Steps::Shifts) => {
                self.tables::<Of<u128, Four<u128>, Each<Masked<u128>>, Whole, Nothing, true, true>>()
            }
            (256, Steps::Ghosts) if few && !SMALL => {
                self.tables::<Of<Long, Two<Long>, Each<Shift>, Whole, Nothing, true, false>>()
            }
            (384, Steps::Ghosts) if few && !SMALL => {
                self.tables::<Of<Longer, Two<Longer>, Each<Shift>, Whole, Nothing, true, false>>()
            }
            (_, Steps::Ghosts | Steps::Shifts) => {
                self.tables::<Of<Wide, Four<Wide>, Each<Masked<Wide>>, Whole, Nothing, true, true>>()
            }
            (_, Steps::Crooked) => self.tables::<Of<Wide, Four<Wide>, Each<Crooked<Wide>>, Whole, Nothing, true, true>>(),
        }
    }

    fn tables<F: Form<Word: Wraps, Law = Nothing>>(&self) -> Option<Width> {
        Some(Wraps::wrap(Box::new(Geometry::<F>::new(self.program, self.kernels, self.embedding, Nothing)?)))
    }

    /// The generators for rules of movement that ask nothing more.
    fn plain(&self) -> Option<Width> {
        if SMALL && !self.kernels.hops.iter().all(Vec::is_empty) {
            return None;
        }
        let few = self.kernels.quiet.len() <= 2 && !self.kernels.over_any();
        match few && self.embedding.width <= 128 {
            true if SMALL => self.small(),
            true => self.diagonal().or_else(|| self.small()),
            false => self.large(few),
        }
    }

    /// What is asked where captures are judged.
    fn judged<B>(&self, asked: Option<Asked>, judge: Judge<B>) -> Judged<B> {
        let nothing = || Asked::none(self.kernels.quiet.len());
        Judged { asked: asked.unwrap_or_else(nothing), judge }
    }

    /// The generators for rules that ask more.
    fn asking<F: Form>(&self, asked: F::Law) -> Option<Box<dyn Generators<F::Word>>> {
        Some(Box::new(Geometry::<F>::new(self.program, self.kernels, self.embedding, asked)?))
    }
}

/// How the board of a game whose rules of movement these are is laid into bits; `None` if there are no generators for such a board.
pub(super) fn laid(program: &Program, kernels: &Kernels) -> Option<Embedding> {
    let (board, ways) = (&program.equipment.board, ways(program, kernels));
    let far = kernels.flies() && (0..board.directions.len()).any(|way| ways >> way & 1 != 0 && joins(board, way));
    if far { None } else { Embedding::of(board, ways) }
}

/// Whether a way leads from two sites to one: lines along it may come back to themselves elsewhere than where they began, and end
/// there, which whoever looks ahead from what a flight has taken does not see.
fn joins(board: &model::board::Board, way: usize) -> bool {
    let mut reached = vec![false; board.sites.len()];
    board.steps[way].iter().flatten().any(|to| std::mem::replace(&mut reached[to.index()], true))
}

/// Words of which generators are made.
pub(super) trait Wraps: Word {
    /// Generators told by their word.
    fn wrap(generators: Box<dyn Generators<Self>>) -> Width;
}

/// Generators by their word.
pub(super) enum Width {
    Small(Box<dyn Generators<u64>>),
    Double(Box<dyn Generators<u128>>),
    Long(Box<dyn Generators<Long>>),
    Longer(Box<dyn Generators<Longer>>),
    Wide(Box<dyn Generators<Wide>>),
}

macro_rules! wraps {
    ($($word:ident $width:ident)*) => {$(
        impl Wraps for $word {
            fn wrap(generators: Box<dyn Generators<$word>>) -> Width {
                Width::$width(generators)
            }
        }
    )*};
}

wraps! { u64 Small u128 Double Long Long Longer Longer Wide Wide }

/// Words in which somebody else may keep positions that generators list the moves of.
pub(super) trait Generated: Word {
    /// Generators over such words, for rules that ask something of positions or captures; none if there are none.
    fn lists(_: &Parts<'_>, _: Option<Asked>, _: Option<Judge<Self>>) -> Option<Box<dyn Generators<Self>>> {
        None
    }
}

impl Generated for super::word::Rich {}
impl Generated for Wide {}

impl Generated for u64 {
    fn lists(parts: &Parts<'_>, asked: Option<Asked>, judge: Option<Judge<u64>>) -> Option<Box<dyn Generators<u64>>> {
        let counted = parts.kernels.preferences == [Preference::Count];
        match (parts.embedding.width, parts.embedding.steps, asked, judge) {
            (.., None, None) => match parts.plain()? {
                Width::Small(generators) => Some(generators),
                _ => None,
            },
            (64, Steps::Ghosts | Steps::Shifts, Some(asked), None) => {
                parts.asking::<Of<u64, Two<u64>, Each<Masked<u64>>, Whole, Asked, true, false>>(asked)
            }
            (64, Steps::Ghosts, asked, Some(judge)) if counted && !SMALL => {
                let law = parts.judged(asked, judge);
                parts.asking::<Of<u64, Two<u64>, Each<Shift>, Many, Judged<u64>, true, false>>(law)
            }
            (64, Steps::Ghosts | Steps::Shifts, asked, Some(judge)) => {
                let law = parts.judged(asked, judge);
                parts.asking::<Of<u64, Two<u64>, Each<Masked<u64>>, Whole, Judged<u64>, true, false>>(law)
            }
            _ => None,
        }
    }
}

impl Generated for u128 {
    fn lists(parts: &Parts<'_>, asked: Option<Asked>, judge: Option<Judge<u128>>) -> Option<Box<dyn Generators<u128>>> {
        match (parts.embedding.width, parts.embedding.steps, asked, judge) {
            (.., None, None) => match parts.plain()? {
                Width::Double(generators) => Some(generators),
                _ => None,
            },
            (128, Steps::Ghosts | Steps::Shifts, Some(asked), None) => {
                parts.asking::<Of<u128, Two<u128>, Each<Masked<u128>>, Whole, Asked, true, false>>(asked)
            }
            (128, Steps::Ghosts | Steps::Shifts, asked, Some(judge)) => {
                let law = parts.judged(asked, judge);
                parts.asking::<Of<u128, Two<u128>, Each<Masked<u128>>, Whole, Judged<u128>, true, false>>(law)
            }
            _ => None,
        }
    }
}

/// Every direction that some piece goes, and the way back.
pub(super) fn ways(program: &Program, kernels: &Kernels) -> u32 {
    let quiet = kernels.quiet.iter().flatten().flat_map(|quiet| quiet.ways);
    let quiet = quiet.chain(kernels.hops.iter().flatten().flat_map(|hop| hop.ways));
    let captures = kernels.captures.iter().flatten().flat_map(|capture| capture.ways);
    let there = quiet.chain(captures).fold(0, |all, ways| all | ways);
    let directions = program.equipment.board.directions.iter().enumerate().filter(|(way, _)| there >> way & 1 != 0);
    directions.filter_map(|(_, direction)| direction.opposite).fold(there, |all, back| all | 1 << back)
}

/// The generators of a game whose turns carry nothing.
pub(super) struct Tables {
    generators: Width,
    /// Every rule has its generator.
    alone: bool,
}

/// What generators of any word do.
macro_rules! by_word {
    ($width:expr, $generators:ident => $do:expr) => {
        match $width {
            Width::Small($generators) => $do,
            Width::Double($generators) => $do,
            Width::Long($generators) => $do,
            Width::Longer($generators) => $do,
            Width::Wide($generators) => $do,
        }
    };
}

impl Tables {
    /// Those of a program, if it has any.
    pub(super) fn new(program: &Program) -> Option<Tables> {
        let kernels = program.kernels.as_ref()?;
        let embedding = laid(program, kernels)?;
        let generators = Parts { program, kernels, embedding: &embedding }.plain()?;
        Some(Tables { generators, alone: kernels.odd.is_empty() })
    }

    /// Whether every rule has its generator.
    pub(super) fn alone(&self) -> bool {
        self.alone
    }

    /// The bit of each site.
    pub(super) fn bits(&self) -> &[u16] {
        by_word!(&self.generators, generators => generators.bits())
    }

    /// Leaves below the start of a turn. `ways`: routes are told apart; every move is made.
    pub(super) fn leaves(
        &self,
        program: &Program,
        position: &Position,
        depth: u32,
        ways: (bool, bool),
        others: Option<&mut dyn Others>,
    ) -> Option<u64> {
        by_word!(&self.generators, generators => generators.leaves(program, position, depth, ways, others))
    }
}

/// The generators of a game, whatever their form.
pub(super) trait Generators<B>: Send + Sync {
    /// The bit of each site.
    fn bits(&self) -> &[u16];

    /// Leaves below the start of a turn: see [`Tables::leaves`].
    fn leaves(
        &self,
        program: &Program,
        position: &Position,
        depth: u32,
        ways: (bool, bool),
        others: Option<&mut dyn Others>,
    ) -> Option<u64>;

    /// Finds every move of a position, each once; whether that was all, and not more captures than are ever listed. `keep`: routes
    /// are told apart.
    fn find(&self, at: &Standing<'_, B>, keep: bool, spare: &mut Spare, found: &mut List<B>) -> bool;

    /// Leaves below a position, where something is carried from turn to turn that matters only where one of these is. `None` if
    /// something goes beyond bounds.
    fn carried(
        &self,
        at: &Standing<'_, B>,
        depth: u32,
        ways: (bool, bool),
        watched: Watched,
        carries: &mut dyn Carries<B>,
    ) -> Option<u64>;
}

impl<F: Form> Generators<F::Word> for Geometry<F> {
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
        let board = Board::of::<F::Word>(program, position, &self.embedding, self.law.unasked());
        match others {
            Some(others) => self.perft(&board, depth, ways, &mut Somebody::Plays(others)),
            None => Geometry::leaves(self, &board, depth, ways),
        }
    }

    fn find(&self, at: &Standing<'_, F::Word>, keep: bool, spare: &mut Spare, found: &mut List<F::Word>) -> bool {
        Geometry::find(self, at, keep, spare, found)
    }

    fn carried(
        &self,
        at: &Standing<'_, F::Word>,
        depth: u32,
        ways: (bool, bool),
        watched: Watched,
        carries: &mut dyn Carries<F::Word>,
    ) -> Option<u64> {
        let mut beside = Somebody::Carries(Carried::new(depth, watched, carries));
        let leaves = self.perft(&at.board::<F>(), depth, ways, &mut beside)?;
        let whole = !matches!(beside, Somebody::Carries(carried) if carried.lost());
        whole.then_some(leaves)
    }
}
