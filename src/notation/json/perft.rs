//! Leaf counts, in JSON.
//!
//! ```json
//! {"schema":1,"variant":"english","position":{…},"counting":"drop","depths":[{"depth":1,"nodes":7,"cpu_seconds":0.0}]}
//! ```

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::position::Position;

/// The output of `perft --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Perft {
    /// 1
    pub schema: u32,
    /// The variant.
    pub variant: String,
    /// The position at the root.
    pub position: Position,
    /// `keep`: each route is a move of its own; `drop`: routes with the same result are one move.
    pub counting: Counting,
    /// One entry for each depth.
    pub depths: Vec<Depth>,
}

/// Whether routes with the same result count once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Counting {
    /// Each route counts.
    Keep,
    /// Each result counts once.
    Drop,
}

/// The count at one depth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Depth {
    /// The number of decisions from the root.
    pub depth: u32,
    /// The number of leaves.
    pub nodes: u64,
    /// Processor time in seconds.
    pub cpu_seconds: f64,
    /// The number of leaves below each move, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub divide: Option<IndexMap<String, u64>>,
}
