//! The answers, as they appear in JSON.

use serde::Serialize;

use crate::notation::json::analysis::Line;
use crate::notation::json::check::Finding;
use crate::notation::json::equipment::Equipment;
use crate::notation::json::explain::{Explanation, Listing};
use crate::notation::json::moves::Entry;
use crate::notation::json::outcome::Outcome;
use crate::notation::json::position::Position;
use indexmap::IndexMap;

/// An answer of any kind.
#[allow(clippy::large_enum_variant, reason = "there is one at a time, and it is written at once")]
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Answer {
    Variants { variants: Vec<Bundled> },
    Agents { agents: Vec<String> },
    Checked { diagnostics: Vec<Finding>, text: String },
    Loaded(Box<Loaded>),
    Equipment(Equipment),
    Placed(Placed),
    Moves(Moves),
    Played(Played),
    TakenBack(TakenBack),
    Explanation(Box<Explanation>),
    Listing(Box<Listing>),
    Position { position: Box<Position> },
    Written(Written),
    Chosen(Chosen),
    Analysis(Analysis),
    Count(Count),
    Closed { closed: bool },
}

/// A bundled variant.
#[derive(Serialize)]
pub(super) struct Bundled {
    pub(super) name: &'static str,
}

/// The state of a game.
#[derive(Serialize)]
pub(super) struct State {
    /// The number of decisions so far.
    pub(super) ply: usize,
    /// Who decides: a player, or `chance`; null if the game is over.
    pub(super) player: Option<String>,
    /// The number of decisions that can be played again.
    pub(super) redo: usize,
    pub(super) outcome: Option<Outcome>,
}

/// Rules that were loaded.
#[derive(Serialize)]
pub(super) struct Loaded {
    pub(super) variant: String,
    pub(super) title: String,
    /// The options that are on, and changed numbers.
    pub(super) options: Vec<String>,
    pub(super) players: Vec<Player>,
    /// The kinds of pieces.
    pub(super) kinds: Vec<String>,
    /// Whether seats differ in what they see.
    pub(super) hides: bool,
    #[serde(flatten)]
    pub(super) state: State,
}

#[derive(Serialize)]
pub(super) struct Player {
    pub(super) name: String,
    pub(super) side: String,
}

/// A position that was set up.
#[derive(Serialize)]
pub(super) struct Placed {
    /// Remarks on anything unusual in it.
    pub(super) notes: Vec<String>,
    #[serde(flatten)]
    pub(super) state: State,
}

#[derive(Serialize)]
pub(super) struct Moves {
    pub(super) player: Option<String>,
    pub(super) moves: Vec<Entry>,
}

/// Decisions that were played.
#[derive(Serialize)]
pub(super) struct Played {
    /// Their texts; null where the seat may not know them.
    pub(super) played: Vec<Option<String>>,
    #[serde(flatten)]
    pub(super) state: State,
}

/// Decisions that were taken back.
#[derive(Serialize)]
pub(super) struct TakenBack {
    /// Their texts, the last one first; null where the seat may not know them.
    pub(super) taken_back: Vec<Option<String>>,
    /// The players to whom they had shown something.
    pub(super) revealed: Vec<String>,
    #[serde(flatten)]
    pub(super) state: State,
}

#[derive(Serialize)]
pub(super) struct Written {
    pub(super) text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) left_out: Vec<String>,
}

/// The move that an agent would play.
#[derive(Serialize)]
pub(super) struct Chosen {
    #[serde(rename = "move")]
    pub(super) mv: Option<String>,
    #[serde(flatten)]
    pub(super) state: State,
}

/// The best lines.
#[derive(Serialize)]
pub(super) struct Analysis {
    /// Whose decision it is.
    pub(super) player: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) depth: Option<u32>,
    pub(super) nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) worlds: Option<u64>,
    pub(super) lines: Vec<Line>,
}

#[derive(Serialize)]
pub(super) struct Count {
    pub(super) depth: u32,
    pub(super) nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) divide: Option<IndexMap<String, u64>>,
}

#[derive(Serialize)]
pub(super) struct Cancelling {
    pub(super) cancelled: bool,
}
