//! A position as FEN, in JSON: `{"schema":1,"fen":"B:W21-32:B1-12","left_out":[]}`.

use serde::{Deserialize, Serialize};

use super::SCHEMA;
use crate::notation::fen::Written;

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

impl From<&Written> for Fen {
    fn from(written: &Written) -> Fen {
        let left_out = written.left_out.iter().map(ToString::to_string).collect();
        Fen { schema: SCHEMA, fen: written.text.clone(), left_out }
    }
}
