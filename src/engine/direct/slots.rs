//! Which number of a position stands for what.

use super::super::position::Position;
use super::super::word::Word;
use super::scene::State;
use crate::model::StoredId;
use crate::program::Program;

/// The place in [`State::numbers`] of turns played.
pub(super) const TURNS: usize = 0;
/// The place of the clocks that were set in this turn, as bits by [`StoredId`].
pub(super) const CLOCKS_SET: usize = 1;

/// The map of [`State::numbers`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slots {
    /// Numbers before this one do not belong to the position for repetition.
    pub(super) uncounted: usize,
    /// How many numbers there are.
    pub(super) many: usize,
    /// The place of the sides that are out, as bits.
    pub(super) out: usize,
}

impl Slots {
    /// The map for a program; none if a position holds what a [`State`] cannot.
    pub(super) fn of(program: &Program) -> Option<Slots> {
        let _ = program;
        unimplemented!()
    }

    /// The first number of a stored thing of an owner: a counter, clock or truth is that number (as it is, its start included);
    /// a set of sites, pieces or members is kept in several, see [`Slots::kept`].
    pub(super) fn stored(&self, id: StoredId, owner: usize) -> usize {
        let _ = (id, owner);
        unimplemented!()
    }

    /// How many pieces of a side and kind lie in a pile, by its place in the layout.
    pub(super) fn pile(&self, pile: usize, side: usize, kind: usize) -> usize {
        let _ = (pile, side, kind);
        unimplemented!()
    }

    /// The kept sets of pieces: the first numbers, for each owner. A set follows its pieces when they move.
    pub(super) fn kept_pieces(&self) -> &[usize] {
        unimplemented!()
    }

    /// A position's memory.
    pub(super) fn state<B: Word>(&self, program: &Program, position: &Position) -> State<B> {
        let _ = (program, position);
        unimplemented!()
    }

    /// The position at the first decision of a turn with this in its memory.
    pub(super) fn position<B: Word>(&self, program: &Program, state: &State<B>) -> Position {
        let _ = (program, state);
        unimplemented!()
    }
}

/// The sites kept from a number on.
pub(super) fn kept<B: Word>(state: &State<B>, at: usize) -> B {
    let _ = (state, at);
    unimplemented!()
}

/// Keeps sites from a number on.
pub(super) fn keep<B: Word>(state: &mut State<B>, at: usize, sites: B) {
    let _ = (state, at, sites);
    unimplemented!()
}

/// The members kept from a number on.
pub(super) fn kept_bits<B>(state: &State<B>, at: usize) -> u64 {
    let _ = (state, at);
    unimplemented!()
}

/// Keeps members from a number on.
pub(super) fn keep_bits<B>(state: &mut State<B>, at: usize, bits: u64) {
    let _ = (state, at, bits);
    unimplemented!()
}
