//! Phrases that denote tokens.

use smallvec::SmallVec;

use crate::model::equipment::{PileHolds, SlotType};
use crate::model::expr::{Field, Type};
use crate::model::{SiteId, SlotId, TokenId};
use crate::program::layout::{PileForm, everybody};
use crate::program::node::{Node, NodeId};

use super::Eval;
use crate::engine::tokens::Token;
use crate::engine::value::{Element, OffPiece, TokenPlace, TokenRef, Value};

type Tokens = SmallVec<[TokenRef; 2]>;

impl Eval<'_> {
    /// The tokens that a phrase denotes; identical ones as often as they occur.
    pub(in crate::engine) fn tokens(&mut self, id: NodeId) -> Tokens {
        let program = self.program;
        if self.is_spent() {
            return Tokens::new();
        }
        match program.node(id) {
            Node::Tokens(token) => self.every_token(*token),
            Node::TokensBearing(token, ..) | Node::TokensFaced(token, _) => {
                let mut all = self.every_token(*token);
                all.retain(|token| self.contains(id, &Element::Token(*token)));
                all
            }
            Node::Field(Field::Slot(slot), pieces) => {
                let slot = *slot;
                let SlotType::Token(token) = program.equipment.slots[slot.index()].holds else { return Tokens::new() };
                let pieces = self.pieces(*pieces);
                let on = pieces.board.iter().map(|site| (self.slot_cell(site, slot), TokenPlace::Slot(site, slot.0)));
                let on = on.filter(|(cell, _)| *cell != 0);
                let on = on.map(|(cell, place)| TokenRef { kind: token.0, place, at: 0, cell });
                on.chain(pieces.off.iter().filter_map(|off| self.token_on(off, slot, token.0))).collect()
            }
            Node::Field(Field::Under, sites) => {
                if let Some(site) = self.site_of(*sites) {
                    return self.under(site).into_iter().collect();
                }
                let sites = self.sites(*sites);
                sites.iter().filter_map(|site| self.under(site)).collect()
            }
            Node::Field(field @ (Field::Top | Field::Bottom | Field::First | Field::Last), of) => {
                let last = matches!(field, Field::Top | Field::Last);
                if program.type_of(*of) == Type::Pile {
                    return self.end_of_piles(*of, last).into_iter().collect();
                }
                let all = self.tokens(*of);
                let end = if last { all.last() } else { all.first() };
                end.copied().into_iter().collect()
            }
            Node::In(what, container, false) => {
                let mut all = self.tokens(*container);
                all.retain(|token| self.contains(*what, &Element::Token(*token)));
                all
            }
            Node::Contents(of) => self.in_piles(*of),
            Node::Intersect(parts) => {
                let concrete = parts.iter().position(|part| !self.is_open_token(*part)).unwrap_or(0);
                let mut all = self.tokens(parts[concrete]);
                all.retain(|token| parts.iter().all(|part| self.contains(*part, &Element::Token(*token))));
                all
            }
            Node::Union(parts) => {
                let mut all = Tokens::new();
                for part in parts {
                    let other = self.tokens(*part);
                    let seen = all.len();
                    all.extend(other.into_iter().filter(|token| !parts_contain(&all[..seen], token)).collect::<Tokens>());
                }
                all
            }
            Node::Local(local) => match self.named(*local) {
                Value::Tokens(tokens) => tokens.clone(),
                _ => Tokens::new(),
            },
            Node::Without(a, b) => {
                let mut all = self.tokens(*a);
                all.retain(|token| !self.contains(*b, &Element::Token(*token)));
                all
            }
            _ => match self.shared(id) {
                Some(Value::Tokens(tokens)) => tokens,
                _ => Tokens::new(),
            },
        }
    }

    fn is_open_token(&self, id: NodeId) -> bool {
        matches!(self.program.node(id), Node::Tokens(_) | Node::TokensBearing(..) | Node::TokensFaced(..))
    }

    /// The token under a site.
    pub(in crate::engine) fn under(&self, site: SiteId) -> Option<TokenRef> {
        let (_, token) = self.program.equipment.under.as_ref()?;
        let cell = self.store.cell(self.layout().under? + site.index());
        (cell != 0).then_some(TokenRef { kind: token.0, place: TokenPlace::Under(site), at: 0, cell })
    }

    fn in_piles(&mut self, of: NodeId) -> Tokens {
        let piles = self.piles(of);
        if let [pile] = piles.as_slice() {
            return self.tokens_in(*pile);
        }
        piles.iter().flat_map(|pile| self.tokens_in(*pile)).collect()
    }

    /// The first or last token in piles.
    fn end_of_piles(&mut self, of: NodeId, last: bool) -> Option<TokenRef> {
        let piles = self.piles(of);
        let end = |pile: &u8| {
            let cells = &self.layout().piles[*pile as usize];
            match (cells.holds, cells.form) {
                (PileHolds::Token(token), PileForm::List { .. }) => {
                    let many = self.store.cell(cells.start) as usize;
                    let at = if last { many.saturating_sub(1) } else { 0 };
                    let cell = self.store.cell(cells.start + 1 + at);
                    (many > 0).then_some(TokenRef { kind: token.0, place: TokenPlace::Pile(*pile), at: at as u16, cell })
                }
                _ => {
                    let all = self.tokens_in(*pile);
                    if last { all.last().copied() } else { all.first().copied() }
                }
            }
        };
        if last { piles.iter().rev().find_map(end) } else { piles.iter().find_map(end) }
    }

    /// The tokens in a pile, in its order.
    pub(in crate::engine) fn tokens_in(&self, pile: u8) -> Tokens {
        let cells = &self.layout().piles[pile as usize];
        let PileHolds::Token(token) = cells.holds else { return Tokens::new() };
        let found = |(at, cell)| TokenRef { kind: token.0, place: TokenPlace::Pile(pile), at, cell };
        match cells.form {
            PileForm::Counts(classes) => (0..).zip(self.counted(cells.start, classes, 0)).map(found).collect(),
            PileForm::List { .. } => {
                let many = self.store.cell(cells.start) as usize;
                let mut all = Tokens::with_capacity(many);
                let cells = self.store.cells(cells.start + 1..cells.start + 1 + many);
                (0..).zip(cells).for_each(|(at, cell)| all.push(found((at, *cell))));
                all
            }
        }
    }

    fn counted(&self, start: usize, classes: usize, seen_by: u8) -> impl Iterator<Item = u32> + '_ {
        (0..classes).flat_map(move |class| {
            let cell = Token { seen_by, ..Token::public(class as u16) }.cell();
            std::iter::repeat_n(cell, self.store.cell(start + class) as usize)
        })
    }

    /// The token in a slot of a piece that is off the board, in a tower or taken. Only a commander's can be moved from there.
    fn token_on(&self, off: &OffPiece, slot: SlotId, kind: u8) -> Option<TokenRef> {
        let cell = self.slot_of(&Element::Off(off.clone()), slot).filter(|cell| *cell != 0)?;
        let place = match off {
            OffPiece::Taken(i) => return *self.taken().get(usize::from(*i))?.borne.get(slot.index())?,
            OffPiece::Below(site, i) if *i >= self.below(*site) => TokenPlace::Slot(*site, slot.0),
            OffPiece::Below(..) | OffPiece::InPile(..) => TokenPlace::Gone,
        };
        Some(TokenRef { kind, place, at: 0, cell })
    }

    fn every_token(&self, token: TokenId) -> Tokens {
        let (layout, equipment) = (self.layout(), &self.program.equipment);
        let mut all = Tokens::new();
        let seen_by = if layout.hidden[token.index()] { everybody(equipment) } else { 0 };
        let classes = equipment.tokens[token.index()].classes.len();
        let boxed = self.counted(layout.boxes[token.index()], classes, seen_by);
        all.extend((0..).zip(boxed).map(|(at, cell)| TokenRef { kind: token.0, place: TokenPlace::Box, at, cell }));
        for (i, pile) in layout.piles.iter().enumerate() {
            if pile.holds == PileHolds::Token(token) {
                all.extend(self.tokens_in(i as u8));
            }
        }
        if equipment.under.as_ref().is_some_and(|(_, under)| *under == token) {
            all.extend((0..layout.sites).filter_map(|site| self.under(SiteId(site as u16))));
        }
        for (i, slot) in equipment.slots.iter().enumerate() {
            if slot.holds == SlotType::Token(token) {
                let cells = (0..layout.sites).map(|site| (site, self.store.cell(layout.slots[i] + site)));
                all.extend(cells.filter(|(_, cell)| *cell != 0).map(|(site, cell)| TokenRef {
                    kind: token.0,
                    place: TokenPlace::Slot(SiteId(site as u16), i as u8),
                    at: 0,
                    cell,
                }));
            }
        }
        all
    }
}

fn parts_contain(tokens: &[TokenRef], token: &TokenRef) -> bool {
    tokens.contains(token)
}
