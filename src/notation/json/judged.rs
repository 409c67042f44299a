//! The analysis of a whole game, decision by decision, in JSON.
//!
//! ```json
//! {"schema":1,"variant":"english","agent":"alpha-beta:1s","moves":[{"ply":1,"player":"Black","move":"11-15","value":0.1,
//!  "best":{"value":0.15,"moves":["9-14","22-18"]},"lost":0.02}],"cpu_seconds":60.0}
//! ```

use serde::{Deserialize, Serialize};

use super::analysis::{Line, Worth};
use super::goes_by::GoesBy;

/// The output of `analyse GAME --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// 1
    pub schema: u32,
    /// The variant.
    pub variant: String,
    /// The agent, and its limits for each decision.
    pub agent: String,
    /// One entry for each decision of a player.
    pub moves: Vec<Move>,
    /// The files beside the rules that were used.
    pub goes_by: GoesBy,
    /// Processor time in seconds.
    pub cpu_seconds: f64,
}

/// A decision of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Move {
    /// Its place among all decisions of the game, from 1.
    pub ply: usize,
    /// The player who decided.
    pub player: String,
    /// The move played, in the notation of the game.
    #[serde(rename = "move")]
    pub text: String,
    /// Its value for that player.
    #[serde(flatten)]
    pub worth: Worth,
    /// The best move, and its continuation.
    pub best: Line,
    /// The expected points of the game that the move gave away, from 0 to 1.
    pub lost: f64,
    /// `dubious`, `mistake` or `blunder`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judgement: Option<String>,
}
