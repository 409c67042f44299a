//! A [`Setup`](crate::model::Setup) in names: what the JSON and the TOML of a position have in common.
//!
//! Sites, sides, players, kinds, slots, values, tokens, piles, counters and rules are called by their names; the rest of a cut
//! move is the engine's plain data. Reading and printing are inverse for every arrangement whose parts the equipment knows.

mod field;
mod piles;
mod places;
mod plain;
mod read;
mod stored;
mod write;

pub use field::Field;
pub use read::{from_field, header};
pub use write::to_wire;

pub(super) use read::{piece_of, setup_keys};
pub(super) use stored::{owner_names, value as stored_value};

/// Under `tokens`: what lies out of the game.
const BOX: &str = "box";

#[cfg(test)]
mod tests;
