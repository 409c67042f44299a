//! `repeat` without a number.

use super::super::word::Word;
use super::bodies::Then;
use super::ops::Op;
use super::rules::BlockAt;
use super::run::{Done, Run, Stop};
use crate::model::rules::Effects;
use crate::program::code::EventKind;
use crate::program::{BlockId, Program};

/// The maximum number of rounds of a loop; each round is a recursive call within the one before.
pub(super) const MOST_ROUNDS: u32 = 100;

impl<'r, B: Word> Run<'r, B> {
    /// Runs a block repeatedly as long as it succeeds and changes something; the round that does neither is undone.
    pub(super) fn as_long_as_it_changes(&mut self, block: BlockAt) -> Done {
        loop {
            if self.moving.is_too_much() {
                return Err(Stop::TooMuch);
            }
            let before = self.save();
            let done = self.block(block, 0, &mut |_| Ok(()));
            let goes_on = done.is_ok() && self.differs(&before);
            if !goes_on && matches!(done, Ok(()) | Err(Stop::Failed)) {
                self.restore(&before);
            }
            self.let_go(&before);
            match done {
                Ok(()) if goes_on => {}
                Ok(()) | Err(Stop::Failed) => return Ok(()),
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Runs a block repeatedly as long as some way through it changes something, which is tried before each round.
    pub(super) fn while_it_changes(&mut self, rounds: u32, inner: BlockAt, then: Then<'_, 'r, B>) -> Done {
        if rounds >= MOST_ROUNDS || self.moving.is_too_much() {
            return Err(Stop::TooMuch);
        }
        if !self.some_way_changes(inner)? {
            return then(self);
        }
        self.block(inner, 0, &mut |run| run.while_it_changes(rounds + 1, inner, then))
    }
}

/// Compiles `repeat` without a number. If the block asks nobody, no trigger asks anybody, and the block ends, prevents, shows
/// and shuffles nothing, each round is simply run and undone if it was in vain; otherwise each round is tried first.
pub(super) fn repeated(program: &Program, block: BlockId, made: BlockAt) -> Op {
    let ends = Effects::ENDS | Effects::PREVENTS | Effects::SHOWS | Effects::SHUFFLES;
    let mut triggers = EventKind::ALL.into_iter().flat_map(|event| program.triggers.of(event));
    let quiet = !program.effects(block).any(Effects::ASKS | ends) && !triggers.any(|trigger| program.asks(trigger.body));
    if quiet { Op::Again(made) } else { Op::WhileItChanges(made) }
}
