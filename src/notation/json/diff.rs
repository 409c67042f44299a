//! What `diff` says, in JSON.

use serde::{Deserialize, Serialize};

use super::explain::Rule;
use super::position::Position;

/// The answer of `diff --json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Diff {
    /// 1
    pub schema: u32,
    /// What the first version is called.
    pub a: String,
    /// What the second version is called.
    pub b: String,
    /// The rules mean the same.
    pub same_rules: bool,
    /// What has changed in meaning, the equipment first.
    pub rules: Vec<Change>,
    /// `differ`, `none-found`, `unshared`.
    pub claim: String,
    /// The claim as a sentence.
    pub text: String,
    /// Where both start, if they start differently.
    pub start: Option<[Position; 2]>,
    /// The first difference on a line from the start.
    pub earliest: Option<Earliest>,
    /// The smallest positions where they part.
    pub witnesses: Vec<Witness>,
    /// What was looked at.
    pub searched: Searched,
}

/// What has changed in one chapter, or in the equipment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// `capture`; `equipment`.
    pub chapter: String,
    /// What only the first version says.
    pub removed: Vec<Said>,
    /// What only the second version says.
    pub added: Vec<Said>,
}

/// A line of the rules, or a part of the equipment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// As the author wrote it.
    pub text: String,
    /// `english.draughts:41`; empty for the equipment.
    pub place: String,
    /// Where both versions have a line that reads like it: the definitions and numbers behind it that this one has alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
}

/// The first difference on a line from the start.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Earliest {
    /// After how many plies.
    pub ply: u32,
    /// The position that the line begins with, if not the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Position>,
    /// The moves.
    pub line: Vec<String>,
}

/// A position where the versions part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Witness {
    /// The position that the line begins with, if not the start.
    pub from: Option<Position>,
    /// Moves of both that lead to it.
    pub line: Vec<String>,
    /// The position, in the words of the first version.
    pub position: Position,
    /// Moves that only the first version has.
    pub only_a: Vec<Move>,
    /// Moves that only the second version has.
    pub only_b: Vec<Move>,
    /// Moves of both with the same effect.
    pub common: Vec<String>,
    /// Moves of both that lead elsewhere.
    pub effects: Vec<Effect>,
    /// How the game stands in each version, where that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<[String; 2]>,
}

/// A move of one version.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Move {
    /// Its text.
    pub text: String,
    /// The lines that make it.
    pub made_by: Vec<Rule>,
    /// The obligation that bars it in the other version; null if no rule makes it there.
    pub barred_by: Option<Rule>,
}

/// A move that leads elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// Its text.
    pub text: String,
    /// `board`, `turn`, `outcome`, `stored`: what differs.
    pub differs: String,
    /// The positions after it, in the words of each version.
    pub after: [Position; 2],
}

/// What was looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Searched {
    /// Fixes all chance.
    pub seed: u64,
    /// Every position up to so many plies from the start; null: not even the start.
    pub plies: Option<u32>,
    /// Positions, all ways together.
    pub positions: u64,
    /// Those in which the versions part.
    pub parted: u64,
    /// Every position from the start.
    pub tree: Count,
    /// Games.
    pub games: Count,
    /// Who has played them.
    pub agent: String,
    /// Positions with few pieces at random.
    pub few: Count,
    /// Positions that only one of the versions has.
    pub only_in: [u64; 2],
}

/// How often two versions part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// Positions looked at.
    pub positions: u64,
    /// Where they part.
    pub parted: u64,
}
