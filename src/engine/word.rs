//! Sets of sites in one machine word: what the generators reckon with.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, IndexMut, Not};

use super::numbers::Numbers;

/// How much a position can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    /// Sets of pieces: as many as there are sides times kinds.
    pub(super) boards: usize,
    /// Sets of what pieces bear.
    pub(super) bearings: usize,
    /// Other numbers.
    pub(super) numbers: usize,
}

/// A word for positions that hold much: on boards of at most 64 sites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rich(u64);

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

    /// The sets of a position that is kept in such words: pieces by side and kind.
    type Boards: Clone + Eq + Debug + Send + Sync + AsRef<[Self]> + AsMut<[Self]> + IndexMut<usize, Output = Self>;
    /// Pieces by what they bear.
    type Bearings: Clone + Eq + Debug + Send + Sync + AsRef<[Self]> + AsMut<[Self]> + IndexMut<usize, Output = Self>;
    /// The other numbers of such a position.
    type Numbers: Clone + Eq + Debug + Send + Sync + AsRef<[i32]> + AsMut<[i32]> + IndexMut<usize, Output = i32>;
    /// How many sets and numbers there can be.
    const ROOM: Room;
    /// All of such a position lies in one piece of memory.
    const FLAT: bool;
    /// So many sets at least, without pieces.
    fn boards(many: usize) -> Self::Boards;
    /// So many sets at least, without pieces.
    fn bearings(many: usize) -> Self::Bearings;
    /// So many numbers at least, all of them 0.
    fn numbers(many: usize) -> Self::Numbers;

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

    /// How many numbers of 64 bits it is.
    const PARTS: usize = Self::BITS.div_ceil(64) as usize;
    /// One of these numbers, 0 behind the last.
    fn part(self, i: usize) -> u64;
    /// The set of which a part is these bits; those that it has no room for are left out.
    fn of(i: usize, bits: u64) -> Self;

    /// The n-th of the bits, counted from 0 at the lowest; nothing if there are not so many.
    #[inline]
    fn nth(self, mut which: u32) -> Self {
        for i in 0..Self::PARTS {
            let part = self.part(i);
            let here = part.count_ones();
            if which < here {
                return Self::of(i, nth_of(part, which));
            }
            which -= here;
        }
        Self::ZERO
    }

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

