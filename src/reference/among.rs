//! Phrases as descriptions: whether a thing belongs to the set that a phrase denotes. Descriptions of pieces also apply to
//! pieces off the board.

use crate::model::expr::{Expr, ExprKind, Field, Given};
use crate::model::{KindId, SideId, SiteId, SlotId};

use super::phrases::{EvalContext, Thing};
use super::position::{PieceNo, TokenNo};

impl<'v> EvalContext<'_, 'v> {
    /// Whether the set that a phrase denotes contains `thing`.
    pub(super) fn among(&self, phrase: &'v Expr, thing: Thing) -> bool {
        self.watch(phrase);
        match &phrase.kind {
            ExprKind::Intersect(parts) => parts.iter().all(|part| self.among(part, thing)),
            ExprKind::Union(parts) => parts.iter().any(|part| self.among(part, thing)),
            ExprKind::Without(a, b) => self.among(a, thing) && !self.among(b, thing),
            ExprKind::Where(what, it, condition) => self.among(what, thing) && self.naming(*it, vec![thing]).truth(condition),
            ExprKind::In(what, container, not) => self.among(what, thing) && self.among(container, thing) != *not,
            ExprKind::If(condition, yes, no) => self.among(if self.truth(condition) { yes } else { no }, thing),
            ExprKind::On(what, on, not) => self.among(what, thing) && self.stands_on(thing, on) != *not,
            ExprKind::Given(Given::Pieces) => matches!(thing, Thing::Piece(_) | Thing::Alone(_) | Thing::Taken(_)),
            ExprKind::Given(Given::Empty) => matches!(thing, Thing::Site(site) if self.is_empty(site)),
            ExprKind::PiecesOfKinds(kinds) => {
                self.kind_of(thing).is_some_and(|kind| self.things(kinds).contains(&Thing::Member(kind.0)))
            }
            ExprKind::Field(Field::PiecesOf, sides) => {
                self.owner_of(thing).is_some_and(|side| self.sides(sides).contains(&side))
            }
            ExprKind::PiecesBearing(slot, attribute, values) => {
                let borne = self.borne(thing, *slot, *attribute);
                borne.is_some_and(|value| self.things(values).contains(&Thing::Member(value)))
            }
            ExprKind::Tokens(kind) => matches!(thing, Thing::Token(token) if self.run.position.tokens[&token].kind == *kind),
            ExprKind::TokensBearing(kind, attribute, values) => match thing {
                Thing::Token(token) if self.run.position.tokens[&token].kind == *kind => {
                    let value = self.attribute(token, *attribute);
                    value.is_some_and(|value| self.things(values).contains(&Thing::Member(value)))
                }
                _ => false,
            },
            ExprKind::TokensFaced(kind, faces) => match thing {
                Thing::Token(token) if self.run.position.tokens[&token].kind == *kind => {
                    self.things(faces).contains(&Thing::Member(self.run.position.tokens[&token].face))
                }
                _ => false,
            },
            ExprKind::Sites(sites) => self.place_of(thing).is_some_and(|site| sites.contains(site)),
            ExprKind::RelativeSites(row, to) => {
                let asking = match thing {
                    Thing::Site(_) => self.clone(),
                    _ => self.describing(self.owner_of(thing)),
                };
                self.place_of(thing).is_some_and(|site| asking.relative_sites(*row, to).contains(&Thing::Site(site)))
            }
            _ => self.things(phrase).contains(&thing),
        }
    }

    /// Whether a thing is on one of these sites, with relative words referring to its owner. False for what is off the board.
    pub(super) fn stands_on(&self, thing: Thing, sites: &'v Expr) -> bool {
        let asking = match thing {
            Thing::Site(_) => self.clone(),
            _ => self.describing(self.owner_of(thing)),
        };
        self.place_of(thing).is_some_and(|site| asking.among(sites, Thing::Site(site)))
    }

    /// The site of a thing on the board.
    fn place_of(&self, thing: Thing) -> Option<SiteId> {
        match thing {
            Thing::Site(site) => Some(site),
            Thing::Piece(piece) | Thing::Alone(piece) => self.run.position.site_of(piece),
            _ => None,
        }
    }

    /// The owner of a piece.
    pub(super) fn owner_of(&self, thing: Thing) -> Option<SideId> {
        match thing {
            Thing::Piece(piece) | Thing::Alone(piece) => self.run.position.pieces.get(&piece).map(|piece| piece.owner),
            Thing::Taken(i) => self.taken().get(i).map(|taken| taken.piece.owner),
            _ => None,
        }
    }

    /// The kind of a piece; a kind itself is returned unchanged.
    pub(super) fn kind_of(&self, thing: Thing) -> Option<KindId> {
        match thing {
            Thing::Piece(piece) | Thing::Alone(piece) => self.run.position.pieces.get(&piece).map(|piece| piece.kind),
            Thing::Taken(i) => self.taken().get(i).map(|taken| taken.piece.kind),
            Thing::Member(kind) => Some(KindId(kind)),
            _ => None,
        }
    }

    /// The value of an attribute of a piece.
    pub(super) fn slot_value(&self, thing: Thing, slot: SlotId) -> Option<u8> {
        match thing {
            Thing::Piece(piece) | Thing::Alone(piece) => self.run.position.pieces.get(&piece)?.values.get(&slot).copied(),
            Thing::Taken(i) => self.taken().get(i)?.piece.values.get(&slot).copied(),
            _ => None,
        }
    }

    /// The token in a slot of a piece.
    pub(super) fn slot_token(&self, thing: Thing, slot: SlotId) -> Option<TokenNo> {
        match thing {
            Thing::Piece(piece) | Thing::Alone(piece) => self.run.position.pieces.get(&piece)?.tokens.get(&slot).copied(),
            Thing::Taken(i) => self.taken().get(i)?.piece.tokens.get(&slot).copied(),
            _ => None,
        }
    }

    /// The value of a piece's attribute; with `attribute`, that attribute of the token in the slot.
    fn borne(&self, thing: Thing, slot: SlotId, attribute: Option<u8>) -> Option<u8> {
        match attribute {
            None => self.slot_value(thing, slot),
            Some(attribute) => self.attribute(self.slot_token(thing, slot)?, attribute),
        }
    }

    /// The value of a token's attribute; none if nobody has seen the token.
    pub(super) fn attribute(&self, token: TokenNo, attribute: u8) -> Option<u8> {
        let token = self.run.position.tokens.get(&token)?;
        let class = &self.run.variant.equipment.tokens[token.kind.index()].classes[usize::from(token.class?)];
        Some(class.values[usize::from(attribute)])
    }

    /// The pieces that a phrase denotes, on or off the board, without those taken by the move.
    pub(super) fn pieces(&self, phrase: &'v Expr) -> Vec<PieceNo> {
        let number = |thing: Thing| match thing {
            Thing::Piece(piece) | Thing::Alone(piece) => Some(piece),
            _ => None,
        };
        self.things(phrase).into_iter().filter_map(number).collect()
    }
}
