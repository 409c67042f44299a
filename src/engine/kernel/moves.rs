//! Moves: generating and counting those of a position, and the positions after them.

use super::super::word::Word;
use super::SMALL;
use super::board::Board;
use super::captures::ScratchOf;
use super::form::{BoardOf, Form, MoveOf, Sets};
use super::geometry::{Geometry, Side};
use super::glance::GlanceOf;
use super::law::Law;
use super::view::{Every, View};
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

    /// Whether there are as many pieces of each kind after this move, by a piece of `own`.
    #[inline(always)]
    pub(super) fn keeps_counts(&self, own: &K) -> bool {
        let mut kept = !self.taken.any();
        for kind in 0..K::KINDS {
            kept &= (own[kind] & self.from).any() == self.to[kind].any();
        }
        kept
    }
}

impl<F: Form> Geometry<F> {
    /// The position after a move, with the other side to move. `V` is the view of the side that has moved.
    #[inline(always)]
    pub(super) fn after<V: View<F>>(&self, board: &BoardOf<F>, mv: &MoveOf<F>) -> BoardOf<F> {
        let mut next = Board { own: board.enemy, enemy: board.own, side: 1 - board.side, state: board.state };
        for kind in 0..F::Sets::KINDS {
            next.own[kind] &= !mv.taken;
            // Where the rules are constants, nothing of one's own is taken.
            let left = match V::CONSTANT_RULES {
                true if kind == 0 => next.enemy[kind] ^ mv.from,
                true => next.enemy[kind],
                false if F::OVER_ANY => next.enemy[kind] & !(mv.from | mv.taken),
                false => next.enemy[kind] & !mv.from,
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
}
