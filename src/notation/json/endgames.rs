//! The output of `endgames`, in JSON.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// Endgame tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Endgames {
    /// 1
    pub schema: u32,
    /// The variant.
    pub variant: String,
    /// The file with the tables.
    pub file: String,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The number of tables computed by this run; the others were there already.
    pub made: u64,
    /// The number of tables, including those that were requested and are not computed yet.
    pub wanted: u64,
    /// Whether the run was interrupted before all were computed.
    pub interrupted: bool,
    /// Each table, those with the fewest pieces first.
    pub tables: Vec<Table>,
    /// Processor time in seconds.
    pub cpu_seconds: f64,
}

/// A table for one material: a number of pieces of each side and kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// The number of pieces of each: `White man`.
    pub material: IndexMap<String, u32>,
    /// The number of placements of these pieces.
    pub placements: u64,
    /// The number of positions won for the player to move. There are two positions for each placement, one for each player to
    /// move.
    pub won: u64,
    /// The number of drawn positions.
    pub drawn: u64,
    /// The number of lost positions.
    pub lost: u64,
    /// The length, in decisions of both players, of the longest game that is not drawn.
    pub longest: u16,
}
