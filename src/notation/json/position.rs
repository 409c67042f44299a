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

/// A whole position. [`read`] says more of what is wrong than deserializing does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// 1
    pub schema: u32,
    /// `warp`; empty if unknown.
    #[serde(default)]
    pub variant: String,
    /// Switches that are on, and numbers changed: `["no-jumps", "quiet-limit=50"]`.
    #[serde(default)]
    pub options: Vec<String>,
    /// Whose turn it is.
    pub player: String,
    /// Which of that player's places in the turn order, from 1, where it has several and this is not the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    /// Turns played so far.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub turns: u32,
    /// What stands on each site; left out: nothing.
    #[serde(default)]
    pub board: IndexMap<String, Standing>,
    /// What lies in each pile: items from the bottom to the top, or how many of each; by owner, where each has one.
    #[serde(default)]
    pub piles: IndexMap<String, Value>,
    /// Counters, clocks and kept things by name, and by owner where each has one; left out: their start.
    #[serde(default)]
    pub counters: IndexMap<String, Value>,
    /// The token under each square, and for each shuffle `?1`, `?2` … what its tokens without identity are, together.
    #[serde(default)]
    pub tokens: IndexMap<String, Value>,
    /// By player, places of tokens that not just those know who may be expected to.
    #[serde(default)]
    pub known: IndexMap<String, Vec<String>>,
    /// Sides that are out of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub out: Vec<String>,
    /// The rest of a turn that was cut: who decides and for which rules, then the engine's stack; null at the start of a turn.
    #[serde(default)]
    pub pending: Option<Vec<Value>>,
    /// How the game ended; null while it goes on.
    #[serde(default)]
    pub outcome: Option<Outcome>,
}

/// What stands on a site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Standing {
    /// One piece.
    Piece(Piece),
    /// A tower, from the bottom to its commander.
    Tower(Vec<Piece>),
}

impl Standing {
    /// One piece, or several.
    pub(super) fn of(mut tower: Vec<Piece>) -> Standing {
        if tower.len() == 1 { Standing::Piece(tower.remove(0)) } else { Standing::Tower(tower) }
    }

    /// From the bottom to the commander.
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
    /// What is in its slots, by their names: a value, or a token in words.
    #[serde(flatten)]
    pub slots: IndexMap<String, String>,
}

/// The JSON of a position, on one line.
pub fn write(header: &Header, terms: &Terms, setup: &Setup) -> String {
    serde_json::to_string(&position::to_wire(header, terms, setup)).unwrap_or_default()
}

/// Reads the JSON of a position: `board` and `player` must be there, everything else may be left out.
///
/// Which rules it belongs to is not looked at: [`header`] says that.
pub fn read(terms: &Terms, text: &str) -> Result<Setup, Error> {
    let value = parse(text)?;
    let field = Field::root(&value);
    let setup = position::from_field(terms, &field)?;
    // Last: what is missing may be there under a misspelt key, which has been found by now.
    for key in ["player", "board"] {
        field.required(key)?;
    }
    Ok(setup)
}

/// Which rules a position says that it belongs to.
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
