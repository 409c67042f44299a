//! The first rung: what was written, comments and all, with a span on every part. It knows no names but the reserved words:
//! whether `man` is a kind, a region or a mistake is for `check` to say.

mod phrase;

pub use phrase::{Expr, ExprKind, Filter, IsTail, Order, Quantifier, Sign};

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

/// A verb: a path, or a defined word with its arguments, or (after `can` only) a class of moves.
#[derive(Clone, Debug, PartialEq)]
pub enum Verb {
    /// `go ways, to empty`
    Path(Path),
    /// `jump forward diagonal over enemy`; also `capture enemy` after `can`.
    Call(Call),
}

/// `jump forward diagonal over enemy`
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The verb.
    pub name: Word,
    /// The arguments before the first label: for `name(a, b)` all of them.
    pub args: Vec<Expr>,
    /// `over enemy`, …
    pub labelled: Vec<(Spanned<LabelWord>, Expr)>,
    /// The whole call.
    pub span: Span,
}

/// `go WAYS, ITEM, …`
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// `go`, `strike` or `sweep`
    pub mode: Spanned<PathMode>,
    /// Along which directions.
    pub ways: Expr,
    /// What is met on the ray.
    pub items: Vec<PathItem>,
    /// The whole path.
    pub span: Span,
}

/// How a path uses its matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathMode {
    /// One match, and the piece goes.
    Go,
    /// One match, and the piece stays.
    Strike,
    /// Every match at once, and the piece stays.
    Sweep,
}

/// One item of a path.
#[derive(Clone, Debug, PartialEq)]
pub enum PathItem {
    /// `past [q] SET`
    Past(Quantity, Expr),
    /// `taking [q] SET`
    Taking(Quantity, Expr),
    /// `to SET`
    To(Expr),
    /// `here`
    Here(Span),
    /// `q (ITEM, …)`
    Group(Quantity, Vec<PathItem>),
}

/// How many.
#[derive(Clone, Debug, PartialEq)]
pub enum Quantity {
    /// No word: one.
    One,
    /// `any`: 0 or more.
    Any,
    /// `some`: 1 or more.
    Some,
    /// `all`: the whole unbroken run, 1 or more.
    All,
    /// `2`, or `(count taken)` in `choose`.
    Exactly(Box<Expr>),
    /// `1..3`
    Range(Box<Expr>, Box<Expr>),
}

/// Statements in braces, or after a colon.
#[derive(Clone, Debug, PartialEq)]
pub struct Suite {
    /// In order, each with its `##` lines.
    pub statements: Vec<Statement>,
    /// From brace to brace, or from the colon on.
    pub span: Span,
    /// Written with braces, not a colon.
    pub braced: bool,
}

/// One statement and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The `##` lines above it.
    pub doc: Option<Spanned<String>>,
    /// What it says.
    pub kind: StatementKind,
    /// Without the `##` lines; with the `if C` of a simple statement.
    pub span: Span,
}

/// What a statement says.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `either suite or suite …`
    Either(Vec<Suite>),
    /// `may suite`, `may play …`, `may repeat: …`
    May(Suite),
    /// `repeat [N] suite`
    Repeat(Option<Expr>, Suite),
    /// `for x in S suite`
    For(Word, Expr, Suite),
    /// `if C suite [else suite]`
    If(Expr, Suite, Option<Suite>),
    /// `as P suite`
    As(Expr, Suite),
    /// A simple statement with `if C` behind it.
    Conditional(Box<Statement>, Expr),
    /// `choose [q] x in S [by A]`
    Choose {
        /// How many.
        quantity: Quantity,
        /// The name given to what is chosen.
        name: Word,
        /// From what.
        from: Expr,
        /// By whom.
        by: Option<Expr>,
    },
    /// `let x = E`
    Let(Word, Expr),
    /// `set F of X to V`, `set N to V`
    Set(Expr, Expr),
    /// `raise N by E`
    Raise(Expr, Expr),
    /// `lower N by E`
    Lower(Expr, Expr),
    /// `move X to Y`
    Move(Expr, Expr),
    /// `take P`
    Take(Expr),
    /// `exchange A, B, …`: each goes where the next stands, the last where the first stood.
    Exchange(Vec<Expr>),
    /// `shuffle PILE`
    Shuffle(Expr),
    /// `show X to P`
    Show(Expr, Expr),
    /// `prevent`
    Prevent,
    /// `end leg`, `end move`, `end turn`, `end game ["why"]`
    End(Spanned<Ending>, Option<Spanned<String>>),
    /// `require C`
    Require(Expr),
    /// `play SET [by P]`
    Play(Expr, Option<Expr>),
    /// `P wins ["why"]`
    Wins(Expr, Option<Spanned<String>>),
    /// `P loses ["why"]`
    Loses(Expr, Option<Spanned<String>>),
    /// `draw ["why"]`
    Draw(Option<Spanned<String>>),
    /// A path or a defined verb.
    Verb(Verb),
}

/// What `end` ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The rest of the leg.
    Leg,
    /// The chain.
    Move,
    /// The turn.
    Turn,
    /// The game, decided by the `score` lines.
    Game,
}
