//! Counting leaves.

use multiversion::multiversion;
use multiversion::target::target_cfg_f;

use super::super::word::Word as _;
use super::captures::{Scratch, ScratchOf};
use super::form::{BoardOf, Form, Sets};
use super::geometry::Geometry;
use super::halves::{Both, Down, Halves, Up};
use super::moves::LookOf;
use super::others::{Beside, Nobody};
use super::view::{Ahead, Every, First, View};

/// How to count: so many plies, routes told apart, every move made.
type Way = (u32, bool, bool);

impl<F: Form> Geometry<F> {
    /// Leaves so many plies below; `made`: with every move made, the last ones too. Rules that no generator is made for are beside.
    /// `None` if some position has more captures than are ever listed.
    pub(super) fn perft<O: Beside<F>>(
        &self,
        board: &BoardOf<F>,
        depth: u32,
        (keep, made): (bool, bool),
        beside: &mut O,
    ) -> Option<u64> {
        let way = (depth, keep, made);
        if const { Self::APART && !O::SOMEBODY }
            && let Some(goes) = self.settled
        {
            return match goes[usize::from(board.side)] {
                (Halves::Down, Halves::Both) => self.perft_of::<Ahead<Down, Both>, O>(board, way, beside),
                (Halves::Down, _) => self.perft_of::<Ahead<Down, Down>, O>(board, way, beside),
                (_, Halves::Both) => self.perft_of::<Ahead<Up, Both>, O>(board, way, beside),
                _ => self.perft_of::<Ahead<Up, Up>, O>(board, way, beside),
            };
        }
        self.perft_of::<First, O>(board, way, beside)
    }

    /// The same; `V`: how who moves sees the rules if it has pieces of the first kind alone.
    fn perft_of<V: View<F>, O: Beside<F>>(&self, board: &BoardOf<F>, (depth, keep, made): Way, beside: &mut O) -> Option<u64> {
        let mut scratch = Scratch::new(keep);
        // A page cannot be asked to make them, and need not load what does.
        let leaves = match (depth, made && !cfg!(target_family = "wasm")) {
            (0, _) => 1,
            (_, false) => self.counted::<V, O>(board, depth, &mut scratch, beside),
            (_, true) => {
                let mut seen = 0;
                let leaves = self.made::<V, O>(board, depth, &mut scratch, (&mut seen, beside));
                // Without this the last moves need not be made.
                std::hint::black_box(seen);
                leaves
            }
        };
        (!scratch.beyond()).then_some(leaves)
    }

    /// The last ply counted. Called where each move is made, so it has to be small.
    #[inline(never)]
    fn counted<V: View<F>, O: Beside<F>>(
        &self,
        board: &BoardOf<F>,
        depth: u32,
        scratch: &mut ScratchOf<F>,
        beside: &mut O,
    ) -> u64 {
        if O::SOMEBODY
            && let Some(leaves) = beside.leaves(self, board, depth, (scratch.keep(), false))
        {
            return leaves;
        }
        match depth {
            1 if const { Self::SPECIAL } => moves::<F, V>(self, board, scratch),
            1 => self.moves_of::<Every>(board, scratch),
            2 if V::SETTLED && board.own.are_first() && board.enemy.are_first() => two::<F, V>(self, board, scratch),
            _ if const { Self::APART } && board.own.are_first() => self.counted_below::<V, V, O>(board, depth, scratch, beside),
            _ => self.counted_below::<Every, V, O>(board, depth, scratch, beside),
        }
    }

    /// The same, two plies above the leaves or more, as rules are seen so; `V` as before.
    #[inline(never)]
    fn counted_below<R: View<F>, V: View<F>, O: Beside<F>>(
        &self,
        board: &BoardOf<F>,
        depth: u32,
        scratch: &mut ScratchOf<F>,
        beside: &mut O,
    ) -> u64 {
        let mut leaves = 0;
        self.each::<R>(board, scratch, |scratch, mv| {
            let mut next = self.after::<R>(board, mv);
            if beside.goes_on(mv, depth, &mut next) {
                leaves += self.counted::<V::Other, O>(&next, depth - 1, scratch, beside);
            }
        });
        leaves
    }

    /// The same, two plies above the leaves. Where both sides have pieces of the first kind alone, what takes nothing is made and the
    /// moves after it are counted without a position in memory.
    #[inline(always)]
    fn counted_two<V: View<F>>(&self, board: &BoardOf<F>, scratch: &mut ScratchOf<F>) -> u64 {
        let us = &self.sides[board.side as usize];
        let look = self.look_of::<V>(us, board);
        let mut leaves = 0;
        let captures = self.each_capture::<V>(us, board, scratch, look, |scratch, mv| {
            leaves += moves::<F, V::Other>(self, &self.after::<V>(board, mv), scratch);
        });
        if !captures {
            self.quiet::<V>(us, board, look.empty, |mv| {
                leaves += self.moves_of::<V::Other>(&self.after::<V>(board, mv), scratch);
            });
        }
        leaves
    }

    /// The last ply made.
    #[inline(never)]
    fn made<V: View<F>, O: Beside<F>>(
        &self,
        board: &BoardOf<F>,
        depth: u32,
        scratch: &mut ScratchOf<F>,
        (seen, beside): (&mut u64, &mut O),
    ) -> u64 {
        if O::SOMEBODY
            && let Some(leaves) = beside.leaves(self, board, depth, (scratch.keep(), true))
        {
            return leaves;
        }
        match (depth, const { Self::APART } && board.own.are_first()) {
            (1, true) => self.made_last::<V>(board, scratch, seen),
            (1, false) if const { Self::APART } => self.made_last::<Every>(board, scratch, seen),
            (_, true) => self.made_below::<V, V, O>(board, depth, scratch, (seen, beside)),
            (_, false) => self.made_below::<Every, V, O>(board, depth, scratch, (seen, beside)),
        }
    }

