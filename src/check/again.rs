//! Checked lines: reused from another game of the same file, or checked now.

use std::any::{Any, TypeId};
use std::sync::Arc;

use crate::syntax::ast::Rule;

use super::checker::Checker;
use super::memory::{Kept, Surroundings};

impl<'a> Checker<'a> {
    /// Records the surroundings of the lines that follow. To be called once all declarations have been read.
    pub(super) fn look_around(&mut self) {
        self.declared.take();
        self.here = self.memory.enter(Surroundings {
            equipment: self.here.equipment,
            scored: self.scored,
            groups: self.groups.clone(),
            definitions: self.definitions.each(),
            stored: self.stored.clone(),
        });
    }

    /// The result of checking these lines: reused from another game, or else built by `make`. A result whose check reports a
    /// diagnostic is not stored, so that every game reports it.
    pub(super) fn made<T: Any + Send + Sync>(
        &mut self,
        of: &[&'a Rule],
        make: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<Arc<T>> {
        let key = (std::ptr::from_ref(*of.first()?), TypeId::of::<T>());
        let memory = self.memory;
        if let Some(known) = memory.kept.borrow_mut().get_mut(&key)
            && let Some(known) = known.iter_mut().find(|known| known.fits(of, &self.here, self.always_actor))
            && let Ok(made) = Arc::clone(&known.made).downcast::<T>()
        {
            if known.surroundings > 0 {
                // A result that is reused belongs to the current surroundings from now on and is dropped later. Results of the
                // first game (0) are never dropped.
                known.surroundings = self.here.surroundings;
            }
            self.always_actor = known.always_actor.1;
            known.used.iter().for_each(|define| self.definitions.mark_this(*define));
            return Some(made);
        }
        let (said, before) = (self.findings.said, self.always_actor);
        self.definitions.listen();
        let made = Arc::new(make(self)?);
        let (asked, used) = self.definitions.heard();
        if self.findings.said == said && !self.room.spent {
            let kept = Kept {
                of: of.iter().map(|rule| std::ptr::from_ref(*rule)).collect(),
                surroundings: self.here.surroundings,
                always_actor: (before, self.always_actor),
                asked,
                used,
                made: made.clone(),
            };
            memory.kept.borrow_mut().entry(key).or_default().push(kept);
        }
        Some(made)
    }
}
