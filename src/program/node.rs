//! Compiled phrases: an arena of nodes, equal ones shared.

use smallvec::SmallVec;

use crate::model::expr::{Arithmetic, Field, Given, RelativeRow, RelativeWay, Type};
use crate::model::{GroupId, LocalId, RuleId, SiteSet, SlotId, StoredId, TokenId};
pub use crate::syntax::ast::Order;

use super::asks::{self, Asks};
use super::code::{BlockId, PathId};
use super::fixed::{self, Keep};

/// Index into [`Phrases::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// The phrases of a program, by [`NodeId`].
#[derive(Clone, Debug)]
pub struct Phrases {
    /// Each is built once however often it is used.
    pub nodes: Vec<Node>,
    /// What each denotes a set of.
    pub types: Vec<Type>,
    /// What each asks about, with its parts.
    pub asks: Vec<Asks>,
    /// Whether each depends on the position alone.
    pub fixed: Vec<bool>,
    /// How long the value of each is kept.
    pub keeping: Vec<Keep>,
}

impl Phrases {
    /// Phrases, and what they denote sets of.
    pub(super) fn new(nodes: Vec<Node>, types: Vec<Type>) -> Phrases {
        let (fixed, keeping) = (fixed::fixed(&nodes), fixed::keeping(&nodes));
        Phrases { asks: asks::sums(&nodes), nodes, types, fixed, keeping }
    }
}

/// Children of a node.
pub type Nodes = SmallVec<[NodeId; 4]>;

/// What a relative word is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relative {
    /// The owner of the piece being described, else as [`Relative::Actor`].
    Described,
    /// The owner of the acting piece, else the mover's side.
    Actor,
    /// The mover's side.
    Mover,
    /// These sides.
    Of(NodeId),
}

/// A phrase. Sets of sites, pieces and tokens, sets as bits (directions, players, sides, kinds, values), numbers and truths.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// The empty set, of whatever type.
    None,
    /// A number.
    Number(i64),
    /// A truth.
    Truth(bool),
    /// Sites known beforehand.
    Sites(SiteSet),
    /// `far-row`, one set a side.
    RelativeSites(RelativeRow, Relative),
    /// Directions, players, sides, kinds or values known beforehand.
    Bits(u64),
    /// `forward`
    RelativeDirections(RelativeWay, Relative),
    /// Every token of a type.
    Tokens(TokenId),
    /// `actor`, `taken` …
    Given(Given),
    /// A bound name.
    Local(LocalId),
    /// A counter or kept thing.
    Stored(StoredId, Option<NodeId>),
    /// Classes of moves.
    Moves(SmallVec<[GroupId; 4]>),
    /// Moves of other players.
    MovesOf(NodeId, NodeId),
    /// In all of them.
    Intersect(Nodes),
    /// In any of them.
    Union(Nodes),
    /// In the first, not in the second.
    Without(NodeId, NodeId),
    /// `F of X`
    Field(Field, NodeId),
    /// `D from S`: directions, sites (or pieces, if the flag is set: relative words are then the piece's owner's).
    From(NodeId, NodeId, bool),
    /// `D beyond S`; the flag as for [`Node::From`].
    Beyond(NodeId, NodeId, bool),
    /// `P on S`; the flag is `not`.
    On(NodeId, NodeId, bool),
    /// `X in C`; the flag is `not`.
    In(NodeId, NodeId, bool),
    /// `A where C`
    Where(NodeId, LocalId, NodeId),
    /// `A with most N`
    Extreme(NodeId, LocalId, bool, NodeId),
    /// `(if C then A else B)`
    If(NodeId, NodeId, NodeId),
    /// Pieces of kinds.
    PiecesOfKinds(NodeId),
    /// Pieces bearing values.
    PiecesBearing(SlotId, Option<u8>, NodeId),
    /// Tokens bearing values.
    TokensBearing(TokenId, u8, NodeId),
    /// Tokens with faces.
    TokensFaced(TokenId, NodeId),
    /// What lies in piles, or below commanders.
    Contents(NodeId),
    /// How many.
    Count(NodeId),
    /// Whether any.
    Some(NodeId),
    /// The sum of a field.
    Total(Field, NodeId),
    /// Places in a list.
    Order(NodeId, NodeId),
    /// Arithmetic.
    Arithmetic(Arithmetic, NodeId, NodeId),
    /// Numbers compared.
    Compare(Order, NodeId, NodeId),
    /// Not empty, and contained.
    Is(NodeId, NodeId),
    /// All hold.
    And(Nodes),
    /// One holds.
    Or(Nodes),
    /// Does not hold.
    Not(NodeId),
    /// A path exists for one of these pieces.
    CanPath(NodeId, PathId),
    /// A first leg by a rule of these classes exists for one of these pieces (or players), taking something of the set. The rules of
    /// the lines are left out.
    CanGroup(NodeId, SmallVec<[GroupId; 4]>, Option<NodeId>, Box<[RuleId]>),
    /// A run of a body exists for one of these pieces.
    CanBody(NodeId, BlockId),
}

impl Node {
    /// The phrases that it is made of; not those inside paths and bodies.
    pub fn parts(&self) -> Nodes {
        match self {
            Node::None
            | Node::Number(_)
            | Node::Truth(_)
            | Node::Sites(_)
            | Node::Bits(_)
            | Node::Tokens(_)
            | Node::Given(_)
            | Node::Local(_)
            | Node::Moves(_) => Nodes::new(),
            Node::RelativeSites(_, to) | Node::RelativeDirections(_, to) => match to {
                Relative::Of(of) => Nodes::from_slice(&[*of]),
                Relative::Described | Relative::Actor | Relative::Mover => Nodes::new(),
            },
            Node::Stored(_, of) => of.iter().copied().collect(),
            Node::Intersect(parts) | Node::Union(parts) | Node::And(parts) | Node::Or(parts) => parts.clone(),
            Node::Field(_, a)
            | Node::PiecesOfKinds(a)
            | Node::PiecesBearing(_, _, a)
            | Node::TokensBearing(_, _, a)
            | Node::TokensFaced(_, a)
            | Node::Contents(a)
            | Node::Count(a)
            | Node::Some(a)
            | Node::Total(_, a)
            | Node::Not(a)
            | Node::CanPath(a, _)
            | Node::CanBody(a, _) => Nodes::from_slice(&[*a]),
            Node::MovesOf(a, b)
            | Node::Without(a, b)
            | Node::From(a, b, _)
            | Node::Beyond(a, b, _)
            | Node::On(a, b, _)
            | Node::In(a, b, _)
            | Node::Where(a, _, b)
            | Node::Extreme(a, _, _, b)
            | Node::Order(a, b)
            | Node::Arithmetic(_, a, b)
            | Node::Compare(_, a, b)
            | Node::Is(a, b) => Nodes::from_slice(&[*a, *b]),
            Node::If(a, b, c) => Nodes::from_slice(&[*a, *b, *c]),
            Node::CanGroup(a, _, b, _) => std::iter::once(*a).chain(*b).collect(),
        }
    }
}
