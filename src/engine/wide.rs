//! Sets of sites of any board, of which a position holds as many as it needs.

use std::cmp::Ordering;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use smallvec::SmallVec;

use super::word::{Room, Word};

/// How many numbers make room for 26x26 sites.
const PARTS: usize = 11;

/// A set of at most 704 bits, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wide([u64; PARTS]);

macro_rules! bitwise {
    ($($trait:ident $method:ident $assign:ident $assigned:ident)*) => {$(
        impl $trait for Wide {
            type Output = Wide;

            #[inline]
            fn $method(mut self, other: Wide) -> Wide {
                self.$assigned(other);
                self
            }
        }

        impl $assign for Wide {
            #[inline]
            fn $assigned(&mut self, other: Wide) {
                for (one, other) in self.0.iter_mut().zip(other.0) {
                    one.$assigned(other);
                }
            }
        }
    )*};
}

bitwise! { BitAnd bitand BitAndAssign bitand_assign BitOr bitor BitOrAssign bitor_assign BitXor bitxor BitXorAssign bitxor_assign }

impl Not for Wide {
    type Output = Wide;

    #[inline]
    fn not(self) -> Wide {
        Wide(self.0.map(|part| !part))
    }
}

impl Ord for Wide {
    fn cmp(&self, other: &Wide) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl PartialOrd for Wide {
    fn partial_cmp(&self, other: &Wide) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Wide {
    /// The place of the lowest part that is not empty.
    #[inline]
    fn lowest_part(&self) -> Option<usize> {
        self.0.iter().position(|part| *part != 0)
    }
}

impl Word for Wide {
    const ZERO: Wide = Wide([0; PARTS]);
    const BITS: u32 = 64 * PARTS as u32;

    type Boards = SmallVec<[Wide; 4]>;
    type Bearings = Vec<Wide>;
    type Numbers = SmallVec<[i32; 24]>;
    // As many sets as have a bit in a set of them, and numbers as the machine's.
    const ROOM: Room = Room { boards: 64, bearings: 2048, numbers: 1 << 14 };

    fn boards(many: usize) -> Self::Boards {
        SmallVec::from_elem(Wide::ZERO, many)
    }

    fn bearings(many: usize) -> Self::Bearings {
        vec![Wide::ZERO; many]
    }

    fn numbers(many: usize) -> Self::Numbers {
        SmallVec::from_elem(0, many)
    }

    #[inline]
    fn bit(bit: u32) -> Wide {
        let mut set = Wide::ZERO;
        set.0[bit as usize / 64] = 1 << (bit % 64);
        set
    }

    fn up(self, by: u32) -> Wide {
        // Twice the set, one after the other: what goes beyond the end comes in at the beginning.
        let mut twice = [0; 2 * PARTS];
        twice[..PARTS].copy_from_slice(&self.0);
        twice[PARTS..].copy_from_slice(&self.0);
        let (parts, bits) = (by as usize / 64 % PARTS, by % 64);
        let mut moved = [0; PARTS];
        for (i, part) in moved.iter_mut().enumerate() {
            let at = PARTS - parts + i;
            *part = twice[at] << bits | (twice[at - 1] >> 1) >> (63 - bits);
        }
        Wide(moved)
    }

    fn down(self, by: u32) -> Wide {
        self.up((Self::BITS - by % Self::BITS) % Self::BITS)
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|part| part.count_ones()).sum()
    }

    #[inline]
    fn first(self) -> u32 {
        self.lowest_part().map_or(Self::BITS, |i| 64 * i as u32 + self.0[i].trailing_zeros())
    }

    #[inline]
    fn lowest(self) -> Wide {
        self.lowest_part().map_or(Wide::ZERO, |i| Wide::of(i, self.0[i] & self.0[i].wrapping_neg()))
    }

    fn highest(self) -> Wide {
        let last = self.0.iter().rposition(|part| *part != 0);
        last.map_or(Wide::ZERO, |i| Wide::of(i, 1 << self.0[i].ilog2()))
    }

    fn below(self) -> Wide {
        let Some(i) = self.lowest_part() else { return !Wide::ZERO };
        let mut set = Wide::of(i, self.0[i] - 1);
        set.0[..i].fill(u64::MAX);
        set
    }

    #[inline]
    fn key(self) -> u64 {
        u64::from(self.first()) + 1
    }

    #[inline]
    fn part(self, i: usize) -> u64 {
        self.0.get(i).copied().unwrap_or(0)
    }

    #[inline]
    fn of(i: usize, bits: u64) -> Wide {
        let mut set = Wide::ZERO;
        if let Some(part) = set.0.get_mut(i) {
            *part = bits;
        }
        set
    }

    #[inline]
    fn any(self) -> bool {
        self.0.iter().fold(0, |all, part| all | part) != 0
    }

    #[inline]
    fn take(&mut self) -> Option<Wide> {
        let i = self.lowest_part()?;
        let lowest = self.0[i] & self.0[i].wrapping_neg();
        self.0[i] ^= lowest;
        Some(Wide::of(i, lowest))
    }
}

#[cfg(test)]
mod tests {
    use super::super::word::Word;
    use super::Wide;

    /// Sets of a few bits, and of many.
    fn some() -> impl Iterator<Item = Wide> {
        let mut number = 1u64;
        (0..200).map(move |round| {
            let mut set = Wide::ZERO;
            for i in 0..Wide::PARTS {
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(round + 1);
                if number >> 60 < round % 16 {
                    set |= Wide::of(i, number & number << 7);
                }
            }
            set
        })
    }

    fn bits(set: Wide) -> Vec<u32> {
        (0..Wide::BITS).filter(|bit| (set & Wide::bit(*bit)).any()).collect()
    }

    #[test]
    fn a_wide_set_is_a_set_of_bits() {
        for set in some() {
            let all = bits(set);
            assert_eq!(set.count() as usize, all.len());
            assert_eq!(set.any(), !all.is_empty());
            assert_eq!(set.first(), all.first().copied().unwrap_or(Wide::BITS));
            assert_eq!(bits(set.lowest()), all.first().copied().into_iter().collect::<Vec<_>>());
            assert_eq!(bits(set.highest()), all.last().copied().into_iter().collect::<Vec<_>>());
            assert_eq!(bits(set.lowest().below()).len(), set.first() as usize);
            assert_eq!(bits(!set).len(), Wide::BITS as usize - all.len());
            let mut left = set;
            let taken: Vec<u32> = std::iter::from_fn(|| left.take()).map(Wide::first).collect();
            assert_eq!(taken, all);
            for (i, bit) in all.iter().enumerate() {
                assert_eq!(set.nth(i as u32), Wide::bit(*bit));
            }
            assert_eq!(set.nth(all.len() as u32), Wide::ZERO);
        }
    }

    #[test]
    fn bits_go_up_and_down_round_the_end() {
        for (set, by) in some().zip((0..Wide::BITS).step_by(7).cycle()) {
            let mut there: Vec<u32> = bits(set).iter().map(|bit| (bit + by) % Wide::BITS).collect();
            there.sort_unstable();
            assert_eq!(bits(set.up(by)), there);
            assert_eq!(set.up(by).down(by), set);
        }
    }

    #[test]
    fn wide_sets_are_in_the_order_of_their_highest_bits() {
        for (a, b) in some().zip(some().skip(1)) {
            let (mut one, mut other) = (bits(a), bits(b));
            one.reverse();
            other.reverse();
            assert_eq!(a.cmp(&b), one.cmp(&other));
        }
    }
}
