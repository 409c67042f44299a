//! Values of phrases that depend on the position alone, kept as long as nothing is written.

use std::cell::RefCell;

use crate::model::SiteSet;
use crate::program::node::NodeId;

/// What has been worked out.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Memo {
    known: RefCell<Vec<(u64, Known)>>,
}

/// A value worked out.
#[derive(Clone, Debug)]
enum Known {
    Nothing,
    Sites(SiteSet),
    Truth(bool),
}

impl Memo {
    /// The sites of a phrase, or of the pieces of a phrase, in a state of memory.
    #[inline]
    pub(super) fn sites(&self, id: NodeId, state: u64) -> Option<SiteSet> {
        match self.known.borrow().get(id.0 as usize) {
            Some((of, Known::Sites(sites))) if *of == state => Some(sites.clone()),
            _ => None,
        }
    }

    /// Whether a phrase holds in a state of memory.
    #[inline]
    pub(super) fn truth(&self, id: NodeId, state: u64) -> Option<bool> {
        match self.known.borrow().get(id.0 as usize) {
            Some((of, Known::Truth(truth))) if *of == state => Some(*truth),
            _ => None,
        }
    }

    pub(super) fn keep_sites(&self, id: NodeId, state: u64, sites: &SiteSet) {
        self.keep(id, state, Known::Sites(sites.clone()));
    }

    pub(super) fn keep_truth(&self, id: NodeId, state: u64, truth: bool) {
        self.keep(id, state, Known::Truth(truth));
    }

    fn keep(&self, id: NodeId, state: u64, value: Known) {
        let mut known = self.known.borrow_mut();
        let at = id.0 as usize;
        if known.len() <= at {
            known.resize(at + 1, (u64::MAX, Known::Nothing));
        }
        known[at] = (state, value);
    }
}
