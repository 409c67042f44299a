//! What `endgames` says in JSON.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// Endgame tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Endgames {
    /// 1
    pub schema: u32,
    /// Whose rules.
    pub variant: String,
    /// The file in which the tables are.
    pub file: String,
    /// Bytes of the file.
    pub bytes: u64,
    /// How many of the tables were made now; the others were there.
    pub made: u64,
    /// How many tables there are with those that were wanted and are not made yet.
    pub wanted: u64,
    /// It was interrupted before all were made.
    pub interrupted: bool,
    /// Each table, those of the fewest pieces first.
    pub tables: Vec<Table>,
    /// Processor time.
    pub cpu_seconds: f64,
}

/// What is known of one material.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// How many pieces: `White man`.
    pub material: IndexMap<String, u32>,
    /// In how many ways these can stand.
    pub placements: u64,
    /// Of two positions for each of these, one for each player to move, how many are won for who is to move.
    pub won: u64,
    /// How many are drawn.
    pub drawn: u64,
    /// How many are lost.
    pub lost: u64,
    /// Decisions of both together of the longest game that is not drawn.
    pub longest: u16,
}
