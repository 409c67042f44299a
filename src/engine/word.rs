//! Sets of sites in one machine word: what the generators reckon with.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// An unsigned integer as a set of bits; which bit stands for which site, whoever reckons with them says.
pub(super) trait Word:
    Copy
    + Eq
    + Ord
    + Debug
    + Send
    + Sync
    + 'static
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The empty set.
    const ZERO: Self;
    /// How many bits there are.
    const BITS: u32;

    /// The set of one bit.
    fn bit(bit: u32) -> Self;
    /// Every bit moved up by so many, round the end.
    fn up(self, by: u32) -> Self;
    /// Every bit moved down by so many, round the end.
    fn down(self, by: u32) -> Self;
    /// How many bits are in it.
    fn count(self) -> u32;
    /// The number of the lowest bit.
    fn first(self) -> u32;
    /// The lowest bit alone, or nothing.
    fn lowest(self) -> Self;
    /// The highest bit alone, or nothing.
    fn highest(self) -> Self;
    /// All bits below a single bit; all bits there are below nothing.
    fn below(self) -> Self;
    /// A number that is different for each single bit.
    fn key(self) -> u64;

    /// All of it, in two numbers.
    fn halves(self) -> [u64; 2];
    /// The set whose bits these are; those that it has no room for are left out.
    fn of(halves: [u64; 2]) -> Self;

    /// Whether a bit is in it.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::ZERO
    }

    /// Takes the lowest bit out.
    #[inline(always)]
    fn take(&mut self) -> Option<Self> {
        if !self.any() {
            return None;
        }
        let one = self.lowest();
        *self ^= one;
        Some(one)
    }
}

macro_rules! words {
    ($($word:ident)*) => {$(
        impl Word for $word {
            const ZERO: $word = 0;
            const BITS: u32 = $word::BITS;

            #[inline(always)]
            fn bit(bit: u32) -> $word {
                1 << bit
            }

            #[inline(always)]
            fn up(self, by: u32) -> $word {
                self.rotate_left(by)
            }

            #[inline(always)]
            fn down(self, by: u32) -> $word {
                self.rotate_right(by)
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn lowest(self) -> $word {
                self & self.wrapping_neg()
            }

            #[inline(always)]
            fn highest(self) -> $word {
                if self == 0 { 0 } else { 1 << self.ilog2() }
            }

            #[inline(always)]
            fn below(self) -> $word {
                self.wrapping_sub(1)
            }

            #[inline(always)]
            #[allow(clippy::unnecessary_cast)] // of one of the two
            fn halves(self) -> [u64; 2] {
                [self as u64, (self as u128 >> 64) as u64]
            }

            #[inline(always)]
            #[allow(clippy::unnecessary_cast)] // of one of the two
            fn of(halves: [u64; 2]) -> $word {
                (halves[0] as u128 | (halves[1] as u128) << 64) as $word
            }

            #[inline(always)]
            fn key(self) -> u64 {
                self.trailing_zeros() as u64 + 1
            }
        }
    )*};
}

words! { u64 u128 }
