//! Counting the leaves below a position (perft).

use multiversion::multiversion;
use multiversion::target::target_cfg_f;

use super::super::word::Word as _;
use super::captures::{Scratch, ScratchOf};
use super::form::{BoardOf, Form, Sets};
use super::geometry::Geometry;
use super::glance::GlanceOf;
use super::halves::{Both, Down, Halves, Up};
use super::others::{CountHook, NoHook};
use super::view::{Ahead, Every, FirstKindOnly, View};

/// How to count: the depth in plies, whether routes are distinct, whether every move is made.
type Way = (u32, bool, bool);

impl<F: Form> Geometry<F> {
    /// Leaves `depth` plies below. `keep`: routes are distinct; `made`: every move is made, those of the last ply too. `beside`
    /// sees to what generators do not know. `None` if some position has more captures than are ever listed.
    pub(super) fn perft<O: CountHook<F>>(
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
        self.perft_of::<FirstKindOnly, O>(board, way, beside)
    }

    /// The same. `V` is the view of the side to move for positions in which it has pieces of the first kind alone.
    fn perft_of<V: View<F>, O: CountHook<F>>(
        &self,
        board: &BoardOf<F>,
        (depth, keep, made): Way,
        beside: &mut O,
    ) -> Option<u64> {
        let mut scratch = Scratch::new(keep);
        // A web page cannot ask for moves to be made, so the code for it is left out there.
        let leaves = match (depth, made && !cfg!(target_family = "wasm")) {
            (0, _) => 1,
            (_, false) => self.counted::<V, O, true>(board, depth, &mut scratch, beside),
            (_, true) => {
                let mut seen = 0;
                let leaves = self.made::<V, O>(board, depth, &mut scratch, (&mut seen, beside));
                // Without this the compiler could leave out making the last moves.
                std::hint::black_box(seen);
                leaves
            }
        };
        (!scratch.beyond()).then_some(leaves)
    }

    /// Leaves below a position; the moves of the last ply are only counted. Called after every move made, so it is kept small.
    /// `ASK`: others may play it.
    #[inline(never)]
    fn counted<V: View<F>, O: CountHook<F>, const ASK: bool>(
        &self,
        board: &BoardOf<F>,
        depth: u32,
        scratch: &mut ScratchOf<F>,
        beside: &mut O,
    ) -> u64 {
        if const { O::SOMEBODY && ASK }
            && let Some(leaves) = beside.leaves(self, board, depth, (scratch.keep(), false))
        {
            return leaves;
        }
        match depth {
            1 if const { Self::SPECIAL } => moves::<F, V>(self, board, scratch),
            1 => self.moves_of::<Every>(board, scratch),
            2 if V::CONSTANT_RULES && board.own.are_first() && board.enemy.are_first() => two::<F, V>(self, board, scratch),
            _ if const { Self::APART } && board.own.are_first() => self.counted_below::<V, V, O>(board, depth, scratch, beside),
            _ => self.counted_below::<Every, V, O>(board, depth, scratch, beside),
        }
    }

    /// Whether positions are skipped that nobody needs to be asked about. The code for it is as long again as that of the count, and
    /// left out where code is not specialised.
    const fn may_skip<O: CountHook<F>>() -> bool {
        O::SOMEBODY && Self::SPECIAL
    }

    /// The same at least two plies above the leaves. `R` is the view of this position; `V` as in `perft_of`.
    #[inline(never)]
    fn counted_below<R: View<F>, V: View<F>, O: CountHook<F>>(
        &self,
        board: &BoardOf<F>,
        depth: u32,
        scratch: &mut ScratchOf<F>,
        beside: &mut O,
    ) -> u64 {
        let mut leaves = 0;
        let alone = const { Self::may_skip::<O>() } && beside.stays_away(self, board);
        self.each::<R>(board, scratch, |scratch, mv| {
            let mut next = self.after::<R>(board, mv);
            if !beside.goes_on(mv, depth, &mut next) {
                return;
            }
            leaves += match const { Self::may_skip::<O>() } && alone && mv.keeps_counts(&board.own) {
                true => self.counted::<V::Other, O, false>(&next, depth - 1, scratch, beside),
                false => self.counted::<V::Other, O, true>(&next, depth - 1, scratch, beside),
            };
        });
        leaves
    }

