//! The result of replaying games in PDN, in JSON.

use serde::{Deserialize, Serialize};

use super::failure::Problem;

/// The output of `pdn --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Collected {
    /// 1
    pub schema: u32,
    /// The number of games tried.
    pub games: usize,
    /// The games that could not be replayed.
    pub stopped: Vec<Stopped>,
    /// Notes on other games.
    pub notes: Vec<Note>,
    /// The games that were replayed, grouped by their rules.
    pub variants: Vec<Games>,
}

/// A game that could not be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stopped {
    /// The file.
    pub file: String,
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// Why it could not be replayed.
    pub problem: Problem,
}

/// A note on something unusual in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The file.
    pub file: String,
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The note, a sentence.
    pub text: String,
}

/// The games played by the same rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Games {
    /// The value of the tag `Variant`, written or implied.
    pub variant: String,
    /// The value of the tag `Options`, written or implied.
    pub options: Option<String>,
    /// The number of games.
    pub games: u64,
    /// How they ended.
    pub results: Results,
    /// The total number of moves.
    pub moves: u64,
    /// Moves of the shortest game.
    pub shortest: u64,
    /// Moves of the longest.
    pub longest: u64,
    /// The tree of first moves with `--tree`, the most frequent first.
    pub openings: Vec<Opening>,
}

/// The number of games with each result.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// `1-0`
    pub white: u64,
    /// `0-1`
    pub black: u64,
    /// `1/2-1/2`
    pub draws: u64,
    /// `0-0`
    pub neither: u64,
    /// `*`
    pub unknown: u64,
    /// Mean points of White per game with a result: 1 for a win, 0.5 for a draw.
    pub score: Option<f64>,
}

/// A node of the tree of moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The number of games in which it was played.
    pub games: u64,
    /// The results of these games.
    pub results: Results,
    /// The moves played next.
    pub next: Vec<Opening>,
}
