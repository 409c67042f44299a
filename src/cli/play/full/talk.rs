//! Messages during a game on the full screen, and the line in which the user types.

use std::io::Write;

use super::super::super::answer::Failure;
use super::super::super::terminal::Words;
use super::super::complete;

/// Number of lines that are kept.
const MOST_LINES: usize = 2_000;

/// The messages, the latest line last.
#[derive(Default)]
pub(super) struct Said {
    lines: Vec<String>,
    /// Number of rows that the reader has scrolled back.
    pub(super) back: usize,
    /// Number of lines at the end that have not been shown, and are to be shown from their first line on.
    unseen: usize,
}

impl Said {
    /// Runs `speak`, which may write much: if it does not fit, it is shown from its first line on.
    pub(super) fn at_length<T>(&mut self, speak: impl FnOnce(&mut dyn Write) -> Result<T, Failure>) -> Result<T, Failure> {
        let before = self.lines.len();
        let spoken = self.by(speak);
        self.unseen = self.lines.len().saturating_sub(before);
        spoken
    }

    /// Runs `speak` and keeps what it writes, with control characters spelt out. Returns its result.
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

    /// Forgets all messages.
    pub(super) fn forget(&mut self) {
        *self = Said::default();
    }

    /// The rows to show, with lines wrapped at so many columns, at the place to which the reader has scrolled.
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

/// A line in rows of at most `columns` characters, wrapped at blanks where there are any.
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

/// The line that is being typed.
#[derive(Default)]
pub(super) struct Typing {
    pub(super) text: String,
    /// Lines typed before, and the place of the one that is shown, counted from the last; 0 means none of them.
    before: Vec<String>,
    shown: usize,
}

impl Typing {
    /// Greatest length of a line, in bytes.
    const LONGEST: usize = 4_096;

    pub(super) fn push(&mut self, letter: char) {
        if self.text.len() < Typing::LONGEST {
            self.text.push(letter);
        }
    }

    /// Takes the line, and leaves an empty one.
    pub(super) fn take(&mut self) -> String {
        let line = std::mem::take(&mut self.text).trim().to_owned();
        if !line.is_empty() && self.before.last() != Some(&line) {
            self.before.push(line.clone());
        }
        self.shown = 0;
        line
    }

    /// Recalls the line before (`true`) or after the one that is shown.
    pub(super) fn call_back(&mut self, earlier: bool) {
        let shown = if earlier { (self.shown + 1).min(self.before.len()) } else { self.shown.saturating_sub(1) };
        self.shown = shown;
        self.text = shown.checked_sub(1).and_then(|back| self.before.iter().rev().nth(back)).cloned().unwrap_or_default();
    }

    /// Completes the line as far as all its completions agree. Returns them, if there are several.
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
