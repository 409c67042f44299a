//! A record of what a run goes through, for callers who ask for it: which rules made its legs, which triggers fired, which
//! statements ran.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::model::{GroupId, RuleId};
use crate::program::BlockId;

/// A part of the rules that took effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fired {
    /// A leg, or the whole of a move, was made by this rule.
    Rule(RuleId),
    /// A chain continued, or could have, by this law.
    Law(RuleId),
    /// A law of the class on the direction of legs has ruled out a leg.
    Barred(GroupId),
    /// Taken pieces of this class waited on the board until the move was over.
    Waited(GroupId),
    /// A trigger fired on its event.
    Trigger(RuleId),
    /// The statement at this place of a block was executed. If it has a condition: the condition was evaluated.
    Statement(BlockId, u16),
    /// A `require` at this place of a block failed, so the run was not a move.
    Stopped(BlockId, u16),
}

/// Where a run records what it goes through. The clone of a run is a trial and records nothing; code that tries alternatives in
/// place must take the trace out meanwhile.
#[derive(Debug, Default)]
pub(super) struct Trace(Option<Box<Noted>>);

#[derive(Debug, Default)]
struct Noted {
    /// Only failures of `require` are recorded: many runs are tried.
    stops_only: bool,
    fired: IndexSet<Fired, FxBuildHasher>,
    /// The numbers that a failed `require` compared last, by its place.
    compared: FxHashMap<(BlockId, u16), (i64, i64)>,
}

impl Trace {
    /// Records everything that one run goes through.
    pub(super) fn of_a_run() -> Trace {
        Trace(Some(Box::default()))
    }

    /// Records where runs fail.
    pub(super) fn of_stops() -> Trace {
        Trace(Some(Box::new(Noted { stops_only: true, ..Noted::default() })))
    }

    /// Records something, if the trace is on.
    #[inline]
    pub(super) fn note(&mut self, what: Fired) {
        if let Some(noted) = &mut self.0 {
            noted.add(what);
        }
    }

    /// Records a `require` that failed. The numbers that it compared, if any, are only computed if the trace is on.
    #[inline]
    pub(super) fn stop(&mut self, block: BlockId, at: u16, compared: impl FnOnce() -> Option<(i64, i64)>) {
        if let Some(noted) = &mut self.0 {
            noted.add(Fired::Stopped(block, at));
            noted.compared.extend(compared().map(|numbers| ((block, at), numbers)));
        }
    }

    /// Whether this `require` has failed.
    pub(super) fn has_stopped(&self, block: BlockId, at: u16) -> bool {
        self.0.as_ref().is_some_and(|noted| noted.fired.contains(&Fired::Stopped(block, at)))
    }

    /// The numbers that a `require` compared when it last failed.
    pub(super) fn compared(&self, block: BlockId, at: u16) -> Option<(i64, i64)> {
        self.0.as_ref()?.compared.get(&(block, at)).copied()
    }

    /// Whether everything that a run goes through is recorded.
    #[inline]
    pub(super) fn on(&self) -> bool {
        self.0.as_ref().is_some_and(|noted| !noted.stops_only)
    }

    /// What was recorded, each thing once, in the order of first occurrence.
    pub(super) fn fired(self) -> Vec<Fired> {
        self.0.map_or_else(Vec::new, |noted| noted.fired.into_iter().collect())
    }
}

impl Clone for Trace {
    fn clone(&self) -> Trace {
        Trace(None)
    }
}

impl Noted {
    fn add(&mut self, what: Fired) {
        if !self.stops_only || matches!(what, Fired::Stopped(..)) {
            self.fired.insert(what);
        }
    }
}
