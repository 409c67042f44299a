//! Names that mean tokens: they follow them, with the pieces that bear them too.

use super::super::tokens::Token;
use super::super::word::Word;
use super::move_state::{Card, NamedValue, TokenSpot};
use super::run::Run;

impl<B: Word> Run<'_, B> {
    /// The values of the names in the running scripts, and what remains of loops.
    pub(super) fn names_to_change(&mut self) -> impl Iterator<Item = &mut NamedValue<B>> {
        self.moving.names[..self.progress.locals as usize].iter_mut().chain(&mut self.stack.outer_names)
    }

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
            match name {
                NamedValue::Card(card) => *card = if Some(card.spot) == from { boxed } else { card.behind(&boxed) },
                NamedValue::Tokens { spot, .. } if Some(*spot) == from => *spot = boxed.spot,
                _ => {}
            }
        }
        boxed
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
