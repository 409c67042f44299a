//! Events and their triggers, and immediate endings.

use super::super::word::Word;
use super::move_state::NamedValue;
use super::phrases::Term;
use super::rules::Trigger;
use super::run::{Done, MOST_TRIGGERS, Run, Stop};
use crate::program::code::EventKind;

impl<B: Word> Run<'_, B> {
    /// Whether an event has any triggers.
    #[inline]
    pub(super) fn awaited(&self, event: EventKind) -> bool {
        !self.rules.triggers[event as usize].is_empty()
    }

    /// An event that is about no piece.
    #[inline]
    pub(super) fn event(&mut self, event: EventKind) -> Done {
        if self.awaited(event) { self.fire(event, None) } else { Ok(()) }
    }

    /// An event about the piece on a site. Returns the site of that piece afterwards; empty if it has left the board.
    #[inline]
    pub(super) fn event_about(&mut self, event: EventKind, site: B) -> Result<B, Stop> {
        if !self.awaited(event) {
            return Ok(site);
        }
        let mark = self.stack.piece_marks.len();
        self.stack.piece_marks.push(site);
        let done = self.fire(event, Some(mark));
        // If the run has failed the mark may have been removed; the caller backtracks anyway.
        let site = self.stack.piece_marks.get(mark).copied().unwrap_or(B::ZERO);
        self.stack.piece_marks.truncate(mark);
        done.map(|()| site)
    }

    fn fire(&mut self, event: EventKind, about: Option<usize>) -> Done {
        let rules = self.rules;
        for trigger in &rules.triggers[event as usize] {
            self.recount_repeats();
            let site = about.map(|mark| self.stack.piece_marks[mark]);
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
                self.end_immediately()?;
                continue;
            }
            if trigger.bare && site.is_some_and(|site| !self.fits(trigger, site)) {
                continue;
            }
            let outer = self.enter(trigger.locals);
            if let Some(site) = site {
                self.moving.names[0] = NamedValue::Pieces(site);
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
            self.end_immediately()?;
        }
        Ok(())
    }

    /// Runs the body of a trigger.
    fn run_trigger(&mut self, trigger: &Trigger<B>) -> Done {
        let depth = self.progress.depth;
        if depth >= MOST_TRIGGERS {
            return Err(Stop::TooMuch);
        }
        self.progress.depth += 1;
        self.script_alone(trigger.body)?;
        self.progress.depth = depth;
        Ok(())
    }

    /// Whether a trigger's subject and place match the piece on a site.
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
        let there = |set: Term| (self.rules.phrases.sites(set, &self.moving) & site).any();
        trigger.subject.is_none_or(there)
            && match &trigger.regions {
                Some(regions) => {
                    self.board_of(site).is_some_and(|board| (regions[board / self.rules.slots.kinds] & site).any())
                }
                None => trigger.place.is_none_or(there),
            }
    }

    /// Whether the condition of some immediate ending holds.
    pub(super) fn immediate_holds(&mut self) -> bool {
        let rules = self.rules;
        let mut next = 0;
        loop {
            next = self.may_hold(&rules.ends.immediate_stretches, next);
            let Some(soon) = rules.ends.immediate.get(next) else { return false };
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

    /// Tests the immediate endings, unless it is only asked whether a move could begin.
    #[inline(always)]
    pub(super) fn end_immediately(&mut self) -> Done {
        if self.rules.ends.immediate.is_empty() || self.aim.only_first_leg { Ok(()) } else { self.test_immediate() }
    }

    fn test_immediate(&mut self) -> Done {
        let rules = self.rules;
        if rules.ends.immediate_of_boards && !self.progress.changed {
            return Ok(());
        }
        let mut next = 0;
        loop {
            next = self.may_hold(&rules.ends.immediate_stretches, next);
            let Some(soon) = rules.ends.immediate.get(next) else { break };
            next += 1;
            if soon.patience && !self.aim.patience {
                continue;
            }
            let outer = self.enter(soon.locals);
            let done = if self.holds(&soon.condition) { self.script_alone(soon.body) } else { Ok(()) };
            // Where somebody is asked or the game is over, the names of the script are still needed to identify the move.
            if matches!(done, Ok(()) | Err(Stop::Failed)) {
                self.leave(outer);
            }
            done?;
        }
        self.progress.changed = false;
        Ok(())
    }
}
