//! The pieces before a move and after it, before the turn passes.

use crate::program::Program;
use crate::program::shape::KINDS;

use super::super::kernel::{Board, Move};
use super::super::position::Position;
use super::super::word::Word;
use super::Kinds;
use super::terms::Facts;

/// The pieces of a position of a shaped game: to compare what the generators say with the general machine.
pub fn pieces(program: &Program, position: &Position) -> super::super::kernel::Pieces {
    let layout = &program.layout;
    let side = program.equipment.players[position.mover(program).index()].side.0;
    let mut pieces = vec![0; 2 * KINDS * layout.words];
    for (i, at) in pieces.chunks_mut(layout.words).enumerate() {
        let (side, kind) = (i / KINDS, i % KINDS);
        if kind < layout.kinds {
            at.copy_from_slice(position.store.board(side, kind, layout));
        }
    }
    (pieces, side)
}

/// Pieces with the mover's on one hand.
#[derive(Clone, Copy)]
pub(super) struct Pieces<B> {
    pub(super) own: [B; KINDS],
    pub(super) enemy: [B; KINDS],
    pub(super) side: u8,
}

impl<B: Word> Pieces<B> {
    pub(super) fn of<S>(board: &Board<Kinds<B>, S>) -> Pieces<B> {
        Pieces { own: board.own, enemy: board.enemy, side: board.side }
    }

    /// Once a move is made, before the turn passes; with what is then known of the move.
    pub(super) fn after(&self, mv: &Move<B, Kinds<B>>) -> (Pieces<B>, Facts<B>) {
        let to = mv.to.iter().fold(B::ZERO, |all, to| all | *to);
        let mut facts = Facts { actor: to, start: mv.from, ..Facts::NONE };
        let mut after = *self;
        for kind in 0..KINDS {
            after.own[kind] = after.own[kind] & !mv.from | mv.to[kind];
        }
        if mv.taken.any() {
            for (kind, enemy) in after.enemy.iter_mut().enumerate() {
                facts.taken[kind] = (*enemy & mv.taken).count();
                *enemy &= !mv.taken;
            }
            facts.last = mv.last;
            facts.last_kind = Some(kind_at(&self.enemy, mv.last));
        }
        (after, facts)
    }

    pub(super) fn views(&self) -> (&[B; KINDS], &[B; KINDS], u8) {
        (&self.own, &self.enemy, self.side)
    }

    /// The other side's turn.
    pub(super) fn passed(&self) -> Pieces<B> {
        Pieces { own: self.enemy, enemy: self.own, side: 1 - self.side }
    }
}

/// The kind that a piece of one of these sets has.
pub(super) fn kind_at<B: Word>(sets: &[B; KINDS], at: B) -> usize {
    (0..KINDS).find(|kind| (sets[*kind] & at).any()).unwrap_or(0)
}
