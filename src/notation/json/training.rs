//! What `train` says in JSON.

use serde::{Deserialize, Serialize};

use super::contest::Match;

/// What was learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Training {
    /// 1
    pub schema: u32,
    /// Whose rules.
    pub variant: String,
    /// What fixed all chance.
    pub seed: u64,
    /// Games that were learned from.
    pub games: u64,
    /// Positions of these.
    pub positions: u64,
    /// The file that was written; `null` where what was learned plays worse than without.
    pub file: Option<String>,
    /// The match against the baseline, as of `match --json`; `null` where none was played to its end.
    pub gain: Option<Match>,
    /// Processor time, that of the match included.
    pub cpu_seconds: f64,
}
