//! A position in JSON.
//!
//! ```json
//! {"schema":1,"variant":"warp","options":[],"player":"Black","board":{"c3":{"owner":"Black","kind":"king"}},
//!  "piles":{},"counters":{},"tokens":{},"known":{},"pending":null,"outcome":null}
//! ```

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::error::{At, Error};
use super::super::position::{self, Field};
use super::super::{Header, Terms};
use super::once::Once;
use super::outcome::Outcome;
use crate::model::Setup;

/// A whole position. [`read`] gives better errors than deserializing does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// 1
    pub schema: u32,
    /// `warp`; empty if unknown.
    #[serde(default)]
    pub variant: String,
    /// The options that are on, and changed numbers: `["no-jumps", "quiet-limit=50"]`.
    #[serde(default)]
    pub options: Vec<String>,
    /// Whose turn it is.
    pub player: String,
    /// The place of this turn among the player's turns in the turn order, from 1; only if there are several and this is not the
    /// first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    /// The number of turns played.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub turns: u32,
    /// The piece or tower on each site; sites left out are empty.
    #[serde(default)]
    pub board: IndexMap<String, Standing>,
    /// The contents of each pile: things from the bottom to the top, or numbers of each; by owner, where each has one.
    #[serde(default)]
    pub piles: IndexMap<String, Value>,
    /// Counters, clocks and kept things by name, and by owner where each has one; those left out have their start values.
    #[serde(default)]
    pub counters: IndexMap<String, Value>,
    /// The token under each square; and for each shuffle `?1`, `?2` … the classes of all its unseen tokens, together.
    #[serde(default)]
    pub tokens: IndexMap<String, Value>,
    /// By player, the places of known tokens, for tokens whose knowers are not the expected ones.
    #[serde(default)]
    pub known: IndexMap<String, Vec<String>>,
    /// Sides that are out of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub out: Vec<String>,
    /// The rest of an interrupted turn: who decides and a fingerprint of the rules, then the engine's stack; null at the start
    /// of a turn.
    #[serde(default)]
    pub pending: Option<Vec<Value>>,
    /// How the game ended; null while it goes on.
    #[serde(default)]
    pub outcome: Option<Outcome>,
}

/// The contents of a site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Standing {
    /// One piece.
    Piece(Piece),
    /// A tower, from the bottom to its commander.
    Tower(Vec<Piece>),
}

impl Standing {
    /// A single piece, or a tower of several.
    pub(super) fn of(mut tower: Vec<Piece>) -> Standing {
        if tower.len() == 1 { Standing::Piece(tower.remove(0)) } else { Standing::Tower(tower) }
    }

    /// The pieces from the bottom to the commander.
    pub(super) fn into_tower(self) -> Vec<Piece> {
        match self {
            Standing::Piece(piece) => vec![piece],
            Standing::Tower(tower) => tower,
        }
    }
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// Its side.
    pub owner: String,
    /// `king`
    pub kind: String,
    /// The contents of its slots by their names: a value, or a token in words.
    #[serde(flatten)]
    pub slots: IndexMap<String, String>,
}

/// Writes a position as JSON, on one line.
pub fn write(header: &Header, terms: &Terms, setup: &Setup) -> String {
    serde_json::to_string(&position::to_wire(header, terms, setup)).unwrap_or_default()
}

/// Reads a position in JSON: `board` and `player` are required, everything else is optional.
///
/// The rules that the text names are not looked at: [`header`] returns them.
pub fn read(terms: &Terms, text: &str) -> Result<Setup, Error> {
    let value = parse(text)?;
    let field = Field::root(&value);
    let setup = position::from_field(terms, &field)?;
    // These come last: a missing key may have been misspelt, and unknown keys have been reported by now.
    for key in ["player", "board"] {
        field.required(key)?;
    }
    Ok(setup)
}

/// The rules that a position says it belongs to.
pub fn header(text: &str) -> Result<Header, Error> {
    position::header(&Field::root(&parse(text)?))
}

fn parse(text: &str) -> Result<Value, Error> {
    serde_json::from_str(text).map(|Once(value)| value).map_err(|error| {
        let message = error.to_string();
        let problem = message.rsplit_once(" at line ").map_or(message.as_str(), |(problem, _)| problem);
        let problem = if error.is_data() { problem.to_owned() } else { format!("this is no JSON: {problem}") };
        Error::new(At::Line(error.line().max(1), error.column().max(1)), problem)
    })
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}
