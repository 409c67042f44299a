//! Many games counted, in JSON.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// What `simulate --json` says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Simulation {
    /// 1
    pub schema: u32,
    /// Whose rules.
    pub variant: String,
    /// Who decided for all players: `random`.
    pub agent: String,
    /// What fixed all chance.
    pub seed: u64,
    /// Decisions after which a game was cut off.
    pub limit: u32,
    /// Games played.
    pub games: u64,
    /// Games won, by side.
    pub wins: IndexMap<String, u64>,
    /// Games drawn.
    pub draws: u64,
    /// Games drawn, by why.
    pub draws_by: IndexMap<String, u64>,
    /// Games cut off.
    pub cut_off: u64,
    /// Decisions a game took.
    pub plies: Plies,
    /// Moves to choose from in a decision, on average.
    pub branching: f64,
    /// Games by why they ended.
    pub endings: IndexMap<String, u64>,
    /// Processor time.
    pub cpu_seconds: f64,
}

/// Lengths of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plies {
    /// On average.
    pub mean: f64,
    /// The shortest.
    pub min: u64,
    /// What a quarter, half, and three quarters of the games do not exceed.
    pub quartiles: [u64; 3],
    /// The longest.
    pub max: u64,
}
