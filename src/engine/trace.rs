//! What a run goes through, noted for those who ask: which rules offered its legs, which triggers answered, which statements ran.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::model::{GroupId, RuleId};
use crate::program::BlockId;

/// Something of the rules that played a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fired {
    /// A leg, or the whole of a move, was made by this rule.
    Rule(RuleId),
    /// A chain went on, or could have, by this law.
    Law(RuleId),
    /// The class has a law on the direction of legs, and a leg fell away by it.
    Barred(GroupId),
    /// Taken pieces of this class waited on the board until the move was over.
    Waited(GroupId),
    /// A trigger answered its event.
    Trigger(RuleId),
    /// The statement at this place of a block ran; of one with a condition, that the condition was asked.
    Statement(BlockId, u16),
    /// A `require` at this place of a block failed, and there was no such move.
    Stopped(BlockId, u16),
}

/// Where a run notes what it goes through. A copy of a run is a trial, and notes nothing: whoever tries ways out in place must
/// take the trace off meanwhile.
#[derive(Debug, Default)]
pub(super) struct Trace(Option<Box<Noted>>);

#[derive(Debug, Default)]
struct Noted {
    /// Only runs that stop are of interest: many are tried.
    stops_only: bool,
    fired: IndexSet<Fired, FxBuildHasher>,
    /// Where a `require` compared numbers, and failed: the place and the two, as they were last.
    compared: FxHashMap<(BlockId, u16), (i64, i64)>,
}

impl Trace {
    /// Notes everything that one run goes through.
    pub(super) fn of_a_run() -> Trace {
        Trace(Some(Box::default()))
    }

    /// Notes where runs stop.
    pub(super) fn of_stops() -> Trace {
        Trace(Some(Box::new(Noted { stops_only: true, ..Noted::default() })))
    }

    /// Notes something, if anybody wants to know.
    #[inline]
    pub(super) fn note(&mut self, what: Fired) {
        if let Some(noted) = &mut self.0 {
            noted.add(what);
        }
    }

    /// Notes a `require` that failed; what it compared, if that were numbers, is asked for only if somebody wants to know.
    #[inline]
    pub(super) fn stop(&mut self, block: BlockId, at: u16, compared: impl FnOnce() -> Option<(i64, i64)>) {
        if let Some(noted) = &mut self.0 {
            noted.add(Fired::Stopped(block, at));
            noted.compared.extend(compared().map(|numbers| ((block, at), numbers)));
        }
    }

    /// Whether a `require` failed.
    pub(super) fn has_stopped(&self, block: BlockId, at: u16) -> bool {
        self.0.as_ref().is_some_and(|noted| noted.fired.contains(&Fired::Stopped(block, at)))
    }

    /// The numbers that a `require` compared when it failed last.
    pub(super) fn compared(&self, block: BlockId, at: u16) -> Option<(i64, i64)> {
        self.0.as_ref()?.compared.get(&(block, at)).copied()
    }

    /// Whether anybody wants to know what a run goes through.
    #[inline]
    pub(super) fn on(&self) -> bool {
        self.0.as_ref().is_some_and(|noted| !noted.stops_only)
    }

    /// What was noted, each thing once, in the order in which it came first.
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
