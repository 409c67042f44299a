//! Snapshots of legal moves: the moves of a position and their effects as text that changes whenever the rules change the
//! moves, and a description of the difference between two such texts for players.

mod compare;
mod effects;
mod file;
mod section;
mod told;

#[cfg(test)]
mod tests;

pub use compare::{Change, Delta, Effect, compare};
pub use effects::effects;
pub use file::{FormError, parse, print};
pub use section::{Section, of_game, of_position, resume};
pub use told::told;
