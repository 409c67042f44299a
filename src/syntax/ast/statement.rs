//! Statements: what is done.

use super::{Expr, Quantity, Verb, Word};
use crate::source::{Span, Spanned};

/// Statements in braces or after a colon.
#[derive(Clone, Debug, PartialEq)]
pub struct Suite {
    /// The statements in order, each with its `##` lines.
    pub statements: Vec<Statement>,
    /// From brace to brace, or from the colon on.
    pub span: Span,
    /// Whether it is written with braces; else with a colon.
    pub braced: bool,
}

/// A statement with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The `##` lines above it.
    pub doc: Option<Spanned<String>>,
    /// The statement.
    pub kind: StatementKind,
    /// The span without the `##` lines, including the `if C` of a simple statement.
    pub span: Span,
}

/// The kinds of statements.
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
    /// A simple statement followed by `if C`.
    Conditional(Box<Statement>, Expr),
    /// `choose [q] x in S [by A]`
    Choose {
        /// How many.
        quantity: Quantity,
        /// The name given to the things chosen.
        name: Word,
        /// The set to choose from.
        from: Expr,
        /// The player who chooses, or chance.
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
    /// `exchange A, B, …`: each goes to the place of the next, the last to that of the first.
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
    /// A path or a call of a defined verb.
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
