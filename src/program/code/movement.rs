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
    /// Its directions.
    pub ways: NodeId,
    /// What lies behind the start, read outward: the items before `here`.
    pub behind: Vec<Item>,
    /// What lies ahead.
    pub ahead: Vec<Item>,
    /// The line in which it is written.
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

    /// The sets of what may be captured on it, one for each item that captures.
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

    /// Whether pieces may be captured on it.
    pub fn takes(&self) -> bool {
        !self.prey().is_empty()
    }
}

/// An item of a path.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Sites passed over.
    Past(Times, Set),
    /// Pieces captured.
    Taking(Times, Set),
    /// The landing.
    To(Set),
    /// Items repeated.
    Group(Times, Vec<Item>),
    /// Items repeated as often as a number says.
    Counted(NodeId, Vec<Item>),
}

/// A set tested site by site.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Set {
    /// The phrase.
    pub node: NodeId,
    /// A set of pieces: a site matches if its commander is in the set.
    pub pieces: bool,
}

/// A script: a block with its names.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// Its line.
    pub rule: RuleId,
    /// The number of names it binds.
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
    /// The line by which a leg may not go opposite to the last.
    pub must_not_reverse: Option<RuleId>,
    /// The line by which a leg may not go in the direction of the last.
    pub must_turn: Option<RuleId>,
    /// The line by which a leg may go only in the direction of the last.
    pub must_not_turn: Option<RuleId>,
    /// Captured pieces are removed when the move is over.
    pub removal_after_move: bool,
}

impl Group {
    /// Whether a law restricts the direction of further legs.
    pub fn has_turning_law(&self) -> bool {
        self.must_not_reverse.is_some() || self.must_turn.is_some() || self.must_not_turn.is_some()
    }

    /// The law that bars a leg in the direction `next` after one in the direction `last`, whose opposite is `back`.
    pub fn turning_law(&self, last: u8, back: Option<u8>, next: u8) -> Option<RuleId> {
        let reverse = self.must_not_reverse.filter(|_| Some(next) == back);
        reverse.or(self.must_turn.filter(|_| next == last)).or(self.must_not_turn.filter(|_| next != last))
    }
}

/// A chain law.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    /// Its line.
    pub rule: RuleId,
    /// The number of names it binds.
    pub locals: u16,
    /// The chain must continue; else it may.
    pub must: bool,
    /// When, if not always.
    pub condition: Option<NodeId>,
}

/// `SET may VERB`
#[derive(Clone, Debug, PartialEq)]
pub struct MoveRule {
    /// Its line.
    pub rule: RuleId,
    /// The number of names it binds.
    pub locals: u16,
    /// Who may move: pieces, or players if `by_player`.
    pub subject: NodeId,
    /// The subject is players; there is no acting piece.
    pub by_player: bool,
    /// The path, or the body with the verb's name.
    pub verb: Verb,
    /// When, if not always.
    pub condition: Option<NodeId>,
    /// What follows each leg.
    pub then: BlockId,
}

/// What a rule allows.
#[derive(Clone, Debug, PartialEq)]
pub enum Verb {
    /// A path.
    Path(PathId),
    /// Statements, with the name of the verb.
    Body(String, BlockId),
}

/// An obligation.
#[derive(Clone, Debug, PartialEq)]
pub struct Obligation {
    /// Its line.
    pub rule: RuleId,
    /// The number of names it binds.
    pub locals: u16,
    /// The preferred moves.
    pub moves: NodeId,
    /// When, if not always.
    pub condition: Option<NodeId>,
}
