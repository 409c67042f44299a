//! Which rules played a part in games, in JSON.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The output of `coverage --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Coverage {
    /// 1
    pub schema: u32,
    /// The variant.
    pub variant: String,
    /// The options that are on, and the numbers that were changed.
    pub options: Vec<String>,
    /// `"games"`, or `"positions"` where positions were examined instead.
    pub of: String,
    /// The agent that decided in games.
    pub agent: String,
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of games or positions.
    pub games: u64,
    /// The number of decisions, including those of chance.
    pub moves: u64,
    /// The mean number of players' decisions per game; none for positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_length: Option<f64>,
    /// Games won, by side.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub wins: IndexMap<String, u64>,
    /// Games drawn.
    pub draws: u64,
    /// Games cut off.
    pub cut_off: u64,
    /// Every rule line that is counted, in the order of the flat file.
    pub rules: Vec<Rule>,
    /// What never played a part.
    pub never: Vec<Never>,
    /// The effect of toggling each option, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option_tests: Option<Vec<OptionTest>>,
}

/// A rule line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// `english.draughts:41`
    pub place: String,
    /// `capture`
    pub chapter: String,
    /// The line in canonical form.
    pub text: String,
    /// What it does: `"moves"`, `"obliges"`, `"ends"` …
    pub role: String,
    /// The option that the line belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// Decisions in which it played a part.
    pub moves: u64,
    /// Games, or positions, in which it played a part.
    pub games: u64,
}

/// Something that never played a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Never {
    /// `english.draughts:41`
    pub place: String,
    /// The rule or the statement.
    pub text: String,
    /// What it never did: `"struck a move out"`.
    pub never: String,
    /// A position in which it does so, if one was searched for and found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<Witness>,
    /// The extent of the search, if nothing was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looked: Option<Looked>,
}

/// A position and moves in which something plays its part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Witness {
    /// The position as FEN, if FEN can express all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The position; null: the start of the rules.
    pub position: Value,
    /// The moves from there; it plays its part in the last one.
    pub moves: Vec<String>,
    /// Whether a game reached it; otherwise the position was constructed.
    pub played: bool,
}

/// The extent of a search for a witness.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Looked {
    /// Positions from which every move was tried: those with few pieces, and altered positions of games.
    pub positions: u64,
    /// Games in which rare moves were preferred.
    pub games: u64,
    /// Decisions in these games.
    pub decisions: u64,
}

/// The effect of toggling an option.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OptionTest {
    /// Its name.
    pub option: String,
    /// Whether it was on in the games of this report.
    pub on: bool,
    /// Games played by both rule sets in parallel, until they diverge.
    pub games: u64,
    /// Games in which they diverged.
    pub parted: u64,
    /// The smallest number of decisions after which they diverged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<usize>,
    /// Why the option could not be toggled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}
