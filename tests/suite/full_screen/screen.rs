//! A game under way on the whole screen, as somebody sees it who presses keys.

use std::fs::File;
use std::io::Write;
use std::num::NonZero;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use rustix::termios::{Winsize, tcsetwinsize};
use vt100::Parser;

use super::super::shell::command;
use super::super::terminal::{heard, opened};

/// Nothing takes longer to be shown.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal as most are, but without colours.
pub(super) const USUAL: [(&str, &str); 3] = [("LANG", "C.UTF-8"), ("NO_COLOR", "1"), ("TERM", "xterm")];

/// A picture comes in pieces: it is whole when nothing more has come for so long.
const QUIET: Duration = Duration::from_millis(200);

/// A game under way, and the terminal on which it is shown.
pub(super) struct Screen {
    pub(super) child: Child,
    pub(super) keyboard: Option<File>,
    shown: Receiver<Vec<u8>>,
    pub(super) terminal: Parser,
    /// All that came, signs that move the cursor included.
    pub(super) came: String,
}

impl Screen {
    pub(super) fn new(arguments: &[&str], folder: &Path) -> Screen {
        Screen::of((34, 100), &USUAL, arguments, folder)
    }

    pub(super) fn of((rows, columns): (u16, u16), environment: &[(&str, &str)], arguments: &[&str], folder: &Path) -> Screen {
        let (controller, own) = opened();
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&controller, size).expect("a terminal");
        let mut command = command(&[&["play"], arguments].concat());
        command.current_dir(folder).env_remove("LC_ALL").env_remove("NO_COLOR").envs(environment.iter().copied());
        let child = command.stdin(own()).stdout(own()).stderr(own()).spawn().expect("the program starts");
        drop(command);
        let (keyboard, shown) = heard(controller);
        let [high, wide] = [rows, columns].map(|many| NonZero::new(many).expect("a screen"));
        Screen { child, keyboard: Some(keyboard), shown, terminal: Parser::new(high, wide, 0), came: String::new() }
    }

    pub(super) fn press(&mut self, keys: &str) -> &mut Screen {
        self.keyboard.as_mut().expect("a keyboard").write_all(keys.as_bytes()).expect("a terminal");
        self
    }

    pub(super) fn text(&self) -> String {
        self.terminal.screen().contents()
    }

    /// Waits until the screen is so, and nothing more comes; what it shows then.
    pub(super) fn until(&mut self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let since = Instant::now();
        loop {
            let done = is_so(&self.text());
            let patience = if done { QUIET } else { PATIENCE.saturating_sub(since.elapsed()) };
            match self.shown.recv_timeout(patience) {
                Ok(bytes) => {
                    self.terminal.process(&bytes);
                    self.came.push_str(&String::from_utf8_lossy(&bytes));
                }
                Err(_) if done => return self.text(),
                Err(_) => panic!("not {what}:\n{}", self.text()),
            }
        }
    }

    pub(super) fn wait(&mut self, part: &str) -> String {
        self.until(part, |text| text.contains(part))
    }

    /// Presses keys, and waits for what they lead to.
    pub(super) fn then(&mut self, keys: &str, part: &str) -> String {
        self.press(keys);
        self.wait(part)
    }

    /// A tap where this stands on the screen, so many signs further on.
    pub(super) fn tap(&mut self, part: &str, on: usize) -> &mut Screen {
        let text = self.text();
        // The board is at the left.
        let column = |line: &str| {
            let board: String = line.chars().take(54).collect();
            board.find(part).map(|at| board[..at].chars().count() + on)
        };
        let (row, column) =
            text.lines().enumerate().find_map(|(row, line)| Some((row, column(line)?))).expect("something to tap on");
        self.press(&format!("\x1b[<0;{};{}M\x1b[<0;{0};{1}m", column + 1, row + 1))
    }

    /// The terminal is closed, of which a signal tells; the exit code.
    pub(super) fn hangs_up(&mut self) -> i32 {
        drop(self.keyboard.take());
        // The reader holds the terminal too, until the program has ended.
        let hung_up = Command::new("kill").args(["-HUP", &self.child.id().to_string()]).status();
        assert!(hung_up.expect("`kill`").success());
        self.ends()
    }

    /// Waits for the end; the exit code.
    pub(super) fn ends(&mut self) -> i32 {
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("the program") {
                // What was said last may still be on its way.
                while let Ok(bytes) = self.shown.recv_timeout(Duration::from_secs(1)) {
                    self.terminal.process(&bytes);
                }
                return status.code().unwrap_or(-1);
            }
            assert!(since.elapsed() < PATIENCE, "it does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // It has ended, or the test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
