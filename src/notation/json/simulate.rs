//! Many games counted, in JSON.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// What `simulate --json` says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Simulation {
    /// 1
    pub schema: u32,
    /// Games played.
    pub games: u64,
    /// Games won, by side.
    pub wins: IndexMap<String, u64>,
    /// Games drawn.
    pub draws: u64,
    /// Decisions a game took.
    pub plies: Plies,
    /// Games by why they ended.
    pub endings: IndexMap<String, u64>,
}

/// Lengths of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plies {
    /// On average.
    pub mean: f64,
    /// The shortest.
    pub min: u64,
    /// The longest.
    pub max: u64,
}
