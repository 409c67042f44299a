//! Counting leaves.

use super::super::word::Word;
use super::captures::Scratch;
use super::form::{BoardOf, Form};
use super::geometry::Geometry;
use super::law::Law;

impl<F: Form> Geometry<F> {
    /// Leaves so many plies below; `made`: with every move made, the last ones too.
    pub(super) fn perft(&self, board: &BoardOf<F>, depth: u32, keep: bool, made: bool) -> u64 {
        let mut scratch = Scratch::new(keep);
        match (depth, made) {
            (0, _) => 1,
            (_, false) => self.counted(board, depth, &mut scratch),
            (_, true) => {
                let mut seen = 0;
                let leaves = self.made(board, depth, &mut scratch, &mut seen);
                // Without this the last moves need not be made.
                std::hint::black_box(seen);
                leaves
            }
        }
    }

    /// The last ply counted.
    fn counted(&self, board: &BoardOf<F>, depth: u32, scratch: &mut Scratch<F::Word>) -> u64 {
        if F::Law::MAY_END && self.law.over(board) {
            return 0;
        }
        if depth == 1 {
            return self.moves(board, scratch);
        }
        let mut leaves = 0;
        self.each(board, scratch, |scratch, mv| leaves += self.counted(&self.after(board, mv), depth - 1, scratch));
        leaves
    }

    /// The last ply made.
    fn made(&self, board: &BoardOf<F>, depth: u32, scratch: &mut Scratch<F::Word>, seen: &mut u64) -> u64 {
        if F::Law::MAY_END && self.law.over(board) {
            return 0;
        }
        let mut leaves = 0;
        if depth == 1 {
            let mut sum = F::Word::ZERO;
            self.each(board, scratch, |_, mv| {
                let next = self.after(board, mv);
                let men = next.own[0] ^ next.enemy[0];
                let kings = next.own[1] ^ next.enemy[1];
                sum ^= men.up(1) ^ kings;
                leaves += 1;
            });
            *seen ^= sum.key();
        } else {
            self.each(board, scratch, |scratch, mv| leaves += self.made(&self.after(board, mv), depth - 1, scratch, seen));
        }
        leaves
    }

    /// How many moves there are.
    fn moves(&self, board: &BoardOf<F>, scratch: &mut Scratch<F::Word>) -> u64 {
        let us = &self.sides[board.side as usize];
        let look = self.look(us, board);
        let mut count = 0;
        if look.any {
            count = if self.single(us, board, &look) {
                self.count_singles(us, board, &look)
            } else {
                let found = self.captures(us, board, &look, scratch);
                scratch.list.truncate(found.start);
                found.len() as u64
            };
            if count > 0 && self.shape.compulsory && self.law.must(board) {
                return count;
            }
        }
        count + self.count_quiet(us, board, look.empty)
    }

    /// The positions after each move.
    pub(super) fn children(&self, board: &BoardOf<F>, keep: bool) -> Vec<BoardOf<F>> {
        let mut moves = Vec::new();
        self.list(board, &mut Scratch::new(keep), &mut moves);
        moves.iter().map(|mv| self.after(board, mv)).collect()
    }
}
