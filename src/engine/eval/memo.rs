//! Memoized values of phrases that depend on the position alone, or on it and the acting piece. They are valid as long as
//! nothing is written.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::model::{SiteId, SiteSet, SlotId};
use crate::program::code::PathId;
use crate::program::node::NodeId;

use super::path_masks::PathMasks;

/// The masks of a path, with the state of memory for which they are valid.
type OfState = (u64, Rc<PathMasks>);

/// The memoized values, each with the state of memory for which it is valid.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Memo {
    known: RefCell<Vec<(u64, Memoized)>>,
    by_actor: RefCell<FxHashMap<(NodeId, SiteId), (u64, Memoized)>>,
    /// For each slot and attribute, the pieces that have each value.
    borne: RefCell<Vec<Borne>>,
    /// For each path, by its index, its masks.
    met: RefCell<Vec<Option<OfState>>>,
}

/// The pieces that have each value of a slot, or of an attribute of the tokens there, in one state of memory.
#[derive(Clone, Debug)]
struct Borne {
    slot: SlotId,
    attribute: Option<u8>,
    state: u64,
    sets: Vec<SiteSet>,
}

/// A phrase, the state of memory, and the acting piece if the value depends on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    pub(super) id: NodeId,
    pub(super) state: u64,
    pub(super) actor: Option<SiteId>,
}

/// A memoized value.
#[derive(Clone, Debug)]
enum Memoized {
    Nothing,
    Sites(SiteSet),
    Truth(bool),
}

impl Memo {
    /// The sites of a phrase, or those of the pieces that it denotes.
    #[inline]
    pub(super) fn sites(&self, key: Key) -> Option<SiteSet> {
        self.find(key, |known| if let Memoized::Sites(sites) = known { Some(sites.clone()) } else { None })
    }

    /// Whether a phrase holds.
    #[inline]
    pub(super) fn truth(&self, key: Key) -> Option<bool> {
        self.find(key, |known| if let Memoized::Truth(truth) = known { Some(*truth) } else { None })
    }

    #[inline]
    fn find<T>(&self, key: Key, value: impl Fn(&Memoized) -> Option<T>) -> Option<T> {
        match key.actor {
            None => {
                let known = self.known.borrow();
                let (state, known) = known.get(key.id.0 as usize)?;
                if *state == key.state { value(known) } else { None }
            }
            Some(actor) => {
                let known = self.by_actor.borrow();
                let (state, known) = known.get(&(key.id, actor))?;
                if *state == key.state { value(known) } else { None }
            }
        }
    }

    /// The pieces that have one of these values in a slot. `sets` computes the pieces of each value, if that is not known.
    pub(super) fn borne(
        &self,
        (slot, attribute): (SlotId, Option<u8>),
        state: u64,
        values: u64,
        none: SiteSet,
        sets: impl FnOnce(&mut Vec<SiteSet>),
    ) -> SiteSet {
        let mut all = self.borne.borrow_mut();
        let at = all.iter().position(|one| one.slot == slot && one.attribute == attribute).unwrap_or_else(|| {
            all.push(Borne { slot, attribute, state: u64::MAX, sets: Vec::new() });
            all.len() - 1
        });
        let one = &mut all[at];
        if one.state != state {
            one.sets.clear();
            sets(&mut one.sets);
            one.state = state;
        }
        let bearing = one.sets.iter().enumerate().filter(|(value, _)| values >> value & 1 != 0);
        bearing.fold(none, |mut found, (_, set)| {
            found.unite(set);
            found
        })
    }

    /// The masks of a path.
    #[inline]
    pub(super) fn met(&self, path: PathId, state: u64) -> Option<Rc<PathMasks>> {
        let all = self.met.borrow();
        let (of, met) = all.get(path.0 as usize)?.as_ref()?;
        (*of == state).then(|| Rc::clone(met))
    }

    pub(super) fn keep_met(&self, path: PathId, state: u64, met: &Rc<PathMasks>) {
        let mut all = self.met.borrow_mut();
        if all.len() <= path.0 as usize {
            all.resize(path.0 as usize + 1, None);
        }
        all[path.0 as usize] = Some((state, Rc::clone(met)));
    }

    pub(super) fn keep_sites(&self, key: Key, sites: &SiteSet) {
        self.keep(key, Memoized::Sites(sites.clone()));
    }

    pub(super) fn keep_truth(&self, key: Key, truth: bool) {
        self.keep(key, Memoized::Truth(truth));
    }

    fn keep(&self, key: Key, value: Memoized) {
        if let Some(actor) = key.actor {
            self.by_actor.borrow_mut().insert((key.id, actor), (key.state, value));
            return;
        }
        let mut known = self.known.borrow_mut();
        let at = key.id.0 as usize;
        if known.len() <= at {
            known.resize(at + 1, (u64::MAX, Memoized::Nothing));
        }
        known[at] = (key.state, value);
    }
}
