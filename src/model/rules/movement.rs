//! Rules that offer moves, and what binds them.

use std::sync::Arc;

use super::{Block, Scope};
use crate::model::RuleId;
use crate::model::expr::Expr;
use crate::source::Span;
use crate::syntax::ast::PathMode;

/// A class of moves.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveGroup {
    /// `capture`
    pub name: String,
    /// `SET may VERB` lines in order.
    pub rules: Vec<Arc<MoveRule>>,
    /// `chain …` lines in order.
    pub chain: Vec<Arc<ChainLaw>>,
    /// Bars legs opposite to the last.
    pub must_not_reverse: Option<RuleId>,
    /// Bars legs in the direction of the last.
    pub must_turn: Option<RuleId>,
    /// Bars legs in any other direction than the last.
    pub must_not_turn: Option<RuleId>,
    /// When what it takes leaves the board; with the line that says so.
    pub removal: Removal,
}

/// When taken pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// As each is taken (also the default, without a line).
    AtOnce(Option<RuleId>),
    /// All together when the move is over; until then they are in no set of pieces and their sites are not empty.
    AfterMove(RuleId),
}

/// `chain must continue if C`, `chain may continue`
#[derive(Clone, Debug, PartialEq)]
pub struct ChainLaw {
    /// The line.
    pub rule: RuleId,
    /// Its names.
    pub scope: Scope,
    /// `must`, else `may`.
    pub must: bool,
    /// When.
    pub condition: Option<Expr>,
}

/// `SET may VERB [if C] [suite]`
#[derive(Clone, Debug, PartialEq)]
pub struct MoveRule {
    /// The line.
    pub rule: RuleId,
    /// Its names.
    pub scope: Scope,
    /// Who may.
    pub subject: Subject,
    /// What.
    pub verb: MoveVerb,
    /// When; about the position before the leg.
    pub condition: Option<Expr>,
    /// What follows the leg.
    pub then: Block,
}

/// Who acts.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// Own pieces of this set.
    Pieces(Expr),
    /// Players; there is no acting piece.
    Players(Expr),
}

/// What is done.
#[derive(Clone, Debug, PartialEq)]
pub enum MoveVerb {
    /// A path; the name of the library word or definition that it came from, if any.
    Path(Option<String>, Path),
    /// Statements; with the verb's name, which the text of the move shows.
    Body(String, Block),
}

/// `go WAYS, ITEM, …`
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// `go`, `strike` or `sweep`.
    pub mode: PathMode,
    /// Along which directions.
    pub ways: Expr,
    /// What is met on the ray.
    pub items: Vec<PathItem>,
    /// The line it was written in.
    pub rule: RuleId,
    /// Where.
    pub span: Span,
}

/// One item of a path.
#[derive(Clone, Debug, PartialEq)]
pub enum PathItem {
    /// Sites gone over. The set is of sites, or of pieces: then sites where one of them stands.
    Past(Times, Expr),
    /// Pieces taken.
    Taking(Times, Expr),
    /// The landing; a set of sites.
    To(Expr),
    /// The start; items before it lie behind, read outward.
    Here,
    /// A group, repeated.
    Group(Times, Vec<PathItem>),
    /// A group exactly as often as a number says when the path is followed; a number below 0 fits nothing.
    Counted(Expr, Vec<PathItem>),
}

/// How often an item matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Times {
    /// At least.
    pub least: u16,
    /// At most; `None`: without limit.
    pub most: Option<u16>,
    /// Only the whole unbroken run: `all`.
    pub whole: bool,
}

/// `must SET [if C]`
#[derive(Clone, Debug, PartialEq)]
pub struct Obligation {
    /// The line.
    pub rule: RuleId,
    /// Its names.
    pub scope: Scope,
    /// The preferred moves; type move.
    pub moves: Expr,
    /// When; about the position before the move.
    pub condition: Option<Expr>,
}
