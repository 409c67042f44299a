//! The first rung: what was written, comments and all, with a span on every part. It knows no names but the reserved words:
//! whether `man` is a kind, a region or a mistake is for `check` to say.

mod line;
mod path;
mod phrase;
mod statement;

pub use line::{
    ChainWord, Define, DefineBody, Event, EventVerb, Holds, LabelWord, Modal, Param, RemovalTime, Stored, StoredKind,
};
pub use path::{Call, Path, PathItem, PathMode, Quantity, Verb};
pub use phrase::{Expr, ExprKind, Filter, IsTail, Order, Quantifier, Sign};
pub use statement::{Ending, Statement, StatementKind, Suite};

use crate::source::{Span, Spanned};

/// A word as written: a name, articles removed, plural kept.
pub type Word = Spanned<String>;

/// A whole rule file below its front matter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuleFile {
    /// Chapters and options in the order written.
    pub parts: Vec<Part>,
}

/// A chapter, or an option that holds chapters.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// `capture { … }`
    Chapter(Chapter),
    /// `option NAME { … }`
    Option(OptionBlock),
}

/// `option forced-first-enemy { obligation { … } }`
#[derive(Clone, Debug, PartialEq)]
pub struct OptionBlock {
    /// The `##` lines above it, joined by newlines.
    pub doc: Option<Spanned<String>>,
    /// Its name.
    pub name: Word,
    /// The chapters that it lays over the file.
    pub chapters: Vec<Chapter>,
    /// The whole block.
    pub span: Span,
}

/// `movement { … }`, `replace capture { … }`, `moves dispelling { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Chapter {
    /// The `##` lines above it.
    pub doc: Option<Spanned<String>>,
    /// `replace` or `remove` before the name.
    pub edit: Option<Spanned<ChapterEdit>>,
    /// Which chapter.
    pub name: Spanned<ChapterName>,
    /// Its rules.
    pub items: Vec<Item>,
    /// From the first word to the closing brace.
    pub span: Span,
}

/// What a child does to a whole chapter of its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChapterEdit {
    /// `replace capture { … }`
    Replace,
    /// `remove promotion { }`
    Remove,
}

/// The chapters of a rule book.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ChapterName {
    /// Names for sets, verbs and statements.
    Definitions,
    /// Runs once before the first turn.
    Setup,
    /// What a turn consists of.
    Turn,
    /// Moves that take nothing.
    Movement,
    /// Moves that capture.
    Capture,
    /// `moves NAME { }`: a class of moves of the author's own.
    Moves(String),
    /// Which moves are compulsory.
    Obligation,
    /// What a piece becomes, and when.
    Promotion,
    /// What else happens, and when.
    Effects,
    /// Counters, clocks and things remembered.
    State,
    /// How the game ends.
    Victory,
}

/// One rule of a chapter, with what a child does with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The `##` lines above it.
    pub doc: Option<Spanned<String>>,
    /// What is written.
    pub kind: ItemKind,
    /// The rule without its `##` lines.
    pub span: Span,
}

/// A plain rule, or an edit of the parent's.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `man may step forward diagonal`
    Rule(Rule),
    /// `add RULE`
    Add(Rule),
    /// `replace BEGINNING by RULE` or `replace BEGINNING by { RULES }`
    Replace {
        /// The beginning of the old rule: its words, white space folded.
        old: Spanned<Vec<String>>,
        /// The rules that stand in its place.
        new: Vec<Item>,
    },
    /// `remove BEGINNING`
    Remove {
        /// The beginning of the old rule.
        old: Spanned<Vec<String>>,
    },
}

/// One rule.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// `define NAME (params) [label (params)]… = …`
    Define(Define),
    /// `counter`, `clock` or `keep`
    Stored(Stored),
    /// `man may step forward diagonal [if C] [suite]`
    May {
        /// Who may.
        subject: Expr,
        /// What.
        verb: Verb,
        /// `if C`
        condition: Option<Expr>,
        /// What follows when the leg is made.
        suite: Option<Suite>,
    },
    /// `chain must continue if C`
    Chain {
        /// `must`, `may`, `must not`, `may not`
        modal: Spanned<Modal>,
        /// `continue`, `reverse`, `turn`
        word: Spanned<ChainWord>,
        /// `if C`
        condition: Option<Expr>,
    },
    /// `removal at once`, `removal after move`
    Removal(Spanned<RemovalTime>),
    /// `must capture with most taken [if C]`
    Must {
        /// The moves preferred.
        moves: Expr,
        /// When.
        condition: Option<Expr>,
    },
    /// `when EVENT [if C] suite`, `before EVENT …`
    Trigger {
        /// `before`, else `when`.
        before: bool,
        /// The event.
        event: Event,
        /// `if C`
        condition: Option<Expr>,
        /// What happens.
        suite: Suite,
    },
    /// `as soon as C suite`
    Soon {
        /// The condition.
        condition: Expr,
        /// What happens.
        suite: Suite,
    },
    /// `player who cannot move loses`, `player who cannot move: settle`
    CannotMove {
        /// Whose lack of moves: usually `player`.
        player: Expr,
        /// What then happens; a bare `loses`/`wins` is a suite of that one result about the stuck player.
        suite: Suite,
    },
    /// `score of player is E`
    Score {
        /// Whose: usually `player`; in `value` it is `it`.
        player: Expr,
        /// How much.
        value: Expr,
    },
    /// Any statement: in `turn`, `setup` and `victory`.
    Statement(Statement),
}
