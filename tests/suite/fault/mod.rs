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

/// The same on a terminal that the program has changed by then, as whoever reads key by key does, and bars of progress.
#[cfg(unix)]
#[test]
#[ignore = "fails on purpose: in a process of its own, on a terminal"]
fn fails_in_the_midst() {
    use std::io::Write as _;

    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
    fault::watch(&["draughtsman", "play"].map(OsString::from));
    let mut modes = tcgetattr(std::io::stdin()).expect("a terminal");
    modes.make_raw();
    tcsetattr(std::io::stdin(), OptionalActions::Now, &modes).expect("a terminal");
    std::io::stderr().write_all(HIDDEN.as_bytes()).expect("a terminal");
    terminal::drawn_on(true);
    let now = tcgetattr(std::io::stdin()).expect("a terminal").local_modes;
    assert!(!now.intersects(LocalModes::ICANON | LocalModes::ECHO), "the terminal is as it was");
    panic!("in the midst");
}

/// The cursor is gone, and there again.
#[cfg(unix)]
const HIDDEN: &str = "\x1b[?25l";
#[cfg(unix)]
const SHOWN: &str = "\x1b[?25h";

#[cfg(unix)]
#[test]
fn a_fault_leaves_the_terminal_as_it_was() {
    use std::io::Read as _;
    let (controller, own) = super::terminal::opened();
    // A terminal that nobody has open forgets how it was.
    let terminal = own();
    let modes = || {
        let now = rustix::termios::tcgetattr(&terminal).expect("a terminal");
        (now.input_modes, now.output_modes, now.control_modes, now.local_modes, format!("{:?}", now.special_codes))
    };
    let before = modes();
    let mut other = Command::new(std::env::current_exe().unwrap());
    other.args(["--exact", "fault::fails_in_the_midst", "--ignored", "--nocapture"]);
    let mut child = other.stdin(own()).stdout(own()).stderr(own()).spawn().unwrap();
    drop(other);
    assert!(!child.wait().unwrap().success());
    assert_eq!(modes(), before);
    drop(terminal);
    let mut said = Vec::new();
    // Nobody holds the other end any more: behind what was said that is an error to who reads.
    let _ = std::fs::File::from(controller).read_to_end(&mut said);
    let said = String::from_utf8_lossy(&said);
    let after = said.split_once(HIDDEN).expect("a cursor that is hidden").1;
    let shown = after.find(SHOWN).expect("a cursor that is shown again");
    assert!(after.find("  what: in the midst").is_some_and(|told| shown < told), "{said}");
    assert!(after.find("\x1b[?1049l").is_some_and(|left| left < shown), "the screen as it was before: {said}");
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
