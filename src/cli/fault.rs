//! A fault of the program itself: what is told of it, so that it can be reported, and the terminal as it was before.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::panic::{PanicHookInfo, set_hook};
use std::sync::OnceLock;

use draughtsman::source::{escaped, in_quotes};

use super::terminal::Kept;

/// The first seed that the program has chosen by itself: with it the same happens again.
static CHOSEN: OnceLock<u64> = OnceLock::new();

/// Notes a seed that nobody has asked for.
pub(crate) fn chosen(seed: u64) {
    CHOSEN.get_or_init(|| seed);
}

/// From now on a fault is told with what its report needs; `arguments` are those of the command.
pub(crate) fn watch(arguments: &[OsString]) {
    let command: Vec<String> = arguments.iter().skip(1).map(|argument| quoted(&argument.to_string_lossy())).collect();
    let (command, kept) = (command.join(" "), Kept::now());
    set_hook(Box::new(move |fault| {
        kept.restore();
        // Nobody can be told that standard error is closed.
        let _ = io::stderr().lock().write_all(escaped(&report(&command, fault)).as_bytes());
    }));
}

/// An argument as a shell takes it.
fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=,+".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) { argument.to_owned() } else { in_quotes(argument) }
}

/// What is told.
fn report(command: &str, fault: &PanicHookInfo<'_>) -> String {
    let mut told = String::from("error: the program has failed; that is a fault of its own, whatever it was given\n");
    let what = fault.payload_as_str().unwrap_or("it does not say why");
    let place = fault.location().map_or_else(String::new, |at| format!("{}:{}:{}", at.file(), at.line(), at.column()));
    let version = format!("{} on {} {}", env!("CARGO_PKG_VERSION"), std::env::consts::OS, std::env::consts::ARCH);
    for (name, value) in [("what", what), ("where", &place), ("version", &version), ("command", command)] {
        // A string takes whatever is written.
        let _ = writeln!(told, "  {name}: {}", value.replace('\n', " "));
    }
    if let Some(seed) = CHOSEN.get() {
        let _ = writeln!(told, "  seed: {seed} (chosen by itself)");
    }
    told.push_str("Please report these lines, with the files that the command names: see SECURITY.md.\n");
    told
}
