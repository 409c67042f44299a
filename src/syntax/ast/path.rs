//! Verbs and the paths they follow.

use super::{Expr, LabelWord, Word};
use crate::source::{Span, Spanned};

/// A verb: a path, a call of a defined word, or (only after `can`) a class of moves.
#[derive(Clone, Debug, PartialEq)]
pub enum Verb {
    /// A path: `go ways, to empty`
    Path(Path),
    /// A call: `jump forward diagonal over enemy`; also `capture enemy` after `can`.
    Call(Call),
}

/// A call of a defined verb: `jump forward diagonal over enemy`
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The verb.
    pub name: Word,
    /// The arguments before the first label; for `name(a, b)` all arguments.
    pub args: Vec<Expr>,
    /// The arguments after labels: `over enemy`, …
    pub labelled: Vec<(Spanned<LabelWord>, Expr)>,
    /// The whole call.
    pub span: Span,
}

/// A path: `go WAYS, ITEM, …`
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// `go`, `strike` or `sweep`
    pub mode: Spanned<PathMode>,
    /// The directions.
    pub ways: Expr,
    /// What must be on the line, site by site.
    pub items: Vec<PathItem>,
    /// The whole path.
    pub span: Span,
}

/// How a path uses its matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathMode {
    /// One match is chosen, and the piece moves.
    Go,
    /// One match is chosen, and the piece stays.
    Strike,
    /// All matches are used at once, and the piece stays.
    Sweep,
}

/// An item of a path.
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

/// How many sites, pieces or things.
#[derive(Clone, Debug, PartialEq)]
pub enum Quantity {
    /// No quantity: one.
    One,
    /// `any`: 0 or more.
    Any,
    /// `some`: 1 or more.
    Some,
    /// `all`: the whole unbroken row, 1 or more.
    All,
    /// `2`, a name, or `(count taken)`
    Exactly(Box<Expr>),
    /// `1..3`
    Range(Box<Expr>, Box<Expr>),
}
