//! How much work one decision may take, whoever does it: runs of rules, the phrases in them, and what phrases try out.

use std::cell::Cell;
use std::rc::Rc;

/// Most steps for one decision: tasks of the machine, and phrases evaluated.
pub(super) const MOST_WORK: u64 = 40_000_000;

/// What is said of more.
pub(super) const TOO_MUCH_WORK: &str = "more than 40,000,000 steps for one decision";

/// What is left of it. Copies share it: what is tried out on the way belongs to the same decision.
#[derive(Clone, Debug)]
pub(super) struct Effort(Rc<Cell<u64>>);

impl Effort {
    /// So many steps.
    pub(super) fn of(steps: u64) -> Effort {
        Effort(Rc::new(Cell::new(steps)))
    }

    /// So many steps are gone.
    #[inline]
    pub(super) fn spend(&self, steps: u64) {
        self.0.set(self.0.get().saturating_sub(steps));
    }

    /// Nothing is left: whatever is found from now on is void.
    #[inline]
    pub(super) fn is_spent(&self) -> bool {
        self.0.get() == 0
    }

    /// How many steps are left.
    pub(super) fn left(&self) -> u64 {
        self.0.get()
    }
}

impl Default for Effort {
    fn default() -> Effort {
        Effort::of(MOST_WORK)
    }
}
