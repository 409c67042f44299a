//! Pieces that lie in piles and in towers: taking them from there, and changing them.

use smallvec::SmallVec;

use super::super::word::Word;
use super::move_state::{NamedValue, PiecePlace, TokenSpot};
use super::phrases::Term;
use super::run::{BitDeed, Done, Run, Stop};
use super::slots::StateLayout;
use super::towers::{Lifted, Part};

impl<B: Word> Run<'_, B> {
    /// Takes pieces out of piles and towers one after the other and calls `each`, which returns the site that the piece commands
    /// afterwards.
    pub(super) fn each_off(&mut self, what: Term, mut each: impl FnMut(&mut Self, u32, Lifted<B>) -> Result<B, Stop>) -> Done {
        let mut gone: SmallVec<[(u16, u8); 4]> = SmallVec::new();
        let mut out: SmallVec<[(u8, u16); 4]> = SmallVec::new();
        for (lies, code, many) in self.rules.phrases.pile_pieces(what, &self.moving) {
            match lies {
                PiecePlace::Pile { pile, at } => {
                    let under = out.iter().filter(|(from, other)| *from == pile && *other < at).count();
                    out.push((pile, at));
                    for _ in 0..many {
                        if self.take_from_pile(pile.into(), at - under as u16, code) {
                            each(self, code, Lifted::ELSEWHERE)?;
                        }
                    }
                }
                PiecePlace::Tower { site, at } => {
                    // Pieces already taken from below it have lowered it.
                    let under = gone.iter().filter(|(from, other)| *from == site && *other < at).count();
                    gone.push((site, at));
                    let site = B::bit(site.into());
                    if let Some((code, lifted)) = self.take_from_tower(site, usize::from(at) - under) {
                        let commands = each(self, code, lifted)?;
                        self.commands_now(lifted, commands);
                    }
                }
                PiecePlace::Taken(_) => {}
            }
        }
        Ok(())
    }

    /// Takes a piece out of its pile or tower; `None` if it is not there.
    fn take_off(&mut self, lies: PiecePlace, code: u32) -> Option<Lifted<B>> {
        match lies {
            PiecePlace::Pile { pile, at } => self.take_from_pile(pile.into(), at, code).then_some(Lifted::ELSEWHERE),
            PiecePlace::Tower { site, at } => self.take_from_tower(B::bit(site.into()), at.into()).map(|(_, lifted)| lifted),
            PiecePlace::Taken(_) => None,
        }
    }

    /// Whether a piece lies there.
    pub(super) fn is_off(&self, lies: PiecePlace, code: u32) -> bool {
        let mut found = false;
        match lies {
            PiecePlace::Pile { pile, at } => {
                return self.rules.slots.found_in(pile.into(), at, code, &self.moving.state).is_some();
            }
            PiecePlace::Tower { site, .. } => {
                let (slots, state) = (&self.rules.slots, &self.moving.state);
                for part in [Part::Below, Part::Top] {
                    slots.in_towers(B::bit(site.into()), part, state, &mut |one, _| found |= one == lies);
                }
            }
            PiecePlace::Taken(_) => {}
        }
        found
    }

    /// Moves pieces from piles and towers to a pile, or out of the game.
    pub(super) fn drop_lying(&mut self, what: Term, pile: Option<usize>) -> Done {
        self.each_off(what, |run, code, lifted| run.drop_piece(code, lifted.left(), pile).map(|()| B::ZERO))
    }

    /// Moves a piece from a pile or a tower onto the board; returns whether there is one.
    pub(super) fn bring(&mut self, what: Term, to: Term) -> Result<bool, Stop> {
        let lot = self.rules.phrases.pile_pieces(what, &self.moving);
        let Some((lies, code, many)) = lot.first().copied() else { return Ok(false) };
        let to = self.one_site(to)?;
        if lot.len() > 1 || many > 1 || self.board_of(to).is_some() {
            return Err(Stop::Failed);
        }
        let lifted = self.take_off(lies, code).ok_or(Stop::Failed)?;
        self.come(code, to);
        self.commands_now(lifted, to);
        self.deeds.push(BitDeed::Placed(to));
        self.rename(what, NamedValue::Off { place: lies, code }, NamedValue::Pieces(to));
        Ok(true)
    }

    /// Changes pieces in piles and towers; names still denote the same pieces.
    pub(super) fn change_lying(&mut self, of: Term, changed: &dyn Fn(&StateLayout, u32) -> u32) -> Done {
        for (lies, code, many) in self.rules.phrases.pile_pieces(of, &self.moving) {
            for _ in 0..many {
                match lies {
                    PiecePlace::Tower { site, at } => self.change_in_tower(B::bit(site.into()), at.into(), changed),
                    PiecePlace::Pile { pile, at } => {
                        let new = self.stripped(changed(&self.rules.slots, code), B::ZERO);
                        if self.change_in_pile(pile.into(), at, code, new)? {
                            self.rename(of, NamedValue::Off { place: lies, code }, NamedValue::Off { place: lies, code: new });
                        }
                    }
                    PiecePlace::Taken(_) => {}
                }
            }
        }
        Ok(())
    }

    /// A piece without the slots that its kind does not have; tokens in those go to the box. `on` is the site that it commands; if
    /// it is empty, it commands none.
    pub(super) fn stripped(&mut self, code: u32, on: B) -> u32 {
        let slots = &self.rules.slots;
        let kind = slots.board_of(code) % slots.kinds;
        slots.borne.iter().enumerate().filter(|(_, slot)| slot.kinds >> kind & 1 == 0).fold(code, |code, (i, slot)| {
            if let Some(token) = slot.token.filter(|_| slot.cell(code) != 0) {
                self.release(token, slot.known_class(code), TokenSpot::on(i, on));
            }
            slot.with_part(code, 0)
        })
    }

    /// Gives a new value to the name that a phrase is or, if it is no name, to every name with the old value.
    fn rename(&mut self, phrase: Term, old: NamedValue<B>, new: NamedValue<B>) {
        if let Some(local) = self.rules.phrases.name_lying(phrase) {
            self.moving.names[local as usize] = new;
            return;
        }
        self.names_to_change().filter(|name| **name == old).for_each(|name| *name = new);
    }

    /// `take P` for pieces in towers: each is captured alone, without the events of pieces that command a site.
    pub(super) fn take_lying(&mut self, what: Term) -> Done {
        let pile = self.rules.players.captured[self.rules.player(self.moving.state.turn)];
        self.each_off(what, |run, code, lifted| {
            if lifted.tower.any() {
                run.note_taken_as(lifted.tower, code);
                run.drop_piece(code, lifted.left(), pile)?;
            }
            Ok(B::ZERO)
        })
    }
}
