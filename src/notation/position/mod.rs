//! A [`Setup`](crate::model::Setup) written with names: what JSON and TOML positions have in common.
//!
//! Sites, sides, players, kinds, slots, values, tokens, piles, counters and rules are written by name; the rest of an
//! interrupted move is the engine's plain data. Reading and printing are inverse for every setup whose parts the equipment
//! declares.

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

/// The key below `tokens` for tokens out of the game.
const BOX: &str = "box";

#[cfg(test)]
mod tests;
