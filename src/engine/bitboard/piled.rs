//! Pieces in piles, kept as counts of identical pieces or as lists: reading them from a state, and changing them in it.

use super::super::word::Word;
use super::move_state::{NamedValue, PiecePlace, State, TokenSpot};
use super::run::{Done, Run, Stop};
use super::slots::StateLayout;

impl StateLayout {
    /// Shows the pieces in a pile from the bottom up, each with its code and a count. Without an order identical pieces are shown
    /// once, with their number.
    pub(super) fn pieces_in<B: Word>(&self, pile: usize, state: &State<B>, each: &mut dyn FnMut(PiecePlace, u32, u32)) {
        let lies = |at: usize| PiecePlace::Pile { pile: pile as u8, at: at as u16 };
        let pile = &self.piles[pile];
        let numbers = state.numbers.as_ref();
        match pile.most {
            _ if pile.token.is_some() => {}
            None => {
                let counts = numbers[pile.start..pile.start + pile.classes].iter().enumerate();
                counts.filter(|(_, many)| **many > 0).for_each(|(code, many)| each(lies(0), code as u32, *many as u32));
            }
            Some(_) => {
                let many = numbers[pile.start] as usize;
                let pieces = &numbers[pile.start + 1..pile.start + 1 + many];
                if pile.ordered {
                    pieces.iter().enumerate().for_each(|(at, code)| each(lies(at), *code as u32, 1));
                } else {
                    pieces.chunk_by(|a, b| a == b).for_each(|alike| each(lies(0), alike[0] as u32, alike.len() as u32));
                }
            }
        }
    }

    /// The place in a pile of a piece with this code: in an ordered pile at `at` or the nearest below, in a pile of counts 0.
    pub(super) fn found_in<B: Word>(&self, pile: usize, at: u16, code: u32, state: &State<B>) -> Option<usize> {
        let pile = &self.piles[pile];
        let numbers = state.numbers.as_ref();
        if pile.most.is_none() {
            return (numbers[pile.start + code as usize] > 0).then_some(0);
        }
        let many = numbers[pile.start] as usize;
        let among = if pile.ordered { many.min(usize::from(at) + 1) } else { many };
        numbers[pile.start + 1..pile.start + 1 + among].iter().rposition(|one| *one as u32 == code)
    }

    /// Shows the code of every piece in a pile that is a list, or below a commander.
    pub(super) fn each_listed<B: Word>(&self, state: &State<B>, each: &mut dyn FnMut(u32)) {
        for pile in self.piles.iter().filter(|pile| pile.most.is_some()) {
            let pieces = &state.numbers.as_ref()[pile.start..];
            pieces[1..1 + pieces[0] as usize].iter().for_each(|code| each(*code as u32));
        }
        if let Some(towers) = self.towers {
            towers.each(state.numbers.as_ref(), self.sites, each);
        }
    }

    /// Changes all such pieces; piles without an order are sorted again.
    pub(super) fn change_listed<B: Word>(&self, state: &mut State<B>, changed: &dyn Fn(u32) -> u32) {
        for pile in self.piles.iter().filter(|pile| pile.most.is_some()) {
            let pieces = &mut state.numbers.as_mut()[pile.start..];
            let many = pieces[0] as usize;
            pieces[1..1 + many].iter_mut().for_each(|code| *code = changed(*code as u32) as i32);
            if !pile.ordered {
                pieces[1..1 + many].sort_unstable_by_key(|code| *code as u32);
            }
        }
        if let Some(towers) = self.towers {
            towers.change(state.numbers.as_mut(), self.sites, changed);
        }
    }
}

impl<B: Word> Run<'_, B> {
    /// Moves a piece that has been lifted to a pile or, without one or without room there, out of the game; then the tokens on it
    /// go to the box. `from` is the site that it commanded; if it is empty, it commanded none.
    pub(super) fn drop_piece(&mut self, code: u32, from: B, pile: Option<usize>) -> Done {
        if let Some(pile) = pile
            && self.add_to_pile(pile, code)?
        {
            return Ok(());
        }
        for (i, slot) in self.rules.slots.borne.iter().enumerate() {
            if let (Some(token), Some(class)) = (slot.token, slot.known_class(code)) {
                self.put_in_box(token, class, TokenSpot::on(i, from));
            }
        }
        Ok(())
    }

    /// Adds a piece to a pile; returns whether there was room.
    fn add_to_pile(&mut self, pile: usize, code: u32) -> Result<bool, Stop> {
        let pile = &self.rules.slots.piles[pile];
        let numbers = self.moving.state.numbers.as_mut();
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
        while !pile.ordered && at > 0 && pieces[at - 1] as u32 > code {
            pieces[at] = pieces[at - 1];
            at -= 1;
        }
        pieces[at] = code as i32;
        numbers[pile.start] += 1;
        Ok(true)
    }

    /// Takes a piece out of a pile, as [`Slots::found_in`] finds it; returns whether there was one.
    pub(super) fn take_from_pile(&mut self, pile: usize, at: u16, code: u32) -> bool {
        let slots = &self.rules.slots;
        let Some(found) = slots.found_in(pile, at, code, &self.moving.state) else { return false };
        let of = &slots.piles[pile];
        let numbers = self.moving.state.numbers.as_mut();
        if of.most.is_none() {
            numbers[of.start + code as usize] -= 1;
            return true;
        }
        let many = numbers[of.start] as usize;
        let pieces = &mut numbers[of.start + 1..of.start + 1 + many];
        pieces.copy_within(found + 1.., found);
        pieces[many - 1] = 0;
        numbers[of.start] -= 1;
        if of.ordered {
            self.let_down(pile, found);
        }
        true
    }

    /// After a place of a pile has become empty: names of pieces above it are adjusted to lie one lower.
    fn let_down(&mut self, from: usize, gone: usize) {
        for name in self.names_to_change() {
            if let NamedValue::Off { place: PiecePlace::Pile { pile, at }, .. } = name
                && usize::from(*pile) == from
                && usize::from(*at) > gone
            {
                *at -= 1;
            }
        }
    }

    /// Changes a piece in a pile, as [`Slots::found_in`] finds it; returns whether there was one.
    pub(super) fn change_in_pile(&mut self, pile: usize, at: u16, old: u32, new: u32) -> Result<bool, Stop> {
        let slots = &self.rules.slots;
        if !slots.piles[pile].ordered {
            return Ok(self.take_from_pile(pile, at, old) && self.add_to_pile(pile, new)?);
        }
        let Some(found) = slots.found_in(pile, at, old, &self.moving.state) else { return Ok(false) };
        self.moving.state.numbers[slots.piles[pile].start + 1 + found] = new as i32;
        Ok(true)
    }
}
