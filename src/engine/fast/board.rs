//! Sets of sites of fixed width, and positions made of them.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::model::SiteSet;
use crate::program::Program;
use crate::program::shape::KINDS;

use super::super::position::Position;

/// A set of sites on `W` words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) struct Bits<const W: usize>(pub(super) [u64; W]);

impl<const W: usize> Bits<W> {
    pub(super) const EMPTY: Bits<W> = Bits([0; W]);

    pub(super) fn of(set: &SiteSet) -> Bits<W> {
        let mut bits = [0; W];
        bits.iter_mut().zip(set.words()).for_each(|(to, from)| *to = *from);
        Bits(bits)
    }

    #[inline(always)]
    pub(super) fn one(site: u8) -> Bits<W> {
        let mut bits = [0; W];
        bits[site as usize / 64] = 1 << (site % 64);
        Bits(bits)
    }

    #[inline(always)]
    pub(super) fn has(&self, site: u8) -> bool {
        self.0[site as usize / 64] >> (site % 64) & 1 != 0
    }

    #[inline(always)]
    pub(super) fn any(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) != 0
    }

    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Takes the first site out.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<u8> {
        for (i, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some((i * 64) as u8 + bit as u8);
            }
        }
        None
    }

    /// Every site moved up (or down, by a negative number) by so many bits.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)] // each word takes bits from its neighbour
    pub(super) fn shifted(self, by: i8) -> Bits<W> {
        let mut out = [0; W];
        if by >= 0 {
            let by = by as u32;
            for i in (0..W).rev() {
                out[i] = self.0[i] << by;
                if i > 0 && by > 0 {
                    out[i] |= self.0[i - 1] >> (64 - by);
                }
            }
        } else {
            let by = (-by) as u32;
            for i in 0..W {
                out[i] = self.0[i] >> by;
                if i + 1 < W {
                    out[i] |= self.0[i + 1] << (64 - by);
                }
            }
        }
        Bits(out)
    }
}

macro_rules! bitwise {
    ($($op:ident $fn:ident $assign:ident $fn_assign:ident;)*) => {$(
        impl<const W: usize> $op for Bits<W> {
            type Output = Bits<W>;
            #[inline(always)]
            fn $fn(mut self, other: Bits<W>) -> Bits<W> {
                self.$fn_assign(other);
                self
            }
        }
        impl<const W: usize> $assign for Bits<W> {
            #[inline(always)]
            fn $fn_assign(&mut self, other: Bits<W>) {
                for i in 0..W {
                    self.0[i].$fn_assign(other.0[i]);
                }
            }
        }
    )*};
}

bitwise! {
    BitAnd bitand BitAndAssign bitand_assign;
    BitOr bitor BitOrAssign bitor_assign;
    BitXor bitxor BitXorAssign bitxor_assign;
}

impl<const W: usize> Not for Bits<W> {
    type Output = Bits<W>;
    #[inline(always)]
    fn not(mut self) -> Bits<W> {
        self.0.iter_mut().for_each(|word| *word = !*word);
        self
    }
}

/// A position: the pieces of who moves, those of the other side, and who that is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) struct Board<const W: usize> {
    pub(super) own: [Bits<W>; KINDS],
    pub(super) enemy: [Bits<W>; KINDS],
    pub(super) side: u8,
}

impl<const W: usize> Board<W> {
    pub(super) fn of(program: &Program, position: &Position) -> Board<W> {
        let layout = &program.layout;
        let mover = position.mover(program);
        let side = program.equipment.players[mover.index()].side.0;
        let pieces = |side: usize| {
            let mut kinds = [Bits::EMPTY; KINDS];
            for (kind, bits) in kinds.iter_mut().enumerate().take(layout.kinds) {
                *bits = Bits::of(&SiteSet::from_words(position.store.board(side, kind, layout)));
            }
            kinds
        };
        Board { own: pieces(side as usize), enemy: pieces(1 - side as usize), side }
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> Bits<W> {
        let mut all = Bits::EMPTY;
        for kind in 0..KINDS {
            all |= self.own[kind] | self.enemy[kind];
        }
        all
    }

    /// The other side's turn.
    #[inline(always)]
    pub(super) fn passed(&self) -> Board<W> {
        Board { own: self.enemy, enemy: self.own, side: 1 - self.side }
    }

    pub(super) fn pieces(&self) -> (Vec<u64>, u8) {
        let (first, second) = if self.side == 0 { (&self.own, &self.enemy) } else { (&self.enemy, &self.own) };
        (first.iter().chain(second).flat_map(|bits| bits.0).collect(), self.side)
    }
}
