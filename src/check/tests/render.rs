//! Diagnostics as plain text for snapshots.

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{Sources, Span};

/// All diagnostics, one after another.
pub(super) fn render(sources: &Sources, found: &[Diagnostic]) -> String {
    let parts: Vec<String> = found.iter().map(|one| diagnostic(sources, one)).collect();
    parts.join("\n")
}

fn diagnostic(sources: &Sources, one: &Diagnostic) -> String {
    let severity = if one.severity == Severity::Error { "error" } else { "warning" };
    let mut out = format!("{severity}[{}]: {}\n", one.code, one.message);
    place(sources, one.span, '^', "", &mut out);
    for label in &one.labels {
        place(sources, label.span, '-', &label.text, &mut out);
    }
    for help in one.advice() {
        out.push_str(&format!("  = help: {help}\n"));
    }
    for change in &one.proposals {
        out.push_str(&format!("  = may be: `{}` becomes `{}`\n", sources.text(change.span), change.replacement));
    }
    out
}

fn place(sources: &Sources, span: Span, mark: char, text: &str, out: &mut String) {
    let source = sources.get(span.file);
    let (line, column) = source.line_column(span.start);
    let shown = source.text.lines().nth(line - 1).unwrap_or("");
    let len = sources.text(span).lines().next().unwrap_or("").chars().count().max(1);
    out.push_str(&format!("  {}:{line}:{column}\n", source.name));
    out.push_str(&format!("    {shown}\n"));
    out.push_str(format!("    {}{} {text}", " ".repeat(column - 1), mark.to_string().repeat(len)).trim_end());
    out.push('\n');
}
