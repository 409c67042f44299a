//! A fault of the program says what to report. There is none to be provoked, so this program fails in its place, with the same words.

#[path = "../../../src/cli/fault.rs"]
#[allow(clippy::module_inception, reason = "the module of the command, taken in as it is")]
mod fault;
#[path = "../../../src/cli/terminal.rs"]
#[allow(dead_code, reason = "the module of the command, of which a part is needed")]
mod terminal;

use std::ffi::OsString;
use std::process::Command;

#[test]
#[ignore = "fails on purpose: in a process of its own"]
fn fails() {
    fault::watch(&["draughtsman", "simulate", "mine.draughts\u{1b}[2J"].map(OsString::from));
    fault::chosen(77);
    fault::chosen(78);
    panic!("a fault\nof two lines");
}

#[test]
fn a_fault_says_what_to_report() {
    let mut other = Command::new(std::env::current_exe().unwrap());
    let ended = other.args(["--exact", "fault::fails", "--ignored", "--nocapture"]).output().unwrap();
    assert!(!ended.status.success());
    let said = String::from_utf8(ended.stderr).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    for line in [
        "error: the program has failed; that is a fault of its own, whatever it was given".to_owned(),
        "  what: a fault of two lines".to_owned(),
        format!("  version: {version} on {} {}", std::env::consts::OS, std::env::consts::ARCH),
        "  command: simulate 'mine.draughts\\u001b[2J'".to_owned(),
        "  seed: 77 (chosen by itself)".to_owned(),
    ] {
        assert!(said.lines().any(|one| one == line), "{line}\nin\n{said}");
    }
    assert!(said.contains("  where: tests/suite/fault/mod.rs:"), "{said}");
}
