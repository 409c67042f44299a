//! Making moves.

use crate::program::shape::KINDS;

use super::board::{Bits, Board};
use super::captures::Taking;
use super::geometry::{Geometry, NONE};

impl<const W: usize> Geometry<W> {
    /// The position after a capture.
    #[inline(always)]
    pub(super) fn after_capture(&self, board: &Board<W>, capture: &Taking<W>) -> Board<W> {
        let mut next = *board;
        next.own[capture.was as usize] ^= Bits::one(capture.from);
        next.own[capture.kind as usize] ^= Bits::one(capture.to);
        for enemy in &mut next.enemy {
            *enemy &= !capture.taken;
        }
        next.passed()
    }

    /// The position after a step or slide.
    #[inline(always)]
    pub(super) fn after_quiet(&self, board: &Board<W>, kind: usize, from: u8, to: u8) -> Board<W> {
        let mut next = *board;
        next.own[kind] ^= Bits::one(from);
        next.own[self.crowned(board.side, kind, to)] ^= Bits::one(to);
        next.passed()
    }

    #[inline(always)]
    fn crowned(&self, side: u8, kind: usize, to: u8) -> usize {
        let landing = self.landing[side as usize][kind].filter(|crown| crown.row.has(to));
        let kind = landing.map_or(kind, |crown| crown.to as usize);
        let resting = self.resting[side as usize][kind].filter(|crown| crown.row.has(to));
        resting.map_or(kind, |crown| crown.to as usize)
    }

    /// Every move that takes nothing: kind, from, to.
    #[inline(always)]
    pub(super) fn quiet(&self, board: &Board<W>, occupied: Bits<W>, mut each: impl FnMut(usize, u8, u8)) {
        let empty = self.all & !occupied;
        for kind in 0..KINDS {
            let own = board.own[kind];
            if !own.any() {
                continue;
            }
            let (mut near, mut far) = self.quiet[board.side as usize][kind];
            while near != 0 {
                let way = near.trailing_zeros() as usize;
                near &= near - 1;
                let back = self.back[way];
                if back != NONE {
                    let mut from = self.step(back as usize, empty) & own;
                    while let Some(site) = from.pop() {
                        each(kind, site, self.next[way][site as usize]);
                    }
                    continue;
                }
                let mut from = own;
                while let Some(site) = from.pop() {
                    let to = self.next[way][site as usize];
                    if to != NONE && empty.has(to) {
                        each(kind, site, to);
                    }
                }
            }
            while far != 0 {
                let way = far.trailing_zeros() as usize;
                far &= far - 1;
                let mut from = own;
                while let Some(site) = from.pop() {
                    let mut to = self.next[way][site as usize];
                    while to != NONE && to != site && empty.has(to) {
                        each(kind, site, to);
                        to = self.next[way][to as usize];
                    }
                }
            }
        }
    }

    /// How many moves take nothing.
    #[inline(always)]
    pub(super) fn count_quiet(&self, board: &Board<W>, occupied: Bits<W>) -> u64 {
        let empty = self.all & !occupied;
        let mut count = 0;
        for kind in 0..KINDS {
            let own = board.own[kind];
            if !own.any() {
                continue;
            }
            let (mut near, mut far) = self.quiet[board.side as usize][kind];
            while near != 0 {
                let way = near.trailing_zeros() as usize;
                near &= near - 1;
                // No two sites step to one site the same way: the targets are as many as the moves.
                count += (self.step(way, own) & empty).count() as u64;
            }
            while far != 0 {
                let way = far.trailing_zeros() as usize;
                far &= far - 1;
                let mut reached = self.step(way, own) & empty;
                let mut left = 26;
                while reached.any() && left > 0 {
                    count += reached.count() as u64;
                    reached = self.step(way, reached) & empty;
                    left -= 1;
                }
            }
        }
        count
    }
}
