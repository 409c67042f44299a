//! The lines of chapters.

use super::{Expr, Path, Suite, Word};
use crate::source::{Span, Spanned};

/// A definition: `define jump (ways: direction) over (prey: piece) = go ways, taking prey, to empty`
#[derive(Clone, Debug, PartialEq)]
pub struct Define {
    /// The word that is defined.
    pub name: Word,
    /// The parameters before the first label.
    pub params: Vec<Param>,
    /// The parameters after labels: `over (prey: piece)`, …
    pub labelled: Vec<(Spanned<LabelWord>, Vec<Param>)>,
    /// Its meaning.
    pub body: DefineBody,
}

/// The right side of a definition.
#[derive(Clone, Debug, PartialEq)]
pub enum DefineBody {
    /// `= go ways, to empty`
    Path(Path),
    /// `= piece of mover`
    Expr(Expr),
    /// `{ statements }`
    Suite(Suite),
}

/// A parameter: `ways: direction`
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: Word,
    /// Its type.
    pub ty: Word,
}

/// A preposition between the arguments of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LabelWord {
    /// `to`
    To,
    /// `over`
    Over,
    /// `onto`
    Onto,
    /// `at`
    At,
}

impl LabelWord {
    /// The word itself.
    pub fn word(self) -> &'static str {
        match self {
            LabelWord::To => "to",
            LabelWord::Over => "over",
            LabelWord::Onto => "onto",
            LabelWord::At => "at",
        }
    }
}

/// A declaration of a stored value: `counter reign of player: 0..3 = 0 each turn`
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// Counter, clock or kept thing.
    pub kind: StoredKind,
    /// Its name.
    pub name: Word,
    /// `of player`
    pub of: Option<Word>,
    /// `0..3`, or the type of a `keep`.
    pub holds: Holds,
    /// `= E`
    pub start: Option<Expr>,
    /// `each turn`, `each move`
    pub each: Option<Word>,
}

/// The kinds of stored values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredKind {
    /// A number that is part of the position.
    Counter,
    /// A number that increases by itself and is not part of the position for repetition.
    Clock,
    /// Things that are remembered.
    Keep,
}

/// The range of a counter or the type of a kept thing.
#[derive(Clone, Debug, PartialEq)]
pub enum Holds {
    /// `0..80`; either bound may be a name from `[numbers]` of the front matter.
    Range(Expr, Expr),
    /// `piece`
    Type(Word),
}

/// `must`, `may`, and their negations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modal {
    /// `must`
    Must,
    /// `may`
    May,
    /// `must not` or `may not`
    MustNot,
}

/// What a chain law is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainWord {
    /// Another leg by the same piece.
    Continue,
    /// A leg opposite to the last one.
    Reverse,
    /// A leg in another direction than the last one.
    Turn,
}

/// When taken pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemovalTime {
    /// `removal at once`
    AtOnce,
    /// `removal after move`
    AfterMove,
}

/// An event: `man lands on far-row`
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What it is about: pieces, or the word `leg`, `move` or `turn` before `begins` and `ends`.
    pub subject: Expr,
    /// What happens.
    pub verb: EventVerb,
    /// The whole event.
    pub span: Span,
}

/// The kinds of events.
#[derive(Clone, Debug, PartialEq)]
pub enum EventVerb {
    /// `lands [on S]`: after each leg.
    Lands(Option<Expr>),
    /// `rests [on S]`: at the end of the move.
    Rests(Option<Expr>),
    /// `is taken`
    Taken,
    /// `leaves`: when it leaves the board, whether taken or not.
    Leaves,
    /// `begins`
    Begins,
    /// `ends`
    Ends,
}
