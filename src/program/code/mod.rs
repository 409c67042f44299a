//! Compiled statements, rules and triggers.

mod movement;
mod trigger;

use crate::model::RuleId;
use crate::model::rules::{self, ChooseCount, Effects, PieceDestination, StatementKind, TokenDestination};

use super::node::NodeId;

pub use movement::{Group, Item, Law, MoveRule, Obligation, Path, Script, Set, Verb};
pub use trigger::{Ending, EventKind, Game, ImmediateEnding, RuleRef, Score, Trigger, Triggers};

/// Index into [`super::Program::blocks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u32);

/// Index into [`super::Program::paths`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PathId(pub u32);

/// Statements in order, each with the rule line it came from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// The statements.
    pub ops: Vec<(Op, RuleId)>,
    /// What they may do, those in inner blocks included.
    pub effects: Effects,
}

/// A statement.
pub type Op = StatementKind<NodeId, BlockId, PathId>;

/// How many things are chosen.
pub type Count = ChooseCount<NodeId>;

/// Who chooses.
pub type Chooser = rules::Chooser<NodeId>;

/// Where pieces go.
pub type PieceTo = PieceDestination<NodeId>;

/// Where tokens go.
pub type TokenTo = TokenDestination<NodeId>;
