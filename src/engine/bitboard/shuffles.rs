//! Shuffling cards: what everybody forgets. It does what `engine/run/shuffles.rs` does, on the numbers of a state.

use smallvec::SmallVec;

use super::super::tokens::Token;
use super::super::word::Word;
use super::move_state::{Card, NamedValue, TokenSpot};
use super::phrases::Term;
use super::run::{Done, Run, Stop};
use crate::model::SiteId;

impl<B: Word> Run<'_, B> {
    /// Shuffles piles, the last one first: everybody forgets the order and identity of their cards.
    pub(super) fn shuffle(&mut self, piles: Term) -> Done {
        let mut piles = self.rules.phrases.bits(piles, &self.moving);
        while piles != 0 {
            let pile = piles.ilog2() as usize;
            piles ^= 1 << pile;
            self.shuffle_one(pile)?;
        }
        Ok(())
    }

    fn shuffle_one(&mut self, pile: usize) -> Done {
        let slots = &self.rules.slots;
        let Some(own) = slots.piles[pile].deck.and_then(|deck| deck.shuffle) else { return Ok(()) };
        let cells: SmallVec<[u32; 64]> = slots.cards_in(pile, &self.moving.state).iter().map(|card| *card as u32).collect();
        let into = self.shuffle_for(own, &cells).ok_or(Stop::TooMuch)?;
        // Players who have not seen a card know only that something of its shuffle went in.
        for from in cells.iter().filter_map(|cell| Token::read(*cell)?.shuffle).filter(|from| *from != into) {
            self.merge_shuffles(from, into);
        }
        let cards: SmallVec<[Token; 64]> =
            slots.cards_in(pile, &self.moving.state).iter().filter_map(|card| Token::read(*card as u32)).collect();
        for class in cards.iter().filter_map(|card| card.class) {
            self.moving.state.numbers[slots.cards.shuffles[into as usize].start + usize::from(class)] += 1;
        }
        let forgotten = |card: &Token| Token { class: None, shuffle: Some(into), seen_by: 0, face: card.face }.cell();
        self.rewrite_pile(pile, &cards.iter().map(forgotten).collect::<SmallVec<[u32; 64]>>());
        Ok(())
    }

    /// Writes the cards of a pile, each in the place of the one before; a pile without an order is sorted. Names follow.
    fn rewrite_pile(&mut self, pile: usize, cells: &[u32]) {
        let of = &self.rules.slots.piles[pile];
        let mut order: SmallVec<[usize; 64]> = (0..cells.len()).collect();
        if !of.deck.is_some_and(|deck| deck.ordered) {
            order.sort_by_key(|i| cells[*i]);
        }
        for (at, i) in order.iter().enumerate() {
            self.moving.state.numbers[of.start + 1 + at] = cells[*i] as i32;
        }
        for name in self.names_to_change() {
            if let NamedValue::Card(card) = name
                && card.spot == TokenSpot::Pile(pile as u8)
                && let Some(at) = order.iter().position(|i| *i == usize::from(card.at))
            {
                *card = Card { at: at as u16, cell: cells[usize::from(card.at)], ..*card };
            }
        }
    }

    /// The shuffle that the cards of a pile become part of: one with no cards elsewhere, so that nothing else is mixed in. But
    /// shuffles that are mixed become one even if some of their cards lie elsewhere. `None` if all are taken.
    fn shuffle_for(&self, own: u8, cells: &[u32]) -> Option<u8> {
        let slots = &self.rules.slots;
        let of = |cell: u32| Token::read(cell).and_then(|card| card.shuffle);
        let here = |shuffle: u8| cells.iter().filter(|cell| of(**cell) == Some(shuffle)).count();
        let token = slots.cards.shuffles[own as usize].token;
        let mut everywhere: SmallVec<[u32; 64]> = SmallVec::new();
        everywhere.extend(slots.every_card(token, &self.moving.state).into_iter().map(|card| card.cell));
        for slot in slots.borne.iter().filter(|slot| slot.token == Some(token)) {
            slots.each_listed(&self.moving.state, &mut |code| everywhere.push(slot.cell(code)));
        }
        let elsewhere = |shuffle: u8| everywhere.iter().filter(|cell| of(**cell) == Some(shuffle)).count() > here(shuffle);
        let mixed = |shuffle: u8| here(shuffle) > 0;
        if mixed(own) || !elsewhere(own) {
            return Some(own);
        }
        let others = || (0..slots.cards.shuffles.len() as u8).filter(|one| slots.cards.shuffles[*one as usize].token == token);
        others().find(|one| mixed(*one)).or_else(|| others().find(|one| !elsewhere(*one)))
    }

    /// Merges the unseen cards of one shuffle into another, wherever they lie, as nobody can distinguish them any more.
    fn merge_shuffles(&mut self, from: u8, into: u8) {
        let rules = self.rules;
        let slots = &rules.slots;
        let (from_cells, into_cells) = (slots.cards.shuffles[from as usize], slots.cards.shuffles[into as usize]);
        let numbers = self.moving.state.numbers.as_mut();
        for class in 0..from_cells.classes {
            let many = std::mem::take(&mut numbers[from_cells.start + class]);
            numbers[into_cells.start + class] += many;
        }
        let renamed = |cell: u32| match Token::read(cell).filter(|card| card.shuffle == Some(from)) {
            Some(card) => Token { shuffle: Some(into), ..card }.cell(),
            None => cell,
        };
        let rename = |cell: &mut i32| *cell = renamed(*cell as u32) as i32;
        if let Some((_, start)) = slots.cards.under.filter(|(token, _)| *token == from_cells.token) {
            numbers[start..start + slots.sites].iter_mut().for_each(rename);
        }
        for pile in (0..slots.piles.len()).filter(|pile| slots.piles[*pile].token == Some(from_cells.token)) {
            let cards = slots.cards_in(pile, &self.moving.state).iter();
            let cells: SmallVec<[u32; 64]> = cards.map(|card| renamed(*card as u32)).collect();
            self.rewrite_pile(pile, &cells);
        }
        for name in self.names_to_change() {
            if let NamedValue::Card(card) = name
                && slots.token_of(card.spot) == from_cells.token
            {
                card.cell = renamed(card.cell);
            }
        }
        for (i, slot) in slots.borne.iter().enumerate().filter(|(_, slot)| slot.token == Some(from_cells.token)) {
            for site in (0..slots.sites).map(|site| slots.order.bit::<B>(SiteId(site as u16))) {
                let state = &mut self.moving.state;
                slots.wear(i, site, renamed(slots.card_on(i, site, state)), state);
            }
            slots.change_listed(&mut self.moving.state, &|code| {
                slot.with_part(code, slot.part_of_cell(renamed(slot.cell(code))))
            });
        }
    }
}
