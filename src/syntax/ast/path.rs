//! Verbs and the paths they follow.

use super::{Expr, LabelWord, Word};
use crate::source::{Span, Spanned};

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
