//! Errors of a session.

use std::fmt;

use crate::agents::Undecided;
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::LimitReached;
use crate::library::LoadError;
use crate::notation::findings::{Quote, tally};
use crate::notation::json::check::finding;
use crate::notation::json::failure::{self, Place, Problem};
use crate::notation::{self, Part};
use crate::source::Sources;

/// Why a request to a session fails.
///
/// ```
/// use draughtsman::session::Session;
/// let error = Session::bundled("englich").unwrap_err();
/// assert_eq!(error.to_string(), "there is no variant `englich`; did you mean `english`?");
/// ```
#[derive(Clone, Debug)]
pub enum Error {
    /// A text that cannot be read as what was requested, or an unknown name.
    Misread(Box<Misread>),
    /// The rules that are needed have errors.
    Unsound(Box<Unsound>),
}

/// Something that cannot be read as what was requested.
#[derive(Clone, Debug, Default)]
pub struct Misread {
    /// What is wrong, a sentence.
    pub problem: String,
    /// The sentence without the keys of the place, if the place is given by keys.
    pub keyless: Option<String>,
    /// The place.
    pub quote: Option<Quote>,
    /// What would be accepted.
    pub accepted: Vec<String>,
    /// Similar names that may have been meant.
    pub near: Vec<String>,
    /// Whether `problem` already says what would be accepted.
    pub said: bool,
}

/// Rules with errors.
#[derive(Clone, Debug)]
pub struct Unsound {
    /// The texts of the rules.
    pub sources: Sources,
    /// All diagnostics, including warnings.
    pub found: Vec<Diagnostic>,
}

/// The exit code of a command that failed.
pub const FAILED: u8 = 2;

impl Error {
    /// Wrong input, described by a sentence.
    pub fn wrong(problem: impl ToString) -> Error {
        Error::Misread(Box::new(Misread { problem: problem.to_string(), ..Misread::default() }))
    }

    /// Wrong input, and what would be accepted instead.
    pub fn unknown<T: ToString>(problem: impl Into<String>, accepted: impl IntoIterator<Item = T>) -> Error {
        let accepted = accepted.into_iter().map(|one| one.to_string()).collect();
        Error::Misread(Box::new(Misread { problem: problem.into(), accepted, ..Misread::default() }))
    }

    /// An unknown name, and similar names.
    pub fn misspelt(problem: impl Into<String>, near: Vec<String>) -> Error {
        Error::Misread(Box::new(Misread { problem: problem.into(), near, ..Misread::default() }))
    }

    /// A text that cannot be read, with the wrong part marked; `name` is the name of the text.
    pub fn misread<'t>(name: &str, text: impl Into<Part<'t>>, error: &notation::Error) -> Error {
        Error::Misread(Box::new(Misread::of(name, text, error)))
    }

    /// The error in the form of the JSON output.
    pub fn to_wire(&self) -> failure::Failure {
        match self {
            Error::Misread(misread) => failure::Failure::of(vec![misread.to_wire()], FAILED),
            Error::Unsound(unsound) => unsound.to_wire(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Misread(misread) => f.write_str(&misread.sentence()),
            Error::Unsound(unsound) => f.write_str(&unsound.sentence()),
        }
    }
}

impl std::error::Error for Error {}

impl From<Undecided> for Error {
    fn from(undecided: Undecided) -> Error {
        Error::wrong(undecided)
    }
}

impl From<LimitReached> for Error {
    fn from(limit: LimitReached) -> Error {
        Error::wrong(limit)
    }
}

impl From<LoadError> for Error {
    fn from(error: LoadError) -> Error {
        match error {
            LoadError::Unknown { name, near } if near.is_empty() => Error::wrong(format!(
                "there is no variant `{name}`\nA variant is a name, title or alias of `draughtsman list`, a path to a rule file or \
                 its name without the ending, or `-`."
            )),
            LoadError::Unknown { name, near } => Error::misspelt(format!("there is no variant `{name}`"), near),
            LoadError::Ambiguous { name, choices } => Error::unknown(format!("`{name}` may mean several variants"), choices),
            error @ LoadError::Unreadable { .. } => Error::wrong(error),
        }
    }
}

impl Misread {
    /// A text that cannot be read, with the wrong part of it.
    pub fn of<'t>(name: &str, text: impl Into<Part<'t>>, error: &notation::Error) -> Misread {
        let (text, accepted) = (text.into(), error.accepted.clone());
        match text.word_of(&error.at) {
            Some(span) => {
                let quote = Some(Quote::new(name, text, span));
                Misread { problem: error.problem.clone(), quote, accepted, ..Misread::default() }
            }
            None => {
                let (problem, keyless) = (format!("{name}: {}{}", error.at, error.problem), Some(error.problem.clone()));
                Misread { problem, keyless, accepted, ..Misread::default() }
            }
        }
    }

    /// The error on one line.
    pub fn sentence(&self) -> String {
        let place = self.quote.as_ref().map(Place::from);
        let place = place.map_or_else(String::new, |place| format!("{}:{}:{}: ", place.file, place.line, place.column));
        let accepted = match self.accepted.is_empty() || self.said {
            true => String::new(),
            false => format!(" (accepted: {})", self.accepted.join(", ")),
        };
        let near: Vec<String> = self.near.iter().map(|name| format!("`{name}`")).collect();
        let near = if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(" or ")) };
        format!("{place}{}{accepted}{near}", self.problem)
    }

    /// The same for a user who has not seen the wrong text: without the keys of the place.
    pub fn without_keys(mut self) -> Misread {
        self.problem = self.keyless.take().unwrap_or(self.problem);
        self
    }

    /// The problem in the form of the JSON output.
    pub fn to_wire(&self) -> Problem {
        Problem {
            text: self.problem.clone(),
            place: self.quote.as_ref().map(Place::from),
            accepted: self.accepted.iter().chain(&self.near).cloned().collect(),
        }
    }
}

impl Unsound {
    fn errors(&self) -> Vec<&Diagnostic> {
        self.found.iter().filter(|one| one.severity == Severity::Error).collect()
    }

    fn sentence(&self) -> String {
        format!("the rules cannot be used: {}", tally(&self.errors()))
    }

    /// The errors in the form of the JSON output.
    pub fn to_wire(&self) -> failure::Failure {
        let diagnostics = self.errors().into_iter().map(|one| finding(&self.sources, one)).collect();
        failure::Failure { diagnostics, ..failure::Failure::of(vec![Problem::new(self.sentence())], FAILED) }
    }
}
