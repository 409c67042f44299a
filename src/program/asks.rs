//! What phrases ask about. Each kind of phrase says its part in one place ([`Node::asks`]); whoever must know what a phrase hangs on
//! asks the sum over its parts, and names none.

use std::ops::BitOr;

use super::node::{Node, NodeId, Relative};
use crate::model::expr::{Field, HangsOn};

/// A set of things that phrases may ask about, besides the board and whose turn it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asks(u16);

impl Asks {
    /// Nothing.
    pub const NONE: Asks = Asks(0);
    /// The acting piece.
    pub const ACTOR: Asks = Asks(1);
    /// What the move under way has done so far.
    pub const MOVE: Asks = Asks(1 << 1);
    /// What is under a name.
    pub const NAMES: Asks = Asks(1 << 2);
    /// What is counted or kept.
    pub const STORED: Asks = Asks(1 << 3);
    /// How many turns were played.
    pub const TURNS: Asks = Asks(1 << 4);
    /// How often the position has stood.
    pub const REPEATS: Asks = Asks(1 << 5);
    /// What pieces bear, and tokens.
    pub const BORNE: Asks = Asks(1 << 6);
    /// What lies in piles and towers.
    pub const PILES: Asks = Asks(1 << 7);
    /// The moves of a decision.
    pub const CANDIDATES: Asks = Asks(1 << 8);
    /// What could be done.
    pub const TRIES: Asks = Asks(1 << 9);

    /// Whether one of these is asked about.
    pub fn any(self, these: Asks) -> bool {
        self.0 & these.0 != 0
    }
}

impl BitOr for Asks {
    type Output = Asks;

    fn bitor(self, other: Asks) -> Asks {
        Asks(self.0 | other.0)
    }
}

/// For each phrase, what it and its parts ask about. Parts stand before what they are parts of.
pub(super) fn sums(nodes: &[Node]) -> Vec<Asks> {
    let mut sums: Vec<Asks> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let part = |part: &NodeId| sums[part.0 as usize];
        sums.push(node.parts().iter().map(part).fold(node.asks(), |sum, part| sum | part));
    }
    sums
}

impl Node {
    /// What it asks about itself, apart from its parts.
    pub fn asks(&self) -> Asks {
        match self {
            Node::None | Node::Number(_) | Node::Truth(_) | Node::Sites(_) | Node::Bits(_) => Asks::NONE,
            Node::RelativeSites(_, to) | Node::RelativeDirections(_, to) => match to {
                Relative::Described | Relative::Actor => Asks::ACTOR,
                Relative::Mover | Relative::Of(_) => Asks::NONE,
            },
            Node::Given(given) => match given.hangs_on() {
                HangsOn::Nothing | HangsOn::Position => Asks::NONE,
                HangsOn::Actor => Asks::ACTOR,
                HangsOn::Move | HangsOn::Route => Asks::MOVE,
                HangsOn::Turns => Asks::TURNS,
                HangsOn::Repeats => Asks::REPEATS,
            },
            Node::Local(_) => Asks::NAMES,
            Node::Stored(..) => Asks::STORED,
            Node::Moves(_) | Node::MovesOf(..) => Asks::CANDIDATES,
            Node::Field(field, _) => match field {
                Field::Slot(_) | Field::Attribute(_) | Field::Face | Field::Under => Asks::BORNE,
                Field::Top | Field::Bottom | Field::Pile(_) => Asks::PILES,
                Field::ActorOf => Asks::CANDIDATES,
                Field::Owner | Field::Site | Field::Kind | Field::Worth | Field::Measure(_) | Field::PiecesOf => Asks::NONE,
                Field::First | Field::Last | Field::SideOf | Field::PlayersOf | Field::PlayerAttribute(_) => Asks::NONE,
                Field::Opposite => Asks::NONE,
            },
            Node::Tokens(_) | Node::PiecesBearing(..) | Node::TokensBearing(..) | Node::TokensFaced(..) => Asks::BORNE,
            Node::Contents(_) => Asks::PILES,
            Node::Intersect(_) | Node::Union(_) | Node::Without(..) | Node::If(..) | Node::Order(..) => Asks::NONE,
            Node::From(..) | Node::Beyond(..) | Node::On(..) | Node::In(..) | Node::Where(..) | Node::Extreme(..) => Asks::NONE,
            Node::PiecesOfKinds(_) | Node::Count(_) | Node::Some(_) | Node::Total(..) | Node::Arithmetic(..) => Asks::NONE,
            Node::Compare(..) | Node::Is(..) | Node::And(_) | Node::Or(_) | Node::Not(_) => Asks::NONE,
            Node::CanPath(..) | Node::CanGroup(..) | Node::CanBody(..) => Asks::TRIES,
        }
    }
}
