//! What is typed, a line at a time.

use std::io::{self, BufRead, IsTerminal, Read};

use super::super::answer::Failure;

/// Longest line that is read.
const LONGEST: u64 = 4_096;

/// Standard input.
pub(super) struct Input {
    /// Whether a person sits there.
    pub(super) terminal: bool,
}

/// What came.
pub(super) enum Typed {
    /// A line, without its end.
    Line(String),
    /// More than anybody types.
    TooLong,
    /// Nothing more will come.
    End,
}

impl Input {
    pub(super) fn new() -> Input {
        Input { terminal: io::stdin().is_terminal() && io::stdout().is_terminal() }
    }

    /// The next line.
    pub(super) fn line(&mut self) -> Result<Typed, Failure> {
        let wrong = |error| Failure::Wrong(format!("standard input: {error}"));
        let mut stdin = io::stdin().lock();
        let mut bytes = Vec::new();
        stdin.by_ref().take(LONGEST).read_until(b'\n', &mut bytes).map_err(wrong)?;
        if bytes.is_empty() {
            return Ok(Typed::End);
        }
        if bytes.last() != Some(&b'\n') && bytes.len() as u64 == LONGEST {
            stdin.skip_until(b'\n').map_err(wrong)?;
            return Ok(Typed::TooLong);
        }
        Ok(Typed::Line(String::from_utf8_lossy(&bytes).trim().to_owned()))
    }
}

/// A seed for who gives none.
pub(super) fn any_number() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(1, |time| time.as_micros() as u64 % 1_000_000_000)
}
