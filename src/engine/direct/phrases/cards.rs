//! The values of terms about tokens that are told one by one.

use super::super::cards::Hand;
use super::super::geometry::ones;
use super::super::scene::{Named, Spot};
use super::Phrases;
use super::sets::At;
use super::term::{Cards, CardsId, ELEMENT, MOVE, Sort, SortId};
use crate::engine::tokens::Token;
use crate::engine::word::Word;

impl<B: Word> Phrases<B> {
    pub(super) fn put_cards(&mut self, cards: Cards) -> CardsId {
        let of = |id: CardsId| self.terms.hands.needs(id);
        let needs = match cards {
            Cards::None | Cards::Every(_) => 0,
            Cards::Under(sites) => self.terms.sets.needs(sites),
            Cards::Borne(_, set, off) => self.terms.sets.needs(set) | self.terms.offs.needs(off),
            Cards::Piles(piles) | Cards::EndOfPiles(piles, _) => self.terms.bits.needs(piles),
            Cards::End(a, _) => of(a),
            Cards::Local(_) => MOVE,
            Cards::It(depth) => ELEMENT << depth,
            Cards::Only(a, sort) => of(a) | self.terms.sorts.needs(sort),
            Cards::Or(a, b) | Cards::Both(a, b) => of(a) | of(b),
            Cards::If(condition, a, b) => self.terms.truths.needs(condition) | of(a) | of(b),
            Cards::Where(a, depth, condition) => of(a) | self.terms.truths.needs(condition) & !(ELEMENT << depth),
        };
        CardsId(self.terms.hands.put(cards, needs))
    }

    pub(super) fn put_sort(&mut self, sort: Sort) -> SortId {
        let needs = match sort {
            Sort::Any => 0,
            Sort::Classes(bits) | Sort::Faces(bits) => self.terms.bits.needs(bits),
            Sort::And(a, b) | Sort::Or(a, b) => self.terms.sorts.needs(a) | self.terms.sorts.needs(b),
            Sort::Not(a) => self.terms.sorts.needs(a),
        };
        SortId(self.terms.sorts.put(sort, needs))
    }

    /// The cards of a set, in the machine's order.
    pub(super) fn hand(&self, id: CardsId, at: &At<'_, B>) -> Hand {
        let state = &at.scene.state;
        let in_pile = |pile: usize| {
            let cells = self.slots.cards_in(pile, state).iter();
            cells.map(move |cell| (Spot::Pile(pile as u8), *cell as u32))
        };
        match *self.terms.hands.get(id) {
            Cards::None => Hand::new(),
            Cards::Every(token) => self.slots.every_card(token, state),
            Cards::Under(sites) => {
                let (mut left, mut hand) = (self.set(sites, at), Hand::new());
                while let Some(site) = left.take() {
                    let cell = self.slots.card_under(site, state);
                    if cell != 0 {
                        hand.push((Spot::Under(site.first() as u16), cell));
                    }
                }
                hand
            }
            Cards::Borne(slot, set, off) => {
                let (mut left, mut hand) = (self.set(set, at), Hand::new());
                while let Some(site) = left.take() {
                    let cell = self.slots.card_on(slot.into(), site, state);
                    if cell != 0 {
                        hand.push((Spot::Slot { slot, site: site.first() as u16 }, cell));
                    }
                }
                for place in ones(self.off(off, at), at.scene.taken.len()) {
                    let cell = self.slots.borne[slot as usize].cell(at.scene.taken[place].code);
                    if cell != 0 {
                        hand.push((Spot::Taken { slot, place: place as u8 }, cell));
                    }
                }
                hand
            }
            Cards::Piles(piles) => ones(self.members(piles, at), self.slots.piles.len()).flat_map(in_pile).collect(),
            Cards::EndOfPiles(piles, last) => {
                let piles = self.members(piles, at);
                let mut filled =
                    ones(piles, self.slots.piles.len()).filter(|pile| !self.slots.cards_in(*pile, state).is_empty());
                let pile = if last { filled.last() } else { filled.next() };
                let end = pile.and_then(|pile| if last { in_pile(pile).next_back() } else { in_pile(pile).next() });
                end.into_iter().collect()
            }
            Cards::End(of, last) => {
                let hand = self.hand(of, at);
                let end = if last { hand.last() } else { hand.first() };
                end.copied().into_iter().collect()
            }
            Cards::Local(local) => match at.scene.names[local as usize] {
                Named::Card { spot, cell } => Hand::from_elem((spot, cell), 1),
                _ => Hand::new(),
            },
            Cards::It(depth) => Hand::from_elem((Spot::Various(0), at.it(depth).1 as u32), 1),
            Cards::Only(of, sort) => {
                let mut hand = self.hand(of, at);
                hand.retain(|(_, cell)| self.is_of_sort(sort, *cell, at));
                hand
            }
            Cards::Or(a, b) => {
                let mut hand = self.hand(a, at);
                let seen = hand.len();
                for card in self.hand(b, at) {
                    if !hand[..seen].contains(&card) {
                        hand.push(card);
                    }
                }
                hand
            }
            Cards::Both(a, b) => {
                let mut hand = self.hand(a, at);
                hand.extend(self.hand(b, at));
                hand
            }
            Cards::If(condition, yes, no) => self.hand(if self.holds(condition, at) { yes } else { no }, at),
            Cards::Where(of, depth, condition) => {
                let (mut hand, mut inner) = (self.hand(of, at), *at);
                hand.retain(|(_, cell)| {
                    at.scene.works();
                    inner.bind(depth, (B::ZERO, u64::from(*cell)));
                    self.holds(condition, &inner)
                });
                hand
            }
        }
    }

    /// The classes of the cards of a set that somebody has seen, as bits.
    pub(super) fn known_classes(&self, id: CardsId, at: &At<'_, B>) -> u64 {
        let known = |(_, cell): &(Spot, u32)| Token::read(*cell).and_then(|card| card.class);
        self.hand(id, at).iter().filter_map(known).fold(0, |all, class| all | 1 << class)
    }

    /// The faces of the cards of a set that are up, as bits.
    pub(super) fn faces(&self, id: CardsId, at: &At<'_, B>) -> u64 {
        let cards = self.hand(id, at);
        cards.iter().filter_map(|(_, cell)| Token::read(*cell)).fold(0, |all, card| all | 1 << card.face)
    }

    /// Whether a card is like that.
    pub(super) fn is_of_sort(&self, id: SortId, cell: u32, at: &At<'_, B>) -> bool {
        let card = || Token::read(cell);
        match *self.terms.sorts.get(id) {
            Sort::Any => true,
            Sort::Classes(classes) => {
                card().and_then(|card| card.class).is_some_and(|class| self.members(classes, at) >> class & 1 != 0)
            }
            Sort::Faces(faces) => card().is_some_and(|card| self.members(faces, at) >> card.face & 1 != 0),
            Sort::And(a, b) => self.is_of_sort(a, cell, at) && self.is_of_sort(b, cell, at),
            Sort::Or(a, b) => self.is_of_sort(a, cell, at) || self.is_of_sort(b, cell, at),
            Sort::Not(of) => !self.is_of_sort(of, cell, at),
        }
    }
}
