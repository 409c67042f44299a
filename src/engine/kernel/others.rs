//! Odd rules, for which there is no generator, beside rules that have one. Generators play while no odd rule can be used and
//! nothing is set off; other positions are played by the bitboard engine, and the positions after its moves by generators again.

use super::super::word::Word;
use super::board::Board;
use super::carried::Carried;
use super::form::{BoardOf, Form, MoveOf, Sets};
use super::geometry::Geometry;
use super::law::Law;

/// A position passed between generators and the bitboard engine: pieces by side and kind, in the generators' order of bits.
pub(in crate::engine) trait PieceSets {
    /// The side to move.
    fn side(&self) -> u8;
    /// The i-th 64 bits of the pieces of a side and a kind.
    fn part(&self, side: usize, kind: usize, i: usize) -> u64;
}

/// A position that generators have reached.
pub(in crate::engine) trait Reached: PieceSets {
    /// Whether generators find a capture.
    fn captures(&self) -> bool;
    /// The kinds of which there are pieces, as bits: of the side to move, and of the other.
    fn kinds(&self) -> [u32; 2];
    /// The number of pieces of each side and of the first `kinds` kinds, a byte each; the first side's first kind is lowest.
    fn counts(&self, kinds: usize) -> u64;
}

/// Plays the positions that generators do not play.
pub(in crate::engine) trait Others {
    /// Leaves below a position that is not the generators' alone: an odd rule can be used there, or may continue a capture that
    /// they find, or pieces set something off. `None` in other positions.
    fn leaves(&mut self, at: &dyn Reached, depth: u32, back: &dyn Back) -> Option<u64>;

    /// Whether [`Others::leaves`] is known to say `None` of all positions with as many pieces of each kind as this one and the
    /// other side to move.
    fn stay_away(&mut self, at: &dyn Reached) -> bool;
}

/// Returns from such a position to the generators.
pub(in crate::engine) trait Back {
    /// Leaves below a position; `None` if some position below has more captures than are ever listed.
    fn leaves(&self, at: &dyn PieceSets, depth: u32, others: &mut dyn Others) -> Option<u64>;
    /// Whether every move is made.
    fn made(&self) -> bool;
}

/// What works beside the generators of a form.
pub(super) trait CountHook<F: Form> {
    /// Something does.
    const SOMEBODY: bool;

    /// Leaves below a position that generators do not play; see [`Others::leaves`].
    fn leaves(&mut self, geometry: &Geometry<F>, board: &BoardOf<F>, depth: u32, ways: (bool, bool)) -> Option<u64>;

    /// Whether positions after moves that leave as many pieces of each kind need not be asked about; see [`Others::stay_away`].
    fn stays_away(&mut self, geometry: &Geometry<F>, board: &BoardOf<F>) -> bool;

    /// Called after a move, `depth` plies above the leaves. Returns whether the game goes on in the position after it, and puts
    /// there what its rules depend on.
    fn goes_on(&mut self, mv: &MoveOf<F>, depth: u32, next: &mut BoardOf<F>) -> bool;
}

/// Nothing: every rule has its generator.
pub(super) struct NoHook;

impl<F: Form> CountHook<F> for NoHook {
    const SOMEBODY: bool = false;

    fn leaves(&mut self, _: &Geometry<F>, _: &BoardOf<F>, _: u32, _: (bool, bool)) -> Option<u64> {
        None
    }

    #[inline(always)]
    fn stays_away(&mut self, _: &Geometry<F>, _: &BoardOf<F>) -> bool {
        true
    }

    #[inline(always)]
    fn goes_on(&mut self, _: &MoveOf<F>, _: u32, _: &mut BoardOf<F>) -> bool {
        true
    }
}

/// Something works beside the generators.
pub(super) enum Somebody<'o, F: Form> {
    /// It plays positions in which odd rules can be used.
    Plays(&'o mut dyn Others),
    /// It carries what rules depend on from turn to turn.
    Carries(Carried<'o, F>),
}

impl<F: Form> CountHook<F> for Somebody<'_, F> {
    const SOMEBODY: bool = true;

    #[inline]
    fn leaves(&mut self, geometry: &Geometry<F>, board: &BoardOf<F>, depth: u32, ways: (bool, bool)) -> Option<u64> {
        let Somebody::Plays(others) = self else { return None };
        others.leaves(&GeneratorPosition { geometry, board }, depth, &From { geometry, ways })
    }

    #[inline]
    fn stays_away(&mut self, geometry: &Geometry<F>, board: &BoardOf<F>) -> bool {
        match self {
            Somebody::Plays(others) => others.stay_away(&GeneratorPosition { geometry, board }),
            Somebody::Carries(_) => true,
        }
    }

    #[inline]
    fn goes_on(&mut self, mv: &MoveOf<F>, depth: u32, next: &mut BoardOf<F>) -> bool {
        match self {
            Somebody::Plays(_) => true,
            Somebody::Carries(carried) => carried.goes_on(mv, depth, next),
        }
    }
}

/// A position of generators as others see it.
struct GeneratorPosition<'b, F: Form> {
    geometry: &'b Geometry<F>,
    board: &'b BoardOf<F>,
}

impl<F: Form> PieceSets for GeneratorPosition<'_, F> {
    fn side(&self) -> u8 {
        self.board.side
    }

    #[inline]
    fn part(&self, side: usize, kind: usize, i: usize) -> u64 {
        let sets = if side == usize::from(self.board.side) { &self.board.own } else { &self.board.enemy };
        sets[kind].part(i)
    }
}

impl<F: Form> Reached for GeneratorPosition<'_, F> {
    fn captures(&self) -> bool {
        self.geometry.look(&self.geometry.sides[self.board.side as usize], self.board).any
    }

    fn kinds(&self) -> [u32; 2] {
        let (mut own, mut other) = (0, 0);
        for kind in 0..F::Sets::KINDS {
            own |= u32::from(self.board.own[kind].any()) << kind;
            other |= u32::from(self.board.enemy[kind].any()) << kind;
        }
        [own, other]
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

/// The generators that a position came from.
struct From<'g, F: Form> {
    geometry: &'g Geometry<F>,
    ways: (bool, bool),
}

impl<F: Form> Back for From<'_, F> {
    fn leaves(&self, at: &dyn PieceSets, depth: u32, others: &mut dyn Others) -> Option<u64> {
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
