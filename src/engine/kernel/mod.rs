//! Generators for classes of moves whose rules are of common kinds (`program/kernels`): a set of sites is one word, tables are
//! built once, code is compiled for each form of game. What rules depend on besides steps and captures is a [`law::Law`].

mod asked;
mod board;
mod captures;
mod carried;
mod count;
mod embedding;
mod form;
mod found;
mod geometry;
mod glance;
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
use crate::program::kernels::{CapturePreference, Kernels, KindsPresent};

use super::position::Position;
use super::wide::{Long, Longer, Wide};
use super::word::Word;
use asked::Judged;
pub(super) use asked::{Ended, Judge, PositionQuestions};
use board::Board;
use carried::Carried;
pub(super) use carried::{Carries, Went};
use embedding::{Embedding, Steps};
use form::{Form, Four, Of, On8, On10, On12, Three, Two};
pub(super) use found::{Found, How, List, Spare, Standing};
use geometry::Geometry;
pub(super) use law::{Answers, MOST_ASKED};
use law::{Law, NoLaw};
use others::Somebody;
pub(super) use others::{Back, Others, PieceSets, Reached};
use step::{Crooked, Masked, Shift};
use tally::{Free, Many, Whole};
use ways::{Diagonals, Each};

/// What generators are built from.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) program: &'a Program,
    pub(super) kernels: &'a Kernels,
    pub(super) embedding: &'a Embedding,
}

/// Web builds, whose code is loaded before anything else runs, share code among many forms and have no generators for hops.
const SMALL: bool = cfg!(target_family = "wasm");

