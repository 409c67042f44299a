//! Settings of a comparison: how much to search, and who plays the games.

use crate::engine::{Move, Position};

/// How much to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The seed of all random choices.
    pub seed: u64,
    /// Total number of positions to examine.
    pub positions: u64,
    /// Number of plies to search completely from the initial position and from each given one; fewer if that would take more
    /// than a quarter of all positions.
    pub depth: u32,
    /// Maximum number of witnesses.
    pub witnesses: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { seed: 0, positions: 20_000, depth: 4, witnesses: 3 }
    }
}

/// Receives the number of positions examined since the last call, and returns whether to go on.
pub type Progress<'p> = dyn Fn(u64) -> bool + Sync + 'p;

/// Chooses the next move of a game in a position of the first version; `None` leaves the choice to chance.
pub type Chooser<'p> = dyn FnMut(&Position) -> Option<Move> + 'p;

/// The players of the games from which positions are taken.
pub struct Players<'p> {
    /// The name of the agents.
    pub name: String,
    /// Creates the chooser for one part of the games; the number is the seed of its random choices.
    pub begin: Box<dyn Fn(u64) -> Box<Chooser<'p>> + Sync + 'p>,
}

/// The name of random play.
pub(super) const RANDOM: &str = "random";
