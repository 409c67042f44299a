//! Pieces that command no site: they lie in piles and in towers, and go from there.

use smallvec::SmallVec;

use super::super::word::Word;
use super::phrases::Term;
use super::run::{Done, Run, Stop, Told};
use super::scene::{Lies, Named};
use super::slots::Slots;
use super::towers::{Lifted, Part};

impl<B: Word> Run<'_, B> {
    /// Takes pieces from where they lie, one after the other, and does something with each, which tells the site that the piece commands
    /// afterwards.
    pub(super) fn each_off(&mut self, what: Term, mut each: impl FnMut(&mut Self, u32, Lifted<B>) -> Result<B, Stop>) -> Done {
        let mut gone: SmallVec<[(u16, u8); 4]> = SmallVec::new();
        let mut out: SmallVec<[(u8, u16); 4]> = SmallVec::new();
        for (lies, code, many) in self.rules.phrases.pieces_lying(what, &self.scene) {
            match lies {
                Lies::Pile { pile, at } => {
                    let under = out.iter().filter(|(from, other)| *from == pile && *other < at).count();
                    out.push((pile, at));
                    for _ in 0..many {
                        if self.take_from_pile(pile.into(), at - under as u16, code) {
                            each(self, code, Lifted::ELSEWHERE)?;
                        }
                    }
                }
                Lies::Tower { site, at } => {
                    // What has been taken from below it has let it down.
                    let under = gone.iter().filter(|(from, other)| *from == site && *other < at).count();
                    gone.push((site, at));
                    let site = B::bit(site.into());
                    if let Some((code, lifted)) = self.take_from_tower(site, usize::from(at) - under) {
                        let commands = each(self, code, lifted)?;
                        self.commands_now(lifted, commands);
                    }
                }
                Lies::Taken(_) => {}
            }
        }
        Ok(())
    }

    /// Takes a piece from where it lies; nothing if it was not there.
    fn take_off(&mut self, lies: Lies, code: u32) -> Option<Lifted<B>> {
        match lies {
            Lies::Pile { pile, at } => self.take_from_pile(pile.into(), at, code).then_some(Lifted::ELSEWHERE),
            Lies::Tower { site, at } => self.take_from_tower(B::bit(site.into()), at.into()).map(|(_, lifted)| lifted),
            Lies::Taken(_) => None,
        }
    }

    /// Whether a piece lies there.
    pub(super) fn is_off(&self, lies: Lies, code: u32) -> bool {
        let mut found = false;
        match lies {
            Lies::Pile { pile, at } => return self.rules.slots.found_in(pile.into(), at, code, &self.scene.state).is_some(),
            Lies::Tower { site, .. } => {
                let (slots, state) = (&self.rules.slots, &self.scene.state);
                for part in [Part::Below, Part::Top] {
                    slots.in_towers(B::bit(site.into()), part, state, &mut |one, _| found |= one == lies);
                }
            }
            Lies::Taken(_) => {}
        }
        found
    }

    /// Pieces in piles and towers go to another pile, or out of the game.
    pub(super) fn drop_lying(&mut self, what: Term, pile: Option<usize>) -> Done {
        self.each_off(what, |run, code, _| run.drop_piece(code, pile).map(|()| B::ZERO))
    }

    /// A piece in a pile or a tower comes onto the board; whether there is one.
    pub(super) fn bring(&mut self, what: Term, to: Term) -> Result<bool, Stop> {
        let lot = self.rules.phrases.pieces_lying(what, &self.scene);
        let Some((lies, code, many)) = lot.first().copied() else { return Ok(false) };
        let to = self.one_site(to)?;
        if lot.len() > 1 || many > 1 || self.board_of(to).is_some() {
            return Err(Stop::Failed);
        }
        let lifted = self.take_off(lies, code).ok_or(Stop::Failed)?;
        self.come(code, to);
        self.commands_now(lifted, to);
        self.told.push(Told::Placed(to));
        self.rename(what, Named::Off { lies, code }, Named::Pieces(to));
        Ok(true)
    }

    /// Pieces in piles and towers become others; who was called by a name still is.
    pub(super) fn change_lying(&mut self, of: Term, changed: &dyn Fn(&Slots, u32) -> u32) -> Done {
        for (lies, code, many) in self.rules.phrases.pieces_lying(of, &self.scene) {
            for _ in 0..many {
                match lies {
                    Lies::Tower { site, at } => self.change_in_tower(B::bit(site.into()), at.into(), changed),
                    Lies::Pile { pile, at } => {
                        let new = self.stripped(changed(&self.rules.slots, code));
                        if self.change_in_pile(pile.into(), at, code, new)? {
                            self.rename(of, Named::Off { lies, code }, Named::Off { lies, code: new });
                        }
                    }
                    Lies::Taken(_) => {}
                }
            }
        }
        Ok(())
    }

    /// A piece without what its kind has not; tokens go to the box.
    pub(super) fn stripped(&mut self, code: u32) -> u32 {
        let slots = &self.rules.slots;
        let kind = slots.board_of(code) % slots.kinds;
        slots.borne.iter().filter(|slot| slot.kinds >> kind & 1 == 0).fold(code, |code, slot| {
            if let (Some(token), Some(class)) = (slot.token, slot.known_class(code)) {
                self.scene.state.numbers[slots.boxes[token as usize] + class] += 1;
            }
            slot.with_part(code, 0)
        })
    }

    /// What one name means, or if the phrase is none, each that means this thing, means another from now on.
    fn rename(&mut self, phrase: Term, old: Named<B>, new: Named<B>) {
        if let Some(local) = self.rules.phrases.name_lying(phrase) {
            self.scene.names[local as usize] = new;
            return;
        }
        let names = self.scene.names[..self.along.locals as usize].iter_mut().chain(&mut self.stack.frames);
        names.filter(|name| **name == old).for_each(|name| *name = new);
    }

    /// `take P` of what is in towers: each is captured alone, without the events of pieces on sites of their own.
    pub(super) fn take_lying(&mut self, what: Term) -> Done {
        let pile = self.rules.players.captured[self.rules.player(self.scene.state.turn)];
        self.each_off(what, |run, code, lifted| {
            if lifted.tower.any() {
                run.note_taken_as(lifted.tower, code);
                run.drop_piece(code, pile)?;
            }
            Ok(B::ZERO)
        })
    }
}
