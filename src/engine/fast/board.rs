//! Positions as sets of sites.

use crate::program::Program;
use crate::program::shape::KINDS;

use super::super::position::Position;
use super::super::word::Word;
use super::embedding::Embedding;

/// A position: the pieces of who moves, those of the other side, and who that is; beside them what else the rules look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Board<B, S> {
    pub(super) own: [B; KINDS],
    pub(super) enemy: [B; KINDS],
    pub(super) side: u8,
    pub(super) state: S,
}

/// What of each of `sets` lies on `sites`. No `map`: its closures would be calls in a build of many units of code.
#[inline(always)]
pub(super) fn within<B: Word>(sets: &[B; KINDS], sites: B) -> [B; KINDS] {
    let mut within = *sets;
    for set in &mut within {
        *set &= sites;
    }
    within
}

/// Bits of the pieces by (side, kind), as the board numbers its sites, and the side to move.
pub type Pieces = (Vec<u64>, u8);

impl<B: Word, S: Copy> Board<B, S> {
    #[inline(always)]
    pub(super) fn occupied(&self) -> B {
        let mut all = B::ZERO;
        for kind in 0..KINDS {
            all |= self.own[kind] | self.enemy[kind];
        }
        all
    }

    /// From a position, with nothing but its pieces.
    pub(super) fn of(program: &Program, position: &Position, embedding: &Embedding, state: S) -> Board<B, S> {
        let (words, side) = pieces(program, position);
        let mut sets = words.chunks(program.layout.words).map(|words| {
            let sites = embedding.bits.iter().enumerate().filter(|(site, _)| words[site / 64] >> (site % 64) & 1 != 0);
            sites.fold(B::ZERO, |set, (_, bit)| set | B::bit(u32::from(*bit)))
        });
        let mut kinds = || [(); KINDS].map(|()| sets.next().unwrap_or(B::ZERO));
        let (first, second) = (kinds(), kinds());
        let (own, enemy) = if side == 0 { (first, second) } else { (second, first) };
        Board { own, enemy, side, state }
    }

    pub(super) fn pieces(&self, embedding: &Embedding) -> Pieces {
        let (first, second) = if self.side == 0 { (&self.own, &self.enemy) } else { (&self.enemy, &self.own) };
        let words = embedding.bits.len().div_ceil(64).max(1);
        let mut pieces = vec![0; 2 * KINDS * words];
        for (set, at) in first.iter().chain(second).zip(pieces.chunks_mut(words)) {
            for (site, bit) in embedding.bits.iter().enumerate() {
                at[site / 64] |= u64::from((*set & B::bit(u32::from(*bit))).any()) << (site % 64);
            }
        }
        (pieces, self.side)
    }
}

/// The pieces of a position of a shaped game: to compare what the generators say with the general machine.
pub fn pieces(program: &Program, position: &Position) -> Pieces {
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
