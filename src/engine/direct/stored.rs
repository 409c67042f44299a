//! Numbers that a game keeps: set, and set back.

use super::super::word::Word;
use super::rules::Stored;
use super::scene::{Named, State};
use super::slots::{Slots, keep_bits, kept_bits};
use crate::model::expr::Type;
use crate::model::rules::StoredType;

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
