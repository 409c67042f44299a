//! Pinned positions compared with what the rules say now, in JSON.

use serde::{Deserialize, Serialize};

/// The output of `snapshot --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// 1
    pub schema: u32,
    /// The variant.
    pub variant: String,
    /// The number of positions compared.
    pub positions: usize,
    /// The differences.
    pub changes: Vec<Change>,
}

/// A position that differs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// Its name.
    pub name: String,
    /// `"new"`: not pinned yet; `"changed"`; `"stale"`: pinned, but the position no longer exists.
    pub state: String,
    /// Why it is kept.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// The player to move, or the result of the game, as pinned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// The same as the rules say now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<String>,
    /// Moves that no longer exist.
    pub gone: Vec<String>,
    /// New moves.
    pub new: Vec<String>,
    /// Moves with another effect.
    pub otherwise: Vec<Otherwise>,
}

/// A move with another effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Otherwise {
    /// Its text.
    pub text: String,
    /// Its effect as pinned.
    pub was: Vec<String>,
    /// Its effect now.
    pub is: Vec<String>,
}
