//! What pieces bear, and what lies in piles: read from a state, and changed in it.

use super::super::word::Word;
use super::elements::classes;
use super::run::{Done, Run, Stop};
use super::scene::{Named, Spot, State};
use super::slots::{Bearings, Slots};

impl Slots {
    /// The tokens in a pile: how many of each class, 4 bits a class.
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
    /// The boards of what pieces bear.
    #[inline]
    fn bearings(&mut self) -> &mut [B] {
        let many = self.rules.slots.bearings.all;
        &mut self.scene.state.bearings.as_mut()[..many]
    }

    /// All that the piece of a board on a site is.
    pub(super) fn code_of(&self, board: usize, site: B) -> u32 {
        self.rules.slots.code_on(board, site, &self.scene.state)
    }

    /// What pieces bear, and what lies below them, goes with them from site to site.
    pub(super) fn carry(&mut self, shifts: &[(B, B)]) {
        self.carry_towers(shifts);
        if self.wears() {
            self.rules.slots.carry_cards(shifts, &mut self.scene.state);
        }
        let all = shifts.iter().fold(B::ZERO, |all, (from, _)| all | *from);
        for board in self.bearings() {
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
            (0..self.rules.slots.borne.len()).for_each(|slot| self.rules.slots.wear(slot, site, 0, &mut self.scene.state));
        }
        self.bearings().iter_mut().for_each(|board| *board &= !site);
    }

    /// Whether cards can be on pieces.
    #[inline]
    fn wears(&self) -> bool {
        let Bearings { all, plain } = self.rules.slots.bearings;
        plain < all
    }

    /// The piece on a site bears what such a piece does.
    fn equip(&mut self, code: u32, site: B) {
        let slots = &self.rules.slots;
        for (i, slot) in slots.borne.iter().enumerate() {
            if slot.cards.is_some() {
                slots.wear(i, site, slot.cell(code), &mut self.scene.state);
            } else if let Some(class) = slot.class(code) {
                self.scene.state.bearings[slot.board + class] |= site;
            }
        }
    }

    /// Pieces of a kind lose what it has not; tokens go to the box.
    pub(super) fn strip(&mut self, pieces: B, kind: usize) {
        let slots = &self.rules.slots;
        let state = &mut self.scene.state;
        for (i, slot) in slots.borne.iter().enumerate().filter(|(_, slot)| slot.kinds >> kind & 1 == 0) {
            if slot.cards.is_some() {
                let borne = &state.bearings.as_ref()[slot.board..slot.board + slot.classes];
                let mut left = borne.iter().fold(B::ZERO, |all, board| all | *board) & pieces;
                while let Some(site) = left.take() {
                    let class = slots.class_on(i, site, state).filter(|class| class + 1 < slot.classes);
                    if let (Some(token), Some(class)) = (slot.token, class) {
                        state.numbers[slots.boxes[token as usize] + class] += 1;
                    }
                    slots.wear(i, site, 0, state);
                }
                continue;
            }
            for class in 0..slot.classes {
                let lost = state.bearings[slot.board + class] & pieces;
                state.bearings[slot.board + class] &= !lost;
                if let Some(token) = slot.token {
                    state.numbers[slots.boxes[token as usize] + class] += lost.count() as i32;
                }
            }
        }
    }

    /// A piece comes onto the board from a pile.
    pub(super) fn come(&mut self, code: u32, site: B) {
        self.put(self.rules.slots.board_of(code), site);
        self.equip(code, site);
    }

    /// Tokens go to a place, one after the other.
    pub(super) fn send(&mut self, tokens: &[(Spot, u64)], to: Spot) -> Done {
        for (spot, of) in tokens {
            for (class, many) in classes(*of) {
                for _ in 0..many {
                    self.send_one(*spot, class, to)?;
                }
            }
        }
        Ok(())
    }

    fn send_one(&mut self, from: Spot, class: usize, to: Spot) -> Done {
        let slots = &self.rules.slots;
        let state = &mut self.scene.state;
        let token = match from {
            Spot::Pile(pile) => {
                let pile = &slots.piles[pile as usize];
                lower(&mut state.numbers[pile.start + class])?;
                pile.token.unwrap_or_default()
            }
            Spot::Box(token) => {
                lower(&mut state.numbers[slots.boxes[token as usize] + class])?;
                token
            }
            Spot::Slot { slot, site } => {
                let (slot, site) = (&slots.borne[slot as usize], B::bit(u32::from(site)));
                let board = &mut state.bearings[slot.board + class];
                if !(*board & site).any() {
                    return Err(Stop::Failed);
                }
                *board &= !site;
                slot.token.unwrap_or_default()
            }
            Spot::Taken { .. } | Spot::Under(_) => return Err(Stop::Failed),
            Spot::Various(_) => return Err(Stop::TooMuch),
        };
        self.follow_token(from, class, to, token);
        let state = &mut self.scene.state;
        match to {
            Spot::Pile(pile) => {
                let pile = &slots.piles[pile as usize];
                if pile.token == Some(token) {
                    state.numbers[pile.start + class] += 1;
                }
            }
            Spot::Box(_) => state.numbers[slots.boxes[token as usize] + class] += 1,
            Spot::Slot { slot, site } => {
                let site = B::bit(u32::from(site));
                if let Some(old) = slots.class_on(slot as usize, site, state) {
                    state.numbers[slots.boxes[token as usize] + old] += 1;
                    state.bearings[slots.borne[slot as usize].board + old] &= !site;
                }
                state.bearings[slots.borne[slot as usize].board + class] |= site;
            }
            Spot::Taken { .. } | Spot::Under(_) | Spot::Various(_) => {}
        }
        Ok(())
    }

    /// Names that mean a token go on meaning it, wherever it goes; of several of which one goes it is no longer known where they are.
    fn follow_token(&mut self, from: Spot, class: usize, to: Spot, token: u8) {
        let names = self.scene.names[..self.along.locals as usize].iter_mut().chain(&mut self.stack.frames);
        for name in names {
            if let Named::Tokens { spot, of } = name
                && *spot == from
                && *of >> (4 * class) & 15 != 0
            {
                *spot = if *of == 1 << (4 * class) { to } else { Spot::Various(token) };
            }
        }
    }

    /// Values of a slot of pieces.
    pub(super) fn set_slot(&mut self, slot: usize, pieces: B, value: Option<usize>) {
        let (slots, kinds) = (&self.rules.slots, self.rules.slots.kinds);
        let slot = &slots.borne[slot];
        let boards = &self.scene.state.boards.as_ref()[..slots.boards];
        let able = boards.iter().enumerate().filter(|(board, _)| slot.kinds >> (board % kinds) & 1 != 0);
        let pieces = pieces & able.fold(B::ZERO, |able, (_, board)| able | *board);
        let boards = &mut self.scene.state.bearings.as_mut()[slot.board..slot.board + slot.classes];
        boards.iter_mut().for_each(|board| *board &= !pieces);
        if let Some(board) = value.and_then(|value| boards.get_mut(value)) {
            *board |= pieces;
        }
    }
}

/// One less, if there was one.
fn lower(number: &mut i32) -> Done {
    if *number <= 0 {
        return Err(Stop::Failed);
    }
    *number -= 1;
    Ok(())
}
