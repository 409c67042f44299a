//! Steps and rays on sets of sites.

use super::super::word::Word;
use crate::model::Board;

/// Steps, rays and rows as sets of sites.
#[derive(Clone, Debug)]
pub(super) struct Geometry<B> {
    /// Every site.
    pub(super) every: B,
    /// How many directions there are.
    pub(super) ways: usize,
    /// For each direction the one that leads back.
    pub(super) opposite: Vec<Option<u8>>,
}

impl<B: Word> Geometry<B> {
    /// The tables of a board; none if it has more sites than the word has bits.
    pub(super) fn of(board: &Board) -> Option<Geometry<B>> {
        let _ = board;
        unimplemented!()
    }

    /// The site one step on from a site, if any.
    pub(super) fn step(&self, way: usize, site: B) -> B {
        let _ = (way, site);
        unimplemented!()
    }

    /// Every site one step on from these.
    pub(super) fn go(&self, way: usize, set: B) -> B {
        let _ = (way, set);
        unimplemented!()
    }

    /// Every site from which one step leads into these.
    pub(super) fn come(&self, way: usize, set: B) -> B {
        let _ = (way, set);
        unimplemented!()
    }

    /// The sites of the ray from a site, nearest first, up to the edge or to where it would come back on itself.
    pub(super) fn ray(&self, way: usize, site: B) -> &[B] {
        let _ = (way, site);
        unimplemented!()
    }
}
