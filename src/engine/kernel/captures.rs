//! Captures of any length: chains are followed leg by leg, and only the preferred ones are kept as they are found.

use std::hash::Hasher as _;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;

use crate::program::kernels::Chain;

use super::super::run::MOST_MOVES;
use super::super::word::Word;
use super::form::{BoardOf, Form, MoveOf, Sets};
use super::geometry::{Geometry, Side};
use super::glance::GlanceOf;
use super::law::Law;
use super::moves::Move;
use super::tally::Tally;
use super::view::{Every, View};
use super::ways::Ways as _;

/// A finished capture.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct FoundCapture<B, K> {
    pub(in crate::engine) mv: Move<B, K>,
    /// A hash of the captured pieces in order; zero where routes are alike.
    route: u64,
}

/// Room for lists of captures: a stack of lists, one for each ply of the search.
pub(in crate::engine) struct Scratch<B, K> {
    pub(in crate::engine) list: Vec<FoundCapture<B, K>>,
    /// Where the current list begins.
    start: usize,
    /// The rank of the captures in it.
    best: u64,
    /// A capture may be in it twice.
    twice: bool,
    /// Routes are distinct.
    keep: bool,
    /// The number of captures of the current position that have been followed to their ends.
    found: usize,
}

/// Room for the captures of a form.
pub(in crate::engine) type ScratchOf<F> = Scratch<<F as Form>::Word, <F as Form>::Sets>;

impl<B: Word, K> Scratch<B, K> {
    pub(in crate::engine) fn new(keep: bool) -> Scratch<B, K> {
        Scratch { list: Vec::with_capacity(256), start: 0, best: 0, twice: false, keep, found: 0 }
    }

    /// Whether some position had more captures than are ever listed.
    pub(super) fn beyond(&self) -> bool {
        self.found > MOST_MOVES
    }

    /// Whether routes are distinct.
    pub(super) fn keep(&self) -> bool {
        self.keep
    }
}

/// What stays the same while one piece captures.
struct Start<'a, F: Form> {
    us: &'a Side<F>,
    board: &'a BoardOf<F>,
    from: F::Word,
    was: usize,
    /// Empty sites, the start of the mover among them.
    free: F::Word,
    /// By kind, the sites from which a piece may find a jump; false positives are possible.
    on: F::Sets,
}

/// An unfinished chain.
#[derive(Clone, Copy)]
struct Run<B, T> {
    at: B,
    kind: usize,
    /// Directions that the next leg may not take, as bits.
    barred: u32,
    legs: u32,
    taken: B,
    last: B,
    route: u64,
    tally: T,
}

/// An unfinished chain in a form of game.
type RunOf<F> = Run<<F as Form>::Word, <F as Form>::Tally>;

impl<F: Form> Geometry<F> {
    /// Lists every capture that the preferences leave, each once, as a new list on top of the stack.
    #[inline(never)]
    pub(in crate::engine) fn captures<V: View<F>>(
        &self,
        us: &Side<F>,
        board: &BoardOf<F>,
        look: GlanceOf<F>,
        scratch: &mut ScratchOf<F>,
    ) -> Range<usize> {
        (scratch.start, scratch.best, scratch.twice) = (scratch.list.len(), 0, false);
        if !scratch.beyond() {
            scratch.found = 0;
        }
        let on = self.may_go_on(us, board, &look);
        for kind in F::Sets::kinds(V::FIRST) {
            let of = &us.kinds[kind];
            let mut movers = if of.near { board.own[kind] & look.jumps[kind] } else { board.own[kind] };
            while let Some(from) = movers.take() {
                let none = F::Word::ZERO;
                let start = Start { us, board, from, was: kind, free: look.empty | from, on };
                let run =
                    Run { at: from, kind, barred: 0, legs: 0, taken: none, last: none, route: 0, tally: F::Tally::default() };
                self.legs::<V>(&start, &run, u32::MAX, scratch);
            }
        }
        if scratch.twice {
            alike(&mut scratch.list, scratch.start);
        }
        scratch.start..scratch.list.len()
    }

    /// By kind, the sites from which a chain may go on, with false positives: the start of a mover becomes free, and all sites
    /// are possible where a chain may land on sites of pieces taken before.
    fn may_go_on(&self, us: &Side<F>, board: &BoardOf<F>, look: &GlanceOf<F>) -> F::Sets {
        let mut on = F::Sets::none();
        for kind in 0..F::Sets::KINDS {
            on[kind] = !F::Word::ZERO;
        }
        if self.plain {
            let mut free = look.empty;
            for kind in 0..F::Sets::KINDS {
                free |= if us.kinds[kind].near { board.own[kind] & look.jumps[kind] } else { board.own[kind] };
            }
            for kind in (0..F::Sets::KINDS).filter(|kind| us.kinds[*kind].near) {
                on[kind] = self.jumps::<Every>(us, board, kind, free);
            }
        }
        on
    }

