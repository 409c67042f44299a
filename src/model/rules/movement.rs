//! Classes of moves, their rules, and obligations.

use std::sync::Arc;

use super::{Block, Scope};
use crate::model::RuleId;
use crate::model::expr::Expr;
use crate::source::Span;
use crate::syntax::ast::PathMode;

/// A class of moves.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveGroup {
    /// Its name: `capture`
    pub name: String,
    /// Its `WHO may VERB` rules, in order.
    pub rules: Vec<Arc<MoveRule>>,
    /// Its `chain … continue` lines, in order.
    pub chain: Vec<Arc<ChainLaw>>,
    /// The line `chain must not reverse`: the next leg is not opposite to the last.
    pub must_not_reverse: Option<RuleId>,
    /// The line `chain must turn`: the next leg is not in the direction of the last.
    pub must_turn: Option<RuleId>,
    /// The line `chain must not turn`: the next leg is in the direction of the last.
    pub must_not_turn: Option<RuleId>,
    /// When captured pieces leave the board, and the line that says so.
    pub removal: Removal,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// Each as it is taken; with the line, or without one by default.
    AtOnce(Option<RuleId>),
    /// All together when the move is over. Until then they occupy their sites but are in no set of pieces.
    AfterMove(RuleId),
}

/// `chain must continue if C`, `chain may continue`
#[derive(Clone, Debug, PartialEq)]
pub struct ChainLaw {
    /// The line.
    pub rule: RuleId,
    /// The names bound in it.
    pub scope: Scope,
    /// `must continue`, otherwise `may continue`.
    pub must: bool,
    /// The condition, if any.
    pub condition: Option<Expr>,
}

/// `WHO may VERB [if C] [: what follows]`
#[derive(Clone, Debug, PartialEq)]
pub struct MoveRule {
    /// The line.
    pub rule: RuleId,
    /// The names bound in it.
    pub scope: Scope,
    /// Who may make such a move.
    pub subject: Subject,
    /// What is done.
    pub verb: MoveVerb,
    /// The condition, evaluated before the leg.
    pub condition: Option<Expr>,
    /// The statements that follow the leg.
    pub then: Block,
}

/// Who may make a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// Pieces of the mover in this set.
    Pieces(Expr),
    /// Players in this set; there is no acting piece.
    Players(Expr),
}

/// The verb of a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum MoveVerb {
    /// A path, with the name of the library word or definition it came from, if any.
    Path(Option<String>, Path),
    /// Statements, with the name of the verb, which the text of the move shows.
    Body(String, Block),
}

/// `go WAYS, ITEM, …`
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// `go`, `strike` or `sweep`.
    pub mode: PathMode,
    /// The directions in which it may be followed.
    pub ways: Expr,
    /// The items to match along the line, in order.
    pub items: Vec<PathItem>,
    /// The line it is written in.
    pub rule: RuleId,
    /// Its place in the source.
    pub span: Span,
}

/// One item of a path.
#[derive(Clone, Debug, PartialEq)]
pub enum PathItem {
    /// Sites passed over: sites of the set, or sites with a piece of the set.
    Past(Times, Expr),
    /// Pieces that are taken.
    Taking(Times, Expr),
    /// The landing, in a set of sites.
    To(Expr),
    /// The piece itself; the items before it lie behind the piece, the nearest first.
    Here,
    /// A repeated group.
    Group(Times, Vec<PathItem>),
    /// A group repeated as often as a number says when the path begins; a negative number never matches.
    Counted(Expr, Vec<PathItem>),
}

/// How often an item is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Times {
    /// The minimum.
    pub least: u16,
    /// The maximum; `None` for no limit.
    pub most: Option<u16>,
    /// Only the longest unbroken row matches: `all`.
    pub whole: bool,
}

/// `must SET [if C]`
#[derive(Clone, Debug, PartialEq)]
pub struct Obligation {
    /// The line.
    pub rule: RuleId,
    /// The names bound in it.
    pub scope: Scope,
    /// The moves to keep; a phrase of type move.
    pub moves: Expr,
    /// The condition, evaluated in the position before the move.
    pub condition: Option<Expr>,
}
