//! Compiled statements, rules and triggers.

mod movement;
mod trigger;

use crate::model::RuleId;
use crate::model::rules::{self, ChooseCount, Effects, PieceDestination, StatementKind, TokenDestination};

use super::node::NodeId;

pub use movement::{Filter, Group, Item, Law, MoveRule, Path, Script, Set, Verb};
pub use trigger::{Ending, EventKind, Game, RuleRef, Score, Soon, Trigger, Triggers};

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
    /// What they may do, those in blocks inside them among them.
    pub effects: Effects,
}

/// A statement.
pub type Op = StatementKind<NodeId, BlockId, PathId>;

/// How many are chosen.
pub type Count = ChooseCount<NodeId>;

/// Who chooses.
pub type Chooser = rules::Chooser<NodeId>;

/// Where pieces go.
pub type PieceTo = PieceDestination<NodeId>;

/// Where tokens go.
pub type TokenTo = TokenDestination<NodeId>;
