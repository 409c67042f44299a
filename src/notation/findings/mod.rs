//! How mistakes are written: for people, for GitHub, as SARIF. (As JSON: [`crate::notation::json::check`].)
//!
//! One function for the command line, the editor and the tests, so that what the snapshots show is what an author sees.

mod github;
mod human;
mod quoted;
mod sarif;

pub use github::{github, github_unread};
pub use human::{human, tally};
pub use quoted::{Quote, marked, quoted};
pub use sarif::sarif;

use crate::source::{Sources, Span};

/// Where a stretch of text begins and ends: lines and columns from 1, columns in characters, the end one past the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Region {
    start: (usize, usize),
    end: (usize, usize),
}

/// Where a span lies in its file.
fn region(sources: &Sources, span: Span) -> Region {
    let source = sources.get(span.file);
    Region { start: source.line_column(span.start), end: source.line_column(span.end.max(span.start)) }
}