/// Code is compiled for common combinations only, since each takes compile time; other games use a more general form.
impl Parts<'_> {
    /// Generators for games without a law, of up to two kinds, all of which move along the diagonals of a board of usual size.
    fn diagonal(&self) -> Option<Width> {
        let Embedding { width, steps: Steps::Ghosts, .. } = self.embedding else { return None };
        match (*width, self.kernels.preferences.as_slice()) {
            (64, []) if !self.kernels.flies() => self.tables::<On8<Free, false>>(),
            (64, []) => self.tables::<On8<Free, true>>(),
            (64, [CapturePreference::Count]) => self.tables::<On10<Many, true>>().or_else(|| self.tables::<On8<Many, true>>()),
            (128, [CapturePreference::Count]) => self.tables::<On12<Many, true>>(),
            _ => None,
        }
    }

    /// Generators for games without a law, of up to two kinds with any directions, in words of up to 128 bits.
    fn small(&self) -> Option<Width> {
        let flying = self.kernels.flies();
        let preferences = self.kernels.preferences.as_slice();
        match (self.embedding.width, self.embedding.steps) {
            (64, Steps::Ghosts) => match preferences {
                _ if SMALL => self.tables::<Of<u64, Two<u64>, Each<Shift>, Whole, NoLaw, true, false>>(),
                [] if !flying => self.tables::<Of<u64, Two<u64>, Each<Shift>, Free, NoLaw, false, false>>(),
                _ if !flying => self.tables::<Of<u64, Two<u64>, Each<Shift>, Whole, NoLaw, false, false>>(),
                [] => self.tables::<Of<u64, Two<u64>, Each<Shift>, Free, NoLaw, true, false>>(),
                [CapturePreference::Count] => self.tables::<Of<u64, Two<u64>, Each<Shift>, Many, NoLaw, true, false>>(),
                _ => self.tables::<Of<u64, Two<u64>, Each<Shift>, Whole, NoLaw, true, false>>(),
            },
            (64, Steps::Shifts) => match preferences {
                [CapturePreference::Count] if !SMALL => {
                    self.tables::<Of<u64, Two<u64>, Each<Masked<u64>>, Many, NoLaw, true, false>>()
                }
                _ => self.tables::<Of<u64, Two<u64>, Each<Masked<u64>>, Whole, NoLaw, true, false>>(),
            },
            (128, Steps::Ghosts | Steps::Shifts) => match preferences {
                [CapturePreference::Count] if !SMALL => {
                    self.tables::<Of<u128, Two<u128>, Each<Masked<u128>>, Many, NoLaw, true, false>>()
                }
                _ => self.tables::<Of<u128, Two<u128>, Each<Masked<u128>>, Whole, NoLaw, true, false>>(),
            },
            (64, _) => self.tables::<Of<u64, Two<u64>, Each<Crooked<u64>>, Whole, NoLaw, true, false>>(),
            (128, _) => self.tables::<Of<u128, Two<u128>, Each<Crooked<u128>>, Whole, NoLaw, true, false>>(),
            _ => None,
        }
    }

    /// The same for more kinds, rules that take own pieces or hop, and wider words. `few`: two kinds at most, no such rule.
    fn large(&self, few: bool) -> Option<Width> {
        match (self.embedding.width, self.embedding.steps) {
            (64, Steps::Ghosts) if !SMALL && !self.kernels.flies() && self.kernels.preferences.is_empty() => self
                .tables::<Of<u64, Three<u64>, Diagonals<u64, 4>, Free, NoLaw, false, false>>()
                .or_else(|| self.tables::<Of<u64, Four<u64>, Diagonals<u64, 4>, Free, NoLaw, false, true>>())
                .or_else(|| self.tables::<Of<u64, Four<u64>, Each<Shift>, Free, NoLaw, false, true>>()),
            (64, Steps::Ghosts) => self.tables::<Of<u64, Four<u64>, Each<Shift>, Whole, NoLaw, true, true>>(),
            (64, Steps::Shifts) => self.tables::<Of<u64, Four<u64>, Each<Masked<u64>>, Whole, NoLaw, true, true>>(),
            (128, Steps::Ghosts | Steps::Shifts) => {
                self.tables::<Of<u128, Four<u128>, Each<Masked<u128>>, Whole, NoLaw, true, true>>()
            }
            (256, Steps::Ghosts) if few && !SMALL => {
                self.tables::<Of<Long, Two<Long>, Each<Shift>, Whole, NoLaw, true, false>>()
            }
            (384, Steps::Ghosts) if few && !SMALL => {
                self.tables::<Of<Longer, Two<Longer>, Each<Shift>, Whole, NoLaw, true, false>>()
            }
            (_, Steps::Ghosts | Steps::Shifts) => {
                self.tables::<Of<Wide, Four<Wide>, Each<Masked<Wide>>, Whole, NoLaw, true, true>>()
            }
            (_, Steps::Crooked) => self.tables::<Of<Wide, Four<Wide>, Each<Crooked<Wide>>, Whole, NoLaw, true, true>>(),
        }
    }

    fn tables<F: Form<Word: Wraps, Law = NoLaw>>(&self) -> Option<Width> {
        Some(Wraps::wrap(Box::new(Geometry::<F>::new(self.program, self.kernels, self.embedding, NoLaw)?)))
    }

    /// Generators for rules of movement that have no conditions and no judge.
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

    /// The law of a game whose captures are judged at their ends.
    fn judged<B>(&self, asked: Option<PositionQuestions>, judge: Judge<B>) -> Judged<B> {
        let nothing = || PositionQuestions::none(self.kernels.quiet.len());
        Judged { asked: asked.unwrap_or_else(nothing), judge }
    }

    /// Generators for rules with a law.
    fn asking<F: Form>(&self, asked: F::Law) -> Option<Box<dyn Generators<F::Word>>> {
        Some(Box::new(Geometry::<F>::new(self.program, self.kernels, self.embedding, asked)?))
    }
}

/// How the board is laid into bits for these rules of movement; `None` if there are no generators for such a board.
pub(super) fn laid(program: &Program, kernels: &Kernels) -> Option<Embedding> {
    let (board, ways) = (&program.equipment.board, ways(program, kernels));
    let far = kernels.flies() && (0..board.directions.len()).any(|way| ways >> way & 1 != 0 && joins(board, way));
    if far { None } else { Embedding::of(board, ways) }
}

/// Whether two sites step to the same site in this direction. Then a line can run into itself elsewhere than at its start and end
/// there, which the search for landings does not notice, as it begins at the victim of a flight.
fn joins(board: &model::board::Board, way: usize) -> bool {
    let mut reached = vec![false; board.sites.len()];
    board.steps[way].iter().flatten().any(|to| std::mem::replace(&mut reached[to.index()], true))
}

/// Words for which generators are compiled.
pub(super) trait Wraps: Word {
    /// Generators, tagged with the width of their word.
    fn wrap(generators: Box<dyn Generators<Self>>) -> Width;
}

/// Generators by the width of their word.
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

/// Words in which the bitboard engine may keep positions whose moves generators list.
pub(super) trait Generated: Word {
    /// Generators on such words, with conditions on positions and a judge of captures if given; `None` if there are none.
    fn lists(_: &Parts<'_>, _: Option<PositionQuestions>, _: Option<Judge<Self>>) -> Option<Box<dyn Generators<Self>>> {
        None
    }
}

