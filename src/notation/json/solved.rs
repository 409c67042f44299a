//! The shortest win, in JSON.
//!
//! ```json
//! {"schema":1,"variant":"english","position":{…},"player":"White","win_in":2,"result":"won","tried":2,"ended":"win","nodes":31,
//!  "lines":[["18-15","10x19","24x6"]],"cpu_seconds":0.0}
//! ```

use serde::{Deserialize, Serialize};

use super::position::Position;

/// The output of `solve --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Solved {
    /// 1
    pub schema: u32,
    /// The variant.
    pub variant: String,
    /// The position solved.
    pub position: Position,
    /// The player who is to win.
    pub player: String,
    /// The number of that player's decisions to the shortest win; absent if no win was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win_in: Option<u32>,
    /// The value of the position for the player under perfect play: `won`, `drawn` or `lost`; absent if it was not determined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The number of the opponents' own decisions to their win; absent if the position is not known to be lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loses_in: Option<u32>,
    /// The number of the player's decisions within which all lines were searched.
    pub tried: u32,
    /// Why the search ended.
    pub ended: Ended,
    /// The number of decisions searched.
    pub nodes: u64,
    /// The value of the position in the endgame tables; absent if they do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endgames: Option<Exact>,
    /// A line for each first move that wins as fast as possible, against the longest defence.
    pub lines: Vec<Vec<String>>,
    /// Whether time ran out before all lines were followed to their ends.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
    /// Processor time in seconds.
    pub cpu_seconds: f64,
}

/// Why the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// A win was found.
    Win,
    /// All lines were searched to their ends: there is no win.
    Never,
    /// The requested number of moves was searched.
    WinIn,
    /// Time ran out.
    Time,
    /// The user interrupted it.
    Interrupted,
}

/// The value of a position for the player to move, under perfect play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exact {
    /// `won`, `drawn` or `lost`.
    pub result: String,
    /// The number of decisions of both players to the end; absent for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decisions: Option<u16>,
}
