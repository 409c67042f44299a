//! Whether the things that a statement moves are in place.

use super::follow::{Follower, Way, bit, has_subject};
use crate::model::LocalId;
use crate::model::equipment::PileOwner;
use crate::model::expr::{Field, Given};
use crate::program::code::TokenTo;
use crate::program::node::{Node, NodeId};

impl Follower<'_> {
    /// Whether a description can fit tokens that lie with one of these faces.
    pub(super) fn may_lie(&self, like: NodeId, faces: u64) -> bool {
        match self.program.node(like) {
            Node::TokensFaced(_, lying) => match self.program.node(*lying) {
                Node::Bits(lying) => lying & faces != 0,
                _ => true,
            },
            Node::Intersect(parts) => parts.iter().all(|part| self.may_lie(*part, faces)),
            Node::Union(parts) => parts.iter().any(|part| self.may_lie(*part, faces)),
            Node::Without(a, _) => self.may_lie(*a, faces),
            _ => true,
        }
    }

    /// Whether a phrase denotes a piece on the board, or nothing: the acting piece, the subject of the event, or a name.
    fn on_board(&self, of: NodeId, way: &mut Way) -> bool {
        let subject = way.events.last().is_some_and(|event| has_subject(*event));
        match (self.program.node(of), &mut way.needs) {
            (Node::Given(Given::Actor), _) => true,
            (Node::Local(LocalId(0)), _) if subject => true,
            (Node::Local(local), Some(needs)) if way.events.is_empty() && local.0 < 64 => {
                needs.there |= bit(*local);
                true
            }
            _ => false,
        }
    }

    /// Whether the tokens to be moved are in place, which is recorded as a need if a name denotes them.
    pub(super) fn there(&self, what: NodeId, way: &mut Way) -> bool {
        match (self.program.node(what), &mut way.needs) {
            (Node::Field(Field::Slot(_), of), _) => self.on_board(*of, way),
            (Node::Local(local), Some(needs)) if way.events.is_empty() && local.0 < 64 => {
                needs.there |= bit(*local);
                true
            }
            _ => false,
        }
    }

    /// Whether the tokens have a place to go to: a pile common to all, one of the mover's or of the owner of their piece, or, for
    /// one token, a slot of a piece that is in place.
    pub(super) fn arrives(&self, what: NodeId, to: &TokenTo, way: &mut Way) -> bool {
        let pile = match to {
            TokenTo::Box => return true,
            TokenTo::Pile(pile) => *pile,
            TokenTo::Slot(_, piece) => return self.is_one(what, way) && self.is_one(*piece, way),
            TokenTo::Under(_) => return false,
        };
        let Node::Field(Field::Pile(pile), of) = self.program.node(pile) else { return false };
        if matches!(self.program.equipment.piles[pile.index()].of, PileOwner::Common | PileOwner::One(_)) {
            return true;
        }
        let mut of = *of;
        while let Node::Field(Field::PlayersOf | Field::SideOf, inner) = self.program.node(of) {
            of = *inner;
        }
        match (self.program.node(of), self.program.node(what)) {
            (Node::Given(Given::Mover), _) => true,
            (Node::Field(Field::Owner, owned), Node::Field(Field::Slot(_), of)) => owned == of,
            _ => false,
        }
    }

    /// Whether a phrase denotes one thing: the acting piece, what a name denotes, or the token in a slot of either.
    fn is_one(&self, what: NodeId, way: &mut Way) -> bool {
        let what = match self.program.node(what) {
            Node::Field(Field::Slot(_), of) => *of,
            _ => what,
        };
        let Some(needs) = way.needs.as_mut().filter(|_| way.events.is_empty()) else { return false };
        match self.program.node(what) {
            Node::Given(Given::Actor) => needs.actor = true,
            Node::Local(local) if local.0 < 64 => {
                needs.there |= bit(*local);
                needs.one |= bit(*local);
            }
            _ => return false,
        }
        true
    }
}