    /// Follows every leg from here in the directions `open`, and all that follows it. Returns whether there is such a leg.
    fn legs<V: View<F>>(&self, start: &Start<F>, run: &RunOf<F>, open: u32, scratch: &mut ScratchOf<F>) -> bool {
        // A piece that has become another kind goes on as that kind.
        if V::FIRST && run.kind != 0 {
            return self.legs::<Every>(start, run, open, scratch);
        }
        if !(run.at & start.on[run.kind]).any() || scratch.beyond() {
            return false;
        }
        let mut any = false;
        let free = start.free | run.taken & self.lifted;
        for (ways, prey, [from_afar, lands_afar]) in V::takers(&start.us.kinds[run.kind], start.board, start.from) {
            let prey = prey & !run.taken;
            for way in 0..ways.many() {
                let direction = ways.direction(way);
                if !V::CONSTANT_RULES && (run.barred | !open) >> direction & 1 != 0 {
                    continue;
                }
                let line = &self.lines[direction];
                let afar = F::FLYING && from_afar;
                let victim = if afar { ways.run(way, line, run.at, free).1 } else { ways.go(way, run.at) } & prey;
                if !victim.any() {
                    continue;
                }
                let beyond = free & !run.at;
                let afar = F::FLYING && lands_afar;
                let landings = if afar { ways.run(way, line, victim, beyond).0 } else { ways.go(way, victim) & beyond };
                if landings.any() {
                    any = true;
                    let next = self.taken::<V>(start, run, direction, victim, scratch.keep);
                    self.land::<V>(start, next, direction, landings, scratch);
                }
            }
        }
        any
    }

    /// The chain with one more piece taken.
    #[inline(always)]
    fn taken<V: View<F>>(&self, start: &Start<F>, run: &RunOf<F>, direction: usize, victim: F::Word, keep: bool) -> RunOf<F> {
        let mut next = *run;
        next.barred = if V::CONSTANT_RULES { 0 } else { self.barred[direction] };
        next.legs += 1;
        next.taken |= victim;
        next.last = victim;
        if keep {
            next.route = (next.route ^ victim.key()).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
        }
        let kind = || start.board.enemy.kind_at(victim).unwrap_or(0);
        next.tally.add(&self.scale, kind);
        next
    }

    /// Goes on from the landings behind one victim, or ends there. Where a chain must continue, it ends on none of them if it can
    /// go on from any.
    #[inline(always)]
    fn land<V: View<F>>(
        &self,
        start: &Start<F>,
        mut run: RunOf<F>,
        direction: usize,
        landings: F::Word,
        scratch: &mut ScratchOf<F>,
    ) {
        let was = run.kind;
        let of = &start.us.kinds[was];
        let mut ends = landings;
        let mut goes_on = F::Word::ZERO;
        // On a straight line the next victim, ahead or behind, is the same from each landing, so these legs are followed once.
        let along = if V::CONSTANT_RULES { 0 } else { self.along[direction] };
        let together =
            F::FLYING && !V::CONSTANT_RULES && F::Ways::STRAIGHT && of.afar && !(landings & !(of.stays(was) & of.open)).any();
        let mut ways = u32::MAX;
        if together {
            run.at = landings.lowest();
            if self.legs::<V>(start, &run, along, scratch) {
                goes_on = landings;
            }
            ways = !along;
        }
        let mut open = landings & of.open;
        while let Some(at) = open.take() {
            run.at = at;
            run.kind = of.on_landing(was, at);
            if self.legs::<V>(start, &run, ways, scratch) {
                goes_on |= at;
            }
        }
        if self.chain == Chain::Must && goes_on.any() {
            return;
        }
        while let Some(at) = ends.take() {
            run.at = at;
            run.kind = of.on_landing(was, at);
            self.keep(start, &run, scratch);
        }
    }

    /// Keeps a finished capture, unless one that is preferred to it is known.
    #[inline(always)]
    fn keep(&self, start: &Start<F>, end: &RunOf<F>, scratch: &mut ScratchOf<F>) {
        scratch.found += 1;
        let of = &start.us.kinds[end.kind];
        let mv: MoveOf<F> = Move { from: start.from, to: of.at_rest.within(end.at), taken: end.taken, last: end.last };
        if F::Law::MAY_REFUSE && !self.law.may_end(start.board, &mv) {
            return;
        }
        if F::Tally::COMPARES {
            let value = end.tally.value(&self.scale, start.was);
            if value < scratch.best {
                return;
            }
            if value > scratch.best {
                scratch.best = value;
                scratch.list.truncate(scratch.start);
                scratch.twice = false;
            }
        }
        scratch.twice |= end.legs >= of.twice[usize::from(scratch.keep)];
        scratch.list.push(FoundCapture { mv, route: end.route });
    }
}

/// In longer lists duplicates are found by hashes, since there can be tens of thousands of chains.
const MANY: usize = 64;

impl<B: Word, K: Sets<B>> FoundCapture<B, K> {
    /// Whether it is the same capture: start, end, final kind, captured pieces and route are equal.
    fn is(&self, other: &FoundCapture<B, K>) -> bool {
        let (a, b) = (&self.mv, &other.mv);
        a.from == b.from && a.to == b.to && a.taken == b.taken && self.route == other.route
    }

    /// A hash that is equal for equal captures.
    fn digest(&self) -> u64 {
        let mut digest = FxHasher::default();
        digest.write_u64(self.route);
        for part in 0..B::PARTS {
            digest.write_u64(self.mv.taken.part(part));
        }
        digest.write_u64(self.mv.from.key() << 32 | self.mv.to.all().key());
        digest.finish()
    }
}

/// Removes duplicates from the list, from index `start` on.
fn alike<B: Word, K: Sets<B>>(list: &mut Vec<FoundCapture<B, K>>, start: usize) {
    let many = list.len() - start > MANY;
    let mut met: FxHashMap<u64, SmallVec<[usize; 1]>> = FxHashMap::default();
    let mut kept = start;
    for i in start..list.len() {
        let one = list[i];
        let known = if many {
            let places = met.entry(one.digest()).or_default();
            let known = places.iter().any(|at| list[*at].is(&one));
            if !known {
                places.push(kept);
            }
            known
        } else {
            // The captures of one piece are next to each other.
            list[start..kept].iter().rev().take_while(|known| known.mv.from == one.mv.from).any(|known| known.is(&one))
        };
        if !known {
            list[kept] = one;
            kept += 1;
        }
    }
    list.truncate(kept);
}
