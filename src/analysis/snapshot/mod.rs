//! Legal moves pinned: the moves of a position and what each of them does, as text that differs where the rules do, and the
//! difference of two such texts as a player would tell it.

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
