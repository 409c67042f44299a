//! Diagnostics of a rule file, in JSON.
//!
//! ```json
//! {"schema":1,"diagnostics":[{"code":"E0101","severity":"error","message":"…","file":"my.draughts",
//!  "span":{"start":120,"end":127,"line":9,"column":3},"labels":[],"help":[],"fix":null}]}
//! ```

use serde::{Deserialize, Serialize};

use super::failure::Problem;
use crate::diagnostic::{self, Diagnostic};
use crate::source::{Sources, Span};

/// The output of `check --json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// 1
    pub schema: u32,
    /// All findings, in the order of the text.
    pub diagnostics: Vec<Finding>,
    /// Files that could not be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Problem>,
    /// The exit code, if a file could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<u8>,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// `E0101`
    pub code: String,
    /// How severe it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The file.
    pub file: String,
    /// The place in the file.
    pub span: Place,
    /// Further places that concern it.
    pub labels: Vec<Label>,
    /// What would be accepted.
    pub help: Vec<String>,
    /// A replacement that would correct it.
    pub fix: Option<Fix>,
}

/// Whether the rules can still be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// They cannot.
    Error,
    /// They can.
    Warning,
}

/// A range of text: bytes from 0; line and column of the first byte from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// Its line.
    pub line: usize,
    /// Its column, in characters.
    pub column: usize,
}

/// A further place that concerns a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// The file.
    pub file: String,
    /// The place in the file.
    pub span: Place,
    /// What the place has to do with the finding.
    pub text: String,
}

/// A replacement of text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    /// The file.
    pub file: String,
    /// The text to be replaced.
    pub span: Place,
    /// The new text.
    pub replacement: String,
}

/// A diagnostic in the form of the JSON output.
pub fn finding(sources: &Sources, one: &Diagnostic) -> Finding {
    let file = |span: Span| sources.get(span.file).name.clone();
    let place = |span: Span| {
        let (line, column) = sources.get(span.file).line_column(span.start);
        Place { start: span.start, end: span.end, line, column }
    };
    let label =
        |label: &crate::diagnostic::Label| Label { file: file(label.span), span: place(label.span), text: label.text.clone() };
    Finding {
        code: one.code.to_owned(),
        severity: match one.severity {
            diagnostic::Severity::Error => Severity::Error,
            diagnostic::Severity::Warning => Severity::Warning,
        },
        message: one.message.clone(),
        file: file(one.span),
        span: place(one.span),
        labels: one.labels.iter().map(label).collect(),
        help: one.advice(),
        fix: one.fix.as_ref().map(|fix| Fix {
            file: file(fix.span),
            span: place(fix.span),
            replacement: fix.replacement.clone(),
        }),
    }
}