/// Room for positions of pieces and a few counters.
const PLAIN: Room = Room { boards: 8, bearings: 0, numbers: 24 };
/// Room for what pieces bear, for piles of tokens and for pieces in piles.
const RICH: Room = Room { boards: 8, bearings: 40, numbers: 1 << 14 };
/// How many numbers are kept without the heap then.
const MUCH: usize = 160;
/// The n-th bit of a word, or 0: its byte by what each byte and those below it hold, then bit by bit.
fn nth_of(word: u64, which: u32) -> u64 {
    const BYTES: u64 = 0x0101_0101_0101_0101;
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let up_to = ((fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(BYTES);
    if which >= (up_to >> 56) as u32 {
        return 0;
    }
    // In each byte its highest bit, if so many bits are not yet reached with it: numbers are at most 64.
    let short = ((u64::from(which) * BYTES) | 0x8080_8080_8080_8080).wrapping_sub(up_to) & 0x8080_8080_8080_8080;
    let shift = 8 * ((short >> 7).wrapping_mul(BYTES) >> 56);
    let before = (up_to << 8) >> shift & 0xFF;
    let mut left = word >> shift;
    for _ in 0..u64::from(which) - before {
        left &= left - 1;
    }
    (left & left.wrapping_neg()) << shift
}

macro_rules! words {
    ($($word:ident)*) => {$(
        impl Word for $word {
            const ZERO: $word = 0;
            const BITS: u32 = $word::BITS;

            type Boards = [$word; PLAIN.boards];
            type Bearings = [$word; PLAIN.bearings];
            type Numbers = [i32; PLAIN.numbers];
            const ROOM: Room = PLAIN;
            const FLAT: bool = true;

            #[inline(always)]
            fn boards(_: usize) -> Self::Boards {
                [0; PLAIN.boards]
            }

            #[inline(always)]
            fn bearings(_: usize) -> Self::Bearings {
                []
            }

            #[inline(always)]
            fn numbers(_: usize) -> Self::Numbers {
                [0; PLAIN.numbers]
            }

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
            fn part(self, i: usize) -> u64 {
                if i < Self::PARTS { (self >> (64 * i)) as u64 } else { 0 }
            }

            #[inline(always)]
            #[allow(clippy::unnecessary_cast)] // of one of the two
            fn of(i: usize, bits: u64) -> $word {
                if i < Self::PARTS { (bits as $word) << (64 * i) } else { 0 }
            }

            #[inline(always)]
            fn key(self) -> u64 {
                self.trailing_zeros() as u64 + 1
            }
        }
    )*};
}

words! { u64 u128 }

macro_rules! rich {
    ($($trait:ident $method:ident $assign:ident $assigned:ident)*) => {$(
        impl $trait for Rich {
            type Output = Rich;

            #[inline(always)]
            fn $method(self, other: Rich) -> Rich {
                Rich(self.0.$method(other.0))
            }
        }

        impl $assign for Rich {
            #[inline(always)]
            fn $assigned(&mut self, other: Rich) {
                self.0.$assigned(other.0);
            }
        }
    )*};
}

rich! { BitAnd bitand BitAndAssign bitand_assign BitOr bitor BitOrAssign bitor_assign BitXor bitxor BitXorAssign bitxor_assign }

impl Not for Rich {
    type Output = Rich;

    #[inline(always)]
    fn not(self) -> Rich {
        Rich(!self.0)
    }
}

impl Word for Rich {
    const ZERO: Rich = Rich(0);
    const BITS: u32 = u64::BITS;

    type Boards = [Rich; RICH.boards];
    type Bearings = [Rich; RICH.bearings];
    type Numbers = Numbers<MUCH>;
    const ROOM: Room = RICH;
    const FLAT: bool = false;

    #[inline(always)]
    fn boards(_: usize) -> Self::Boards {
        [Rich(0); RICH.boards]
    }

    #[inline(always)]
    fn bearings(_: usize) -> Self::Bearings {
        [Rich(0); RICH.bearings]
    }

    #[inline(always)]
    fn numbers(many: usize) -> Self::Numbers {
        Numbers::zero(many)
    }

    #[inline(always)]
    fn bit(bit: u32) -> Rich {
        Rich(u64::bit(bit))
    }

    #[inline(always)]
    fn up(self, by: u32) -> Rich {
        Rich(self.0.up(by))
    }

    #[inline(always)]
    fn down(self, by: u32) -> Rich {
        Rich(self.0.down(by))
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.count()
    }

    #[inline(always)]
    fn first(self) -> u32 {
        self.0.first()
    }

    #[inline(always)]
    fn lowest(self) -> Rich {
        Rich(self.0.lowest())
    }

    #[inline(always)]
    fn highest(self) -> Rich {
        Rich(self.0.highest())
    }

    #[inline(always)]
    fn below(self) -> Rich {
        Rich(self.0.below())
    }

    #[inline(always)]
    fn key(self) -> u64 {
        self.0.key()
    }

    #[inline(always)]
    fn part(self, i: usize) -> u64 {
        self.0.part(i)
    }

    #[inline(always)]
    fn of(i: usize, bits: u64) -> Rich {
        Rich(u64::of(i, bits))
    }
}

#[cfg(test)]
mod tests {
    use super::Word;

    #[test]
    fn the_nth_bit_is_what_is_left_when_those_below_are_taken_out() {
        let mut number = 1u128;
        for round in 0..200 {
            number = number.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835).wrapping_add(round);
            for set in [number, number & number >> 3 & number << 5, !number, u128::from(number as u64), number << 64] {
                let (mut wide, mut small) = (set, set as u64);
                for which in 0..130 {
                    assert_eq!(set.nth(which), wide.take().unwrap_or(0), "{set:x} {which}");
                    assert_eq!((set as u64).nth(which), small.take().unwrap_or(0), "{set:x} {which}");
                }
            }
        }
    }
}
