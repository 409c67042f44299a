//! Evaluation of terms that are cards: tokens recorded one by one.

use super::super::cards::Hand;
use super::super::geometry::ones;
use super::super::move_state::{Card, NamedValue, TokenSpot};
use super::Phrases;
use super::ids::{CardDescriptionId, CardSetId};
use super::pile_pieces::PilePieceList;
use super::sets::At;
use super::term::{CardDescription, CardSet, ELEMENT, MOVE};
use crate::engine::tokens::Token;
use crate::engine::word::Word;

impl<B: Word> Phrases<B> {
    pub(super) fn put_cards(&mut self, cards: CardSet) -> CardSetId {
        let of = |id: CardSetId| self.terms.hands.needs(id);
        let needs = match cards {
            CardSet::None | CardSet::Every(_) => 0,
            CardSet::Under(sites) => self.terms.sets.needs(sites),
            CardSet::Borne(_, set, off) => self.terms.sets.needs(set) | self.terms.off_board.needs(off),
            CardSet::BorneLying(_, lying) => self.terms.pile_pieces.needs(lying),
            CardSet::Piles(piles) | CardSet::EndOfPiles(piles, _) => self.terms.bits.needs(piles),
            CardSet::End(a, _) => of(a),
            CardSet::Local(_) => MOVE,
            CardSet::It(depth) => ELEMENT << depth,
            CardSet::Only(a, sort) => of(a) | self.terms.card_descriptions.needs(sort),
            CardSet::Or(a, b) | CardSet::Both(a, b) => of(a) | of(b),
            CardSet::If(condition, a, b) => self.terms.truths.needs(condition) | of(a) | of(b),
            CardSet::Where(a, depth, condition) => of(a) | self.terms.truths.needs(condition) & !(ELEMENT << depth),
        };
        CardSetId(self.terms.hands.put(cards, needs))
    }

    pub(super) fn put_card_description(&mut self, sort: CardDescription) -> CardDescriptionId {
        let needs = match sort {
            CardDescription::Any => 0,
            CardDescription::Classes(bits) | CardDescription::Faces(bits) => self.terms.bits.needs(bits),
            CardDescription::And(a, b) | CardDescription::Or(a, b) => {
                self.terms.card_descriptions.needs(a) | self.terms.card_descriptions.needs(b)
            }
            CardDescription::Not(a) => self.terms.card_descriptions.needs(a),
        };
        CardDescriptionId(self.terms.card_descriptions.put(sort, needs))
    }

    /// Adds the cards on pieces in piles and towers.
    fn hand_lying(&self, slot: u8, pieces: &PilePieceList, hand: &mut Hand, at: &At<'_, B>) {
        for (lies, code, many) in pieces {
            let cell = self.slots.borne[slot as usize].cell(*code);
            if cell != 0 {
                (0..*many).for_each(|_| hand.push(Card::alone(self.spot_lying(slot, *lies, at), cell)));
            }
        }
    }

