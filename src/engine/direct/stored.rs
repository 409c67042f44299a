//! Numbers that a game keeps: set, and set back.

use smallvec::SmallVec;

use super::super::word::Word;
use super::phrases::Term;
use super::scene::{Named, State};
use super::slots::{Slots, keep_bits, kept_bits};
use crate::model::expr::Type;
use crate::model::rules::StoredType;

/// Stored things to be set.
#[derive(Clone)]
pub(super) struct Cells {
    pub(super) stored: Stored,
    /// Whose.
    pub(super) of: Option<Term>,
    /// Its mark in the clocks that were set, if it is one.
    pub(super) clock: Option<u8>,
}

/// A stored thing.
#[derive(Clone)]
pub(super) struct Stored {
    /// For each owner, its first number.
    pub(super) at: SmallVec<[u16; 2]>,
    pub(super) holds: StoredType,
    /// It is the position's.
    pub(super) common: bool,
    /// There is one for each side.
    pub(super) of_side: bool,
}

/// What goes on by itself.
pub(super) struct Clock {
    pub(super) bit: u8,
    pub(super) at: SmallVec<[u16; 2]>,
    pub(super) greatest: i32,
}

/// What begins afresh again and again.
pub(super) struct Fresh {
    /// With each turn.
    pub(super) of_turn: Vec<Stored>,
    /// When a player comes to choose a move.
    pub(super) of_move: Vec<Stored>,
    /// What of that nobody reads any more when the move is over.
    pub(super) forgotten: Vec<Stored>,
}

impl Stored {
    /// Puts it back to its start.
    pub(super) fn reset<B: Word>(&self, slots: &Slots, state: &mut State<B>, at: usize) {
        match self.holds {
            StoredType::Number { start, .. } => state.numbers[at] = start as i32,
            _ => self.set(slots, state, at, Named::Nothing),
        }
    }

    /// Whether it is at its start.
    pub(super) fn is_fresh<B: Word>(&self, slots: &Slots, state: &State<B>, at: usize) -> bool {
        match self.holds {
            StoredType::Number { start, .. } => state.numbers[at] == start as i32,
            StoredType::Set(Type::Truth) => state.numbers[at] == 0,
            StoredType::Set(Type::Site | Type::Piece) => !slots.kept(state, at).any(),
            StoredType::Set(_) => kept_bits(state, at) == 0,
        }
    }

    /// Keeps a value.
    pub(super) fn set<B: Word>(&self, slots: &Slots, state: &mut State<B>, at: usize, value: Named<B>) {
        match (self.holds, value) {
            (StoredType::Set(Type::Site | Type::Piece), Named::Sites(sites) | Named::Pieces(sites)) => {
                slots.keep(state, at, sites);
            }
            (StoredType::Set(Type::Site | Type::Piece), _) => slots.keep(state, at, B::ZERO),
            (StoredType::Set(Type::Truth), truth) => state.numbers[at] = i32::from(truth == Named::Truth(true)),
            (StoredType::Set(_), Named::Bits(bits)) => keep_bits(state, at, bits),
            (StoredType::Set(_), _) => keep_bits(state, at, 0),
            (StoredType::Number { .. }, _) => {}
        }
    }
}
