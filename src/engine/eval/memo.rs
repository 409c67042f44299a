//! Values of phrases that depend on the position alone, or on it and the acting piece, kept as long as nothing is written.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::model::{SiteId, SiteSet};
use crate::program::node::NodeId;

/// What has been worked out.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Memo {
    known: RefCell<Vec<(u64, Known)>>,
    by_actor: RefCell<FxHashMap<(NodeId, SiteId), (u64, Known)>>,
}

/// A phrase, the state of memory, and the acting piece if it matters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    pub(super) id: NodeId,
    pub(super) state: u64,
    pub(super) actor: Option<SiteId>,
}

/// A value worked out.
#[derive(Clone, Debug)]
enum Known {
    Nothing,
    Sites(SiteSet),
    Truth(bool),
}

impl Memo {
    /// The sites of a phrase, or of the pieces of a phrase.
    #[inline]
    pub(super) fn sites(&self, key: Key) -> Option<SiteSet> {
        self.find(key, |known| if let Known::Sites(sites) = known { Some(sites.clone()) } else { None })
    }

    /// Whether a phrase holds.
    #[inline]
    pub(super) fn truth(&self, key: Key) -> Option<bool> {
        self.find(key, |known| if let Known::Truth(truth) = known { Some(*truth) } else { None })
    }

    #[inline]
    fn find<T>(&self, key: Key, value: impl Fn(&Known) -> Option<T>) -> Option<T> {
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

    pub(super) fn keep_sites(&self, key: Key, sites: &SiteSet) {
        self.keep(key, Known::Sites(sites.clone()));
    }

    pub(super) fn keep_truth(&self, key: Key, truth: bool) {
        self.keep(key, Known::Truth(truth));
    }

    fn keep(&self, key: Key, value: Known) {
        if let Some(actor) = key.actor {
            self.by_actor.borrow_mut().insert((key.id, actor), (key.state, value));
            return;
        }
        let mut known = self.known.borrow_mut();
        let at = key.id.0 as usize;
        if known.len() <= at {
            known.resize(at + 1, (u64::MAX, Known::Nothing));
        }
        known[at] = (key.state, value);
    }
}
