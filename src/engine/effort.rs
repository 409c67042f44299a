//! The work that one decision may take: running rules, evaluating phrases, and whatever phrases try out.

use std::cell::Cell;
use std::rc::Rc;

/// The most steps for one decision: tasks of the machine, and phrases evaluated.
pub(super) const MOST_WORK: u64 = 40_000_000;

/// The message when that limit is reached.
pub(super) const TOO_MUCH_WORK: &str = "more than 40,000,000 steps for one decision";

/// The steps that remain. Clones share one counter: what is tried out on the way belongs to the same decision.
#[derive(Clone, Debug)]
pub(super) struct WorkBudget(Rc<Cell<u64>>);

impl WorkBudget {
    /// A budget of this many steps.
    pub(super) fn of(steps: u64) -> WorkBudget {
        WorkBudget(Rc::new(Cell::new(steps)))
    }

    /// Spends this many steps.
    #[inline]
    pub(super) fn spend(&self, steps: u64) {
        self.0.set(self.0.get().saturating_sub(steps));
    }

    /// Whether no steps remain: whatever is found from now on is void.
    #[inline]
    pub(super) fn is_spent(&self) -> bool {
        self.0.get() == 0
    }

    /// The number of steps that remain.
    pub(super) fn left(&self) -> u64 {
        self.0.get()
    }
}

impl Default for WorkBudget {
    fn default() -> WorkBudget {
        WorkBudget::of(MOST_WORK)
    }
}
