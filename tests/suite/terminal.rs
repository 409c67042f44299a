//! `draughtsman play` on a terminal, as a person at a keyboard has it: keys go in, and what comes out is read from the screen.
#![cfg(unix)]

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use tempfile::TempDir;

use super::shell::command;

const UP: &str = "\x1b[A";
const LEFT: &str = "\x1b[D";
const TAB: &str = "\t";
const ENTER: &str = "\r";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";

/// Nothing takes longer to be said.
const PATIENCE: Duration = Duration::from_secs(60);

/// A game under way on a terminal.
struct Table {
    child: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    /// What was said since the last thing that was waited for.
    said: String,
    /// Where a game that is left is kept.
    folder: TempDir,
}

/// A terminal: the end of who sits at it, which no program inherits, and what gives a program the other one.
pub(super) fn opened() -> (OwnedFd, impl Fn() -> OwnedFd) {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a terminal");
    grantpt(&controller).expect("a terminal");
    unlockpt(&controller).expect("a terminal");
    let name = ptsname(&controller, Vec::new()).expect("a terminal").into_string().expect("a name");
    let own = move || OwnedFd::from(OpenOptions::new().read(true).write(true).open(&name).expect("a terminal"));
    (controller, own)
}

/// What is typed, and what comes, of who sits at a terminal.
pub(super) fn heard(controller: OwnedFd) -> (File, Receiver<Vec<u8>>) {
    let keyboard = File::from(controller);
    let mut reader = keyboard.try_clone().expect("a terminal");
    let (send, screen) = channel();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(read @ 1..) = reader.read(&mut bytes) {
            if send.send(bytes[..read].to_vec()).is_err() {
                return;
            }
        }
    });
    (keyboard, screen)
}

/// What a command says on standard error, where that is a terminal: what is wrong, or how far it has come.
pub(super) fn errors_on_a_terminal(folder: &Path, words: &[String], no_color: Option<&str>) -> String {
    let (controller, own) = opened();
    tcsetwinsize(&controller, Winsize { ws_row: 24, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 }).expect("a terminal");
    let mut command = command(&words.iter().map(String::as_str).collect::<Vec<_>>());
    command.current_dir(folder).env("TERM", "xterm").env_remove("CI").stdin(Stdio::null()).stdout(Stdio::null()).stderr(own());
    if let Some(value) = no_color {
        command.env("NO_COLOR", value);
    }
    let mut child = command.spawn().expect("the program starts");
    drop(command);
    let mut said = Vec::new();
    // When the program has ended, nobody holds the other end: that is an error to who reads.
    let _ = File::from(controller).read_to_end(&mut said);
    child.wait().expect("the program ends");
    String::from_utf8_lossy(&said).into_owned()
}

impl Table {
    fn new(arguments: &[&str]) -> Table {
        let (controller, own) = opened();
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = command(&[&["play"], arguments].concat());
        command.current_dir(folder.path()).env("TERM", "xterm").env("NO_COLOR", "1").stdin(own()).stdout(own()).stderr(own());
        let child = command.spawn().expect("the program starts");
        // Only the program holds the other end now: when it ends, reading ends.
        drop(command);
        let (keyboard, screen) = heard(controller);
        Table { child, keyboard, screen, said: String::new(), folder }
    }

    /// Presses keys.
    fn press(&mut self, keys: &str) -> &mut Table {
        self.keyboard.write_all(keys.as_bytes()).expect("a terminal");
        self
    }

    /// Waits until this is on the screen, behind what was waited for before; what was said up to it.
    fn wait(&mut self, part: &str) -> String {
        let since = Instant::now();
        loop {
            if let Some(at) = self.said.find(part) {
                let rest = self.said.split_off(at + part.len());
                return std::mem::replace(&mut self.said, rest);
            }
            let left = PATIENCE.saturating_sub(since.elapsed());
            match self.screen.recv_timeout(left) {
                Ok(bytes) => self.said.push_str(&String::from_utf8_lossy(&bytes)),
                Err(_) => panic!("no `{part}` in what follows:\n{}", self.said),
            }
        }
    }

    fn ends(&mut self) -> i32 {
        let since = Instant::now();
        loop {
            match self.child.try_wait().expect("the program") {
                Some(status) => return status.code().unwrap_or(-1),
                None if since.elapsed() > PATIENCE => panic!("it does not end"),
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        // It has ended, or the test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn tab_completes_moves_and_commands() {
    let mut table = Table::new(&["english"]);
    table.wait("Black> ");
    table.press("why 12").press(TAB).press(ENTER).wait("`12-16` is legal");
    table.wait("Black> ");
    // Whatever sign stands between the squares.
    table.press("12 ").press(TAB).press(ENTER).wait("Black: 12-16");
    table.wait("White> ");
    table.press("un").press(TAB).press(ENTER).wait("Taken back: 12-16.");
    table.wait("Black> ");
    // What may be several is completed as far as they are alike, and listed.
    table.press("11").press(TAB).press(TAB).wait("11-16");
    table.press("5").press(ENTER).wait("Black: 11-15");
    table.wait("White> ");
    table.press("qu").press(TAB).press(ENTER).wait("Goodbye.");
    assert_eq!(table.ends(), 0);
}

#[test]
fn arrow_keys_edit_the_line_and_bring_back_what_was_typed() {
    let mut table = Table::new(&["english"]);
    table.wait("Black> ");
    table.press("12-6").press(LEFT).press("1").press(ENTER).wait("Black: 12-16");
    table.wait("White> ");
    table.press("hint").press(ENTER).wait("Perhaps ");
    table.wait("White> ");
    table.press(UP).press(UP).wait("12-16");
    table.press(CTRL_C).wait("Saved: english.lost.toml");
    table.wait("Stopped. The game is saved");
    assert!(table.folder.path().join("english.lost.toml").exists());
    assert_eq!(table.ends(), 0);
}

#[test]
fn the_end_of_input_ends_the_game() {
    let mut table = Table::new(&["english"]);
    table.wait("Black> ");
    table.press(CTRL_D).wait("End of input.");
    assert_eq!(table.ends(), 0);
}

/// What `save` and `load` are to write and read is completed as a file's name.
#[test]
fn tab_completes_the_names_of_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("unlikely.toml");
    let mut table = Table::new(&["english", "--save", &game.to_string_lossy()]);
    table.wait("Black> ");
    table.press("11-15").press(ENTER).wait("White> ");
    table.press("save").press(ENTER).wait("Saved: ");
    table.wait("White> ");
    table.press(&format!("load {}", folder.path().join("unlik").display())).press(TAB).press(ENTER);
    table.wait(&format!("Loaded: {}", game.display()));
    // Before the line is asked for, the terminal would take the end of input as its own, and the program would never see it.
    table.wait("White> ");
    table.press(CTRL_D).wait("End of input.");
    assert_eq!(table.ends(), 0);
}

/// Who sits down next cannot call back what the other one has typed.
#[test]
fn what_was_typed_is_forgotten_when_the_keyboard_passes() {
    let mut table = Table::new(&["saving_private", "--seed", "7"]);
    table.wait("South> ");
    table.press("why c3-d4").press(ENTER).wait("is legal");
    table.wait("South> ");
    table.press("c3-d4").press(ENTER).wait("Pass the keyboard to North");
    table.press(ENTER).wait("North> ");
    table.press(UP).press("moves").press(ENTER);
    let line = table.wait("1. ");
    assert!(!line.contains("c3-d4") && line.contains("moves"), "{line}");
}
