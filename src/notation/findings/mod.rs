//! Output formats of diagnostics: for people, for GitHub, as SARIF. (As JSON: [`crate::notation::json::check`].)
//!
//! The command line, the editor and the tests use the same functions, so that snapshots show what an author sees.

mod github;
mod human;
mod quoted;
mod sarif;

pub use github::{github, github_unread};
pub use human::{human, tally};
pub use quoted::{Quote, marked, quoted};
pub use sarif::sarif;

use crate::source::{Sources, Span};

/// The range of a text in lines and columns from 1; columns count characters, the end is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Region {
    start: (usize, usize),
    end: (usize, usize),
}

/// The lines and columns of a span.
fn region(sources: &Sources, span: Span) -> Region {
    let source = sources.get(span.file);
    Region { start: source.line_column(span.start), end: source.line_column(span.end.max(span.start)) }
}
