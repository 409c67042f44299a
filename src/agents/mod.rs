//! Who decides for a player: from a program, a position and its moves to the index of one of them. All chance comes from the
//! generator that the caller hands in, so the same seed gives the same game on every machine.

mod agent;
mod greedy;
mod random;
mod sample;
mod series;

pub use agent::{Agent, UnknownAgent};
pub use greedy::greedy;
pub use random::{below, by_weight, generator, random};
pub use sample::sample;
pub use series::Series;
