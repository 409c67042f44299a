//! Compiled statements, rules and triggers.

mod movement;
mod trigger;

use crate::model::expr::NewPiece;
use crate::model::rules::Ending as EndOf;
use crate::model::{LocalId, RuleId, SlotId, StoredId};

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
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// One of several blocks.
    Either(Vec<BlockId>),
    /// A block, or not.
    May(BlockId),
    /// So many times; without a number, as long as it can.
    Repeat(Option<NodeId>, BlockId),
    /// As often as the chooser likes.
    MayRepeat(BlockId),
    /// For each element.
    For(LocalId, NodeId, BlockId),
    /// One of two blocks.
    If(NodeId, BlockId, BlockId),
    /// With another acting piece.
    As(NodeId, BlockId),
    /// A choice, under a name.
    Choose(LocalId, String, Option<Count>, NodeId, Chooser),
    /// A name for a value.
    Let(LocalId, NodeId),
    /// Fails the run.
    Require(NodeId),
    /// A leg by the acting piece.
    Path(PathId),
    /// A named verb: the name is a deed of the move.
    Verb(String, BlockId),
    /// Pieces go to.
    MovePiece(NodeId, PieceTo),
    /// A fresh piece comes.
    PlaceNew(NewPiece, PieceTo),
    /// Tokens go to.
    MoveToken(NodeId, TokenTo),
    /// Captures.
    Take(NodeId),
    /// The kind of pieces.
    SetKind(NodeId, NodeId),
    /// The owner of pieces.
    SetOwner(NodeId, NodeId),
    /// The attribute of pieces.
    SetSlot(SlotId, NodeId, NodeId),
    /// The face of tokens.
    SetFace(NodeId, NodeId),
    /// A counter or clock.
    SetNumber(StoredId, Option<NodeId>, NodeId),
    /// A kept thing.
    SetKept(StoredId, Option<NodeId>, NodeId),
    /// A counter or clock goes up.
    Raise(StoredId, Option<NodeId>, NodeId),
    /// Each goes where the next stands.
    Exchange(Vec<NodeId>),
    /// Order and identity are forgotten.
    Shuffle(NodeId),
    /// Players have seen tokens.
    Show(NodeId, NodeId),
    /// The event does not happen.
    Prevent,
    /// Ends something.
    End(EndOf, Option<String>),
    /// A decision of a turn script.
    Play(NodeId, Option<NodeId>),
    /// Sides win.
    Wins(NodeId, Option<String>),
    /// Sides lose.
    Loses(NodeId, Option<String>),
    /// A draw.
    Draw(Option<String>),
}

impl Op {
    /// Whether it is there to ask somebody, or chance.
    pub fn asks(&self) -> bool {
        matches!(self, Op::Choose(..) | Op::Play(..) | Op::May(_) | Op::MayRepeat(_) | Op::Either(_))
    }

    /// The blocks directly inside it.
    pub fn blocks(&self) -> Vec<BlockId> {
        match self {
            Op::Either(blocks) => blocks.clone(),
            Op::If(_, then, otherwise) => vec![*then, *otherwise],
            Op::May(block)
            | Op::Repeat(_, block)
            | Op::MayRepeat(block)
            | Op::For(_, _, block)
            | Op::As(_, block)
            | Op::Verb(_, block) => vec![*block],
            _ => Vec::new(),
        }
    }
}

impl Op {
    /// The phrases of a statement itself: not those of blocks inside it, nor of a path.
    pub fn nodes(&self) -> Vec<NodeId> {
        match self {
            Op::Either(_)
            | Op::May(_)
            | Op::MayRepeat(_)
            | Op::Path(_)
            | Op::Verb(..)
            | Op::Prevent
            | Op::End(..)
            | Op::Draw(_)
            | Op::Repeat(None, _) => Vec::new(),
            Op::Repeat(Some(a), _)
            | Op::For(_, a, _)
            | Op::If(a, ..)
            | Op::As(a, _)
            | Op::Let(_, a)
            | Op::Require(a)
            | Op::Take(a)
            | Op::Shuffle(a)
            | Op::Wins(a, _)
            | Op::Loses(a, _) => vec![*a],
            Op::Choose(_, _, count, from, by) => {
                let count = match count {
                    None => [None, None],
                    Some(Count::Exactly(many)) => [Some(*many), None],
                    Some(Count::Between(least, most)) => [Some(*least), *most],
                };
                let by = match by {
                    Chooser::Player(player, _) => Some(*player),
                    Chooser::Current | Chooser::Chance => None,
                };
                count.into_iter().chain([Some(*from), by]).flatten().collect()
            }
            Op::MovePiece(a, to) => [*a].into_iter().chain(to.node()).collect(),
            Op::PlaceNew(_, to) => to.node().into_iter().collect(),
            Op::MoveToken(a, to) => [*a].into_iter().chain(to.node()).collect(),
            Op::SetKind(a, b) | Op::SetOwner(a, b) | Op::SetSlot(_, a, b) | Op::SetFace(a, b) | Op::Show(a, b) => vec![*a, *b],
            Op::SetNumber(_, of, to) | Op::SetKept(_, of, to) | Op::Raise(_, of, to) => {
                of.iter().copied().chain([*to]).collect()
            }
            Op::Exchange(all) => all.clone(),
            Op::Play(moves, by) => [*moves].into_iter().chain(*by).collect(),
        }
    }
}

/// Who chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chooser {
    /// Who is choosing anyway.
    Current,
    /// Chance.
    Chance,
    /// This player, or the player of this side (the flag).
    Player(NodeId, bool),
}

/// How many are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Count {
    /// So many.
    Exactly(NodeId),
    /// From so many to so many.
    Between(NodeId, Option<NodeId>),
}

/// Where pieces go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PieceTo {
    /// A site.
    Site(NodeId),
    /// A pile.
    Pile(NodeId),
    /// Below a tower.
    BottomOf(NodeId),
    /// On top of a tower.
    TopOf(NodeId),
    /// Out of the game.
    Box,
}

impl PieceTo {
    fn node(self) -> Option<NodeId> {
        match self {
            PieceTo::Site(to) | PieceTo::Pile(to) | PieceTo::BottomOf(to) | PieceTo::TopOf(to) => Some(to),
            PieceTo::Box => None,
        }
    }
}

/// Where tokens go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TokenTo {
    /// A pile.
    Pile(NodeId),
    /// A slot of a piece.
    Slot(SlotId, NodeId),
    /// Under a site.
    Under(NodeId),
    /// Out of the game.
    Box,
}

impl TokenTo {
    fn node(self) -> Option<NodeId> {
        match self {
            TokenTo::Pile(to) | TokenTo::Slot(_, to) | TokenTo::Under(to) => Some(to),
            TokenTo::Box => None,
        }
    }
}
