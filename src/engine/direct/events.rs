//! Events and their triggers, and endings as soon as they hold.

use super::super::word::Word;
use super::run::{Done, MOST_TRIGGERS, Run, Stop};
use super::scene::Named;
use crate::program::code::EventKind;

impl<B: Word> Run<'_, B> {
    /// Whether any trigger waits for an event.
    #[inline]
    pub(super) fn awaited(&self, event: EventKind) -> bool {
        !self.rules.triggers[event as usize].is_empty()
    }

    /// An event without a piece.
    #[inline]
    pub(super) fn event(&mut self, event: EventKind) -> Done {
        if self.awaited(event) { self.fire(event, None) } else { Ok(()) }
    }

    /// An event about the piece on a site; where that piece is afterwards, if it is still there.
    #[inline]
    pub(super) fn event_about(&mut self, event: EventKind, site: B) -> Result<B, Stop> {
        if !self.awaited(event) {
            return Ok(site);
        }
        let mark = self.marks.len();
        self.marks.push(site);
        let done = self.fire(event, Some(mark));
        // A run that has failed is put back as a whole.
        let site = self.marks.get(mark).copied().unwrap_or(B::ZERO);
        self.marks.truncate(mark);
        done.map(|()| site)
    }

    fn fire(&mut self, event: EventKind, about: Option<usize>) -> Done {
        let rules = self.rules;
        for trigger in &rules.triggers[event as usize] {
            let site = about.map(|mark| self.marks[mark]);
            if site.is_some_and(|site| !site.any()) {
                return Ok(());
            }
            if trigger.nameless {
                let phrases = &rules.phrases;
                let there = |set: super::phrases::Term| (phrases.sites(set, &self.scene) & site.unwrap_or(B::ZERO)).any();
                let fits = site.is_none() || trigger.subject.is_none_or(there) && trigger.place.is_none_or(there);
                if !fits || trigger.condition.as_ref().is_some_and(|condition| !self.holds(condition)) {
                    continue;
                }
                if self.along.depth >= MOST_TRIGGERS {
                    return Err(Stop::TooMuch);
                }
                self.along.depth += 1;
                self.block_alone(trigger.body)?;
                self.along.depth -= 1;
                self.soon()?;
                continue;
            }
            let outer = self.enter(trigger.locals);
            if let Some(site) = site {
                self.scene.names[0] = Named::Pieces(site);
                let phrases = &rules.phrases;
                let fits = trigger.subject.is_none_or(|subject| (phrases.sites(subject, &self.scene) & site).any())
                    && trigger.place.is_none_or(|place| (phrases.sites(place, &self.scene) & site).any());
                if !fits {
                    self.leave(outer);
                    continue;
                }
            }
            if let Some(condition) = &trigger.condition
                && !self.holds(condition)
            {
                self.leave(outer);
                continue;
            }
            if self.along.depth >= MOST_TRIGGERS {
                return Err(Stop::TooMuch);
            }
            self.along.depth += 1;
            self.block_alone(trigger.body)?;
            self.leave(outer);
            self.along.depth -= 1;
            self.soon()?;
        }
        Ok(())
    }

    /// Whether any of the endings that hold as soon as their condition does, holds.
    pub(super) fn soon_holds(&mut self) -> bool {
        let rules = self.rules;
        for soon in &rules.soon {
            if soon.patience && !self.patience {
                continue;
            }
            let outer = self.enter(soon.locals);
            let holds = self.holds(&soon.condition);
            self.leave(outer);
            if holds {
                return true;
            }
        }
        false
    }

    /// Endings that hold as soon as their condition does.
    #[inline]
    pub(super) fn soon(&mut self) -> Done {
        let rules = self.rules;
        if rules.soon.is_empty() || rules.soon_of_boards && !self.along.changed {
            return Ok(());
        }
        for soon in &rules.soon {
            if soon.patience && !self.patience {
                continue;
            }
            let outer = self.enter(soon.locals);
            if self.holds(&soon.condition) {
                self.block_alone(soon.body)?;
            }
            self.leave(outer);
        }
        self.along.changed = false;
        Ok(())
    }
}
