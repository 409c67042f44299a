//! Statements as the bitboard engine carries them out.

use smallvec::SmallVec;

use super::paths::PathAt;
use super::phrases::Term;
use super::rules::{BlockAt, Guard, PLAYERS, Source, Test};
use super::stored::Cells;
use crate::model::rules::Ending as EndOf;

/// A statement.
#[cfg_attr(all(test, unit_games), derive(strum::VariantNames, strum::IntoStaticStr))]
pub(super) enum Op {
    Either(Vec<BlockAt>),
    May(BlockAt),
    Repeat(Term, BlockAt),
    MayRepeat(BlockAt),
    /// Repeats a block that asks nobody, as long as it can be carried out and changes something.
    Again(BlockAt),
    /// Repeats a block as long as some branch through it changes something.
    WhileItChanges(BlockAt),
    For(u8, Term, BlockAt),
    If(Test, BlockAt, BlockAt),
    As(Term, BlockAt),
    Choose {
        local: u8,
        name: u16,
        from: Term,
        rest: Option<Guard>,
        pair: Option<usize>,
    },
    ChooseSome(Box<Several>),
    Let(u8, Term),
    Require(Test),
    /// A leg. With the flag nothing happens after it except that the rest of its block may place a piece.
    Path(PathAt, bool),
    /// The acting piece captures all that it can take by a path, and stays where it is.
    Sweep(PathAt),
    Remove(Term, Option<Pile>),
    Move(Term, Term),
    /// Moves pieces onto the commander of a site if the flag is set, else below everything there.
    Stack(Term, Term, bool),
    Place {
        kind: u8,
        owner: Option<u8>,
        source: Option<Source>,
        to: PieceTarget,
    },
    Take(Term),
    /// Sets what pieces bear in a slot to a value.
    SetSlot(u8, Term, Term),
    /// Moves tokens to a place.
    Send(Term, TokenTarget),
    /// Moves cards to a place.
    Deal(Term, TokenTarget),
    /// Sets the face of cards.
    TurnUp(Term, Term),
    /// Shows cards to players, or to those of sides if the flag is set.
    Show(Term, Term, bool),
    /// Shuffles piles: everybody forgets the order and identity of their cards.
    Shuffle(Term),
    SetKind(Term, Term),
    SetOwner(Term, Term, bool),
    /// Sets numbers to constants, and marks these clocks, as bits, as set in this turn.
    SetConstants(SmallVec<[Put; 2]>, u32),
    SetNumber(Cells, Term),
    SetKept(Cells, Term),
    Raise(Cells, Term),
    Exchange(Vec<Term>),
    Prevent,
    /// Counts how often the position has occurred, as the next statement depends on it.
    Recount,
    End(EndOf),
    Score(u16),
    Wins(Term, bool, u16),
    Loses(Term, bool, u16),
    Draw(u16),
}

/// A number that is set to a constant.
#[derive(Clone, Copy)]
pub(super) struct Put {
    /// The places of the turn order in whose turns it is set, as bits.
    pub(super) turns: u8,
    pub(super) at: u16,
    pub(super) number: i32,
}

/// A choice of several things, or by another player or chance.
pub(super) struct Several {
    /// When the rest after the choice needs no decision and cannot fail, if ever.
    pub(super) rest: Option<Guard>,
    pub(super) local: u8,
    pub(super) name: u16,
    pub(super) from: Term,
    pub(super) by: By,
    /// The least and the most number of things. Without the second there is no upper limit; without both it is one thing.
    pub(super) count: Option<(Term, Option<Term>)>,
    /// The number is exactly the first one.
    pub(super) exactly: bool,
}

/// Who chooses.
#[derive(Clone, Copy)]
pub(super) enum By {
    Mover,
    Chance,
    /// One of these players, or of these sides if the flag is set.
    Player(Term, bool),
}

/// Where a new piece goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum PieceTarget {
    Site(Term),
    /// Onto the commander of a site if the flag is set, else below everything there.
    Tower(Term, bool),
    Pile(Pile),
    Box,
}

/// Where tokens go.
#[derive(Clone, Copy, Debug)]
pub(super) enum TokenTarget {
    Pile(Pile),
    /// To a slot of a piece.
    Slot(u8, Term),
    /// Under a site.
    Under(Term),
    /// To the box; the type of the tokens.
    Box(u8),
}

/// A pile: its index in the layout for each owner, and which owner is meant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pile {
    pub(super) owners: [Option<u8>; PLAYERS],
    /// The owner; the first if `None`.
    pub(super) of: Option<Term>,
}
