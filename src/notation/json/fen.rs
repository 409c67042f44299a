//! A position as FEN, in JSON: `{"schema":1,"fen":"B:W21-32:B1-12","left_out":[]}`.

use serde::{Deserialize, Serialize};

use super::SCHEMA;

/// What `position --format fen --json` says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fen {
    /// 1
    pub schema: u32,
    /// The text.
    pub fen: String,
    /// What it does not say of the position, in words.
    pub left_out: Vec<String>,
}

impl Fen {
    /// A text, and what it leaves out.
    pub fn new(fen: String, left_out: Vec<String>) -> Fen {
        Fen { schema: SCHEMA, fen, left_out }
    }
}
