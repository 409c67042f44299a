//! The syntax tree: what was written, including doc lines, with a span on every part. It knows only the reserved words; whether
//! `man` is a kind, a region or a mistake is decided by `check`.

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

/// A word as written: without its article, but with a plural ending.
pub type Word = Spanned<String>;

/// A rule file below its front matter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuleFile {
    /// Chapters and options, in the order of the text.
    pub parts: Vec<Part>,
}

/// A chapter, or an option that contains chapters.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// `capture { … }`
    Chapter(Chapter),
    /// `option NAME { … }`
    Option(OptionBlock),
}

/// An option: `option forced-first-enemy { obligation { … } }`
#[derive(Clone, Debug, PartialEq)]
pub struct OptionBlock {
    /// The `##` lines above it, joined by newlines.
    pub doc: Option<Spanned<String>>,
    /// Its name.
    pub name: Word,
    /// The chapters that it adds to the file.
    pub chapters: Vec<Chapter>,
    /// The whole block.
    pub span: Span,
}

/// A chapter: `movement { … }`, `replace capture { … }`, `moves dispelling { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Chapter {
    /// The `##` lines above it.
    pub doc: Option<Spanned<String>>,
    /// `replace` or `remove` before the name.
    pub edit: Option<Spanned<ChapterEdit>>,
    /// Its name.
    pub name: Spanned<ChapterName>,
    /// Its rules.
    pub items: Vec<Item>,
    /// From the first word to the closing brace.
    pub span: Span,
}

/// What a child does with a whole chapter of its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChapterEdit {
    /// `replace capture { … }`
    Replace,
    /// `remove promotion { }`
    Remove,
}

/// The chapters of a rule file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ChapterName {
    /// Names for sets, verbs and statements.
    Definitions,
    /// Statements that run once before the first turn.
    Setup,
    /// The statements of a turn.
    Turn,
    /// The class `movement`, by convention moves that capture nothing.
    Movement,
    /// The class `capture`.
    Capture,
    /// `moves NAME { }`: a further class of moves.
    Moves(String),
    /// Which moves are compulsory.
    Obligation,
    /// Triggers that change the kind of a piece.
    Promotion,
    /// Other triggers.
    Effects,
    /// Counters, clocks and kept things.
    State,
    /// Endings and scores.
    Victory,
}

/// A rule of a chapter, or an edit of a rule of the parent.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The `##` lines above it.
    pub doc: Option<Spanned<String>>,
    /// The rule or edit.
    pub kind: ItemKind,
    /// The span without the `##` lines.
    pub span: Span,
}

/// A rule, or an edit of the parent's rules.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `man may step forward diagonal`
    Rule(Rule),
    /// `add RULE`
    Add(Rule),
    /// `replace BEGINNING by RULE` or `replace BEGINNING by { RULES }`
    Replace {
        /// The beginning of the old rule, as words.
        old: Spanned<Vec<String>>,
        /// The rules that replace it.
        new: Vec<Item>,
    },
    /// `remove BEGINNING`
    Remove {
        /// The beginning of the old rule, as words.
        old: Spanned<Vec<String>>,
    },
}

/// The kinds of rules.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// `define NAME (params) [label (params)]… = …`
    Define(Define),
    /// `counter`, `clock` or `keep`
    Stored(Stored),
    /// `man may step forward diagonal [if C] [suite]`
    May {
        /// Who may do it.
        subject: Expr,
        /// What may be done.
        verb: Verb,
        /// `if C`
        condition: Option<Expr>,
        /// What follows after each leg.
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
        /// The preferred moves.
        moves: Expr,
        /// The condition, if any.
        condition: Option<Expr>,
    },
    /// `when EVENT [if C] suite`, `before EVENT …`
    Trigger {
        /// Whether it is `before`; else `when`.
        before: bool,
        /// The event.
        event: Event,
        /// `if C`
        condition: Option<Expr>,
        /// What is done.
        suite: Suite,
    },
    /// `as soon as C suite`
    Soon {
        /// The condition.
        condition: Expr,
        /// What is done.
        suite: Suite,
    },
    /// `player who cannot move loses`, `player who cannot move: settle`
    CannotMove {
        /// The players to which it applies, usually `player`.
        player: Expr,
        /// What is done; a bare `loses` or `wins` becomes a suite with that result for `it`.
        suite: Suite,
    },
    /// `score of player is E`
    Score {
        /// The players whose score it is, usually `player`; `it` in `value`.
        player: Expr,
        /// The score.
        value: Expr,
    },
    /// Any statement, in `turn`, `setup` and `victory`.
    Statement(Statement),
}
