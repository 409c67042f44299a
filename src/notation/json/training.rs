//! The output of `train`, in JSON.

use serde::{Deserialize, Serialize};

use super::contest::Match;

/// The result of training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Training {
    /// 1
    pub schema: u32,
    /// The variant.
    pub variant: String,
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of games learned from.
    pub games: u64,
    /// The number of positions in these games.
    pub positions: u64,
    /// The file that was written; `null` if the learned weights play worse than none.
    pub file: Option<String>,
    /// The match against the baseline, as in `match --json`; `null` if none was played to its end.
    pub gain: Option<Match>,
    /// Processor time in seconds, including the match.
    pub cpu_seconds: f64,
}
