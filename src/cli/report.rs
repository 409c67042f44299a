//! Messages on standard error.

use std::io::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use draughtsman::diagnostic::{Diagnostic, Severity};
use draughtsman::notation::findings::{human, tally};
use draughtsman::source::{Sources, escaped};

use super::terminal;

/// Whether `--quiet` was given, for the whole process.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Messages held back while the full screen is in use: written at once, they would overwrite the board.
static WAITING: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The levels of messages that `--quiet` does not leave out.
const NEEDED: [&str; 4] = ["error", "warning", "interrupted", "serving"];

/// From now on, prints messages of the [`NEEDED`] levels only.
pub(crate) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether `--quiet` is in force.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Takes the messages that have been held back while the full screen is in use.
#[cfg(feature = "full-screen")]
pub(crate) fn waiting() -> Vec<String> {
    WAITING.lock().map_or_else(|_| Vec::new(), |mut waiting| std::mem::take(&mut *waiting))
}

/// Prints a message on standard error: `error: there is no variant …`.
pub(crate) fn say(level: &str, text: &str) {
    if is_quiet() && !NEEDED.contains(&level) {
        return;
    }
    if terminal::is_drawn_on() {
        if let Ok(mut waiting) = WAITING.lock() {
            waiting.push(format!("{level}: {text}"));
        }
        return;
    }
    let style = match level {
        "error" => anstyle::AnsiColor::BrightRed.on_default().bold(),
        "warning" => anstyle::AnsiColor::Yellow.on_default().bold(),
        _ => anstyle::Style::new().bold(),
    };
    // Where standard error is closed, nothing can be reported.
    let _ = writeln!(anstream::stderr().lock(), "{style}{level}{style:#}: {}", escaped(text));
}

/// Prints the errors among these diagnostics on standard error.
pub(crate) fn errors(sources: &Sources, found: &[Diagnostic]) {
    let errors: Vec<&Diagnostic> = found.iter().filter(|one| one.severity == Severity::Error).collect();
    if !terminal::is_drawn_on() {
        let _ = write!(anstream::stderr().lock(), "{}", human(sources, &errors, true));
    }
    say("error", &tally(&errors));
}
