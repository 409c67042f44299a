//! What phrases depend on. Each kind of phrase states its own part in one place ([`Node::asks`]). Other code reads the sum over a
//! phrase and its parts, and does not need to know the kinds of phrases.

use std::ops::BitOr;

use super::node::{Node, NodeId, Relative};
use crate::model::expr::{Field, HangsOn};

/// A set of things that phrases may depend on, besides the board and whose turn it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asks(u16);

impl Asks {
    /// Nothing.
    pub const NONE: Asks = Asks(0);
    /// The acting piece.
    pub const ACTOR: Asks = Asks(1);
    /// What the current move has done so far.
    pub const MOVE: Asks = Asks(1 << 1);
    /// What names denote.
    pub const NAMES: Asks = Asks(1 << 2);
    /// Counters, clocks and kept things.
    pub const STORED: Asks = Asks(1 << 3);
    /// The number of turns played.
    pub const TURNS: Asks = Asks(1 << 4);
    /// How often the position has occurred.
    pub const REPEATS: Asks = Asks(1 << 5);
    /// Attributes and slots of pieces, and tokens.
    pub const BORNE: Asks = Asks(1 << 6);
    /// The contents of piles and towers.
    pub const PILES: Asks = Asks(1 << 7);
    /// The candidate moves of a decision.
    pub const CANDIDATES: Asks = Asks(1 << 8);
    /// What somebody could do, which is found by trying.
    pub const TRIES: Asks = Asks(1 << 9);

    /// Whether the set contains one of these.
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

/// For each phrase, what it and its parts depend on. Parts come before the phrases that contain them.
pub(super) fn sums(nodes: &[Node]) -> Vec<Asks> {
    let mut sums: Vec<Asks> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let part = |part: &NodeId| sums[part.0 as usize];
        sums.push(node.parts().iter().map(part).fold(node.asks(), |sum, part| sum | part));
    }
    sums
}

impl Node {
    /// What it depends on itself, apart from its parts.
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
