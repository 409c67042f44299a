//! Rules that no generator is made for, beside those that have one. As long as none of them can be used, generators play; a position
//! where one can is played by somebody else, and the positions after its moves by generators again.

use super::super::word::Word;
use super::board::Board;
use super::carried::Carried;
use super::form::{BoardOf, Form, MoveOf, Sets};
use super::geometry::Geometry;
use super::law::Law;

/// A position told to others: the pieces by side and kind, in the order of bits that generators use.
pub(in crate::engine) trait Lying {
    /// Whose turn it is.
    fn side(&self) -> u8;
    /// The i-th 64 bits of the pieces of a side and a kind.
    fn part(&self, side: usize, kind: usize, i: usize) -> u64;
}

/// A position that generators have come to.
pub(in crate::engine) trait Reached: Lying {
    /// Whether generators find a capture.
    fn captures(&self) -> bool;
    /// How many pieces of each side and so many kinds there are, a byte each, those of the first side and kind lowest.
    fn counts(&self, kinds: usize) -> u64;
}

/// Who plays what generators do not.
pub(in crate::engine) trait Others {
    /// Leaves below a position in which something can be done by others, or generators would capture and others may go on with it;
    /// `None` if nothing can.
    fn leaves(&mut self, at: &dyn Reached, depth: u32, back: &dyn Back) -> Option<u64>;
}

/// The way back to the generators.
pub(in crate::engine) trait Back {
    /// Leaves below a position; `None` if some position there has more captures than are ever listed.
    fn leaves(&self, at: &dyn Lying, depth: u32, others: &mut dyn Others) -> Option<u64>;
    /// Whether every move is made.
    fn made(&self) -> bool;
}

/// Who is beside the generators of a form.
pub(super) trait Beside<F: Form> {
    /// There is somebody.
    const SOMEBODY: bool;

    /// Leaves below a position that generators do not play; see [`Others::leaves`].
    fn leaves(&mut self, geometry: &Geometry<F>, board: &BoardOf<F>, depth: u32, ways: (bool, bool)) -> Option<u64>;

    /// A move was made, so many plies above the leaves; whether the game goes on in the position after it, which learns what its rules
    /// ask.
    fn goes_on(&mut self, mv: &MoveOf<F>, depth: u32, next: &mut BoardOf<F>) -> bool;
}

/// Every rule has its generator.
pub(super) struct Nobody;

impl<F: Form> Beside<F> for Nobody {
    const SOMEBODY: bool = false;

    fn leaves(&mut self, _: &Geometry<F>, _: &BoardOf<F>, _: u32, _: (bool, bool)) -> Option<u64> {
        None
    }

    #[inline(always)]
    fn goes_on(&mut self, _: &MoveOf<F>, _: u32, _: &mut BoardOf<F>) -> bool {
        true
    }
}

/// There is somebody.
pub(super) enum Somebody<'o, F: Form> {
    /// Who plays the other rules.
    Plays(&'o mut dyn Others),
    /// Who carries what matters to the rules.
    Carries(Carried<'o, F>),
}

impl<F: Form> Beside<F> for Somebody<'_, F> {
    const SOMEBODY: bool = true;

    #[inline]
    fn leaves(&mut self, geometry: &Geometry<F>, board: &BoardOf<F>, depth: u32, ways: (bool, bool)) -> Option<u64> {
        let Somebody::Plays(others) = self else { return None };
        others.leaves(&Told { geometry, board }, depth, &From { geometry, ways })
    }

    #[inline]
    fn goes_on(&mut self, mv: &MoveOf<F>, depth: u32, next: &mut BoardOf<F>) -> bool {
        match self {
            Somebody::Plays(_) => true,
            Somebody::Carries(carried) => carried.goes_on(mv, depth, next),
        }
    }
}

/// A position of generators, told to others.
struct Told<'b, F: Form> {
    geometry: &'b Geometry<F>,
    board: &'b BoardOf<F>,
}

impl<F: Form> Lying for Told<'_, F> {
    fn side(&self) -> u8 {
        self.board.side
    }

    #[inline]
    fn part(&self, side: usize, kind: usize, i: usize) -> u64 {
        let sets = if side == usize::from(self.board.side) { &self.board.own } else { &self.board.enemy };
        sets[kind].part(i)
    }
}

impl<F: Form> Reached for Told<'_, F> {
    fn captures(&self) -> bool {
        self.geometry.look(&self.geometry.sides[self.board.side as usize], self.board).any
    }

    fn counts(&self, kinds: usize) -> u64 {
        let (mut first, mut second) = (&self.board.own, &self.board.enemy);
        if self.board.side != 0 {
            std::mem::swap(&mut first, &mut second);
        }
        let mut counts = 0;
        for sets in [second, first] {
            for kind in (0..kinds).rev() {
                counts = counts << 8 | u64::from(sets[kind].count());
            }
        }
        counts
    }
}

/// The generators from which a position came.
struct From<'g, F: Form> {
    geometry: &'g Geometry<F>,
    ways: (bool, bool),
}

impl<F: Form> Back for From<'_, F> {
    fn leaves(&self, at: &dyn Lying, depth: u32, others: &mut dyn Others) -> Option<u64> {
        let of = |side: usize| {
            let mut sets = F::Sets::none();
            for kind in 0..F::Sets::KINDS {
                let parts = (0..F::Word::PARTS).map(|i| F::Word::of(i, at.part(side, kind, i)));
                sets[kind] = parts.fold(F::Word::ZERO, |all, part| all | part);
            }
            sets
        };
        let side = at.side();
        let (own, enemy) = (of(usize::from(side)), of(usize::from(1 - side)));
        let state = self.geometry.law.unasked();
        self.geometry.perft(&Board { own, enemy, side, state }, depth, self.ways, &mut Somebody::Plays(others))
    }

    fn made(&self) -> bool {
        self.ways.1
    }
}
