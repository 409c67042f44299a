//! Counters, clocks and kept things: setting and resetting them.

use smallvec::SmallVec;

use super::super::word::Word;
use super::move_state::{NamedValue, State};
use super::phrases::Term;
use super::slots::{StateLayout, keep_bits, kept_bits};
use crate::model::expr::Type;
use crate::model::rules::StoredType;

/// A stored thing to be set.
#[derive(Clone)]
pub(super) struct Cells {
    pub(super) stored: StoredCells,
    /// The owners; the first one if `None`.
    pub(super) of: Option<Term>,
    /// Its bit among the clocks that were set, if it is a clock.
    pub(super) clock: Option<u8>,
}

/// A stored thing.
#[derive(Clone)]
pub(super) struct StoredCells {
    /// For each owner, its first number.
    pub(super) at: SmallVec<[u16; 2]>,
    pub(super) holds: StoredType,
    /// It belongs to the position as a whole.
    pub(super) common: bool,
    /// There is one for each side.
    pub(super) of_side: bool,
}

/// A clock.
pub(super) struct Clock {
    pub(super) bit: u8,
    pub(super) at: SmallVec<[u16; 2]>,
    pub(super) greatest: i32,
}

/// Stored things that start afresh.
pub(super) struct Fresh {
    /// With each turn.
    pub(super) of_turn: Vec<StoredCells>,
    /// When a player comes to choose a move.
    pub(super) of_move: Vec<StoredCells>,
    /// Those of the latter that nothing reads after the move.
    pub(super) forgotten: Vec<StoredCells>,
}

impl StoredCells {
    /// Resets it to its start.
    pub(super) fn reset<B: Word>(&self, slots: &StateLayout, state: &mut State<B>, at: usize) {
        match self.holds {
            StoredType::Number { start, .. } => state.numbers[at] = start as i32,
            _ => self.set(slots, state, at, NamedValue::Nothing),
        }
    }

    /// Whether it is at its start.
    pub(super) fn is_fresh<B: Word>(&self, slots: &StateLayout, state: &State<B>, at: usize) -> bool {
        match self.holds {
            StoredType::Number { start, .. } => state.numbers[at] == start as i32,
            StoredType::Set(Type::Truth) => state.numbers[at] == 0,
            StoredType::Set(Type::Site | Type::Piece) => !slots.kept(state, at).any(),
            StoredType::Set(_) => kept_bits(state, at) == 0,
        }
    }

    /// Sets it to a value, unless it is a number.
    pub(super) fn set<B: Word>(&self, slots: &StateLayout, state: &mut State<B>, at: usize, value: NamedValue<B>) {
        match (self.holds, value) {
            (StoredType::Set(Type::Site | Type::Piece), NamedValue::Sites(sites) | NamedValue::Pieces(sites)) => {
                slots.keep(state, at, sites);
            }
            (StoredType::Set(Type::Site | Type::Piece), _) => slots.keep(state, at, B::ZERO),
            (StoredType::Set(Type::Truth), truth) => state.numbers[at] = i32::from(truth == NamedValue::Truth(true)),
            (StoredType::Set(_), NamedValue::Bits(bits)) => keep_bits(state, at, bits),
            (StoredType::Set(_), _) => keep_bits(state, at, 0),
            (StoredType::Number { .. }, _) => {}
        }
    }
}
