//! One chain of many, found again by its number.

use super::super::word::Word;
use super::batches::Batch;
use super::jumps::Search;
use super::run::{Run, Stop};
use super::scene::State;

/// How far a search for chains has come.
#[derive(Clone)]
pub(super) struct Chains<B: Word> {
    /// How many have been found.
    pub(super) found: u32,
    /// Which of them is looked for.
    wanted: Option<u32>,
    /// The search goes on with this chain.
    from: Vec<u32>,
    /// What a search has found before.
    last: Option<Box<Last<B>>>,
}

impl<B: Word> Default for Chains<B> {
    fn default() -> Chains<B> {
        Chains { found: 0, wanted: None, from: Vec::new(), last: None }
    }
}

impl<B: Word> Chains<B> {
    /// A search begins, or goes on with a chain behind so many; it is for one of them, or for all.
    pub(super) fn search(&mut self, found: u32, wanted: Option<u32>, from: Vec<u32>) {
        (self.found, self.wanted, self.from) = (found, wanted, from);
    }

    /// What is chosen next, after so many choices, where the search goes on with a chain that was found before.
    pub(super) fn again(&self, choices: usize) -> Option<u32> {
        self.from.get(choices).copied()
    }

    /// A chain is found: whether it is the one that is looked for.
    pub(super) fn is_next_wanted(&mut self) -> bool {
        self.from.clear();
        self.found += 1;
        self.wanted == Some(self.found - 1)
    }
}

/// From this number on a chain is remembered: those after it are found from there on, each a few jumps further, not from the first one on.
const WORTH: u32 = 16;

/// The chain that was found last, and among which.
#[derive(Clone)]
struct Last<B: Word> {
    state: State<B>,
    search: Search<B>,
    way: u8,
    nth: u32,
    choices: Vec<u32>,
}

impl<B: Word> Run<'_, B> {
    /// The choices of the i-th of the chains that begin with a jump in a direction.
    pub(super) fn nth_chain(&mut self, batch: &Batch<B>, way: u8, i: u32) -> Option<()> {
        let group = self.rules.rules[batch.rule as usize].group as usize;
        let jumps = self.rules.groups[group].jumps.as_ref()?;
        self.fresh();
        let mut search = self.search(group, jumps);
        (search.from, search.rule) = (batch.from, batch.rule);
        let among = |last: &Last<B>| last.way == way && last.search == search && last.state == self.scene.state;
        let last = self.chains.last.take().filter(|last| last.nth <= i && among(last));
        let (found, from) = last.map_or_else(Default::default, |last| (last.nth, last.choices));
        self.chains.search(found, Some(i), from);
        let state = (i >= WORTH).then(|| self.scene.state.clone());
        if self.first_jump(&search, way.into()) != Err(Stop::Found) {
            return None;
        }
        self.chains.last =
            state.map(|state| Box::new(Last { state, search, way, nth: i, choices: self.chosen.choices.clone() }));
        Some(())
    }
}