    /// The same two plies above the leaves, where both sides have pieces of the first kind alone: the replies to a move that
    /// takes nothing are counted without storing a position in memory.
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

    /// Leaves below a position; the moves of the last ply are made, too.
    #[inline(never)]
    fn made<V: View<F>, O: CountHook<F>>(
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

    /// The same. `R` is the view of this position; `V` as in `perft_of`.
    #[inline(never)]
    fn made_below<R: View<F>, V: View<F>, O: CountHook<F>>(
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

    /// The last ply, with every move made. Only forms with specialised code have it: the others are many and rarely played.
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

    /// Folds a position into a checksum that depends on the sets of every kind, so that all of them have to be computed.
    #[inline(always)]
    fn seen(sum: F::Word, next: &BoardOf<F>) -> F::Word {
        let mut one = F::Word::ZERO;
        for kind in 0..F::Sets::KINDS {
            one = one.up(1) ^ next.own[kind] ^ next.enemy[kind];
        }
        sum.up(1) ^ one
    }

    /// The number of moves. Most positions have pieces of the first kind alone; the code for them has no loop over kinds.
    #[inline(always)]
    fn moves_of_any<V: View<F>>(&self, board: &BoardOf<F>, scratch: &mut ScratchOf<F>) -> u64 {
        match board.own.are_first() {
            true => self.moves_of::<V>(board, scratch),
            false => self.moves_of::<Every>(board, scratch),
        }
    }

    /// The same, never inlined.
    #[inline(never)]
    fn moves_apart<V: View<F>>(&self, board: &BoardOf<F>, scratch: &mut ScratchOf<F>) -> u64 {
        self.moves_of_any::<V>(board, scratch)
    }

    /// The same in a given view.
    #[inline(always)]
    fn moves_of<V: View<F>>(&self, board: &BoardOf<F>, scratch: &mut ScratchOf<F>) -> u64 {
        let us = &self.sides[board.side as usize];
        let look = self.look_of::<V>(us, board);
        let mut count = 0;
        if look.any {
            count = match look.single {
                true => self.count_singles::<V>(us, board, &look),
                // The position is passed by value, so that one that is only counted need not be in memory before.
                false => self.count_chains::<V>(*board, look, scratch),
            };
            if count > 0 && self.required::<V>(board) {
                return count;
            }
        }
        count + self.count_quiet::<V>(us, board, look.empty)
    }

    /// The number of captures, where some may have several legs or be refused.
    #[inline(never)]
    fn count_chains<V: View<F>>(&self, board: BoardOf<F>, look: GlanceOf<F>, scratch: &mut ScratchOf<F>) -> u64 {
        let us = &self.sides[board.side as usize];
        self.pairs::<V>(us, &board, look).unwrap_or_else(|| {
            let found = self.captures::<V>(us, &board, look, scratch);
            scratch.list.truncate(found.start);
            found.len() as u64
        })
    }

    /// Leaves where every rule has its generator. `None` if some position has more captures than are ever listed.
    pub(in crate::engine) fn leaves(&self, board: &BoardOf<F>, depth: u32, ways: (bool, bool)) -> Option<u64> {
        self.perft(board, depth, ways, &mut NoHook)
    }
}

/// The number of moves. Uses the processor's instruction that counts bits if it has one.
#[multiversion(targets("x86_64+popcnt"), dispatcher = "direct")]
fn moves<F: Form, V: View<F>>(geometry: &Geometry<F>, board: &BoardOf<F>, scratch: &mut ScratchOf<F>) -> u64 {
    match target_cfg_f!(target_feature = "popcnt") {
        true => geometry.moves_of_any::<V>(board, scratch),
        // Not inlined, or the caller that selects the version would reserve stack for all that this code needs.
        false => geometry.moves_apart::<V>(board, scratch),
    }
}

/// The number of all moves after these moves.
#[multiversion(targets("x86_64+popcnt"), dispatcher = "direct")]
fn two<F: Form, V: View<F>>(geometry: &Geometry<F>, board: &BoardOf<F>, scratch: &mut ScratchOf<F>) -> u64 {
    match target_cfg_f!(target_feature = "popcnt") {
        true => geometry.counted_two::<V>(board, scratch),
        false => geometry.counted_below::<V, V, NoHook>(board, 2, scratch, &mut NoHook),
    }
}
