//! How a command ends: its exit code, and what is reported where there is no answer, in words or in JSON.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::ValueEnum as _;
use clap::error::{ContextKind, ContextValue};
use draughtsman::notation;
use draughtsman::notation::findings::quoted;
use draughtsman::notation::json::failure::{self, Problem};
use draughtsman::session::{Error, FAILED};

pub(crate) use draughtsman::session::{Misread, Unsound};

use super::arguments::Colour;
use super::report;

/// How a command answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It did what was asked: exit 0.
    Yes,
    /// The answer is no: exit 1. Errors were found, a file is not formatted, a move is illegal.
    No,
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Misuse, unreadable or wrong input, described in a sentence: exit 2.
    Wrong(String),
    /// The same, with the place in a text, or with what would be accepted: exit 2.
    Misread(Box<Misread>),
    /// The rules that are needed have mistakes: exit 2.
    Unsound(Box<Unsound>),
    /// The same as `Wrong`, already reported: exit 2.
    Told,
    /// Work was stopped from outside before its end. The exit code is given: 130 for Ctrl-C.
    Stopped(u8),
    /// The answer could not be written. A closed pipe is no failure: its reader needs no more.
    Output(io::Error),
}

impl Failure {
    /// Wrong input, in a sentence.
    pub(crate) fn wrong(problem: impl ToString) -> Failure {
        Failure::Wrong(problem.to_string())
    }

    /// Wrong input, and what would be accepted instead.
    pub(crate) fn unknown<T: ToString>(problem: impl Into<String>, accepted: impl IntoIterator<Item = T>) -> Failure {
        let accepted = accepted.into_iter().map(|one| one.to_string()).collect();
        Failure::Misread(Box::new(Misread { problem: problem.into(), accepted, ..Misread::default() }))
    }

    /// Wrong input, with a message that already says what would be accepted.
    pub(crate) fn said(problem: impl Into<String>, accepted: Vec<String>) -> Failure {
        Failure::Misread(Box::new(Misread { problem: problem.into(), said: true, accepted, ..Misread::default() }))
    }

    /// An unknown name, and similar names that may have been meant.
    pub(crate) fn misspelt(problem: impl Into<String>, near: Vec<String>) -> Failure {
        Failure::Misread(Box::new(Misread { problem: problem.into(), near, ..Misread::default() }))
    }

    /// A text that cannot be read, with the wrong part of it.
    pub(crate) fn misread(name: &str, text: &str, error: &notation::Error) -> Failure {
        Failure::Misread(Box::new(Misread::of(name, text, error)))
    }

    /// Returns what to report of the failure where work goes on. Mistakes in rules are reported at once.
    ///
    /// # Errors
    /// The failure itself, if work cannot go on.
    pub(crate) fn sentence(self) -> Result<String, Failure> {
        match self {
            Failure::Wrong(problem) => Ok(problem),
            Failure::Misread(misread) => Ok(misread.sentence()),
            Failure::Unsound(unsound) => {
                report::errors(&unsound.sources, &unsound.found);
                Ok("these rules have mistakes".to_owned())
            }
            Failure::Told => Ok("it cannot be used".to_owned()),
            Failure::Output(_) | Failure::Stopped(_) => Err(self),
        }
    }

    /// Returns what was misread.
    ///
    /// # Errors
    /// The failure itself, if it is of another kind.
    pub(crate) fn into_misread(self) -> Result<Misread, Failure> {
        match self {
            Failure::Wrong(problem) => Ok(Misread { problem, ..Misread::default() }),
            Failure::Misread(misread) => Ok(*misread),
            other => Err(other),
        }
    }
}

