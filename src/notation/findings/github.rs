//! Diagnostics as GitHub workflow commands: each becomes an annotation on its line of a pull request.
//!
//! ```text
//! ::error file=my.draughts,line=25,col=16,endLine=25,endColumn=22,title=E0301::`forwrd` is not declared%0Adid you mean `forward`?
//! ```

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Sources;

use super::region;

/// One diagnostic as a command on one line.
pub fn github(sources: &Sources, one: &Diagnostic) -> String {
    let command = match one.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let place = region(sources, one.span);
    let file = property(&sources.get(one.span.file).name);
    let ((line, col), (end_line, end_col)) = (place.start, place.end);
    // GitHub shows columns only if the range is within one line.
    let end =
        if line == end_line { format!(",endLine={end_line},endColumn={end_col}") } else { format!(",endLine={end_line}") };
    let mut message = one.message.clone();
    for label in &one.labels {
        let place = region(sources, label.span).start;
        message.push_str(&format!("\n{} ({}:{}:{})", label.text, sources.get(label.span.file).name, place.0, place.1));
    }
    for help in one.advice() {
        message.push_str(&format!("\n{help}"));
    }
    format!("::{command} file={file},line={line},col={col}{end},title={}::{}", one.code, data(&message))
}

/// A file that could not be read, as a command on one line.
pub fn github_unread(text: &str) -> String {
    format!("::error::{}", data(text))
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
