//! Finding one chain of jumps again by its index.

use super::super::word::Word;
use super::batches::Batch;
use super::jumps::Search;
use super::move_state::State;
use super::run::{Run, Stop};

/// The progress of a search for chains.
#[derive(Clone)]
pub(super) struct Chains<B: Word> {
    /// The number of chains found so far.
    pub(super) found: u32,
    /// The index of the chain that is searched for; `None` for all.
    wanted: Option<u32>,
    /// The choices of the chain at which the search resumes; empty once that is reached.
    from: Vec<u32>,
    /// What an earlier search has found.
    last: Option<Box<Last<B>>>,
}

impl<B: Word> Default for Chains<B> {
    fn default() -> Chains<B> {
        Chains { found: 0, wanted: None, from: Vec::new(), last: None }
    }
}

impl<B: Word> Chains<B> {
    /// Begins a search for one chain or for all; with `from` it resumes at a chain that comes after `found` others.
    pub(super) fn search(&mut self, found: u32, wanted: Option<u32>, from: Vec<u32>) {
        (self.found, self.wanted, self.from) = (found, wanted, from);
    }

    /// The choice after `choices` others in the chain at which the search resumes.
    pub(super) fn again(&self, choices: usize) -> Option<u32> {
        self.from.get(choices).copied()
    }

    /// Counts a chain that has been found, and returns whether it is the one searched for.
    pub(super) fn is_next_wanted(&mut self) -> bool {
        self.from.clear();
        self.found += 1;
        self.wanted == Some(self.found - 1)
    }
}

/// A chain with at least this index is remembered: a search for a later one resumes there instead of at the first chain.
const WORTH: u32 = 16;

/// The chain that was found last, and the search that found it.
#[derive(Clone)]
struct Last<B: Word> {
    state: State<B>,
    search: Search<B>,
    way: u8,
    nth: u32,
    choices: Vec<u32>,
}

impl<B: Word> Run<'_, B> {
    /// Puts the choices of the i-th of the chains that begin with a jump in a direction into `chosen`.
    pub(super) fn nth_chain(&mut self, batch: &Batch<B>, way: u8, i: u32) -> Option<()> {
        let group = self.rules.rules[batch.rule as usize].group as usize;
        let jumps = self.rules.groups[group].jumps.as_ref()?;
        self.reset_move();
        let mut search = self.search(group, jumps);
        (search.from, search.rule) = (batch.from, batch.rule);
        let among = |last: &Last<B>| last.way == way && last.search == search && last.state == self.moving.state;
        let last = self.chains.last.take().filter(|last| last.nth <= i && among(last));
        let (found, from) = last.map_or_else(Default::default, |last| (last.nth, last.choices));
        self.chains.search(found, Some(i), from);
        let state = (i >= WORTH).then(|| self.moving.state.clone());
        if self.first_jump(&search, way.into()) != Err(Stop::Found) {
            return None;
        }
        self.chains.last =
            state.map(|state| Box::new(Last { state, search, way, nth: i, choices: self.chosen.choices.clone() }));
        Some(())
    }
}
