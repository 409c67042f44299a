//! How a command ends: exit codes, and what is said where there is no answer, in words or in JSON.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use draughtsman::diagnostic::Diagnostic;
use draughtsman::notation;
use draughtsman::notation::findings::{Quote, quoted, tally};
use draughtsman::notation::json::check::finding;
use draughtsman::notation::json::failure::{self, Place, Problem};
use draughtsman::source::Sources;

use super::report;

/// What a command answers.
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
    /// Misuse, unreadable or wrong input, in a sentence: exit 2.
    Wrong(String),
    /// The same, with the place in a text, or with what would be accepted: exit 2.
    Misread(Box<Misread>),
    /// The rules that are needed have mistakes: exit 2.
    Unsound(Box<Unsound>),
    /// The same as `Wrong`, told already: exit 2.
    Told,
    /// The answer could not be written; a closed pipe is no failure, the reader has had enough.
    Output(io::Error),
}

/// Something that cannot be read as what was asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Misread {
    /// What is wrong, in a sentence.
    pub(crate) problem: String,
    /// Where.
    pub(crate) quote: Option<Quote>,
    /// What would be accepted.
    pub(crate) accepted: Vec<String>,
    /// What may have been meant.
    pub(crate) near: Vec<String>,
    /// The sentence says it all.
    pub(crate) said: bool,
}

/// Rules with mistakes.
#[derive(Debug)]
pub(crate) struct Unsound {
    pub(crate) sources: Sources,
    pub(crate) found: Vec<Diagnostic>,
}

/// The exit code of what could not be done.
const FAILED: u8 = 2;

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

    /// Wrong input, in words that say already what would be accepted.
    pub(crate) fn said(problem: impl Into<String>, accepted: Vec<String>) -> Failure {
        Failure::Misread(Box::new(Misread { problem: problem.into(), said: true, accepted, ..Misread::default() }))
    }

    /// A name that leads nowhere, and what may have been meant.
    pub(crate) fn misspelt(problem: impl Into<String>, near: Vec<String>) -> Failure {
        Failure::Misread(Box::new(Misread { problem: problem.into(), near, ..Misread::default() }))
    }

    /// A text that cannot be read, with the wrong part of it.
    pub(crate) fn misread(name: &str, text: &str, error: &notation::Error) -> Failure {
        Failure::Misread(Box::new(Misread::of(name, text, error)))
    }

    /// What to say of it where work goes on.
    ///
    /// # Errors
    /// The failure itself, where nothing can go on.
    pub(crate) fn sentence(self) -> Result<String, Failure> {
        match self {
            Failure::Wrong(problem) => Ok(problem),
            Failure::Misread(misread) => Ok(misread.sentence()),
            Failure::Unsound(unsound) => {
                report::errors(&unsound.sources, &unsound.found);
                Ok("these rules have mistakes".to_owned())
            }
            Failure::Told => Ok("it cannot be used".to_owned()),
            Failure::Output(_) => Err(self),
        }
    }

    /// What was misread.
    ///
    /// # Errors
    /// The failure itself, where it is something else.
    pub(crate) fn into_misread(self) -> Result<Misread, Failure> {
        match self {
            Failure::Wrong(problem) => Ok(Misread { problem, ..Misread::default() }),
            Failure::Misread(misread) => Ok(*misread),
            other => Err(other),
        }
    }
}

impl Misread {
    /// A text that cannot be read, with the wrong part of it.
    pub(crate) fn of(name: &str, text: &str, error: &notation::Error) -> Misread {
        let accepted = error.accepted.iter().cloned().collect();
        match error.word_of(text) {
            Some(span) => {
                let quote = Some(Quote { name: name.to_owned(), text: text.to_owned(), span });
                Misread { problem: error.problem.clone(), quote, accepted, ..Misread::default() }
            }
            None => Misread { problem: format!("{name}: {}{}", error.at, error.problem), accepted, ..Misread::default() },
        }
    }

    /// In a line.
    pub(crate) fn sentence(&self) -> String {
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

    /// On standard error, the wrong part marked.
    pub(crate) fn say(&self) {
        if self.quote.is_none() {
            return report::say("error", &self.sentence());
        }
        let accepted = (!self.accepted.is_empty()).then(|| format!("accepted: {}", self.accepted.join(", ")));
        let help: Vec<String> = accepted.into_iter().collect();
        // Nobody can be told that standard error is closed.
        let _ = write!(anstream::stderr().lock(), "{}", quoted(&self.problem, self.quote.as_ref(), &help, true));
    }

    /// In the words of JSON.
    pub(crate) fn problem(&self) -> Problem {
        Problem {
            text: self.problem.clone(),
            place: self.quote.as_ref().map(Place::from),
            accepted: self.accepted.iter().chain(&self.near).cloned().collect(),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// Whether an answer in JSON is asked for, by whatever command: then what goes wrong is said in JSON too.
pub(super) fn wants_json(arguments: impl Iterator<Item = OsString>) -> bool {
    let arguments: Vec<OsString> = arguments.take_while(|argument| argument != "--").collect();
    let plain = arguments.iter().any(|argument| argument == "--json" || argument == "--format=json");
    plain || arguments.windows(2).any(|two| two[0] == "--format" && two[1] == "json")
}

/// What the shell is told.
pub(super) fn exit_code(result: Result<Answer, Failure>, json: bool) -> ExitCode {
    let failure = match result {
        Ok(Answer::Yes) => return ExitCode::SUCCESS,
        Ok(Answer::No) => return ExitCode::from(1),
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Err(failure) => failure,
    };
    match failure {
        Failure::Output(error) => report::say("error", &format!("the answer cannot be written: {error}")),
        Failure::Told => {}
        failure if json => say_in_json(&in_json(failure)),
        Failure::Wrong(problem) => report::say("error", &problem),
        Failure::Misread(misread) => misread.say(),
        Failure::Unsound(unsound) => report::errors(&unsound.sources, &unsound.found),
    }
    ExitCode::from(FAILED)
}

/// A command line that cannot be understood, in JSON.
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
        Failure::Unsound(unsound) => {
            let errors: Vec<&Diagnostic> = unsound.errors().collect();
            let problem = Problem::new(format!("the rules cannot be used: {}", tally(&errors)));
            let diagnostics = errors.iter().map(|one| finding(&unsound.sources, one)).collect();
            failure::Failure { diagnostics, ..failure::Failure::of(vec![problem], FAILED) }
        }
        other => {
            let misread = other.into_misread().unwrap_or_default();
            failure::Failure::of(vec![misread.problem()], FAILED)
        }
    }
}

impl Unsound {
    fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.found.iter().filter(|one| one.severity == draughtsman::diagnostic::Severity::Error)
    }
}

fn say_in_json(said: &failure::Failure) {
    // Nobody can be told that standard output is closed.
    if let Ok(text) = serde_json::to_string(said) {
        let _ = writeln!(anstream::stdout().lock(), "{text}");
    }
}
