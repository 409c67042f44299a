//! What captures there are, at a glance: whether there are any, and whether they are simple enough to be found in sets.

use super::super::word::Word as _;
use super::form::{BoardOf, Form, Sets as _};
use super::geometry::{Geometry, Side};
use super::law::Law as _;
use super::tally::Tally as _;
use super::view::{Every, FirstKindOnly, View};
use super::ways::{Rules as _, Ways as _};

/// The summary in a form of game.
pub(in crate::engine) type GlanceOf<F> = CaptureGlance<<F as Form>::Word, <F as Form>::Sets>;

/// A summary of the captures of a position.
#[derive(Clone, Copy)]
pub(in crate::engine) struct CaptureGlance<B, K> {
    /// Sites without a piece.
    pub(in crate::engine) empty: B,
    /// By kind, the sites from which a piece of it could jump; none for kinds that can capture by flights.
    pub(in crate::engine) jumps: K,
    /// Some piece can capture by a flight.
    pub(in crate::engine) far: bool,
    /// There is a capture.
    pub(in crate::engine) any: bool,
    /// Every capture is a short jump over one piece, and all are equally preferred.
    pub(in crate::engine) single: bool,
}

impl<F: Form> Geometry<F> {
    /// Summarises the captures of a position.
    #[inline(always)]
    pub(in crate::engine) fn look(&self, us: &Side<F>, board: &BoardOf<F>) -> GlanceOf<F> {
        match Self::SPECIAL && board.own.are_first() {
            true => self.look_of::<FirstKindOnly>(us, board),
            false => self.look_of::<Every>(us, board),
        }
    }

    /// The same in a given view.
    #[inline(always)]
    pub(super) fn look_of<V: View<F>>(&self, us: &Side<F>, board: &BoardOf<F>) -> GlanceOf<F> {
        let empty = self.all & !(board.own.all() | board.enemy.all());
        let mut look = CaptureGlance { empty, jumps: F::Sets::none(), far: false, any: false, single: false };
        for kind in F::Sets::kinds(V::FIRST) {
            let of = &us.kinds[kind];
            if !board.own[kind].any() {
                continue;
            }
            if F::FLYING && !V::CONSTANT_RULES && !of.near {
                look.far |= self.flies(us, board, kind, empty);
            } else {
                look.jumps[kind] = self.jumps::<V>(us, board, kind, empty);
                look.any |= (look.jumps[kind] & board.own[kind]).any();
            }
        }
        look.any |= look.far;
        look.single = look.any && self.single::<V>(us, board, &look);
        look
    }

    /// The sites from which a piece of a kind could jump if `free` were the empty sites.
    #[inline(always)]
    pub(in crate::engine) fn jumps<V: View<F>>(&self, us: &Side<F>, board: &BoardOf<F>, kind: usize, free: F::Word) -> F::Word {
        let mut jumps = F::Word::ZERO;
        for (ways, prey, _) in V::takers(&us.kinds[kind], board, F::Word::ZERO) {
            jumps |= ways.jumpers(prey, free);
        }
        jumps
    }

    /// Whether some piece of a kind can capture by a flight.
    fn flies(&self, us: &Side<F>, board: &BoardOf<F>, kind: usize, empty: F::Word) -> bool {
        let mut landings = F::Word::ZERO;
        for rule in us.kinds[kind].takers.each() {
            let prey = rule.prey(board, F::Word::ZERO);
            let mut movers = board.own[kind];
            while let Some(from) = movers.take() {
                for way in 0..rule.ways.many() {
                    let stop = if rule.from_afar {
                        rule.ways.run(way, self.line(&rule.ways, way), from, empty).1
                    } else {
                        rule.ways.go(way, from)
                    };
                    landings |= rule.ways.go(way, stop & prey) & empty;
                }
            }
        }
        landings.any()
    }

    /// Whether every capture is a short jump over one piece, and all are equally preferred.
    #[inline(always)]
    fn single<V: View<F>>(&self, us: &Side<F>, board: &BoardOf<F>, look: &GlanceOf<F>) -> bool {
        if !V::CONSTANT_RULES && (look.far || !self.plain || F::Law::MAY_REFUSE) {
            return false;
        }
        if !F::Tally::COUNTS_ALIKE {
            let takers = (0..F::Sets::KINDS).filter(|kind| (look.jumps[*kind] & board.own[*kind]).any()).count();
            let victims = (0..F::Sets::KINDS).filter(|kind| board.enemy[*kind].any()).count();
            if takers > 1 || victims > 1 {
                return false;
            }
        }
        !self.goes_on::<V>(us, board, look)
    }

    /// Whether some jump may be followed by another. May be true wrongly, never false.
    #[inline(always)]
    fn goes_on<V: View<F>>(&self, us: &Side<F>, board: &BoardOf<F>, look: &GlanceOf<F>) -> bool {
        let mut on = F::Word::ZERO;
        for kind in F::Sets::kinds(V::FIRST) {
            let of = &us.kinds[kind];
            if !(look.jumps[kind] & board.own[kind]).any() {
                continue;
            }
            // A piece that is promoted in passing may find jumps of its new kind, which are not looked for here.
            let again = of.open & (look.jumps[kind] | !of.stays(kind));
            for (ways, prey, _) in V::takers(of, board, F::Word::ZERO) {
                on |= ways.landings(board.own[kind], prey, look.empty) & again;
            }
        }
        on.any()
    }
}
