//! Counts of positions, in JSON.
//!
//! ```json
//! {"schema":1,"variant":"english","position":{…},"counting":"drop","depths":[{"depth":1,"nodes":7,"cpu_seconds":0.0}]}
//! ```

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::position::Position;

/// What `perft --json` says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Perft {
    /// 1
    pub schema: u32,
    /// Whose rules.
    pub variant: String,
    /// Counted from here.
    pub position: Position,
    /// `keep`: every route is a move; `drop`: routes with one result are one.
    pub counting: Counting,
    /// One entry a depth.
    pub depths: Vec<Depth>,
}

/// Whether routes with the same result count once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Counting {
    /// Every route.
    Keep,
    /// Every result.
    Drop,
}

/// The count at one depth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Depth {
    /// Decisions from the position.
    pub depth: u32,
    /// Leaves there.
    pub nodes: u64,
    /// Processor time.
    pub cpu_seconds: f64,
    /// Leaves below each move, where asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub divide: Option<IndexMap<String, u64>>,
}
