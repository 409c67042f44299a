//! What a line of a chapter says.

use super::{Expr, Path, Suite, Word};
use crate::source::{Span, Spanned};

/// `define jump (ways: direction) over (prey: piece) = go ways, taking prey, to empty`
#[derive(Clone, Debug, PartialEq)]
pub struct Define {
    /// The word defined.
    pub name: Word,
    /// Parameters before the first label.
    pub params: Vec<Param>,
    /// `over (prey: piece)`, …
    pub labelled: Vec<(Spanned<LabelWord>, Vec<Param>)>,
    /// What it stands for.
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

/// `ways: direction`
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

/// `counter reign of player: 0..3 = 0 each turn`
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// Which of the three.
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

/// What remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredKind {
    /// A number that belongs to the position.
    Counter,
    /// A number that ticks by itself and is no part of the position for repetition.
    Clock,
    /// Things remembered.
    Keep,
}

/// The range of a counter or the type of a kept thing.
#[derive(Clone, Debug, PartialEq)]
pub enum Holds {
    /// `0..80`; either end may be a name from the front matter's `[numbers]`.
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
    /// A leg opposite to the last.
    Reverse,
    /// A leg in another direction than the last.
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

/// `man lands on far-row`
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Who or what it is about: pieces; or the word `leg`, `move` or `turn` before `begins`, `ends`.
    pub subject: Expr,
    /// What happens.
    pub verb: EventVerb,
    /// The whole event.
    pub span: Span,
}

/// What can happen.
#[derive(Clone, Debug, PartialEq)]
pub enum EventVerb {
    /// `lands [on S]`: after each leg.
    Lands(Option<Expr>),
    /// `rests [on S]`: when the move is over.
    Rests(Option<Expr>),
    /// `is taken`
    Taken,
    /// `leaves`: the board, taken or not.
    Leaves,
    /// `begins`
    Begins,
    /// `ends`
    Ends,
}