    /// The same, as rules are seen so; `V` as before.
    #[inline(never)]
    fn made_below<R: View<F>, V: View<F>, O: Beside<F>>(
        &self,
        board: &BoardOf<F>,
        depth: u32,
        scratch: &mut ScratchOf<F>,
        (seen, beside): (&mut u64, &mut O),
    ) -> u64 {
        let (mut leaves, mut sum) = (0, F::Word::ZERO);
        self.each::<R>(board, scratch, |scratch, mv| {
            let mut next = self.after::<R>(board, mv);
            if const { !Self::APART } && depth == 1 {
                sum = Self::seen(sum, &next);
                leaves += 1;
            } else if beside.goes_on(mv, depth, &mut next) {
                leaves += self.made::<V::Other, O>(&next, depth - 1, scratch, (seen, beside));
            }
        });
        if const { !Self::APART } {
            *seen ^= sum.key();
        }
        leaves
    }

    /// The moves of the last ply. Other forms have no code of its own for it: there are many, and few play with them.
    #[inline(never)]
    fn made_last<V: View<F>>(&self, board: &BoardOf<F>, scratch: &mut ScratchOf<F>, seen: &mut u64) -> u64 {
        let (mut leaves, mut sum) = (0, F::Word::ZERO);
        self.each_of::<V>(board, scratch, |_, mv| {
            sum = Self::seen(sum, &self.after::<V>(board, mv));
            leaves += 1;
        });
        *seen ^= sum.key();
        leaves
    }

    /// One more position seen: what lies where must be known of every kind.
    #[inline(always)]
    fn seen(sum: F::Word, next: &BoardOf<F>) -> F::Word {
        let mut one = F::Word::ZERO;
        for kind in 0..F::Sets::KINDS {
            one = one.up(1) ^ next.own[kind] ^ next.enemy[kind];
        }
        sum.up(1) ^ one
    }

    /// How many moves there are. Most positions have pieces of the first kind alone, and code for these is without loops.
    #[inline(always)]
    fn moves_of_any<V: View<F>>(&self, board: &BoardOf<F>, scratch: &mut ScratchOf<F>) -> u64 {
        match board.own.are_first() {
            true => self.moves_of::<V>(board, scratch),
            false => self.moves_of::<Every>(board, scratch),
        }
    }

    /// The same, never made part of what calls it.
    #[inline(never)]
    fn moves_apart<V: View<F>>(&self, board: &BoardOf<F>, scratch: &mut ScratchOf<F>) -> u64 {
        self.moves_of_any::<V>(board, scratch)
    }

    /// The same, as rules are seen so.
    #[inline(always)]
    fn moves_of<V: View<F>>(&self, board: &BoardOf<F>, scratch: &mut ScratchOf<F>) -> u64 {
        let us = &self.sides[board.side as usize];
        let look = self.look_of::<V>(us, board);
        let mut count = 0;
        if look.any {
            count = match look.single {
                true => self.count_singles::<V>(us, board, &look),
                // By parts, so that what is counted need not lie in memory before.
                false => self.count_chains::<V>(*board, look, scratch),
            };
            if count > 0 && self.required::<V>(board) {
                return count;
            }
        }
        count + self.count_quiet::<V>(us, board, look.empty)
    }

    /// How many captures there are.
    #[inline(never)]
    fn count_chains<V: View<F>>(&self, board: BoardOf<F>, look: LookOf<F>, scratch: &mut ScratchOf<F>) -> u64 {
        let us = &self.sides[board.side as usize];
        self.pairs::<V>(us, &board, look).unwrap_or_else(|| {
            let found = self.captures::<V>(us, &board, look, scratch);
            scratch.list.truncate(found.start);
            found.len() as u64
        })
    }

    /// Leaves, where every rule has its generator. `None` if some position has more captures than are ever listed.
    pub(in crate::engine) fn leaves(&self, board: &BoardOf<F>, depth: u32, ways: (bool, bool)) -> Option<u64> {
        self.perft(board, depth, ways, &mut Nobody)
    }
}

/// How many moves there are. Bits are counted by the processor if it can.
#[multiversion(targets("x86_64+popcnt"), dispatcher = "direct")]
fn moves<F: Form, V: View<F>>(geometry: &Geometry<F>, board: &BoardOf<F>, scratch: &mut ScratchOf<F>) -> u64 {
    match target_cfg_f!(target_feature = "popcnt") {
        true => geometry.moves_of_any::<V>(board, scratch),
        // Apart, or whoever asks which it is would make room for all that this code needs.
        false => geometry.moves_apart::<V>(board, scratch),
    }
}

/// The same of all moves after these.
#[multiversion(targets("x86_64+popcnt"), dispatcher = "direct")]
fn two<F: Form, V: View<F>>(geometry: &Geometry<F>, board: &BoardOf<F>, scratch: &mut ScratchOf<F>) -> u64 {
    match target_cfg_f!(target_feature = "popcnt") {
        true => geometry.counted_two::<V>(board, scratch),
        false => geometry.counted_below::<V, V, Nobody>(board, 2, scratch, &mut Nobody),
    }
}
