//! Compiled phrases: an arena of nodes in which equal ones are shared.

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
    /// The nodes; each is built once, however often it is used.
    pub nodes: Vec<Node>,
    /// The type of the elements of each phrase's set.
    pub types: Vec<Type>,
    /// What each depends on, its parts included.
    pub asks: Vec<Asks>,
    /// Whether each depends on the position alone.
    pub fixed: Vec<bool>,
    /// How long the value of each is cached.
    pub keeping: Vec<Keep>,
}

impl Phrases {
    /// Phrases with these nodes and types.
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

/// A phrase. Its value is a set of sites, pieces or tokens, a set as bits (directions, players, sides, kinds, values), a number
/// or a truth.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// The empty set, of any type.
    None,
    /// A number.
    Number(i64),
    /// A truth value.
    Truth(bool),
    /// Sites that are constant.
    Sites(SiteSet),
    /// `far-row`: a set of sites for each side.
    RelativeSites(RelativeRow, Relative),
    /// Directions, players, sides, kinds or values that are constant.
    Bits(u64),
    /// `forward`
    RelativeDirections(RelativeWay, Relative),
    /// Every token of a type.
    Tokens(TokenId),
    /// `actor`, `taken` …
    Given(Given),
    /// A bound name.
    Local(LocalId),
    /// A counter, clock or kept thing; for which owner, if it has several.
    Stored(StoredId, Option<NodeId>),
    /// Classes of moves.
    Moves(SmallVec<[GroupId; 4]>),
    /// Moves of other players.
    MovesOf(NodeId, NodeId),
    /// What is in all of them.
    Intersect(Nodes),
    /// What is in any of them.
    Union(Nodes),
    /// What is in the first, but not in the second.
    Without(NodeId, NodeId),
    /// `F of X`
    Field(Field, NodeId),
    /// `D from S`: directions, sites (or pieces, if the flag is set; relative words then refer to the piece's owner).
    From(NodeId, NodeId, bool),
    /// `D beyond S`; the flag as for [`Node::From`].
    Beyond(NodeId, NodeId, bool),
    /// `P on S`; the flag is `not`.
    On(NodeId, NodeId, bool),
    /// `X in C`; the flag is `not`.
    In(NodeId, NodeId, bool),
    /// `A where C`
    Where(NodeId, LocalId, NodeId),
    /// `A with most N`, or `with least` if the flag is not set.
    Extreme(NodeId, LocalId, bool, NodeId),
    /// `(if C then A else B)`
    If(NodeId, NodeId, NodeId),
    /// Pieces of these kinds.
    PiecesOfKinds(NodeId),
    /// Pieces with these values of an attribute, or with a token of these values in a slot.
    PiecesBearing(SlotId, Option<u8>, NodeId),
    /// Tokens with these values of an attribute.
    TokensBearing(TokenId, u8, NodeId),
    /// Tokens that lie with one of these faces.
    TokensFaced(TokenId, NodeId),
    /// What lies in piles, or below commanders.
    Contents(NodeId),
    /// The number of elements.
    Count(NodeId),
    /// Whether there is an element.
    Some(NodeId),
    /// The sum of a field over a set.
    Total(Field, NodeId),
    /// The places in a list at which an element of a set is.
    Order(NodeId, NodeId),
    /// Arithmetic.
    Arithmetic(Arithmetic, NodeId, NodeId),
    /// A comparison of numbers.
    Compare(Order, NodeId, NodeId),
    /// Whether the first is not empty, and contained in the second.
    Is(NodeId, NodeId),
    /// Whether all hold.
    And(Nodes),
    /// Whether one holds.
    Or(Nodes),
    /// Whether it does not hold.
    Not(NodeId),
    /// Whether one of these pieces has a match of a path.
    CanPath(NodeId, PathId),
    /// Whether one of these pieces (or players) has a first leg by a rule of these classes that takes something of the set. The
    /// rules with the given lines are left out.
    CanGroup(NodeId, SmallVec<[GroupId; 4]>, Option<NodeId>, Box<[RuleId]>),
    /// Whether a body has a run for one of these pieces.
    CanBody(NodeId, BlockId),
}

impl Node {
    /// The phrases that it is made of, except those inside paths and bodies.
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
