//! A whole game, decision by decision, in JSON.
//!
//! ```json
//! {"schema":1,"variant":"english","agent":"alpha-beta:1s","moves":[{"ply":1,"player":"Black","move":"11-15","value":0.1,
//!  "best":{"value":0.15,"moves":["9-14","22-18"]},"lost":0.02}],"cpu_seconds":60.0}
//! ```

use serde::{Deserialize, Serialize};

use super::analysis::{Line, Worth};
use super::goes_by::GoesBy;

/// What `analyse GAME --json` says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// 1
    pub schema: u32,
    /// Whose rules.
    pub variant: String,
    /// Who has thought, and how long about each decision.
    pub agent: String,
    /// One entry a decision of a player.
    pub moves: Vec<Move>,
    /// What lies beside the rules and was gone by.
    pub goes_by: GoesBy,
    /// Processor time.
    pub cpu_seconds: f64,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Move {
    /// Its place among all decisions of the game, from 1.
    pub ply: usize,
    /// Whose it is.
    pub player: String,
    /// In the notation of the game.
    #[serde(rename = "move")]
    pub text: String,
    /// What it was worth to the player.
    #[serde(flatten)]
    pub worth: Worth,
    /// The best move, and how it goes on.
    pub best: Line,
    /// Points of a game that were given away, from 0 to 1.
    pub lost: f64,
    /// `dubious`, `mistake` or `blunder`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judgement: Option<String>,
}
