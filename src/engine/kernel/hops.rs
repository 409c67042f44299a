//! Hops: steps over pieces that stay, to the empty site behind them. In each direction a piece has one hop at most.

use super::super::word::Word;
use super::form::{BoardOf, Form, Sets};
use super::ways::Ways as _;
use crate::program::kernels::Hop;

/// A rule of hops.
pub(in crate::engine) struct Over<F: Form> {
    pub(in crate::engine) ways: F::Ways,
    /// All sites for kinds of the other side, and of its own, that it hops over; none for other kinds.
    enemy: F::Sets,
    own: F::Sets,
    /// The least and the greatest number of pieces in a row.
    times: (u32, u32),
}

impl<F: Form> Over<F> {
    /// A hop in these directions; `sets` turns kinds given as bits into sets with all sites for each of them.
    pub(super) fn new(ways: F::Ways, hop: &Hop, sets: impl Fn(u32) -> F::Sets) -> Over<F> {
        let [enemy, own] = hop.over.map(sets);
        Over { ways, enemy, own, times: (hop.times.least.into(), hop.times.most.map_or(u32::MAX, u32::from)) }
    }

    /// The pieces that it may hop over.
    #[inline(always)]
    pub(in crate::engine) fn pieces(&self, board: &BoardOf<F>) -> F::Word {
        let mut pieces = F::Word::ZERO;
        for kind in 0..F::Sets::KINDS {
            pieces |= board.enemy[kind] & self.enemy[kind] | board.own[kind] & self.own[kind];
        }
        pieces
    }

    /// The sites from which a hop over pieces of `over` leads to a site of `to`.
    #[inline(always)]
    pub(in crate::engine) fn come(&self, way: usize, over: F::Word, to: F::Word) -> F::Word {
        let (mut from, mut fits) = (F::Word::ZERO, to);
        for many in 0..=self.times.1 {
            let before = self.ways.come(way, fits);
            if many >= self.times.0 {
                from |= before;
            }
            fits = before & over;
            if !fits.any() {
                break;
            }
        }
        from
    }

    /// The site to which the hop from a site leads.
    #[inline(always)]
    pub(in crate::engine) fn go(&self, way: usize, over: F::Word, from: F::Word) -> F::Word {
        let mut to = self.ways.go(way, from);
        while (to & over).any() {
            to = self.ways.go(way, to);
        }
        to
    }
}
