//! Names that mean tokens: they follow them, with the pieces that bear them too.

use super::super::tokens::Token;
use super::super::word::Word;
use super::move_state::{Card, NamedValue, TokenSpot};
use super::run::Run;

impl<B: Word> Run<'_, B> {
    /// A token of a class comes into the box, where all lie alike; returns it there.
    pub(super) fn box_card(&mut self, token: u8, class: usize) -> Card {
        let slots = &self.rules.slots;
        let seen_by = if slots.cards.hidden(token) { slots.cards.everybody } else { 0 };
        let cell = Token { seen_by, ..Token::public(class as u16) }.cell();
        let start = slots.boxes[token as usize];
        let before: i32 = self.moving.state.numbers.as_ref()[start..=start + class].iter().sum();
        self.moving.state.numbers[start + class] += 1;
        Card { spot: TokenSpot::Box(token), at: before as u16, cell }
    }

    /// A token of a class goes from a piece or a site to the box; names that mean it at `from` follow. Returns it there.
    pub(super) fn put_in_box(&mut self, token: u8, class: usize, from: Option<TokenSpot>) -> Card {
        let boxed = self.box_card(token, class);
        for name in self.names_to_change() {
            if let NamedValue::Card(card) = name {
                *card = if Some(card.spot) == from { boxed } else { card.behind(&boxed) };
            }
        }
        if let Some(from) = from {
            self.follow_token(from, class, boxed.spot, token);
        }
        boxed
    }

    /// Names that mean a token counted by class follow it. A name loses its place ([`TokenSpot::Various`]) if it means several
    /// tokens of which one moves, or comes where another name means one of that class: which is which could not be told.
    pub(super) fn follow_token(&mut self, from: TokenSpot, class: usize, to: TokenSpot, token: u8) {
        let to = if from != to && self.names_under_way().any(|name| means(name, to, class)) {
            TokenSpot::Various(token)
        } else {
            to
        };
        for name in self.names_to_change().filter(|name| means(name, from, class)) {
            if let NamedValue::Tokens { spot, of } = name {
                *spot = if *of == 1 << (4 * class) { to } else { TokenSpot::Various(token) };
            }
        }
    }

    /// Something is to get a name. If it is a token counted by class among several of that class, another name for one of those
    /// may mean it or not, and loses its place.
    pub(super) fn unplace_others(&mut self, named: NamedValue<B>) {
        let NamedValue::Tokens { spot, of } = named else { return };
        let class = of.trailing_zeros() as usize / 4;
        let slots = &self.rules.slots;
        let start = match spot {
            TokenSpot::Pile(pile) => slots.piles[pile as usize].start,
            TokenSpot::Box(token) => slots.boxes[token as usize],
            TokenSpot::Slot { .. } | TokenSpot::Under(_) | TokenSpot::Taken { .. } => return,
            TokenSpot::Various(_) | TokenSpot::Gone(_) => return,
        };
        if of != 1 << (4 * class) || self.moving.state.numbers[start + class] < 2 {
            return;
        }
        let token = slots.token_of(spot);
        for name in self.names_to_change().filter(|name| means(name, spot, class)) {
            if let NamedValue::Tokens { spot, .. } = name {
                *spot = TokenSpot::Various(token);
            }
        }
    }

    /// A token loses its place: one of a known class goes to the box and is returned as it lies there, one that nobody has seen
    /// leaves the game.
    pub(super) fn release(&mut self, token: u8, class: Option<usize>, from: Option<TokenSpot>) -> Option<Card> {
        if let Some(class) = class {
            return Some(self.put_in_box(token, class, from));
        }
        for name in self.names_to_change() {
            if let NamedValue::Card(card) = name
                && Some(card.spot) == from
            {
                card.spot = TokenSpot::Gone(token);
            }
        }
        None
    }

    /// Pieces have moved from the first site of each shift to the second or, if that is empty, command no site any more.
    pub(super) fn carry_named(&mut self, shifts: &[(B, B)]) {
        if self.progress.locals == 0 && self.stack.outer_names.is_empty() {
            return;
        }
        let slots = &self.rules.slots;
        let carried = |spot: &TokenSpot| {
            let TokenSpot::Slot { slot, site } = *spot else { return None };
            let (_, to) = shifts.iter().find(|(from, _)| *from == B::bit(site.into()))?;
            Some(match to.any() {
                true => TokenSpot::Slot { slot, site: to.first() as u16 },
                false => TokenSpot::Gone(slots.borne[slot as usize].token.unwrap_or_default()),
            })
        };
        for name in self.names_to_change() {
            if let NamedValue::Tokens { spot, .. } | NamedValue::Card(Card { spot, .. }) = name {
                *spot = carried(spot).unwrap_or(*spot);
            }
        }
    }
}

/// Whether a name means a token of a class at a place, among those that are counted.
fn means<B>(name: &NamedValue<B>, at: TokenSpot, class: usize) -> bool {
    matches!(name, NamedValue::Tokens { spot, of } if *spot == at && *of >> (4 * class) & 15 != 0)
}