/// Reports on standard error what was misread, with the wrong part marked.
pub(crate) fn say(misread: &Misread) {
    if misread.quote.is_none() {
        return report::say("error", &misread.sentence());
    }
    let accepted = (!misread.accepted.is_empty()).then(|| format!("accepted: {}", misread.accepted.join(", ")));
    let help: Vec<String> = accepted.into_iter().collect();
    // Where standard error is closed, nothing can be reported.
    let _ = write!(anstream::stderr().lock(), "{}", quoted(&misread.problem, misread.quote.as_ref(), &help, true));
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Misread(misread) => Failure::Misread(misread),
            Error::Unsound(unsound) => Failure::Unsound(unsound),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// Whether the arguments, of whatever command, ask for an answer in JSON; failures are then reported in JSON too.
pub(super) fn wants_json(arguments: impl Iterator<Item = OsString>) -> bool {
    let arguments: Vec<OsString> = arguments.take_while(|argument| argument != "--").collect();
    let plain = arguments.iter().any(|argument| argument == "--json" || argument == "--format=json");
    plain || arguments.windows(2).any(|two| two[0] == "--format" && two[1] == "json")
}

/// The value of `--color` on a command line that cannot be parsed.
pub(super) fn wanted_colour(arguments: &[OsString]) -> Colour {
    let words = || arguments.iter().take_while(|argument| *argument != "--").filter_map(|argument| argument.to_str());
    let apart = words().zip(words().skip(1)).filter_map(|(name, value)| (name == "--color").then_some(value));
    let value = words().filter_map(|word| word.strip_prefix("--color=")).chain(apart).last();
    value.and_then(|value| Colour::from_str(value, false).ok()).unwrap_or_default()
}

/// Reports a failure, and returns the exit code of the process.
pub(super) fn exit_code(result: Result<Answer, Failure>, json: bool) -> ExitCode {
    let failure = match result {
        Ok(Answer::Yes) => return ExitCode::SUCCESS,
        Ok(Answer::No) => return ExitCode::from(1),
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Err(failure) => failure,
    };
    match failure {
        Failure::Stopped(code) => return ExitCode::from(code),
        Failure::Wrong(_) | Failure::Misread(_) | Failure::Unsound(_) if json => say_in_json(&in_json(failure)),
        failure => tell(&failure),
    }
    ExitCode::from(FAILED)
}

/// Reports a failure in words, on standard error.
pub(super) fn tell(failure: &Failure) {
    match failure {
        Failure::Wrong(problem) => report::say("error", problem),
        Failure::Misread(misread) => say(misread),
        Failure::Unsound(unsound) => report::errors(&unsound.sources, &unsound.found),
        Failure::Output(error) => report::say("error", &format!("the answer cannot be written: {error}")),
        Failure::Told | Failure::Stopped(_) => {}
    }
}

/// Reports in JSON a command line that cannot be parsed.
pub(super) fn usage_in_json(error: &clap::Error) -> ExitCode {
    let rendered = error.render().to_string();
    let told = rendered.split("\n\n").next().unwrap_or_default();
    let told = told.strip_prefix("error: ").unwrap_or(told);
    let mut problem = Problem::new(told.split_whitespace().collect::<Vec<_>>().join(" "));
    for (kind, value) in error.context() {
        let helps = matches!(
            kind,
            ContextKind::ValidValue
                | ContextKind::ValidSubcommand
                | ContextKind::SuggestedArg
                | ContextKind::SuggestedSubcommand
                | ContextKind::SuggestedValue
        );
        match value {
            ContextValue::String(one) if helps => problem.accepted.push(one.clone()),
            ContextValue::Strings(several) if helps => problem.accepted.extend(several.iter().cloned()),
            _ => {}
        }
    }
    say_in_json(&failure::Failure::of(vec![problem], FAILED));
    ExitCode::from(FAILED)
}

fn in_json(failure: Failure) -> failure::Failure {
    match failure {
        Failure::Unsound(unsound) => unsound.to_wire(),
        other => failure::Failure::of(vec![other.into_misread().unwrap_or_default().to_wire()], FAILED),
    }
}

fn say_in_json(said: &failure::Failure) {
    // Where standard output is closed, nothing can be reported.
    if let Ok(text) = serde_json::to_string(said) {
        let _ = writeln!(anstream::stdout().lock(), "{text}");
    }
}
