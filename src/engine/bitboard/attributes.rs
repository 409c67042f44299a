//! What pieces bear (attribute values and tokens in slots), and tokens in piles: reading and changing them in a state.

use super::super::word::Word;
use super::elements::classes;
use super::move_state::{State, TokenSpot};
use super::run::{Done, Run, Stop};
use super::slots::{AttributeBoards, StateLayout};

impl StateLayout {
    /// The tokens in a pile as counts of each class, 4 bits a class; 0 if cards or pieces lie in it.
    pub(super) fn in_pile<B: Word>(&self, pile: usize, state: &State<B>) -> u64 {
        let pile = &self.piles[pile];
        if pile.token.is_none() || pile.deck.is_some() {
            return 0;
        }
        let numbers = state.numbers.as_ref()[pile.start..pile.start + pile.classes].iter().rev();
        numbers.fold(0, |of, many| of << 4 | *many as u64 & 15)
    }
}

impl<B: Word> Run<'_, B> {
    /// The boards of attributes.
    #[inline]
    fn attributes(&mut self) -> &mut [B] {
        let many = self.rules.slots.attributes.all;
        &mut self.moving.state.attributes.as_mut()[..many]
    }

    /// The code of the piece of a board on a site: side, kind and what it bears.
    pub(super) fn code_of(&self, board: usize, site: B) -> u32 {
        self.rules.slots.code_on(board, site, &self.moving.state)
    }

    /// Moves what pieces bear, and the pieces below them in towers, along with the pieces.
    pub(super) fn carry(&mut self, shifts: &[(B, B)]) {
        self.carry_towers(shifts);
        if self.wears() {
            self.rules.slots.carry_cards(shifts, &mut self.moving.state);
        }
        let all = shifts.iter().fold(B::ZERO, |all, (from, _)| all | *from);
        for board in self.attributes() {
            let bearing = *board & all;
            if bearing.any() {
                let there = shifts.iter().filter(|(from, _)| (bearing & *from).any());
                *board = there.fold(*board & !all, |set, (_, to)| set | *to);
            }
        }
    }

    /// The piece on a site bears nothing any more.
    pub(super) fn bare(&mut self, site: B) {
        if self.wears() {
            (0..self.rules.slots.borne.len()).for_each(|slot| self.rules.slots.wear(slot, site, 0, &mut self.moving.state));
        }
        self.attributes().iter_mut().for_each(|board| *board &= !site);
    }

    /// Whether pieces can bear cards.
    #[inline]
    fn wears(&self) -> bool {
        let AttributeBoards { all, plain } = self.rules.slots.attributes;
        plain < all
    }

    /// Lets the piece on a site bear what a piece with this code bears.
    fn equip(&mut self, code: u32, site: B) {
        let slots = &self.rules.slots;
        for (i, slot) in slots.borne.iter().enumerate() {
            if slot.cards.is_some() {
                slots.wear(i, site, slot.cell(code), &mut self.moving.state);
            } else if let Some(class) = slot.class(code) {
                self.moving.state.attributes[slot.board + class] |= site;
            }
        }
    }

    /// Pieces changed to a kind lose what that kind cannot bear; tokens go to the box.
    pub(super) fn strip(&mut self, pieces: B, kind: usize) {
        let slots = &self.rules.slots;
        for (i, slot) in slots.borne.iter().enumerate().filter(|(_, slot)| slot.kinds >> kind & 1 == 0) {
            if slot.cards.is_some() {
                let borne = &self.moving.state.attributes.as_ref()[slot.board..slot.board + slot.classes];
                let mut left = borne.iter().fold(B::ZERO, |all, board| all | *board) & pieces;
                while let Some(site) = left.take() {
                    let class = slots.class_on(i, site, &self.moving.state).filter(|class| class + 1 < slot.classes);
                    if let Some(token) = slot.token {
                        self.release(token, class, TokenSpot::on(i, site));
                    }
                    slots.wear(i, site, 0, &mut self.moving.state);
                }
                continue;
            }
            for class in 0..slot.classes {
                let mut lost = self.moving.state.attributes[slot.board + class] & pieces;
                self.moving.state.attributes[slot.board + class] &= !lost;
                while let (Some(token), Some(site)) = (slot.token, lost.take()) {
                    self.put_in_box(token, class, TokenSpot::on(i, site));
                }
            }
        }
    }

    /// Puts a piece that was off the board, or below a commander, on a site with all that it bears.
    pub(super) fn come(&mut self, code: u32, site: B) {
        self.put(self.rules.slots.board_of(code), site);
        self.equip(code, site);
    }

    /// Moves tokens to a place, one after the other.
    pub(super) fn send(&mut self, tokens: &[(TokenSpot, u64)], to: TokenSpot) -> Done {
        for (spot, of) in tokens {
            for (class, many) in classes(*of) {
                for _ in 0..many {
                    self.send_one(*spot, class, to)?;
                }
            }
        }
        Ok(())
    }

    fn send_one(&mut self, from: TokenSpot, class: usize, to: TokenSpot) -> Done {
        let slots = &self.rules.slots;
        if from != to {
            self.displace_token(to);
        }
        let state = &mut self.moving.state;
        let token = match from {
            TokenSpot::Pile(pile) => {
                let pile = &slots.piles[pile as usize];
                lower(&mut state.numbers[pile.start + class])?;
                pile.token.unwrap_or_default()
            }
            TokenSpot::Box(token) => {
                lower(&mut state.numbers[slots.boxes[token as usize] + class])?;
                token
            }
            TokenSpot::Slot { slot, site } => {
                let (slot, site) = (&slots.borne[slot as usize], B::bit(u32::from(site)));
                let board = &mut state.attributes[slot.board + class];
                if !(*board & site).any() {
                    return Err(Stop::TooMuch);
                }
                *board &= !site;
                slot.token.unwrap_or_default()
            }
            TokenSpot::Gone(_) => return Err(Stop::Failed),
            TokenSpot::Taken { .. } | TokenSpot::Under(_) | TokenSpot::Various(_) => return Err(Stop::TooMuch),
        };
        self.follow_token(from, class, to, token);
        let state = &mut self.moving.state;
        match to {
            TokenSpot::Pile(pile) => {
                let pile = &slots.piles[pile as usize];
                if pile.token == Some(token) {
                    state.numbers[pile.start + class] += 1;
                }
            }
            TokenSpot::Box(_) => state.numbers[slots.boxes[token as usize] + class] += 1,
            TokenSpot::Slot { slot, site } => {
                state.attributes[slots.borne[slot as usize].board + class] |= B::bit(u32::from(site));
            }
            TokenSpot::Taken { .. } | TokenSpot::Under(_) | TokenSpot::Various(_) | TokenSpot::Gone(_) => {}
        }
        Ok(())
    }

    /// The token in this slot, if there is one, gives way to another one: it goes to the box.
    fn displace_token(&mut self, spot: TokenSpot) {
        let TokenSpot::Slot { slot, site } = spot else { return };
        let (slots, site) = (&self.rules.slots, B::bit(u32::from(site)));
        let borne = &slots.borne[slot as usize];
        if let (Some(token), Some(class)) = (borne.token, slots.class_on(slot as usize, site, &self.moving.state)) {
            self.moving.state.attributes[borne.board + class] &= !site;
            self.put_in_box(token, class, Some(spot));
        }
    }

    /// Sets a slot of those pieces whose kinds have it; without a value the slot becomes empty.
    pub(super) fn set_slot(&mut self, slot: usize, pieces: B, value: Option<usize>) {
        let (slots, kinds) = (&self.rules.slots, self.rules.slots.kinds);
        let slot = &slots.borne[slot];
        let boards = &self.moving.state.boards.as_ref()[..slots.boards];
        let able = boards.iter().enumerate().filter(|(board, _)| slot.kinds >> (board % kinds) & 1 != 0);
        let pieces = pieces & able.fold(B::ZERO, |able, (_, board)| able | *board);
        let boards = &mut self.moving.state.attributes.as_mut()[slot.board..slot.board + slot.classes];
        boards.iter_mut().for_each(|board| *board &= !pieces);
        if let Some(board) = value.and_then(|value| boards.get_mut(value)) {
            *board |= pieces;
        }
    }
}

/// Decrements a number. If it is not positive, the machine decides.
fn lower(number: &mut i32) -> Done {
    if *number <= 0 {
        return Err(Stop::TooMuch);
    }
    *number -= 1;
    Ok(())
}
