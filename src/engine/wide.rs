//! Sets of sites for boards of any size. A position has as many of them as its rules need.

use std::cmp::Ordering;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use smallvec::SmallVec;

use super::numbers::Numbers;
use super::word::{Room, Word};

/// A set of bits in `PARTS` parts of 64 bits, the lowest part first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set<const PARTS: usize>([u64; PARTS]);

/// 704 bits: the sites of any board, up to 26x26 squares.
pub(super) type Wide = Set<11>;
/// 384 bits: enough for the squares of one colour of 26x26.
pub(super) type Longer = Set<6>;
/// 256 bits: enough for 16x16 squares, or for those of one colour of 21x21.
pub(super) type Long = Set<4>;

macro_rules! bitwise {
    ($($trait:ident $method:ident $assign:ident $assigned:ident)*) => {$(
        impl<const PARTS: usize> $trait for Set<PARTS> {
            type Output = Set<PARTS>;

            #[inline]
            fn $method(mut self, other: Set<PARTS>) -> Set<PARTS> {
                self.$assigned(other);
                self
            }
        }

        impl<const PARTS: usize> $assign for Set<PARTS> {
            #[inline]
            fn $assigned(&mut self, other: Set<PARTS>) {
                for (one, other) in self.0.iter_mut().zip(other.0) {
                    one.$assigned(other);
                }
            }
        }
    )*};
}

bitwise! { BitAnd bitand BitAndAssign bitand_assign BitOr bitor BitOrAssign bitor_assign BitXor bitxor BitXorAssign bitxor_assign }

impl<const PARTS: usize> Not for Set<PARTS> {
    type Output = Set<PARTS>;

    #[inline]
    fn not(mut self) -> Set<PARTS> {
        // No `map`: its closures would become calls.
        for part in &mut self.0 {
            *part = !*part;
        }
        self
    }
}

impl<const PARTS: usize> Ord for Set<PARTS> {
    fn cmp(&self, other: &Set<PARTS>) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const PARTS: usize> PartialOrd for Set<PARTS> {
    fn partial_cmp(&self, other: &Set<PARTS>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const PARTS: usize> Set<PARTS> {
    /// The index of the lowest part that is not empty.
    #[inline]
    fn lowest_part(&self) -> Option<usize> {
        self.0.iter().position(|part| *part != 0)
    }
}

impl<const PARTS: usize> Word for Set<PARTS> {
    const ZERO: Set<PARTS> = Set([0; PARTS]);
    const BITS: u32 = 64 * PARTS as u32;

    type Boards = SmallVec<[Set<PARTS>; 4]>;
    type Attributes = Vec<Set<PARTS>>;
    type Numbers = Numbers<24>;
    // At most 64 piece sets, so that a set of them fits a `u64`; as many numbers as the 64-bit word with attributes (`Rich`).
    const ROOM: Room = Room { boards: 64, attributes: 2048, numbers: 1 << 14 };
    const FLAT: bool = false;

    fn boards(many: usize) -> Self::Boards {
        SmallVec::from_elem(Set::ZERO, many)
    }

    fn attributes(many: usize) -> Self::Attributes {
        vec![Set::ZERO; many]
    }

    fn numbers(many: usize) -> Self::Numbers {
        Numbers::zero(many)
    }

    #[inline]
    fn bit(bit: u32) -> Set<PARTS> {
        let mut set = Set::ZERO;
        set.0[bit as usize / 64] = 1 << (bit % 64);
        set
    }

    #[inline]
    fn up(self, by: u32) -> Set<PARTS> {
        // The bits rotate: what is shifted out at the top comes in at the bottom.
        let (parts, bits) = (by as usize / 64 % PARTS, by % 64);
        let mut moved = [0; PARTS];
        let mut at = if parts == 0 { 0 } else { PARTS - parts };
        let mut before = self.0[if at == 0 { PARTS - 1 } else { at - 1 }];
        for part in &mut moved {
            let here = self.0[at];
            *part = here << bits | (before >> 1) >> (63 - bits);
            before = here;
            at = if at + 1 == PARTS { 0 } else { at + 1 };
        }
        Set(moved)
    }

    #[inline]
    fn down(self, by: u32) -> Set<PARTS> {
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
    fn lowest(self) -> Set<PARTS> {
        self.lowest_part().map_or(Set::ZERO, |i| Set::of(i, self.0[i] & self.0[i].wrapping_neg()))
    }

    #[inline]
    fn highest(self) -> Set<PARTS> {
        let last = self.0.iter().rposition(|part| *part != 0);
        last.map_or(Set::ZERO, |i| Set::of(i, 1 << self.0[i].ilog2()))
    }

    #[inline]
    fn below(self) -> Set<PARTS> {
        let Some(i) = self.lowest_part() else { return !Set::ZERO };
        let mut set = Set::of(i, self.0[i] - 1);
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
    fn of(i: usize, bits: u64) -> Set<PARTS> {
        let mut set = Set::ZERO;
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
    fn take(&mut self) -> Option<Set<PARTS>> {
        let i = self.lowest_part()?;
        let lowest = self.0[i] & self.0[i].wrapping_neg();
        self.0[i] ^= lowest;
        Some(Set::of(i, lowest))
    }
}

#[cfg(test)]
mod tests {
    use super::super::word::Word;
    use super::Wide;

    /// Sets with few bits and with many.
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
