//! What is pinned against what the rules say now, in JSON.

use serde::{Deserialize, Serialize};

/// What `snapshot --json` says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// 1
    pub schema: u32,
    /// Whose rules.
    pub variant: String,
    /// Positions looked at.
    pub positions: usize,
    /// What differs.
    pub changes: Vec<Change>,
}

/// A position that differs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// Its name.
    pub name: String,
    /// `"new"`: not pinned yet; `"changed"`; `"stale"`: pinned, but there is no such position.
    pub state: String,
    /// Why it is kept.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// Who was to move, or how the game had ended, as pinned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// The same now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<String>,
    /// Moves that are gone.
    pub gone: Vec<String>,
    /// Moves that are new.
    pub new: Vec<String>,
    /// Moves that do something else.
    pub otherwise: Vec<Otherwise>,
}

/// A move that does something else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Otherwise {
    /// Its text.
    pub text: String,
    /// What it did as pinned.
    pub was: Vec<String>,
    /// What it does now.
    pub is: Vec<String>,
}
