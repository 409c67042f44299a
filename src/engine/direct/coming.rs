//! What is to come of the scripts under way, where somebody is asked in the midst of a statement: two ways that are one move must have
//! the same before them.

use super::super::word::Word;
use super::bodies::Then;
use super::keys::mingle;
use super::rules::BlockAt;
use super::run::{Done, Run};

/// The statement of a block that is next.
type Place = (BlockAt, usize);

impl<'r, B: Word> Run<'r, B> {
    /// A block, and then what stands behind it.
    pub(super) fn within(&mut self, inner: BlockAt, behind: Place, then: Then<'_, 'r, B>) -> Done {
        let outer = self.coming_behind(behind);
        self.block(inner, 0, &mut |run| run.on_behind(outer, behind, then))
    }

    /// On with what stands behind.
    pub(super) fn on_behind(&mut self, outer: u32, (block, at): Place, then: Then<'_, 'r, B>) -> Done {
        self.along.to_come = outer;
        self.block(block, at, then)
    }

    /// The rest of a block is to come, if there is any; what comes behind it.
    #[inline]
    pub(super) fn coming_behind(&mut self, behind: Place) -> u32 {
        let some = self.rules.happens.asks && behind.1 < self.rules.blocks[usize::from(behind.0)].len();
        if some { self.coming(behind, 0) } else { self.along.to_come }
    }

    /// So many rounds before the statement at a place are to come; what comes behind them.
    #[inline]
    pub(super) fn coming(&mut self, (block, at): Place, rounds: u32) -> u32 {
        let outer = self.along.to_come;
        if self.rules.happens.asks {
            let place = u64::from(block) << 48 | (at as u64 & 0xFFFF) << 32 | u64::from(rounds);
            self.along.to_come = (mingle(mingle(1, u64::from(outer)), place) >> 32) as u32;
        }
        outer
    }
}
