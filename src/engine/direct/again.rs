//! `repeat` without a number, of statements that ask nobody.

use super::super::word::Word;
use super::ops::Op;
use super::rules::BlockAt;
use super::run::{Done, Run, Stop};
use crate::program::code::{self, EventKind};
use crate::program::{BlockId, Program};

impl<B: Word> Run<'_, B> {
    /// A block again and again, as long as it can be carried out and something is different after it.
    pub(super) fn as_long_as_it_changes(&mut self, block: BlockAt) -> Done {
        loop {
            if self.scene.is_too_much() {
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
}

/// Such a statement, if a block asks nobody anything, whatever it sets off, and ends nothing.
pub(super) fn repeated(program: &Program, block: BlockId, made: BlockAt) -> Option<Op> {
    let ends = |op: &code::Op| {
        use code::Op::{Draw, End, Loses, Prevent, Show, Shuffle, Wins};
        matches!(op, Draw(..) | End(..) | Loses(..) | Prevent | Show(..) | Shuffle(..) | Wins(..))
    };
    let mut triggers = EventKind::ALL.into_iter().flat_map(|event| program.triggers.of(event));
    let quiet = !program.asks(block) && !program.some_op(block, &ends) && !triggers.any(|trigger| program.asks(trigger.body));
    quiet.then_some(Op::Again(made))
}
