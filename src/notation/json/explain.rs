//! The output of `explain VARIANT`, in JSON.

use serde::{Deserialize, Serialize};

use super::position::Position;

/// The answer to a move: `explain VARIANT MOVE --json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Explanation {
    /// 1
    pub schema: u32,
    /// The position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// The text that was typed.
    #[serde(rename = "move")]
    pub typed: String,
    /// The part of it that is wrong, unless that is the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<Part>,
    /// Whether it is a legal move.
    pub legal: bool,
    /// `legal`, `several`, `unfinished`, `barred`, `no-move`, `other-decision`, `over`.
    pub answer: String,
    /// The move that was understood, or the moves that may have been meant.
    pub understood: Vec<String>,
    /// The lines that generate it, or would.
    pub made_by: Vec<Rule>,
    /// The obligation that bars it, the chain law that it breaks, or the line that ended the game.
    pub barred_by: Option<Rule>,
    /// The moves that must be played instead of it: each obligation with the moves that it bars.
    pub compulsory: Vec<Compulsory>,
    /// Why it is not legal, in sentences, the simplest first.
    pub reasons: Vec<String>,
    /// Lines that concern the piece, the closest first.
    pub related: Vec<Related>,
    /// Legal moves to play instead: those that an obligation prefers, longer ones, or those with a similar text.
    pub instead: Vec<String>,
    /// The whole answer as shown to people.
    pub text: String,
}

/// A range of text: bytes from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// All moves of a decision: `explain VARIANT --json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Listing {
    /// 1
    pub schema: u32,
    /// The position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// Who decides: a player, or `chance`; null if the game is over.
    pub player: Option<String>,
    /// The legal moves.
    pub moves: Vec<Offered>,
    /// The moves that obligations bar.
    pub barred: Vec<Barred>,
    /// The line that ended the game.
    pub over: Option<Over>,
}

/// A legal move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Offered {
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
    /// The lines that generate it.
    pub made_by: Vec<Rule>,
}

/// A move that an obligation bars.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Barred {
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
    /// The lines that would generate it.
    pub made_by: Vec<Rule>,
    /// The obligation.
    pub barred_by: Rule,
}

/// How the game ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Over {
    /// Why.
    pub reason: String,
    /// The line.
    pub by: Option<Rule>,
}

/// A rule line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// `capture`
    pub chapter: String,
    /// The line.
    pub text: String,
    /// `english.draughts:41`
    pub place: String,
    /// The author's description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The option that the line belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
}

/// What an obligation bars.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compulsory {
    /// The obligation.
    pub by: Rule,
    /// The moves.
    pub bars: Vec<String>,
}

/// A line that concerns the piece of a move that no rule generates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Related {
    /// The line.
    pub rule: Rule,
    /// The part of it that fails; null where it holds and leads elsewhere.
    pub fails: Option<String>,
    /// The line of the requirement that fails, if it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required_by: Option<Rule>,
    /// Whether no other line is as close.
    pub closest: bool,
}
