//! Sets of sites as machine words: the integer types that the generators and the bitboard engine compute with.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, IndexMut, Not};

use super::numbers::Numbers;

/// How much a position can hold: the number of sets and numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    /// Sets of pieces: one for each (side, kind).
    pub(super) boards: usize,
    /// Sets of the pieces' attributes: one for each value or token that a piece can bear in a slot.
    pub(super) attributes: usize,
    /// All other numbers: counters, clocks, piles.
    pub(super) numbers: usize,
}

/// A word for positions with attributes, tokens and piles, on boards of at most 64 sites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rich(u64);

/// An unsigned integer as a set of bits. Which bit is which site is up to the code that uses it.
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
    /// The number of bits.
    const BITS: u32;

    /// The piece sets of a position in such words, one for each (side, kind).
    type Boards: Clone + Eq + Debug + Send + Sync + AsRef<[Self]> + AsMut<[Self]> + IndexMut<usize, Output = Self>;
    /// The attribute sets of such a position.
    type Attributes: Clone + Eq + Debug + Send + Sync + AsRef<[Self]> + AsMut<[Self]> + IndexMut<usize, Output = Self>;
    /// The other numbers of such a position.
    type Numbers: Clone + Eq + Debug + Send + Sync + AsRef<[i32]> + AsMut<[i32]> + IndexMut<usize, Output = i32>;
    /// The greatest number of sets and numbers that a position can hold.
    const ROOM: Room;
    /// Whether such a position is one flat piece of memory, copied at once and without any heap.
    const FLAT: bool;
    /// At least `many` empty sets of pieces.
    fn boards(many: usize) -> Self::Boards;
    /// At least `many` empty attribute sets.
    fn attributes(many: usize) -> Self::Attributes;
    /// At least `many` numbers, all 0.
    fn numbers(many: usize) -> Self::Numbers;

    /// The set of one bit, by its index.
    fn bit(bit: u32) -> Self;
    /// Every bit rotated up by `by`.
    fn up(self, by: u32) -> Self;
    /// Every bit rotated down by `by`.
    fn down(self, by: u32) -> Self;
    /// The number of bits in the set.
    fn count(self) -> u32;
    /// The index of the lowest bit; `BITS` for the empty set.
    fn first(self) -> u32;
    /// The lowest bit alone; empty for the empty set.
    fn lowest(self) -> Self;
    /// The highest bit alone; empty for the empty set.
    fn highest(self) -> Self;
    /// All bits below that of a one-bit set; all bits for the empty set. Not meant for larger sets.
    fn below(self) -> Self;
    /// A number that differs for each one-bit set, never 0.
    fn key(self) -> u64;

    /// The number of 64-bit parts.
    const PARTS: usize = Self::BITS.div_ceil(64) as usize;
    /// The i-th 64-bit part, lowest first; 0 beyond the last.
    fn part(self, i: usize) -> u64;
    /// The set whose i-th 64-bit part is `bits`; empty if it has no such part.
    fn of(i: usize, bits: u64) -> Self;

    /// The n-th bit alone, counted from 0 at the lowest; empty if there are not that many.
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

    /// Whether the set has any bit.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::ZERO
    }

    /// Removes the lowest bit and returns it.
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

/// Room for pieces without attributes and a few counters.
const PLAIN: Room = Room { boards: 8, attributes: 0, numbers: 24 };
/// Room for attributes, for piles of tokens and for pieces in piles.
const RICH: Room = Room { boards: 8, attributes: 40, numbers: 1 << 14 };
/// The number of such numbers that are stored inline, without the heap.
const MUCH: usize = 160;
/// The n-th bit of a word alone, or 0. The byte is found by running counts of bits over the bytes (`up_to`), then the bit one by
/// one.
fn nth_of(word: u64, which: u32) -> u64 {
    const BYTES: u64 = 0x0101_0101_0101_0101;
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let up_to = ((fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(BYTES);
    if which >= (up_to >> 56) as u32 {
        return 0;
    }
    // The high bit of each byte whose running count is at most `which`. Counts are at most 64, so no byte borrows from the next.
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
            type Attributes = [$word; PLAIN.attributes];
            type Numbers = [i32; PLAIN.numbers];
            const ROOM: Room = PLAIN;
            const FLAT: bool = true;

            #[inline(always)]
            fn boards(_: usize) -> Self::Boards {
                [0; PLAIN.boards]
            }

            #[inline(always)]
            fn attributes(_: usize) -> Self::Attributes {
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
            #[allow(clippy::unnecessary_cast)] // the cast is redundant for `u64`
            fn part(self, i: usize) -> u64 {
                if i < Self::PARTS { (self >> (64 * i)) as u64 } else { 0 }
            }

            #[inline(always)]
            #[allow(clippy::unnecessary_cast)] // the cast is redundant for `u64`
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
    type Attributes = [Rich; RICH.attributes];
    type Numbers = Numbers<MUCH>;
    const ROOM: Room = RICH;
    const FLAT: bool = false;

    #[inline(always)]
    fn boards(_: usize) -> Self::Boards {
        [Rich(0); RICH.boards]
    }

    #[inline(always)]
    fn attributes(_: usize) -> Self::Attributes {
        [Rich(0); RICH.attributes]
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
