//! Sentences on standard error.

use std::io::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use draughtsman::diagnostic::{Diagnostic, Severity};
use draughtsman::notation::findings::{human, tally};
use draughtsman::source::{Sources, escaped};

use super::terminal;

/// `--quiet`: for the whole process, as it was started.
static QUIET: AtomicBool = AtomicBool::new(false);

/// What was said while the screen is drawn on as a whole: written then, it would go across the board.
static WAITING: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// What is said all the same.
const NEEDED: [&str; 4] = ["error", "warning", "interrupted", "serving"];

/// From now on only what has to be known.
pub(crate) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether only that is to be said.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// What was said since the screen is drawn on as a whole, and has not been asked for yet.
#[cfg(feature = "full-screen")]
pub(crate) fn waiting() -> Vec<String> {
    WAITING.lock().map_or_else(|_| Vec::new(), |mut waiting| std::mem::take(&mut *waiting))
}

/// `error: there is no variant …` on standard error.
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
    // Nobody can be told that standard error is closed.
    let _ = writeln!(anstream::stderr().lock(), "{style}{level}{style:#}: {}", escaped(text));
}

/// The errors among them, on standard error.
pub(crate) fn errors(sources: &Sources, found: &[Diagnostic]) {
    let errors: Vec<&Diagnostic> = found.iter().filter(|one| one.severity == Severity::Error).collect();
    if !terminal::is_drawn_on() {
        let _ = write!(anstream::stderr().lock(), "{}", human(sources, &errors, true));
    }
    say("error", &tally(&errors));
}