impl Generated for super::word::Rich {}
impl Generated for Wide {}

impl Generated for u64 {
    fn lists(
        parts: &Parts<'_>,
        asked: Option<PositionQuestions>,
        judge: Option<Judge<u64>>,
    ) -> Option<Box<dyn Generators<u64>>> {
        let counted = parts.kernels.preferences == [CapturePreference::Count];
        match (parts.embedding.width, parts.embedding.steps, asked, judge) {
            (.., None, None) => match parts.plain()? {
                Width::Small(generators) => Some(generators),
                _ => None,
            },
            (64, Steps::Ghosts | Steps::Shifts, Some(asked), None) => {
                parts.asking::<Of<u64, Two<u64>, Each<Masked<u64>>, Whole, PositionQuestions, true, false>>(asked)
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
    fn lists(
        parts: &Parts<'_>,
        asked: Option<PositionQuestions>,
        judge: Option<Judge<u128>>,
    ) -> Option<Box<dyn Generators<u128>>> {
        match (parts.embedding.width, parts.embedding.steps, asked, judge) {
            (.., None, None) => match parts.plain()? {
                Width::Double(generators) => Some(generators),
                _ => None,
            },
            (128, Steps::Ghosts | Steps::Shifts, Some(asked), None) => {
                parts.asking::<Of<u128, Two<u128>, Each<Masked<u128>>, Whole, PositionQuestions, true, false>>(asked)
            }
            (128, Steps::Ghosts | Steps::Shifts, asked, Some(judge)) => {
                let law = parts.judged(asked, judge);
                parts.asking::<Of<u128, Two<u128>, Each<Masked<u128>>, Whole, Judged<u128>, true, false>>(law)
            }
            _ => None,
        }
    }
}

/// Every direction that some rule uses, with the opposite directions, as bits.
pub(super) fn ways(program: &Program, kernels: &Kernels) -> u32 {
    let quiet = kernels.quiet.iter().flatten().flat_map(|quiet| quiet.ways);
    let quiet = quiet.chain(kernels.hops.iter().flatten().flat_map(|hop| hop.ways));
    let captures = kernels.captures.iter().flatten().flat_map(|capture| capture.ways);
    let there = quiet.chain(captures).fold(0, |all, ways| all | ways);
    let directions = program.equipment.board.directions.iter().enumerate().filter(|(way, _)| there >> way & 1 != 0);
    directions.filter_map(|(_, direction)| direction.opposite).fold(there, |all, back| all | 1 << back)
}

/// The generators of a game whose turns carry nothing that moves depend on.
pub(super) struct Tables {
    generators: Width,
    /// Every rule has its generator, in all positions.
    alone: bool,
}

/// Evaluates an expression on generators of any word.
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
    /// The generators of a program, if it has any.
    pub(super) fn new(program: &Program) -> Option<Tables> {
        let kernels = program.kernels.as_ref()?;
        let embedding = laid(program, kernels)?;
        let generators = Parts { program, kernels, embedding: &embedding }.plain()?;
        Some(Tables { generators, alone: kernels.odd.is_empty() && kernels.apart == KindsPresent::NOTHING })
    }

    /// Whether every rule has its generator.
    pub(super) fn alone(&self) -> bool {
        self.alone
    }

    /// The bit of each site.
    pub(super) fn bits(&self) -> &[u16] {
        by_word!(&self.generators, generators => generators.bits())
    }

    /// Leaves below the start of a turn. `ways`: whether routes are distinct; whether every move is made, on the last ply too.
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

    /// Lists every move once; returns whether the list is complete, within the limit on captures. `keep`: routes are distinct.
    fn find(&self, at: &Standing<'_, B>, keep: bool, spare: &mut Spare, found: &mut List<B>) -> bool;

    /// Leaves below a position, where turns carry something that matters only when a `watched` piece is on the board. `None` if a
    /// limit of the engine is exceeded.
    fn carried(
        &self,
        at: &Standing<'_, B>,
        depth: u32,
        ways: (bool, bool),
        watched: KindsPresent,
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
        watched: KindsPresent,
        carries: &mut dyn Carries<F::Word>,
    ) -> Option<u64> {
        let mut beside = Somebody::Carries(Carried::new(depth, watched, carries));
        let leaves = self.perft(&at.board::<F>(), depth, ways, &mut beside)?;
        let whole = !matches!(beside, Somebody::Carries(carried) if carried.lost());
        whole.then_some(leaves)
    }
}