    /// The cards of a set, in the machine's order.
    pub(super) fn hand(&self, id: CardSetId, at: &At<'_, B>) -> Hand {
        let state = &at.moving.state;
        let in_pile = |pile: usize| self.slots.pile_of_cards(pile, state);
        match *self.terms.hands.get(id) {
            CardSet::None => Hand::new(),
            CardSet::Every(token) => self.slots.every_card(token, state),
            CardSet::Under(sites) => {
                let (mut left, mut hand) = (self.set(sites, at), Hand::new());
                while let Some(site) = left.take() {
                    let cell = self.slots.card_under(site, state);
                    if cell != 0 {
                        hand.push(Card::alone(TokenSpot::Under(site.first() as u16), cell));
                    }
                }
                hand
            }
            CardSet::Borne(slot, set, off) => {
                let (mut left, mut hand) = (self.set(set, at), Hand::new());
                while let Some(site) = left.take() {
                    let cell = self.slots.card_on(slot.into(), site, state);
                    if cell != 0 {
                        hand.push(Card::alone(TokenSpot::Slot { slot, site: site.first() as u16 }, cell));
                    }
                }
                for place in ones(self.off(off, at), at.moving.taken.len()) {
                    let cell = self.slots.borne[slot as usize].cell(at.moving.taken[place].code);
                    if cell != 0 {
                        hand.push(Card::alone(TokenSpot::Taken { slot, place: place as u8 }, cell));
                    }
                }
                self.hand_lying(slot, &self.lying_among(off, at), &mut hand, at);
                hand
            }
            CardSet::BorneLying(slot, lying) => {
                let mut hand = Hand::new();
                self.hand_lying(slot, &self.lot(lying, at), &mut hand, at);
                hand
            }
            CardSet::Piles(piles) => ones(self.members(piles, at), self.slots.piles.len()).flat_map(in_pile).collect(),
            CardSet::EndOfPiles(piles, last) => {
                let piles = self.members(piles, at);
                let mut filled =
                    ones(piles, self.slots.piles.len()).filter(|pile| !self.slots.cards_in(*pile, state).is_empty());
                let pile = if last { filled.last() } else { filled.next() };
                let end = pile.and_then(|pile| if last { in_pile(pile).next_back() } else { in_pile(pile).next() });
                end.into_iter().collect()
            }
            CardSet::End(of, last) => {
                let hand = self.hand(of, at);
                let end = if last { hand.last() } else { hand.first() };
                end.copied().into_iter().collect()
            }
            CardSet::Local(local) => match at.moving.names[local as usize] {
                NamedValue::Card(card) => Hand::from_elem(card, 1),
                _ => Hand::new(),
            },
            CardSet::It(depth) => Hand::from_elem(Card::alone(TokenSpot::Various(0), at.it(depth).1 as u32), 1),
            CardSet::Only(of, sort) => {
                let mut hand = self.hand(of, at);
                hand.retain(|card| self.is_of_sort(sort, card.cell, at));
                hand
            }
            CardSet::Or(a, b) => {
                let mut hand = self.hand(a, at);
                let seen = hand.len();
                for card in self.hand(b, at) {
                    if !hand[..seen].contains(&card) {
                        hand.push(card);
                    }
                }
                hand
            }
            CardSet::Both(a, b) => {
                let mut hand = self.hand(a, at);
                hand.extend(self.hand(b, at));
                hand
            }
            CardSet::If(condition, yes, no) => self.hand(if self.holds(condition, at) { yes } else { no }, at),
            CardSet::Where(of, depth, condition) => {
                let (mut hand, mut inner) = (self.hand(of, at), *at);
                hand.retain(|card| {
                    at.moving.works();
                    inner.bind(depth, (B::ZERO, u64::from(card.cell)));
                    self.holds(condition, &inner)
                });
                hand
            }
        }
    }

    /// The classes, as bits, of the cards of a set that somebody has seen.
    pub(super) fn known_classes(&self, id: CardSetId, at: &At<'_, B>) -> u64 {
        let known = |card: &Card| Token::read(card.cell).and_then(|card| card.class);
        self.hand(id, at).iter().filter_map(known).fold(0, |all, class| all | 1 << class)
    }

    /// The faces, as bits, that the cards of a set show.
    pub(super) fn faces(&self, id: CardSetId, at: &At<'_, B>) -> u64 {
        let cards = self.hand(id, at);
        cards.iter().filter_map(|card| Token::read(card.cell)).fold(0, |all, card| all | 1 << card.face)
    }

    /// Whether a card matches a description.
    pub(super) fn is_of_sort(&self, id: CardDescriptionId, cell: u32, at: &At<'_, B>) -> bool {
        let card = || Token::read(cell);
        match *self.terms.card_descriptions.get(id) {
            CardDescription::Any => true,
            CardDescription::Classes(classes) => {
                card().and_then(|card| card.class).is_some_and(|class| self.members(classes, at) >> class & 1 != 0)
            }
            CardDescription::Faces(faces) => card().is_some_and(|card| self.members(faces, at) >> card.face & 1 != 0),
            CardDescription::And(a, b) => self.is_of_sort(a, cell, at) && self.is_of_sort(b, cell, at),
            CardDescription::Or(a, b) => self.is_of_sort(a, cell, at) || self.is_of_sort(b, cell, at),
            CardDescription::Not(of) => !self.is_of_sort(of, cell, at),
        }
    }
}
