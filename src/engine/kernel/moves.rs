//! Moves: generating and counting those of a position, and the positions after them.

use super::super::word::Word;
use super::SMALL;
use super::board::Board;
use super::captures::ScratchOf;
use super::form::{BoardOf, Form, MoveOf, Sets};
use super::geometry::{Geometry, Side};
use super::law::Law;
use super::tally::Tally;
use super::view::{Every, FirstKindOnly, View};
use super::ways::{Rules as _, Ways as _};

/// A move. `from`, and `to` and `last` as far as there are any, are sets of one site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) struct Move<B, K> {
    /// Where the piece was.
    pub(in crate::engine) from: B,
    /// Where it lands, in the set of the kind that it then has.
    pub(in crate::engine) to: K,
    /// The sites of the captured pieces.
    pub(in crate::engine) taken: B,
    /// The site of the piece captured last.
    pub(in crate::engine) last: B,
}

impl<B: Word, K: Sets<B>> Move<B, K> {
    /// A move of one leg; `becomes` gives the kind of the piece on each site.
    #[inline(always)]
    fn leg(from: B, to: B, taken: B, becomes: &K) -> Move<B, K> {
        Move { from, to: becomes.within(to), taken, last: taken }
    }
}

impl<F: Form> Geometry<F> {
    /// The position after a move, with the other side to move. `V` is the view of the side that has moved.
    #[inline(always)]
    pub(super) fn after<V: View<F>>(&self, board: &BoardOf<F>, mv: &MoveOf<F>) -> BoardOf<F> {
        let mut next = Board { own: board.enemy, enemy: board.own, side: 1 - board.side, state: board.state };
        for kind in 0..F::Sets::KINDS {
            next.own[kind] &= !mv.taken;
            let gone = if F::OVER_ANY { mv.from | mv.taken } else { mv.from };
            let left = match V::CONSTANT_RULES {
                true if kind == 0 => next.enemy[kind] ^ gone,
                true => next.enemy[kind],
                false => next.enemy[kind] & !gone,
            };
            next.enemy[kind] = left | mv.to[kind];
        }
        next.state = self.law.after(board, mv, &next);
        next
    }

    /// Calls `then` with every move of a position once. `V` is the view of the side to move.
    #[inline(always)]
    pub(super) fn each<V: View<F>>(
        &self,
        board: &BoardOf<F>,
        scratch: &mut ScratchOf<F>,
        mut then: impl FnMut(&mut ScratchOf<F>, &MoveOf<F>),
    ) {
        match const { Self::APART && !V::FIRST } {
            true => self.each_of_any(board, scratch, &mut then),
            false => self.each_of::<V>(board, scratch, then),
        }
    }

    /// The same for pieces of any kind, where the first kind has code of its own: long code for rarer positions, compiled once.
    #[inline(never)]
    fn each_of_any(&self, board: &BoardOf<F>, scratch: &mut ScratchOf<F>, then: &mut dyn FnMut(&mut ScratchOf<F>, &MoveOf<F>)) {
        self.each_of::<Every>(board, scratch, then);
    }

    /// The same, inlined into the caller.
    #[inline(always)]
    pub(super) fn each_of<V: View<F>>(
        &self,
        board: &BoardOf<F>,
        scratch: &mut ScratchOf<F>,
        mut then: impl FnMut(&mut ScratchOf<F>, &MoveOf<F>),
    ) {
        let us = &self.sides[board.side as usize];
        let look = match const { Self::APART } {
            true => self.look_of::<V>(us, board),
            false => self.look(us, board),
        };
        if !self.each_capture::<V>(us, board, scratch, look, &mut then) {
            self.quiet::<V>(us, board, look.empty, |mv| then(scratch, mv));
        }
    }

    /// Calls `then` with every capture; returns whether there is one and capturing is compulsory.
    #[inline(always)]
    pub(super) fn each_capture<V: View<F>>(
        &self,
        us: &Side<F>,
        board: &BoardOf<F>,
        scratch: &mut ScratchOf<F>,
        look: GlanceOf<F>,
        mut then: impl FnMut(&mut ScratchOf<F>, &MoveOf<F>),
    ) -> bool {
        if !look.any {
            return false;
        }
        let mut some = true;
        if look.single {
            self.singles::<V>(us, board, &look, |mv| then(scratch, mv));
        } else {
            let found = self.captures::<V>(us, board, look, scratch);
            some = !found.is_empty();
            let (start, end) = (found.start, found.end);
            for i in start..end {
                let mv = scratch.list[i].mv;
                then(scratch, &mv);
            }
            scratch.list.truncate(start);
        }
        some && self.required::<V>(board)
    }

    /// Whether a capture must be made if there is one.
    #[inline(always)]
    pub(super) fn required<V: View<F>>(&self, board: &BoardOf<F>) -> bool {
        (V::CONSTANT_RULES || self.compulsory) && self.law.must(board)
    }

