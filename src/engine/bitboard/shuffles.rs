//! Shuffling cards: what everybody forgets. It does what `engine/run/shuffles.rs` does, on the numbers of a state.

use smallvec::SmallVec;

use super::super::tokens::Token;
use super::super::word::Word;
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
        let start = slots.piles[pile].start;
        let mut shuffled: SmallVec<[u32; 64]> = SmallVec::new();
        for cell in cells {
            let Some(card) = Token::read(cell) else { continue };
            // Players who have not seen the card know only that something of its shuffle went in.
            if let Some(from) = card.shuffle.filter(|from| *from != into) {
                self.merge_shuffles(from, into);
            }
            if let Some(class) = card.class {
                self.moving.state.numbers[slots.cards.shuffles[into as usize].start + usize::from(class)] += 1;
            }
            shuffled.push(Token { class: None, shuffle: Some(into), seen_by: 0, face: card.face }.cell());
        }
        if !slots.piles[pile].deck.is_some_and(|deck| deck.ordered) {
            shuffled.sort_unstable();
        }
        let numbers = self.moving.state.numbers.as_mut();
        numbers[start + 1..].iter_mut().zip(&shuffled).for_each(|(number, cell)| *number = *cell as i32);
        Ok(())
    }

    /// The shuffle that the cards of a pile become part of: one with no cards elsewhere, so that nothing else is mixed in. But
    /// shuffles that are mixed become one even if some of their cards lie elsewhere. `None` if all are taken.
    fn shuffle_for(&self, own: u8, cells: &[u32]) -> Option<u8> {
        let slots = &self.rules.slots;
        let of = |cell: u32| Token::read(cell).and_then(|card| card.shuffle);
        let here = |shuffle: u8| cells.iter().filter(|cell| of(**cell) == Some(shuffle)).count();
        let token = slots.cards.shuffles[own as usize].token;
        let mut everywhere: SmallVec<[u32; 64]> = SmallVec::new();
        everywhere.extend(slots.every_card(token, &self.moving.state).into_iter().map(|(_, cell)| cell));
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
        let slots = &self.rules.slots;
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
        for pile in slots.piles.iter().filter(|pile| pile.token == Some(from_cells.token)) {
            let many = numbers[pile.start] as usize;
            let cards = &mut numbers[pile.start + 1..pile.start + 1 + many];
            cards.iter_mut().for_each(rename);
            if !pile.deck.is_some_and(|deck| deck.ordered) {
                cards.sort_unstable_by_key(|card| *card as u32);
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
