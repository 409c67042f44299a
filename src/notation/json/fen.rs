//! A position as FEN, in JSON: `{"schema":1,"fen":"B:W21-32:B1-12","left_out":[]}`.

use serde::{Deserialize, Serialize};

use super::SCHEMA;

/// The output of `position --format fen --json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fen {
    /// 1
    pub schema: u32,
    /// The text.
    pub fen: String,
    /// What the FEN does not express of the position, in words.
    pub left_out: Vec<String>,
}

impl Fen {
    /// An answer with a FEN and what it leaves out.
    pub fn new(fen: String, left_out: Vec<String>) -> Fen {
        Fen { schema: SCHEMA, fen, left_out }
    }
}