    /// Calls `then` with every move that takes nothing.
    #[inline(always)]
    pub(super) fn quiet<V: View<F>>(&self, us: &Side<F>, board: &BoardOf<F>, empty: F::Word, mut then: impl FnMut(&MoveOf<F>)) {
        let none = F::Word::ZERO;
        for kind in F::Sets::kinds(V::FIRST) {
            let of = &us.kinds[kind];
            if !board.own[kind].any() {
                continue;
            }
            if !V::CONSTANT_RULES && of.meets {
                let mut movers = board.own[kind];
                while let Some(from) = movers.take() {
                    let mut reached = self.reached(us, board, kind, from, empty);
                    while let Some(to) = reached.take() {
                        then(&Move::leg(from, to, none, &of.becomes));
                    }
                }
                continue;
            }
            for (i, (ways, far)) in V::slides(of).enumerate() {
                let own = self.law.quiet(board, kind, i);
                for way in 0..ways.many() {
                    if F::FLYING && far {
                        let mut movers = own;
                        while let Some(from) = movers.take() {
                            let (mut reached, _) = ways.run(way, &self.lines[ways.direction(way)], from, empty);
                            while let Some(to) = reached.take() {
                                then(&Move::leg(from, to, none, &of.becomes));
                            }
                        }
                    } else {
                        let mut movers = ways.come(way, empty) & own;
                        while let Some(from) = movers.take() {
                            then(&Move::leg(from, ways.go(way, from), none, &of.becomes));
                        }
                    }
                }
            }
            if F::OVER_ANY && !SMALL {
                for hop in of.hops.each() {
                    let over = hop.pieces(board);
                    for way in 0..hop.ways.many() {
                        let mut movers = hop.come(way, over, empty) & board.own[kind];
                        while let Some(from) = movers.take() {
                            then(&Move::leg(from, hop.go(way, over, from), none, &of.becomes));
                        }
                    }
                }
            }
        }
    }

    /// The sites that a piece can reach without taking anything, by any rule and direction.
    #[inline(never)]
    pub(super) fn reached(&self, us: &Side<F>, board: &BoardOf<F>, kind: usize, from: F::Word, empty: F::Word) -> F::Word {
        let mut reached = F::Word::ZERO;
        for (i, rule) in us.kinds[kind].quiet.each().enumerate() {
            if (self.law.quiet(board, kind, i) & from).any() {
                for way in 0..rule.ways.many() {
                    reached |= if rule.far {
                        rule.ways.run(way, self.line(&rule.ways, way), from, empty).0
                    } else {
                        rule.ways.go(way, from) & empty
                    };
                }
            }
        }
        for hop in us.kinds[kind].hops.each().filter(|_| !SMALL) {
            let over = hop.pieces(board);
            for way in 0..hop.ways.many() {
                if (hop.come(way, over, empty) & from).any() {
                    reached |= hop.go(way, over, from);
                }
            }
        }
        reached
    }

    /// The number of moves that take nothing.
    #[inline(always)]
    pub(in crate::engine) fn count_quiet<V: View<F>>(&self, us: &Side<F>, board: &BoardOf<F>, empty: F::Word) -> u64 {
        let mut count = 0;
        for kind in F::Sets::kinds(V::FIRST) {
            let of = &us.kinds[kind];
            if !board.own[kind].any() {
                continue;
            }
            if !V::CONSTANT_RULES && of.meets {
                let mut movers = board.own[kind];
                while let Some(from) = movers.take() {
                    count += self.reached(us, board, kind, from, empty).count();
                }
                continue;
            }
            for (i, (ways, far)) in V::slides(of).enumerate() {
                let own = self.law.quiet(board, kind, i);
                if F::FLYING && far {
                    let mut movers = own;
                    while let Some(from) = movers.take() {
                        for way in 0..ways.many() {
                            count += ways.run(way, &self.lines[ways.direction(way)], from, empty).0.count();
                        }
                    }
                } else {
                    count += ways.steps(own, empty);
                }
            }
            if F::OVER_ANY && !SMALL {
                for hop in of.hops.each() {
                    let over = hop.pieces(board);
                    for way in 0..hop.ways.many() {
                        count += (hop.come(way, over, empty) & board.own[kind]).count();
                    }
                }
            }
        }
        u64::from(count)
    }

    /// Calls `then` with every capture, where each is a short jump over one piece.
    #[inline(always)]
    pub(super) fn singles<V: View<F>>(
        &self,
        us: &Side<F>,
        board: &BoardOf<F>,
        look: &GlanceOf<F>,
        mut then: impl FnMut(&MoveOf<F>),
    ) {
        for kind in F::Sets::kinds(V::FIRST) {
            let of = &us.kinds[kind];
            if !(look.jumps[kind] & board.own[kind]).any() {
                continue;
            }
            for (ways, prey, _) in V::takers(of, board, F::Word::ZERO) {
                for way in 0..ways.many() {
                    let mut movers = ways.come(way, ways.come(way, look.empty) & prey) & board.own[kind];
                    while let Some(from) = movers.take() {
                        let victim = ways.go(way, from);
                        then(&Move::leg(from, ways.go(way, victim), victim, &of.becomes));
                    }
                }
            }
        }
    }

    /// The number of captures, where each is a short jump over one piece.
    #[inline(always)]
    pub(in crate::engine) fn count_singles<V: View<F>>(&self, us: &Side<F>, board: &BoardOf<F>, look: &GlanceOf<F>) -> u64 {
        let mut count = 0;
        for kind in F::Sets::kinds(V::FIRST) {
            let of = &us.kinds[kind];
            if !(look.jumps[kind] & board.own[kind]).any() {
                continue;
            }
            for (ways, prey, _) in V::takers(of, board, F::Word::ZERO) {
                count += ways.jumps(board.own[kind], prey, look.empty);
            }
        }
        u64::from(count)
    }

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
