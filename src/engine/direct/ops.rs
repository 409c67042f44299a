//! Statements as the direct engine carries them out.

use smallvec::SmallVec;

use super::paths::Course;
use super::phrases::Term;
use super::rules::{BlockAt, Guard, PLAYERS, Source, Test};
use super::stored::Cells;
use crate::model::rules::Ending as EndOf;

/// A statement.
pub(super) enum Op {
    Either(Vec<BlockAt>),
    May(BlockAt),
    Repeat(Term, BlockAt),
    MayRepeat(BlockAt),
    /// As long as it can be carried out and changes something, of what asks nobody.
    Again(BlockAt),
    /// As long as some way through it changes something.
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
    /// A leg; after it nothing happens but what the rest of its block places, if the flag is set.
    Path(Course, bool),
    /// All that the acting piece can take by a path is taken, and it stays.
    Sweep(Course),
    Remove(Term, Option<Pile>),
    Move(Term, Term),
    /// Pieces go onto the commander of a site, if the flag is set, or below all that is there.
    Stack(Term, Term, bool),
    Place {
        kind: u8,
        owner: Option<u8>,
        source: Option<Source>,
        to: Place,
    },
    Take(Term),
    /// What pieces bear in a slot becomes this value.
    SetSlot(u8, Term, Term),
    /// Tokens go to a place.
    Send(Term, Whither),
    /// Cards go to a place.
    Deal(Term, Whither),
    /// The face of cards becomes this.
    TurnUp(Term, Term),
    /// Cards are shown to players, or to those of sides if the flag is set.
    Show(Term, Term, bool),
    /// Order and identity of piles are forgotten.
    Shuffle(Term),
    SetKind(Term, Term),
    SetOwner(Term, Term, bool),
    /// Numbers are set; and the marks of clocks that are.
    Put(SmallVec<[Put; 2]>, u32),
    SetNumber(Cells, Term),
    SetKept(Cells, Term),
    Raise(Cells, Term),
    Exchange(Vec<Term>),
    Prevent,
    /// It is counted how often the position has stood: the next statement asks.
    Recount,
    End(EndOf),
    Score(u16),
    Wins(Term, bool, u16),
    Loses(Term, bool, u16),
    Draw(u16),
}

/// A number that becomes another.
#[derive(Clone, Copy)]
pub(super) struct Put {
    /// In the turns at these places of the turn order, as bits.
    pub(super) turns: u8,
    pub(super) at: u16,
    pub(super) number: i32,
}

/// A choice of several things, or by somebody else.
pub(super) struct Several {
    /// What runs through after it, if.
    pub(super) rest: Option<Guard>,
    pub(super) local: u8,
    pub(super) name: u16,
    pub(super) from: Term,
    pub(super) by: By,
    /// From so many to so many; without the second to all, without any one.
    pub(super) count: Option<(Term, Option<Term>)>,
    /// Just so many as the first says.
    pub(super) exactly: bool,
}

/// Who chooses.
#[derive(Clone, Copy)]
pub(super) enum By {
    Mover,
    Chance,
    /// Of these players, or of these sides if the flag is set.
    Player(Term, bool),
}

/// Where a fresh piece goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Site(Term),
    /// Onto the commander of a site, if the flag is set, or below all that is there.
    Tower(Term, bool),
    Pile(Pile),
    Box,
}

/// Where tokens go.
#[derive(Clone, Copy, Debug)]
pub(super) enum Whither {
    Pile(Pile),
    /// To a slot of a piece.
    Slot(u8, Term),
    /// Under a site.
    Under(Term),
    /// Out of the game: the type of the tokens.
    Box(u8),
}

/// A pile: for each owner its place in the layout, and whose is meant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pile {
    pub(super) owners: [Option<u8>; PLAYERS],
    /// Whose; without it the first.
    pub(super) of: Option<Term>,
}
