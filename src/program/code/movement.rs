//! Compiled rules of movement.

use super::{BlockId, PathId};
use crate::model::RuleId;
use crate::model::rules::{PathMode, Times};
use crate::program::node::NodeId;

/// A path over a ray.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// `go`, `strike`, `sweep`
    pub mode: PathMode,
    /// Along which directions.
    pub ways: NodeId,
    /// What lies behind the start, read outward: the items before `here`.
    pub behind: Vec<Item>,
    /// What lies ahead.
    pub ahead: Vec<Item>,
    /// Where it was written.
    pub rule: RuleId,
}

impl Path {
    /// The phrases that it is made of.
    pub fn nodes(&self) -> Vec<NodeId> {
        let mut items: Vec<&Item> = self.behind.iter().chain(&self.ahead).collect();
        let mut nodes = vec![self.ways];
        while let Some(item) = items.pop() {
            match item {
                Item::Past(_, set) | Item::Taking(_, set) | Item::To(set) => nodes.push(set.node),
                Item::Group(_, group) => items.extend(group),
                Item::Counted(number, group) => {
                    nodes.push(*number);
                    items.extend(group);
                }
            }
        }
        nodes
    }

    /// What may be taken on it, item by item.
    pub fn prey(&self) -> Vec<NodeId> {
        let mut items: Vec<&Item> = self.behind.iter().chain(&self.ahead).collect();
        let mut prey = Vec::new();
        while let Some(item) = items.pop() {
            match item {
                Item::Taking(_, set) => prey.push(set.node),
                Item::Group(_, group) | Item::Counted(_, group) => items.extend(group),
                Item::Past(..) | Item::To(_) => {}
            }
        }
        prey
    }

    /// Whether pieces may be taken on it.
    pub fn takes(&self) -> bool {
        !self.prey().is_empty()
    }
}

/// An item of a path.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Sites gone over; whether the set is one of pieces.
    Past(Times, Set),
    /// Pieces taken.
    Taking(Times, Set),
    /// The landing.
    To(Set),
    /// Items repeated.
    Group(Times, Vec<Item>),
    /// Items as often as a number says.
    Counted(NodeId, Vec<Item>),
}

/// A set tested site by site.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Set {
    /// The phrase.
    pub node: NodeId,
    /// A set of pieces: the site matches if its commander is in it.
    pub pieces: bool,
}

/// A script: a block with its names.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// Its line.
    pub rule: RuleId,
    /// How many names it binds.
    pub locals: u16,
    /// Its statements.
    pub body: BlockId,
}

/// A class of moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// `capture`
    pub name: String,
    /// Its rules.
    pub rules: Vec<MoveRule>,
    /// Its chain laws.
    pub chain: Vec<Law>,
    /// Bars legs opposite to the last.
    pub must_not_reverse: bool,
    /// Bars legs in the direction of the last.
    pub must_turn: bool,
    /// Bars legs in any other direction than the last.
    pub must_not_turn: bool,
    /// Taken pieces wait until the move is over.
    pub removal_after_move: bool,
}

/// A chain law.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    /// Its line.
    pub rule: RuleId,
    /// How many names it binds.
    pub locals: u16,
    /// Must, else may.
    pub must: bool,
    /// When.
    pub condition: Option<NodeId>,
}

/// `SET may VERB`
#[derive(Clone, Debug, PartialEq)]
pub struct MoveRule {
    /// Its line.
    pub rule: RuleId,
    /// How many names it binds.
    pub locals: u16,
    /// Whose: pieces, or (`true`) players.
    pub subject: NodeId,
    /// The subject is players; there is no acting piece.
    pub by_player: bool,
    /// The path, or the body with the verb's name.
    pub verb: Verb,
    /// When.
    pub condition: Option<NodeId>,
    /// What follows each leg.
    pub then: BlockId,
}

/// What a rule lets one do.
#[derive(Clone, Debug, PartialEq)]
pub enum Verb {
    /// A path.
    Path(PathId),
    /// Statements, under a name.
    Body(String, BlockId),
}

/// An obligation.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    /// Its line.
    pub rule: RuleId,
    /// How many names it binds.
    pub locals: u16,
    /// The moves preferred.
    pub moves: NodeId,
    /// When.
    pub condition: Option<NodeId>,
}
