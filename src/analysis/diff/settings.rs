//! How far a comparison looks, and who plays in it.

use crate::engine::{Move, Position};

/// How far to look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Fixes all chance.
    pub seed: u64,
    /// Positions to look at, all ways together.
    pub positions: u64,
    /// Plies from the start, and from each position given, to look at in full; less where that would be more than a quarter of
    /// all positions.
    pub depth: u32,
    /// Most witnesses to show.
    pub witnesses: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { seed: 0, positions: 20_000, depth: 4, witnesses: 3 }
    }
}

/// Is told how far a comparison has come, and says whether it is to go on.
pub type Progress<'p> = dyn Fn(u64) -> bool + Sync + 'p;

/// Who chooses the next move of a game by the first version, where a position of it stands; nothing where nobody knows.
pub type Chooser<'p> = dyn FnMut(&Position) -> Option<Move> + 'p;

/// Who plays the games in which positions are looked at.
pub struct Players<'p> {
    /// What they are called.
    pub name: String,
    /// Somebody for each part of the games; a number fixes all chance.
    pub begin: Box<dyn Fn(u64) -> Box<Chooser<'p>> + Sync + 'p>,
}

/// What who plays at random is called.
pub(super) const RANDOM: &str = "random";
