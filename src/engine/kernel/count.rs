//! Counting leaves.

use multiversion::multiversion;
use multiversion::target::target_cfg_f;

use super::super::word::Word as _;
use super::captures::{Scratch, ScratchOf};
use super::form::{BoardOf, Form, Sets};
use super::geometry::Geometry;
use super::law::Law;
use super::others::{Beside, Nobody};

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
        let mut scratch = Scratch::new(keep);
        // A page cannot be asked to make them, and need not load what does.
        let leaves = match (depth, made && !cfg!(target_family = "wasm")) {
            (0, _) => 1,
            (_, false) => self.counted(board, depth, &mut scratch, beside),
            (_, true) => {
                let mut seen = 0;
                let leaves = self.made(board, depth, &mut scratch, (&mut seen, beside));
                // Without this the last moves need not be made.
                std::hint::black_box(seen);
                leaves
            }
        };
        (!scratch.beyond()).then_some(leaves)
    }

    /// The last ply counted. Called where each move is made, so it has to be small.
    #[inline(never)]
    fn counted<O: Beside<F>>(&self, board: &BoardOf<F>, depth: u32, scratch: &mut ScratchOf<F>, beside: &mut O) -> u64 {
        if O::SOMEBODY
            && let Some(leaves) = beside.leaves(self, board, depth, (scratch.keep(), false))
        {
            return leaves;
        }
        match depth {
            1 if const { Self::SPECIAL } => moves(self, board, scratch),
            1 => self.moves_of::<false>(board, scratch),
            _ => self.counted_below(board, depth, scratch, beside),
        }
    }

    /// The same, two plies above the leaves or more.
    #[inline(never)]
    fn counted_below<O: Beside<F>>(&self, board: &BoardOf<F>, depth: u32, scratch: &mut ScratchOf<F>, beside: &mut O) -> u64 {
        let mut leaves = 0;
        self.each(board, scratch, |scratch, mv| {
            let mut next = self.after(board, mv);
            if beside.goes_on(mv, depth, &mut next) {
                leaves += self.counted(&next, depth - 1, scratch, beside);
            }
        });
        leaves
    }

    /// The last ply made.
    fn made<O: Beside<F>>(
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
        if const { Self::APART } && depth == 1 {
            return self.made_last(board, scratch, seen);
        }
        let (mut leaves, mut sum) = (0, F::Word::ZERO);
        self.each(board, scratch, |scratch, mv| {
            let mut next = self.after(board, mv);
            if const { !Self::APART } && depth == 1 {
                sum = Self::seen(sum, &next);
                leaves += 1;
            } else if beside.goes_on(mv, depth, &mut next) {
                leaves += self.made(&next, depth - 1, scratch, (seen, beside));
            }
        });
        *seen ^= sum.key();
        leaves
    }

    /// The moves of the last ply. Other forms have no code of its own for it: there are many, and few play with them.
    #[inline(never)]
    fn made_last(&self, board: &BoardOf<F>, scratch: &mut ScratchOf<F>, seen: &mut u64) -> u64 {
        let (mut leaves, mut sum) = (0, F::Word::ZERO);
        self.each(board, scratch, |_, mv| {
            sum = Self::seen(sum, &self.after(board, mv));
            leaves += 1;
        });
        *seen ^= sum.key();
        leaves
    }

    /// One more position seen: what lies where must be known of every kind.
    #[inline(always)]
    fn seen(mut sum: F::Word, next: &BoardOf<F>) -> F::Word {
        for kind in 0..F::Sets::KINDS {
            sum = sum.up(1) ^ next.own[kind] ^ next.enemy[kind];
        }
        sum
    }

    /// How many moves there are. Most positions have pieces of the first kind alone, and code for these is without loops.
    #[inline(always)]
    fn moves_of_any(&self, board: &BoardOf<F>, scratch: &mut ScratchOf<F>) -> u64 {
        match board.own.are_first() {
            true => self.moves_of::<true>(board, scratch),
            false => self.moves_of::<false>(board, scratch),
        }
    }

    /// The same, never made part of what calls it.
    #[inline(never)]
    fn moves_apart(&self, board: &BoardOf<F>, scratch: &mut ScratchOf<F>) -> u64 {
        self.moves_of_any(board, scratch)
    }

    /// The same; `FIRST`: there are no pieces of other kinds than the first.
    #[inline(always)]
    fn moves_of<const FIRST: bool>(&self, board: &BoardOf<F>, scratch: &mut ScratchOf<F>) -> u64 {
        let us = &self.sides[board.side as usize];
        let look = self.look_of::<FIRST>(us, board);
        let mut count = 0;
        if look.any {
            count = if look.single {
                self.count_singles::<FIRST>(us, board, &look)
            } else if let Some(count) = self.pairs(us, board, look) {
                count
            } else {
                let found = self.captures(us, board, look, scratch);
                scratch.list.truncate(found.start);
                found.len() as u64
            };
            if count > 0 && self.compulsory && self.law.must(board) {
                return count;
            }
        }
        count + self.count_quiet::<FIRST>(us, board, look.empty)
    }

    /// Leaves, where every rule has its generator. `None` if some position has more captures than are ever listed.
    pub(in crate::engine) fn leaves(&self, board: &BoardOf<F>, depth: u32, ways: (bool, bool)) -> Option<u64> {
        self.perft(board, depth, ways, &mut Nobody)
    }
}

/// How many moves there are. Bits are counted by the processor if it can.
#[multiversion(targets("x86_64+popcnt"), dispatcher = "direct")]
fn moves<F: Form>(geometry: &Geometry<F>, board: &BoardOf<F>, scratch: &mut ScratchOf<F>) -> u64 {
    match target_cfg_f!(target_feature = "popcnt") {
        true => geometry.moves_of_any(board, scratch),
        // Apart, or whoever asks which it is would make room for all that this code needs.
        false => geometry.moves_apart(board, scratch),
    }
}
