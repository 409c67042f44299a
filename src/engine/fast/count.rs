//! Counting leaves.

use super::board::Board;
use super::captures::Taking;
use super::geometry::Geometry;

impl<const W: usize> Geometry<W> {
    /// Leaves so many plies below.
    pub(super) fn perft(&self, board: &Board<W>, depth: u32, keep: bool, made: bool) -> u64 {
        let mut lists: Vec<Vec<Taking<W>>> = (0..depth).map(|_| Vec::with_capacity(16)).collect();
        self.below(board, depth, keep, made, &mut lists)
    }

    fn below(&self, board: &Board<W>, depth: u32, keep: bool, made: bool, lists: &mut [Vec<Taking<W>>]) -> u64 {
        let Some((list, rest)) = lists.split_first_mut() else { return 1 };
        let occupied = board.occupied();
        let mut leaves = 0;
        if self.must_look(board, occupied) {
            let found = self.captures(board, keep, std::mem::take(list));
            if depth == 1 && !made {
                leaves += found.len() as u64;
            } else {
                for capture in &found {
                    leaves += self.below(&self.after_capture(board, capture), depth - 1, keep, made, rest);
                }
            }
            let any = !found.is_empty();
            *list = found;
            if any && self.shape.compulsory {
                return leaves;
            }
        }
        if depth == 1 && !made {
            return leaves + self.count_quiet(board, occupied);
        }
        self.quiet(board, occupied, |kind, from, to| {
            leaves += self.below(&self.after_quiet(board, kind, from, to), depth - 1, keep, made, rest);
        });
        leaves
    }

    /// The positions after each move.
    pub(super) fn children(&self, board: &Board<W>, keep: bool) -> Vec<Board<W>> {
        let captures = self.captures(board, keep, Vec::new());
        let mut children: Vec<Board<W>> = captures.iter().map(|one| self.after_capture(board, one)).collect();
        if captures.is_empty() || !self.shape.compulsory {
            self.quiet(board, board.occupied(), |kind, from, to| children.push(self.after_quiet(board, kind, from, to)));
        }
        children
    }
}
