//! The shortest win, in JSON.
//!
//! ```json
//! {"schema":1,"variant":"english","position":{…},"player":"White","win_in":2,"result":"won","tried":2,"ended":"win","nodes":31,
//!  "lines":[["18-15","10x19","24x6"]],"cpu_seconds":0.0}
//! ```

use serde::{Deserialize, Serialize};

use super::position::Position;

/// What `solve --json` says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Solved {
    /// 1
    pub schema: u32,
    /// Whose rules.
    pub variant: String,
    /// Of this position.
    pub position: Position,
    /// Who is to win.
    pub player: String,
    /// In how many of the player's own decisions; absent if there is no win within those tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win_in: Option<u32>,
    /// What the position is worth to the player, if both sides play their best: `won`, `drawn` or `lost`; absent if that was not found out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// In how many of their own decisions the others win; absent if the position is not known to be lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loses_in: Option<u32>,
    /// Within how many every way was tried.
    pub tried: u32,
    /// Why nothing more was tried.
    pub ended: Ended,
    /// How many decisions were looked at.
    pub nodes: u64,
    /// What endgame tables say of the position; absent if they do not know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endgames: Option<Exact>,
    /// For each first move that wins as soon the moves, if the others hold out as long as they can.
    pub lines: Vec<Vec<String>>,
    /// There was no time to follow all of them to their ends.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
    /// Processor time.
    pub cpu_seconds: f64,
}

/// Why nothing more was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// There is a win.
    Win,
    /// Every way was tried to its end: there is no win at all.
    Never,
    /// No more moves were to be looked through.
    WinIn,
    /// There was no more time.
    Time,
    /// Somebody asked to stop.
    Interrupted,
}

/// What a position is worth to who is to move, if both play their best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exact {
    /// `won`, `drawn` or `lost`.
    pub result: String,
    /// In how many decisions of both together; absent of a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decisions: Option<u16>,
}
