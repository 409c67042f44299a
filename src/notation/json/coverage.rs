//! What played a part in games, in JSON.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What `coverage --json` says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Coverage {
    /// 1
    pub schema: u32,
    /// Whose rules.
    pub variant: String,
    /// Switches that are on, and numbers changed.
    pub options: Vec<String>,
    /// `"games"`, or `"positions"` where these were looked at.
    pub of: String,
    /// Who decided in games.
    pub agent: String,
    /// What fixed all chance.
    pub seed: u64,
    /// Games, or positions.
    pub games: u64,
    /// Decisions, chance's among them.
    pub moves: u64,
    /// Decisions of players a game, on average; nothing for positions.
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
    /// What turning each option changes, where it was asked.
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
    /// As written, in the canonical form.
    pub text: String,
    /// What it does: `"moves"`, `"obliges"`, `"ends"` …
    pub role: String,
    /// The option that put it there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// Decisions in which it played a part.
    pub moves: u64,
    /// Games, or positions, in which it did.
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
    /// A position in which it does, where one was looked for and found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<Witness>,
    /// How far was looked, where nothing was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looked: Option<Looked>,
}

/// Where something plays its part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Witness {
    /// The position as FEN, where that says it all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The position; null: the start of the rules.
    pub position: Value,
    /// The moves from there; with the last one it happens.
    pub moves: Vec<String>,
    /// Whether a game has come there; else the position was made up.
    pub played: bool,
}

/// How far was looked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Looked {
    /// Positions with few pieces, and changed positions of games, from each of which every move was tried.
    pub positions: u64,
    /// Games in which what is rare was preferred.
    pub games: u64,
    /// Decisions in them.
    pub decisions: u64,
}

/// What turning an option changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OptionTest {
    /// Its name.
    pub option: String,
    /// Whether it was on in the games of this report.
    pub on: bool,
    /// Games played by both rules at once, until they part.
    pub games: u64,
    /// Games in which they parted.
    pub parted: u64,
    /// After how many decisions they parted first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<usize>,
    /// Why it could not be turned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}
