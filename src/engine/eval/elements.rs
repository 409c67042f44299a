//! Whether a thing belongs to a phrase's set, and the properties of a piece.

use crate::model::expr::{Field, Given};
use crate::model::{SiteId, SlotId};
use crate::program::node::{Node, NodeId};

use super::Eval;
use crate::engine::tokens::Token;
use crate::engine::value::{Element, OffPiece, PieceData};

impl Eval<'_> {
    /// Whether an element is among those that a phrase denotes. Phrases that describe a thing (kind, owner, attribute) apply to
    /// things off the board too.
    pub(in crate::engine) fn contains(&mut self, id: NodeId, element: &Element) -> bool {
        let program = self.program;
        match program.node(id) {
            Node::Intersect(parts) => parts.iter().all(|part| self.contains(*part, element)),
            Node::Union(parts) => parts.iter().any(|part| self.contains(*part, element)),
            Node::Without(a, b) => self.contains(*a, element) && !self.contains(*b, element),
            Node::Where(what, it, condition) => {
                self.contains(*what, element) && self.with(*it, element, |eval| eval.truth(*condition))
            }
            Node::In(what, container, not) => self.contains(*what, element) && self.contains(*container, element) != *not,
            Node::If(condition, yes, no) => {
                let branch = if self.truth(*condition) { *yes } else { *no };
                self.contains(branch, element)
            }
            Node::On(what, on, not) => {
                if !self.contains(*what, element) {
                    return false;
                }
                let site = match element {
                    Element::Site(site) | Element::Piece(site) => Some(*site),
                    Element::Off(OffPiece::Below(site, _)) => Some(*site),
                    _ => None,
                };
                let owner = self.owner(element);
                let on = self.describing_side(owner, |eval| eval.sites(*on));
                site.is_some_and(|site| on.contains(site)) != *not
            }
            Node::Given(Given::Pieces) => matches!(element, Element::Piece(_) | Element::Off(_)),
            Node::PiecesOfKinds(kinds) => {
                let kinds = self.bits(*kinds);
                self.kind(element).is_some_and(|kind| kinds >> kind & 1 != 0)
            }
            Node::Field(Field::PiecesOf, sides) => {
                let sides = self.bits(*sides);
                self.owner(element).is_some_and(|side| sides >> side & 1 != 0)
            }
            Node::PiecesBearing(slot, attribute, values) => {
                let values = self.bits(*values);
                let cell = self.slot_of(element, *slot);
                cell.is_some_and(|cell| self.bears(*slot, *attribute, cell, values))
            }
            Node::Tokens(token) => matches!(element, Element::Token(one) if one.kind == token.0),
            Node::TokensBearing(_, attribute, values) => {
                let values = self.bits(*values);
                let Element::Token(token) = element else { return false };
                let class = Token::read(token.cell).and_then(|token| token.class);
                class.is_some_and(|class| {
                    let class = &program.equipment.tokens[token.kind as usize].classes[class as usize];
                    values >> class.values[*attribute as usize] & 1 != 0
                })
            }
            Node::TokensFaced(_, faces) => {
                let faces = self.bits(*faces);
                let Element::Token(token) = element else { return false };
                Token::read(token.cell).is_some_and(|token| faces >> token.face & 1 != 0)
            }
            Node::RelativeSites(..) => match element {
                Element::Site(site) => self.sites(id).contains(*site),
                Element::Piece(site) => {
                    let site = *site;
                    self.describing(site, |eval| eval.sites(id)).contains(site)
                }
                _ => false,
            },
            Node::Sites(sites) => match element {
                Element::Site(site) | Element::Piece(site) => sites.contains(*site),
                _ => false,
            },
            _ => self.value(id).elements().contains(element),
        }
    }

    /// The side that owns a piece.
    pub(in crate::engine) fn owner(&self, piece: &Element) -> Option<usize> {
        match piece {
            Element::Piece(site) => self.store.piece_at(*site, self.layout()).map(|(side, _)| side),
            Element::Off(OffPiece::Taken(i)) => self.taken().get(*i as usize).map(|taken| taken.data.side as usize),
            Element::Off(OffPiece::Below(site, i)) => self.below_at(*site, *i).map(|(side, _)| side),
            Element::Off(OffPiece::InPile(_, _, data)) => Some(data.side as usize),
            _ => None,
        }
    }

    /// The kind of a piece.
    pub(in crate::engine) fn kind(&self, piece: &Element) -> Option<usize> {
        match piece {
            Element::Piece(site) => self.store.piece_at(*site, self.layout()).map(|(_, kind)| kind),
            Element::Off(OffPiece::Taken(i)) => self.taken().get(*i as usize).map(|taken| taken.data.kind as usize),
            Element::Off(OffPiece::Below(site, i)) => self.below_at(*site, *i).map(|(_, kind)| kind),
            Element::Off(OffPiece::InPile(_, _, data)) => Some(data.kind as usize),
            Element::Bit(kind) => Some(*kind as usize),
            _ => None,
        }
    }

    /// The content of a slot of a piece.
    pub(in crate::engine) fn slot_of(&self, piece: &Element, slot: SlotId) -> Option<u32> {
        match piece {
            Element::Piece(site) => Some(self.slot_cell(*site, slot)),
            Element::Off(OffPiece::Taken(i)) => self.taken().get(*i as usize)?.data.slots.get(slot.index()).copied(),
            Element::Off(OffPiece::InPile(_, _, data)) => data.slots.get(slot.index()).copied(),
            Element::Off(OffPiece::Below(site, i)) => Some(self.slot_below(*site, *i, slot)),
            _ => None,
        }
    }

    /// The content of a slot of the i-th piece from the bottom of a tower; the last one is the commander.
    fn slot_below(&self, site: SiteId, i: u8, slot: SlotId) -> u32 {
        if i >= self.below(site) {
            return self.slot_cell(site, slot);
        }
        self.layout().below(site, i as usize).map_or(0, |at| self.store.cell(at + 1 + slot.index()))
    }

    /// The data of the i-th piece from the bottom of a tower; the last one is the commander.
    pub(in crate::engine) fn below_data(&self, site: SiteId, i: u8) -> Option<PieceData> {
        let (side, kind) = self.below_at(site, i)?;
        let slots = (0..self.layout().slots.len()).map(|slot| self.slot_below(site, i, SlotId(slot as u8)));
        Some(PieceData { side: side as u8, kind: kind as u8, slots: slots.collect() })
    }

    /// Side and kind of the i-th piece from the bottom of a tower; the last one is the commander.
    pub(in crate::engine) fn below_at(&self, site: SiteId, i: u8) -> Option<(usize, usize)> {
        let layout = self.layout();
        let below = self.below(site);
        if i >= below {
            return self.store.piece_at(site, layout);
        }
        let cell = self.store.cell(layout.below(site, i as usize)?).checked_sub(1)?;
        Some(((cell >> 8) as usize, (cell & 0xFF) as usize))
    }
}
