//! A move: one option of a decision, with everything its text is made from.

use smallvec::SmallVec;

use crate::model::expr::Type;
use crate::model::setup::{Piece, Token};
use crate::model::{GroupId, RuleId, SiteId};

/// One option of a decision.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The line that allows it, or if it is the rest of a move, the line by which that move began; `None` for a result of chance
    /// or a declined option.
    pub rule: Option<RuleId>,
    /// The class that the line belongs to.
    pub group: Option<GroupId>,
    /// What the player does, in order.
    pub deeds: Vec<Deed>,
    /// The number of equally likely ways that lead to it; 1 for a player's move.
    pub weight: u64,
    /// The index of the option taken at each choice point in turn: what the engine replays.
    pub record: SmallVec<[u16; 8]>,
}

/// One part of a move, in the order in which it happens.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Deed {
    /// A piece begins to act on this site: the acting piece of the rule, or another that acts later in the move (`as`).
    Actor(SiteId),
    /// A verb with a body: `trade-places`, `pass`.
    Verb(String),
    /// A leg of a path.
    Leg {
        /// Where it starts.
        from: SiteId,
        /// Where it lands; equal to `from` for a strike. For a capture by replacement that was prevented, where it was aimed,
        /// though the piece has stayed at `from`.
        to: SiteId,
        /// Sites of the pieces it takes, in order. An enemy commander that comes into a tower of the mover's counts as taken.
        captures: SmallVec<[SiteId; 2]>,
    },
    /// A new piece, or one from a pile, is placed on this site.
    Placed(SiteId),
    /// What was chosen under a name: `choose other in …`.
    Chosen(String, SmallVec<[Chosen; 1]>),
    /// The index of the alternative of an `either`, from 0.
    Alternative(u8),
    /// Whether a `may` was taken up.
    Taken(bool),
    /// An optional `play` is declined.
    Declined,
}

/// A chosen thing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Chosen {
    /// A site.
    Site(SiteId),
    /// A piece on the board, by its site.
    Piece(SiteId),
    /// A piece off the board.
    Off(Piece),
    /// A token.
    Token(crate::model::TokenId, Token),
    /// A number.
    Number(i64),
    /// The i-th player, side, kind, direction, or value of an enumeration.
    Member(Type, u8),
}

impl Move {
    /// Where the first acting piece starts.
    pub fn from(&self) -> Option<SiteId> {
        self.deeds.iter().find_map(|deed| match deed {
            Deed::Actor(site) => Some(*site),
            Deed::Leg { from, .. } => Some(*from),
            _ => None,
        })
    }

    /// Where the last leg ends, or without legs the last placement.
    pub fn to(&self) -> Option<SiteId> {
        let last = |of: fn(&Deed) -> Option<SiteId>| self.deeds.iter().rev().find_map(of);
        last(|deed| if let Deed::Leg { to, .. } = deed { Some(*to) } else { None })
            .or_else(|| last(|deed| if let Deed::Placed(site) = deed { Some(*site) } else { None }))
    }

    /// The sites stood on: the start and the end of every leg.
    pub fn path(&self) -> Vec<SiteId> {
        let mut path = Vec::new();
        for deed in &self.deeds {
            if let Deed::Leg { from, to, .. } = deed {
                if path.last() != Some(from) {
                    path.push(*from);
                }
                if to != from {
                    path.push(*to);
                }
            }
        }
        path
    }

    /// The sites of the pieces it takes, in order, including those that become prisoners.
    pub fn captures(&self) -> Vec<SiteId> {
        let legs = self.deeds.iter().filter_map(|deed| match deed {
            Deed::Leg { captures, .. } => Some(captures),
            _ => None,
        });
        legs.flatten().copied().collect()
    }
}
