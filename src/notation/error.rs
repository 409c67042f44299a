//! Errors in a text: what is wrong, where, and what would be accepted.

use std::fmt;
use std::ops::Range;

/// An error in the text of a position, a game or a square.
///
/// ```
/// use draughtsman::notation::{At, Error};
/// let error = Error::new(At::Byte(2), "there is no square 99").accepting("1 to 32");
/// assert_eq!(error.to_string(), "at byte 2: there is no square 99 (accepted: 1 to 32)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}{problem}{}", self.hint())]
pub struct Error {
    /// The place.
    pub at: At,
    /// What is wrong.
    pub problem: String,
    /// The accepted alternatives, as far as they are known.
    pub accepted: Vec<String>,
}

/// A place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum At {
    /// The text as a whole.
    Whole,
    /// A byte, counted from 0.
    Byte(usize),
    /// A line and a column, both counted from 1; the column counts characters.
    Line(usize, usize),
    /// A value in a nested text, by the keys that lead to it: `board.c3.kind`.
    Key(String),
}

/// The length of what precedes a part of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// The number of lines.
    pub lines: usize,
    /// The number of bytes.
    pub bytes: usize,
}

/// Whole lines of a longer text, with places counted from the start of the whole text.
///
/// ```
/// use draughtsman::notation::{At, Before, Part};
/// let part = Part { text: "2. 9-5 *", before: Before { lines: 40, bytes: 1000 } };
/// assert_eq!(part.word_of(&At::Line(41, 4)), Some(3..6));
/// assert_eq!(part.word_of(&At::Line(40, 4)), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'t> {
    /// The lines.
    pub text: &'t str,
    /// What precedes them.
    pub before: Before,
}

impl<'t, T: AsRef<str> + ?Sized> From<&'t T> for Part<'t> {
    fn from(text: &'t T) -> Part<'t> {
        Part { text: text.as_ref(), before: Before::default() }
    }
}

impl Part<'_> {
    /// The word at a place of the whole text, as a byte range of this part.
    pub fn word_of(&self, at: &At) -> Option<Range<usize>> {
        match at {
            At::Whole | At::Key(_) => None,
            At::Byte(byte) => At::Byte(byte.checked_sub(self.before.bytes)?).word_of(self.text),
            At::Line(line, column) => At::Line(line.checked_sub(self.before.lines)?, *column).word_of(self.text),
        }
    }
}

impl Error {
    /// A problem at a place.
    pub fn new(at: At, problem: impl Into<String>) -> Error {
        Error { at, problem: problem.into(), accepted: Vec::new() }
    }

    /// Adds what would be accepted.
    pub fn accepting(self, accepted: impl Into<String>) -> Error {
        self.accepting_any([accepted])
    }

    /// Adds several alternatives, any of which would be accepted.
    pub fn accepting_any<T: Into<String>>(self, accepted: impl IntoIterator<Item = T>) -> Error {
        Error { accepted: accepted.into_iter().map(Into::into).collect(), ..self }
    }

    /// The same problem at another place.
    pub fn moved(mut self, at: At) -> Error {
        self.at = at;
        self
    }

    /// The byte range of the wrong word in the text; none if the error has no place in it.
    ///
    /// ```
    /// use draughtsman::notation::{At, Error};
    /// assert_eq!(Error::new(At::Byte(3), "`33` is not on the board").word_of("B:W33,5:B1"), Some(3..5));
    /// assert_eq!(Error::new(At::Line(2, 4), "`9-5` is no move").word_of("1.\n2. 9-5 *"), Some(6..9));
    /// ```
    pub fn word_of(&self, text: &str) -> Option<Range<usize>> {
        self.at.word_of(text)
    }

    fn hint(&self) -> String {
        if self.accepted.is_empty() { String::new() } else { format!(" (accepted: {})", self.accepted.join(", ")) }
    }
}

impl At {
    /// The byte range of the word that begins at this place.
    pub fn word_of(&self, text: &str) -> Option<Range<usize>> {
        let start = match self {
            At::Whole | At::Key(_) => return None,
            At::Byte(byte) => *byte,
            At::Line(line, column) => {
                let before: usize = text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
                let (at, _) =
                    text.get(before..)?.char_indices().nth(column.checked_sub(1)?).unwrap_or((text.len() - before, ' '));
                before + at
            }
        };
        let rest = text.get(start..)?;
        let end = rest.find(|c: char| c.is_whitespace() || ",:;{}()[]\"".contains(c)).unwrap_or(rest.len());
        let least = rest.chars().next().filter(|c| !c.is_whitespace()).map_or(0, char::len_utf8);
        Some(start..start + end.max(least))
    }

    /// The line and column of a byte of a text.
    pub fn line_of(text: &str, byte: usize) -> At {
        let before = text.get(..byte).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        At::Line(before.matches('\n').count() + 1, before[start..].chars().count() + 1)
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            At::Whole => Ok(()),
            At::Byte(byte) => write!(f, "at byte {byte}: "),
            At::Line(line, column) => write!(f, "line {line}, column {column}: "),
            At::Key(path) => write!(f, "{path}: "),
        }
    }
}

/// Names in a row for a message, at most twelve.
pub(super) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    twelve(names).join(", ")
}

/// The first twelve names, and an ellipsis if there are more.
pub(super) fn twelve<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<&str> = names.into_iter().collect();
    if names.len() > 12 {
        names.truncate(12);
        names.push("…");
    }
    names
}
