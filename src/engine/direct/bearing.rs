//! What pieces bear, and what lies in piles: read from a state, and changed in it.

use super::super::word::Word;
use super::elements::classes;
use super::run::{Done, Run, Stop};
use super::scene::{Named, Spot, State};
use super::slots::Slots;

impl Slots {
    /// What the piece on a site bears in a slot.
    #[inline]
    pub(super) fn class_on<B: Word>(&self, slot: usize, site: B, state: &State<B>) -> Option<usize> {
        let slot = &self.borne[slot];
        state.bearings.as_ref()[slot.board..slot.board + slot.classes].iter().position(|board| (*board & site).any())
    }

    /// The tokens in a pile: how many of each class, 4 bits a class.
    pub(super) fn in_pile<B: Word>(&self, pile: usize, state: &State<B>) -> u64 {
        let pile = &self.piles[pile];
        if pile.token.is_none() || pile.deck.is_some() {
            return 0;
        }
        let numbers = state.numbers.as_ref()[pile.start..pile.start + pile.classes].iter().rev();
        numbers.fold(0, |of, many| of << 4 | *many as u64 & 15)
    }

    /// The pieces in a pile, alike ones once, with how many of them there are.
    pub(super) fn pieces_in<B: Word>(&self, pile: usize, state: &State<B>, each: &mut dyn FnMut(u32, u32)) {
        let pile = &self.piles[pile];
        let numbers = state.numbers.as_ref();
        match pile.most {
            _ if pile.token.is_some() => {}
            None => {
                let counts = numbers[pile.start..pile.start + pile.classes].iter().enumerate();
                counts.filter(|(_, many)| **many > 0).for_each(|(code, many)| each(code as u32, *many as u32));
            }
            Some(_) => {
                let many = numbers[pile.start] as usize;
                let pieces = &numbers[pile.start + 1..pile.start + 1 + many];
                pieces.chunk_by(|a, b| a == b).for_each(|alike| each(alike[0] as u32, alike.len() as u32));
            }
        }
    }
}

impl<B: Word> Run<'_, B> {
    /// The boards of what pieces bear.
    #[inline]
    fn bearings(&mut self) -> &mut [B] {
        let many = self.rules.slots.bearings;
        &mut self.scene.state.bearings.as_mut()[..many]
    }

    /// All that the piece of a board on a site is.
    pub(super) fn code_of(&self, board: usize, site: B) -> u32 {
        let slots = &self.rules.slots;
        if slots.borne.is_empty() {
            return board as u32;
        }
        let bears = (0..slots.borne.len()).map(|slot| slots.class_on(slot, site, &self.scene.state));
        slots.code(board / slots.kinds, board % slots.kinds, bears)
    }

    /// What pieces bear, and what lies below them, goes with them from site to site.
    pub(super) fn carry(&mut self, shifts: &[(B, B)]) {
        self.carry_towers(shifts);
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
        self.bearings().iter_mut().for_each(|board| *board &= !site);
    }

    /// The piece on a site bears what such a piece does.
    fn equip(&mut self, code: u32, site: B) {
        for slot in &self.rules.slots.borne {
            if let Some(class) = slot.class(code) {
                self.scene.state.bearings[slot.board + class] |= site;
            }
        }
    }

    /// Pieces of a kind lose what it has not; tokens go to the box.
    pub(super) fn strip(&mut self, pieces: B, kind: usize) {
        let slots = &self.rules.slots;
        let state = &mut self.scene.state;
        for slot in slots.borne.iter().filter(|slot| slot.kinds >> kind & 1 == 0) {
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

    /// A piece without a place goes to a pile, or out of the game; then the tokens on it go to the box.
    pub(super) fn drop_piece(&mut self, code: u32, pile: Option<usize>) -> Done {
        if let Some(pile) = pile
            && self.add_to_pile(pile, code)?
        {
            return Ok(());
        }
        let slots = &self.rules.slots;
        for slot in &slots.borne {
            if let (Some(token), Some(class)) = (slot.token, slot.class(code)) {
                self.scene.state.numbers[slots.boxes[token as usize] + class] += 1;
            }
        }
        Ok(())
    }

    /// Whether there was room.
    fn add_to_pile(&mut self, pile: usize, code: u32) -> Result<bool, Stop> {
        let pile = &self.rules.slots.piles[pile];
        let numbers = self.scene.state.numbers.as_mut();
        let Some(most) = pile.most else {
            numbers[pile.start + code as usize] += 1;
            return Ok(true);
        };
        let many = numbers[pile.start] as usize;
        if many >= most {
            return if pile.all { Ok(false) } else { Err(Stop::TooMuch) };
        }
        let pieces = &mut numbers[pile.start + 1..pile.start + 2 + many];
        let mut at = many;
        while at > 0 && pieces[at - 1] as u32 > code {
            pieces[at] = pieces[at - 1];
            at -= 1;
        }
        pieces[at] = code as i32;
        numbers[pile.start] += 1;
        Ok(true)
    }

    /// Takes such a piece out of a pile; whether there was one.
    pub(super) fn take_from_pile(&mut self, pile: usize, code: u32) -> bool {
        let pile = &self.rules.slots.piles[pile];
        let numbers = self.scene.state.numbers.as_mut();
        if pile.most.is_none() {
            let count = &mut numbers[pile.start + code as usize];
            let there = *count > 0;
            *count -= i32::from(there);
            return there;
        }
        let many = numbers[pile.start] as usize;
        let pieces = &mut numbers[pile.start + 1..pile.start + 1 + many];
        let Some(at) = pieces.iter().position(|one| *one as u32 == code) else { return false };
        pieces.copy_within(at + 1.., at);
        pieces[many - 1] = 0;
        numbers[pile.start] -= 1;
        true
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
