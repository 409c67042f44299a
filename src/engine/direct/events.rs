//! Events and their triggers, and endings as soon as they hold.

use super::super::word::Word;
use super::phrases::Term;
use super::rules::Trigger;
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
        let mark = self.stack.marks.len();
        self.stack.marks.push(site);
        let done = self.fire(event, Some(mark));
        // A run that has failed is put back as a whole.
        let site = self.stack.marks.get(mark).copied().unwrap_or(B::ZERO);
        self.stack.marks.truncate(mark);
        done.map(|()| site)
    }

    fn fire(&mut self, event: EventKind, about: Option<usize>) -> Done {
        let rules = self.rules;
        for trigger in &rules.triggers[event as usize] {
            self.recount_repeats();
            let site = about.map(|mark| self.stack.marks[mark]);
            if site.is_some_and(|site| !site.any()) {
                return Ok(());
            }
            if trigger.nameless {
                if site.is_some_and(|site| !self.fits(trigger, site))
                    || trigger.condition.as_ref().is_some_and(|condition| !self.holds(condition))
                {
                    continue;
                }
                self.run_trigger(trigger)?;
                self.soon()?;
                continue;
            }
            if trigger.bare && site.is_some_and(|site| !self.fits(trigger, site)) {
                continue;
            }
            let outer = self.enter(trigger.locals);
            if let Some(site) = site {
                self.scene.names[0] = Named::Pieces(site);
                if !trigger.bare && !self.fits(trigger, site) {
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
            self.run_trigger(trigger)?;
            self.leave(outer);
            self.soon()?;
        }
        Ok(())
    }

    /// What a trigger says.
    fn run_trigger(&mut self, trigger: &Trigger<B>) -> Done {
        let depth = self.along.depth;
        if depth >= MOST_TRIGGERS {
            return Err(Stop::TooMuch);
        }
        self.along.depth += 1;
        self.script_alone(trigger.body)?;
        self.along.depth = depth;
        Ok(())
    }

    /// Whether a trigger waits for the piece on a site.
    #[inline]
    fn fits(&self, trigger: &Trigger<B>, site: B) -> bool {
        if let (Some(boards), None, None) = (trigger.boards, trigger.place, &trigger.regions) {
            return self.board_of(site).is_some_and(|board| boards >> board & 1 != 0);
        }
        if let (Some(boards), Some(regions)) = (trigger.boards, &trigger.regions) {
            let board = self.board_of(site);
            return board
                .is_some_and(|board| boards >> board & 1 != 0 && (regions[board / self.rules.slots.kinds] & site).any());
        }
        let there = |set: Term| (self.rules.phrases.sites(set, &self.scene) & site).any();
        trigger.subject.is_none_or(there)
            && match &trigger.regions {
                Some(regions) => {
                    self.board_of(site).is_some_and(|board| (regions[board / self.rules.slots.kinds] & site).any())
                }
                None => trigger.place.is_none_or(there),
            }
    }

    /// Whether any of the endings that hold as soon as their condition does, holds.
    pub(super) fn soon_holds(&mut self) -> bool {
        let rules = self.rules;
        let mut next = 0;
        loop {
            next = self.may_hold(&rules.ends.soon_stretches, next);
            let Some(soon) = rules.ends.soon.get(next) else { return false };
            next += 1;
            if soon.patience && !self.aim.patience {
                continue;
            }
            let outer = self.enter(soon.locals);
            let holds = self.holds(&soon.condition);
            self.leave(outer);
            if holds {
                return true;
            }
        }
    }

    /// Endings that hold as soon as their condition does; none is tested while moves are only asked about.
    #[inline(always)]
    pub(super) fn soon(&mut self) -> Done {
        if self.rules.ends.soon.is_empty() || self.aim.begins.is_some() { Ok(()) } else { self.some_soon() }
    }

    fn some_soon(&mut self) -> Done {
        let rules = self.rules;
        if rules.ends.soon_of_boards && !self.along.changed {
            return Ok(());
        }
        let mut next = 0;
        loop {
            next = self.may_hold(&rules.ends.soon_stretches, next);
            let Some(soon) = rules.ends.soon.get(next) else { break };
            next += 1;
            if soon.patience && !self.aim.patience {
                continue;
            }
            let outer = self.enter(soon.locals);
            let done = if self.holds(&soon.condition) { self.script_alone(soon.body) } else { Ok(()) };
            // Where somebody is asked, or the game is over, the names of the script still tell what comes of it.
            if matches!(done, Ok(()) | Err(Stop::Failed)) {
                self.leave(outer);
            }
            done?;
        }
        self.along.changed = false;
        Ok(())
    }
}
