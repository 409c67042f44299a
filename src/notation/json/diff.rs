//! The differences of two rule sets, in JSON.

use serde::{Deserialize, Serialize};

use super::explain::Rule;
use super::position::Position;

/// The output of `diff --json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Diff {
    /// 1
    pub schema: u32,
    /// The name of the first version.
    pub a: String,
    /// The name of the second version.
    pub b: String,
    /// Whether the rules have the same meaning.
    pub same_rules: bool,
    /// The changes of meaning, the equipment first.
    pub rules: Vec<Change>,
    /// `differ`, `none-found`, `unshared`.
    pub claim: String,
    /// The claim as a sentence.
    pub text: String,
    /// The starting positions, if they differ.
    pub start: Option<[Position; 2]>,
    /// The first difference on a line from the start.
    pub earliest: Option<Earliest>,
    /// The smallest positions found where the versions differ.
    pub witnesses: Vec<Witness>,
    /// The extent of the search.
    pub searched: Searched,
}

/// The changes of one chapter, or of the equipment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// `capture`; `equipment`.
    pub chapter: String,
    /// What only the first version has.
    pub removed: Vec<Said>,
    /// What only the second version has.
    pub added: Vec<Said>,
}

/// A line of the rules, or a part of the equipment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// As the author wrote it.
    pub text: String,
    /// `english.draughts:41`; empty for the equipment.
    pub place: String,
    /// If both versions have a line of this text: the definitions and numbers behind it that only this version has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
}

/// The first difference on a line from the start.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Earliest {
    /// The number of plies before it.
    pub ply: u32,
    /// The position that the line begins with, if not the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Position>,
    /// The moves.
    pub line: Vec<String>,
}

/// A position in which the versions differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Witness {
    /// The position that the line begins with, if not the start.
    pub from: Option<Position>,
    /// The moves, legal in both versions, that lead to it.
    pub line: Vec<String>,
    /// The position, in the names of the first version.
    pub position: Position,
    /// Moves that only the first version has.
    pub only_a: Vec<Move>,
    /// Moves that only the second version has.
    pub only_b: Vec<Move>,
    /// Moves of both with the same result.
    pub common: Vec<String>,
    /// Moves of both with different results.
    pub effects: Vec<Effect>,
    /// The state of the game in each version, where that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<[String; 2]>,
}

/// A move of one version.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Move {
    /// Its text.
    pub text: String,
    /// The lines that generate it.
    pub made_by: Vec<Rule>,
    /// The obligation that bars it in the other version; null if no rule generates it there.
    pub barred_by: Option<Rule>,
}

/// A move with different results in the two versions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// Its text.
    pub text: String,
    /// What differs: `board`, `turn`, `outcome`, `stored`.
    pub differs: String,
    /// The positions after it, in the names of each version.
    pub after: [Position; 2],
}

/// The extent of the search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Searched {
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of plies from the start to which every position was compared; null: not even the start.
    pub plies: Option<u32>,
    /// The number of positions compared, of all methods together.
    pub positions: u64,
    /// Those in which the versions differ.
    pub parted: u64,
    /// Positions of the tree from the start.
    pub tree: Count,
    /// Positions of games.
    pub games: Count,
    /// The agent that played them.
    pub agent: String,
    /// Random positions with few pieces.
    pub few: Count,
    /// The number of positions that exist in only one of the versions.
    pub only_in: [u64; 2],
}

/// How often the versions differ in a set of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// Positions compared.
    pub positions: u64,
    /// Those in which the versions differ.
    pub parted: u64,
}
