//! Games in PDN that were played through, in JSON.

use serde::{Deserialize, Serialize};

use super::failure::Problem;

/// What `pdn --json` says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Collected {
    /// 1
    pub schema: u32,
    /// Games that were tried.
    pub games: usize,
    /// Those that could not be played through.
    pub stopped: Vec<Stopped>,
    /// What is odd about others.
    pub notes: Vec<Note>,
    /// The games that were played through, by their rules.
    pub variants: Vec<Games>,
}

/// A game that could not be played through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stopped {
    /// The file.
    pub file: String,
    /// Which game of it, from 1.
    pub game: usize,
    /// Why.
    pub problem: Problem,
}

/// Something odd about a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The file.
    pub file: String,
    /// Which game of it, from 1.
    pub game: usize,
    /// In a sentence.
    pub text: String,
}

/// Games by the same rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Games {
    /// What the tag `Variant` says, or would say.
    pub variant: String,
    /// What the tag `Options` says, or would say.
    pub options: Option<String>,
    /// How many games.
    pub games: u64,
    /// How they ended.
    pub results: Results,
    /// Moves of all of them together.
    pub moves: u64,
    /// Moves of the shortest game.
    pub shortest: u64,
    /// Moves of the longest.
    pub longest: u64,
    /// First moves with `--tree`, the most frequent first.
    pub openings: Vec<Opening>,
}

/// Games by how they ended.
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
    /// What White got of each game with a result: 1 for a win, 0.5 for a draw.
    pub score: Option<f64>,
}

/// A move that was played in some games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// In how many games.
    pub games: u64,
    /// How they ended.
    pub results: Results,
    /// What was played next.
    pub next: Vec<Opening>,
}
