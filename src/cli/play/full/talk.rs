//! What is said during a game on the whole screen, and the line in which somebody types.

use std::io::Write;

use super::super::super::answer::Failure;
use super::super::super::terminal::Words;
use super::super::complete;

/// Lines that are kept.
const MOST_LINES: usize = 2_000;

/// What was said, the last line last.
#[derive(Default)]
pub(super) struct Said {
    lines: Vec<String>,
    /// How many rows the reader has gone back.
    pub(super) back: usize,
    /// Lines that were said last and have not been seen, of which the first ones are to be seen first.
    unseen: usize,
}

impl Said {
    /// Lets somebody speak who has much to say: more than there is room for is read from its first line on.
    pub(super) fn at_length<T>(&mut self, speak: impl FnOnce(&mut dyn Write) -> Result<T, Failure>) -> Result<T, Failure> {
        let before = self.lines.len();
        let spoken = self.by(speak);
        self.unseen = self.lines.len().saturating_sub(before);
        spoken
    }

    /// Lets somebody speak, and keeps what is said, control characters spelt; what comes of it.
    pub(super) fn by<T>(&mut self, speak: impl FnOnce(&mut dyn Write) -> Result<T, Failure>) -> Result<T, Failure> {
        let mut bytes = Vec::new();
        let spoken = speak(&mut Words(&mut bytes));
        let text = String::from_utf8_lossy(&bytes);
        self.lines.extend(text.lines().map(str::to_owned));
        (self.back, self.unseen) = (0, 0);
        let many = self.lines.len().saturating_sub(MOST_LINES);
        self.lines.drain(..many);
        spoken
    }

    /// Nothing was said.
    pub(super) fn forget(&mut self) {
        *self = Said::default();
    }

    /// The last rows, broken to so many columns, as far back as the reader has gone.
    pub(super) fn rows(&mut self, columns: usize, rows: usize) -> Vec<String> {
        let unseen = std::mem::take(&mut self.unseen).min(self.lines.len());
        let all: Vec<String> = self.lines.iter().flat_map(|line| broken(line, columns)).collect();
        if unseen > 0 {
            let new: usize = self.lines[self.lines.len() - unseen..].iter().map(|line| broken(line, columns).len()).sum();
            self.back = new.saturating_sub(rows);
        }
        self.back = self.back.min(all.len().saturating_sub(rows));
        let end = all.len() - self.back;
        all[end.saturating_sub(rows)..end].to_vec()
    }
}

/// A line in rows of so many columns, broken at blanks where there are any.
pub(super) fn broken(line: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let mut rows = Vec::new();
    let mut rest: Vec<char> = line.chars().collect();
    while rest.len() > columns {
        let at = rest[..=columns].iter().rposition(|c| *c == ' ').filter(|at| *at > 0).unwrap_or(columns);
        let after = rest.split_off(at);
        rows.push(rest.into_iter().collect());
        rest = after.into_iter().skip_while(|c| *c == ' ').collect();
    }
    rows.push(rest.into_iter().collect());
    rows
}

/// The line that is typed.
#[derive(Default)]
pub(super) struct Typing {
    pub(super) text: String,
    /// Lines typed before, and which of them is shown, from the last.
    before: Vec<String>,
    shown: usize,
}

impl Typing {
    /// Longest line.
    const LONGEST: usize = 4_096;

    pub(super) fn push(&mut self, letter: char) {
        if self.text.len() < Typing::LONGEST {
            self.text.push(letter);
        }
    }

    /// The line, and an empty one after it.
    pub(super) fn take(&mut self) -> String {
        let line = std::mem::take(&mut self.text).trim().to_owned();
        if !line.is_empty() && self.before.last() != Some(&line) {
            self.before.push(line.clone());
        }
        self.shown = 0;
        line
    }

    /// A line that was typed before (`true`), or after that one.
    pub(super) fn call_back(&mut self, earlier: bool) {
        let shown = if earlier { (self.shown + 1).min(self.before.len()) } else { self.shown.saturating_sub(1) };
        self.shown = shown;
        self.text = shown.checked_sub(1).and_then(|back| self.before.iter().rev().nth(back)).cloned().unwrap_or_default();
    }

    /// Completes the line as far as all that it may become are alike; what it may become, if that is several things.
    pub(super) fn complete(&mut self, moves: &[String]) -> Vec<String> {
        let words = complete::Words { moves: moves.to_vec() };
        let (start, all) = words.completions(&self.text);
        let Some(first) = all.first() else { return Vec::new() };
        let alike = all.iter().fold(first.chars().count(), |alike, word| {
            alike.min(first.chars().zip(word.chars()).take_while(|(a, b)| a == b).count())
        });
        let begun: String = first.chars().take(alike).collect();
        if begun.len() >= self.text.len() - start {
            self.text.replace_range(start.., &begun);
        }
        if all.len() > 1 { all } else { Vec::new() }
    }
}
