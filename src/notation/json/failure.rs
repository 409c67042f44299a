//! What a command says in JSON instead of its answer, where it has none.
//!
//! ```json
//! {"schema":1,"errors":[{"text":"`33` is not on the board","place":{"file":"--position","start":3,"end":5,"line":1,"column":4},
//!  "accepted":["1 to 32, or a1 to h8"]}],"diagnostics":[],"exit_code":2}
//! ```

use serde::{Deserialize, Serialize};

use super::SCHEMA;
use super::check::Finding;
use crate::notation::findings::Quote;

/// What stands in place of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// 1
    pub schema: u32,
    /// What is wrong; at least one.
    pub errors: Vec<Problem>,
    /// Mistakes in the rules that were asked for, if that is why.
    pub diagnostics: Vec<Finding>,
    /// The exit code of the command.
    pub exit_code: u8,
}

/// Something that is wrong with what was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// In a sentence.
    pub text: String,
    /// Where, if it is in a text.
    pub place: Option<Place>,
    /// What would be accepted, as far as that is known.
    pub accepted: Vec<String>,
}

/// A stretch of a text: bytes from 0, line and column of the first from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// What the text is called: a path, an argument, `<stdin>`.
    pub file: String,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// Its line.
    pub line: usize,
    /// Its column, in characters.
    pub column: usize,
}

impl Failure {
    /// These are wrong, and nothing is to be said of rules.
    pub fn of(errors: Vec<Problem>, exit_code: u8) -> Failure {
        Failure { schema: SCHEMA, errors, diagnostics: Vec::new(), exit_code }
    }
}

impl Problem {
    /// A problem without a place.
    pub fn new(text: impl Into<String>) -> Problem {
        Problem { text: text.into(), place: None, accepted: Vec::new() }
    }
}

impl From<&Quote> for Place {
    fn from(quote: &Quote) -> Place {
        let ((line, column), before) = (quote.line_column(), quote.before.bytes);
        Place { file: quote.name.clone(), start: before + quote.span.start, end: before + quote.span.end, line, column }
    }
}
