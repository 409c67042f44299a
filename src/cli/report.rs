//! Sentences on standard error.

use std::io::Write as _;

use draughtsman::diagnostic::{Diagnostic, Severity};
use draughtsman::notation::findings::{human, tally};
use draughtsman::source::{Sources, escaped};

/// `error: there is no variant …` on standard error.
pub(crate) fn say(level: &str, text: &str) {
    let style = match level {
        "error" => anstyle::AnsiColor::BrightRed.on_default().bold(),
        "warning" => anstyle::AnsiColor::Yellow.on_default().bold(),
        _ => anstyle::Style::new().bold(),
    };
    // Nobody can be told that standard error is closed.
    let _ = writeln!(anstream::stderr().lock(), "{style}{level}{style:#}: {}", escaped(text));
}

/// The errors among them, on standard error.
pub(crate) fn errors(sources: &Sources, found: &[Diagnostic]) {
    let errors: Vec<&Diagnostic> = found.iter().filter(|one| one.severity == Severity::Error).collect();
    let _ = write!(anstream::stderr().lock(), "{}", human(sources, &errors, true));
    say("error", &tally(&errors));
}
