//! Counting captures of one and of two legs in sets.

use crate::program::kernels::Chain;

use super::super::word::Word as _;
use super::form::{BoardOf, Form, Sets as _};
use super::geometry::{Geometry, Kind, Side};
use super::glance::GlanceOf;
use super::law::Law;
use super::tally::Tally;
use super::view::View;
use super::ways::Ways as _;

/// The numbers of chains of one leg, and of two.
#[derive(Clone, Copy, Default)]
struct Ends([u32; 2]);

impl<F: Form> Geometry<F> {
    /// The number of captures that the preferences leave, where no chain has a third leg and no piece goes on as another kind;
    /// `None` where that may be otherwise, or where start and directions do not determine a chain. In each direction, and so in
    /// each pair of directions, different starts have different landings: counting landings counts chains.
    #[inline(never)]
    pub(super) fn pairs<V: View<F>>(&self, us: &Side<F>, board: &BoardOf<F>, look: GlanceOf<F>) -> Option<u64> {
        let plain = V::CONSTANT_RULES || !look.far && self.plain && !F::Law::MAY_REFUSE;
        if !plain || !F::Tally::COUNTS_ALIKE || self.chain != Chain::Must {
            return None;
        }
        let mut ends = Ends::default();
        for kind in F::Sets::kinds(V::FIRST) {
            let of = &us.kinds[kind];
            let jumpers = look.jumps[kind] & board.own[kind];
            if !jumpers.any() {
                continue;
            }
            // A third leg may land where its piece set out.
            let free = look.empty | jumpers;
            for (ways, prey, _) in V::takers(of, board, F::Word::ZERO) {
                for way in 0..ways.many() {
                    let victims = ways.go(way, jumpers) & prey;
                    let landings = ways.go(way, victims) & look.empty;
                    if landings.any() {
                        self.second_legs::<V>((of, kind), board, (landings, look.empty, free), ways.direction(way), &mut ends)?;
                    }
                }
            }
        }
        let Ends([one, two]) = ends;
        Some(u64::from(if F::Tally::COMPARES && two > 0 { two } else { one + two }))
    }

    /// Counts the chains whose first leg, in this direction, ended on these landings; `None` if one may have a third leg.
    #[inline(always)]
    fn second_legs<V: View<F>>(
        &self,
        (of, kind): (&Kind<F>, usize),
        board: &BoardOf<F>,
        (landings, empty, free): (F::Word, F::Word, F::Word),
        direction: usize,
        ends: &mut Ends,
    ) -> Option<()> {
        let open = landings & of.open;
        if (open & !of.stays(kind)).any() {
            return None;
        }
        let mut gone_on = F::Word::ZERO;
        for (ways, prey, _) in V::takers(of, board, F::Word::ZERO) {
            for way in 0..ways.many() {
                let victims = ways.go(way, open) & prey;
                let reached = ways.go(way, victims) & empty;
                if !reached.any() || !V::turns(self, direction, ways.direction(way)) {
                    continue;
                }
                if self.third_leg::<V>((of, kind), board, (reached & of.open, free), ways.direction(way)) {
                    return None;
                }
                gone_on |= ways.come(way, ways.come(way, reached) & victims) & open;
                ends.0[1] += reached.count();
            }
        }
        ends.0[0] += (landings & !gone_on).count();
        Some(())
    }

    /// Whether a chain may go on from one of these landings, after a leg in this direction.
    #[inline(always)]
    fn third_leg<V: View<F>>(
        &self,
        (of, kind): (&Kind<F>, usize),
        board: &BoardOf<F>,
        (landings, free): (F::Word, F::Word),
        direction: usize,
    ) -> bool {
        let mut on = (landings & !of.stays(kind)).any();
        for (ways, prey, _) in V::takers(of, board, F::Word::ZERO) {
            for way in 0..ways.many() {
                let reached = ways.go(way, ways.go(way, landings) & prey) & free;
                on |= reached.any() && V::turns(self, direction, ways.direction(way));
            }
        }
        on
    }

    /// Whether a leg in one direction may be followed by one in another: never straight back over the piece just captured.
    #[inline(always)]
    pub(super) fn turns(&self, direction: usize, next: usize) -> bool {
        let back = self.along[direction] & !(1 << direction);
        (back | self.barred[direction]) >> next & 1 == 0
    }
}
