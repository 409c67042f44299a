//! Panics: the report that they print, and restoring the terminal.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::panic::{PanicHookInfo, set_hook};
use std::sync::OnceLock;

use draughtsman::source::{escaped, in_quotes};

use super::terminal::Kept;

/// The first seed that the program chose itself. With it the run can be repeated.
static CHOSEN: OnceLock<u64> = OnceLock::new();

/// Records a seed that the program chose itself.
pub(crate) fn chosen(seed: u64) {
    CHOSEN.get_or_init(|| seed);
}

/// Makes panics print what a bug report needs. `arguments` is the command line.
pub(crate) fn watch(arguments: &[OsString]) {
    let command: Vec<String> = arguments.iter().skip(1).map(|argument| quoted(&argument.to_string_lossy())).collect();
    let (command, kept) = (command.join(" "), Kept::now());
    set_hook(Box::new(move |fault| {
        kept.restore();
        // Where standard error is closed, nothing can be reported.
        let _ = io::stderr().lock().write_all(escaped(&report(&command, fault)).as_bytes());
    }));
}

/// Quotes an argument for a shell.
fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=,+".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) { argument.to_owned() } else { in_quotes(argument) }
}

/// The text of the report.
fn report(command: &str, fault: &PanicHookInfo<'_>) -> String {
    let mut told = String::from("error: the program has failed; that is a fault of its own, whatever it was given\n");
    let what = fault.payload_as_str().unwrap_or("it does not say why");
    let place = fault.location().map_or_else(String::new, |at| format!("{}:{}:{}", at.file(), at.line(), at.column()));
    let version = format!("{} on {} {}", env!("CARGO_PKG_VERSION"), std::env::consts::OS, std::env::consts::ARCH);
    for (name, value) in [("what", what), ("where", &place), ("version", &version), ("command", command)] {
        // Writing to a string cannot fail.
        let _ = writeln!(told, "  {name}: {}", value.replace('\n', " "));
    }
    if let Some(seed) = CHOSEN.get() {
        let _ = writeln!(told, "  seed: {seed} (chosen by itself)");
    }
    told.push_str("Please report these lines, with the files that the command names: see SECURITY.md.\n");
    told
}
