//! The remaining statements of the running scripts, as a hash. It is kept where somebody may be asked in the middle of a
//! statement: two ways to get there are the same move only if the same statements remain.

use super::super::word::Word;
use super::bodies::Then;
use super::keys::mingle;
use super::rules::BlockAt;
use super::run::{Done, Run};

/// The next statement of a block: the block, and the place of the statement.
type NextStatement = (BlockAt, usize);

impl<'r, B: Word> Run<'r, B> {
    /// Runs an inner block, then the statements behind it.
    pub(super) fn within(&mut self, inner: BlockAt, behind: NextStatement, then: Then<'_, 'r, B>) -> Done {
        let outer = self.coming_behind(behind);
        self.block(inner, 0, &mut |run| run.on_behind(outer, behind, then))
    }

    /// Continues with the statements behind an inner block.
    pub(super) fn on_behind(&mut self, outer: u32, (block, at): NextStatement, then: Then<'_, 'r, B>) -> Done {
        self.progress.to_come = outer;
        self.block(block, at, then)
    }

    /// Adds the rest of a block, if there is any, to the remaining statements. Returns the hash before that, to be restored
    /// when they are reached.
    #[inline]
    pub(super) fn coming_behind(&mut self, behind: NextStatement) -> u32 {
        let some = self.rules.happens.asks && behind.1 < self.rules.blocks[usize::from(behind.0)].len();
        if some { self.coming(behind, 0) } else { self.progress.to_come }
    }

    /// Adds a number of rounds, and the statements from a place on, to the remaining statements. Returns the hash before that.
    #[inline]
    pub(super) fn coming(&mut self, (block, at): NextStatement, rounds: u32) -> u32 {
        let outer = self.progress.to_come;
        if self.rules.happens.asks {
            let place = u64::from(block) << 48 | (at as u64 & 0xFFFF) << 32 | u64::from(rounds);
            self.progress.to_come = (mingle(mingle(1, u64::from(outer)), place) >> 32) as u32;
        }
        outer
    }
}
