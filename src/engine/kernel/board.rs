//! Positions as sets of sites.

use crate::program::Program;

use super::super::position::Position;
use super::super::word::Word;
use super::embedding::Embedding;
use super::form::Sets;

/// A position: the pieces of the side to move and of the other by kind, which side is to move, and the state of the law.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) struct Board<K, S> {
    pub(in crate::engine) own: K,
    pub(in crate::engine) enemy: K,
    pub(in crate::engine) side: u8,
    pub(in crate::engine) state: S,
}

impl<K, S: Copy> Board<K, S> {
    /// The pieces and the side to move of an engine position; `state` is taken over.
    pub(in crate::engine) fn of<B: Word>(program: &Program, position: &Position, embedding: &Embedding, state: S) -> Board<K, S>
    where
        K: Sets<B>,
    {
        let layout = &program.layout;
        let side = program.equipment.players[position.mover(program).index()].side.0;
        let set = |side: usize, kind: usize| {
            let words = position.store.board(side, kind, layout);
            let sites = embedding.bits.iter().enumerate().filter(|(site, _)| words[site / 64] >> (site % 64) & 1 != 0);
            sites.fold(B::ZERO, |set, (_, bit)| set | B::bit(u32::from(*bit)))
        };
        let kinds = |side: usize| {
            let mut sets = K::none();
            (0..layout.kinds).for_each(|kind| sets[kind] = set(side, kind));
            sets
        };
        Board { own: kinds(usize::from(side)), enemy: kinds(1 - usize::from(side)), side, state }
    }
}
