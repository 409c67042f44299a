//! The JSON that a command prints instead of its answer when it fails.
//!
//! ```json
//! {"schema":1,"errors":[{"text":"`33` is not on the board","place":{"file":"--position","start":3,"end":5,"line":1,"column":4},
//!  "accepted":["1 to 32, or a1 to h8"]}],"diagnostics":[],"exit_code":2}
//! ```

use serde::{Deserialize, Serialize};

use super::SCHEMA;
use super::check::Finding;
use crate::notation::findings::Quote;

/// The output of a command that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// 1
    pub schema: u32,
    /// What is wrong; at least one problem.
    pub errors: Vec<Problem>,
    /// Errors in the rules that were requested, if these are the cause.
    pub diagnostics: Vec<Finding>,
    /// The exit code of the command.
    pub exit_code: u8,
}

/// A problem with a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The problem, a sentence.
    pub text: String,
    /// The place, if the problem is in a text.
    pub place: Option<Place>,
    /// What would be accepted, if that is known.
    pub accepted: Vec<String>,
}

/// A range of text: bytes from 0; line and column of the first byte from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The name of the text: a path, an argument, `<stdin>`.
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
    /// A failure with these problems and without diagnostics of rules.
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
