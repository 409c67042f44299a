//! Reports for continuous integration: what was tested and how it went, as JUnit XML and as GitLab Code Quality.

mod gitlab;
mod junit;

use std::io::Write;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use draughtsman::diagnostic::{Diagnostic, Severity};
use draughtsman::notation::findings::human;
use draughtsman::source::Sources;

use super::answer::{Failure, Misread};
use super::arguments::JsonArgument;
use super::terminal;

/// A format for continuous integration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Report {
    /// JUnit XML.
    Junit,
    /// GitLab Code Quality.
    Gitlab,
}

/// `--format` and `--json` of a command that tries things.
#[derive(clap::Args)]
pub(crate) struct FormatArguments {
    /// How to say it
    #[arg(long, value_name = "FORMAT", default_value = "human", conflicts_with = "json")]
    format: Format,
    #[command(flatten)]
    json: JsonArgument,
}

impl FormatArguments {
    /// The format that was chosen.
    pub(crate) fn format(&self) -> Format {
        if self.json.json { Format::Json } else { self.format }
    }
}

/// How to report what was tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// In words.
    Human,
    /// As one JSON object.
    Json,
    /// For continuous integration.
    Report(Report),
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Format] {
        &[Format::Human, Format::Json, Format::Report(Report::Junit), Format::Report(Report::Gitlab)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Format::Human => ("human", "In words"),
            Format::Json => ("json", "One JSON object (docs/formats.md)"),
            Format::Report(Report::Junit) => ("junit", "JUnit's XML, which Jenkins, GitLab, Azure and others show as tests"),
            Format::Report(Report::Gitlab) => ("gitlab", "GitLab's Code Quality, which marks the lines in a merge request"),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

/// Something that was tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tried {
    /// The file that it belongs to.
    pub(crate) file: String,
    /// Its name within the file.
    pub(crate) name: String,
    /// What is wrong with it; empty if the test passed.
    pub(crate) faults: Vec<Fault>,
}

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Whether it changes the exit code.
    pub(crate) grave: bool,
    /// Its kind: a code of `explain`, or a word.
    pub(crate) kind: String,
    /// The fault in a sentence.
    pub(crate) message: String,
    /// The full text, for people.
    pub(crate) text: String,
    /// Where it is: a file, and a line counted from 1.
    pub(crate) place: (String, usize),
}

impl Fault {
    /// The kind of something that could not be read.
    pub(crate) const UNREAD: &str = "unread";

    /// A finding of the checker. It is grave if it is an error, or if warnings are grave too.
    pub(crate) fn of(sources: &Sources, one: &Diagnostic, warnings_are_grave: bool) -> Fault {
        let source = sources.get(one.span.file);
        Fault {
            grave: warnings_are_grave || one.severity == Severity::Error,
            kind: one.code.to_owned(),
            message: one.message.clone(),
            text: human(sources, &[one], false),
            place: (source.name.clone(), source.line_column(one.span.start).0),
        }
    }

    /// A file, or a part of it, that could not be read.
    pub(crate) fn unread(file: &str, misread: &Misread) -> Fault {
        let place = match &misread.quote {
            Some(quote) => (quote.name.clone(), quote.line_column().0),
            None => (file.to_owned(), 1),
        };
        let (message, text) = (misread.problem.clone(), misread.sentence());
        Fault { grave: true, kind: Fault::UNREAD.to_owned(), message, text, place }
    }
}

/// Writes a report of what a command has tested.
pub(crate) fn write(report: Report, command: &str, tried: &[Tried], out: &mut dyn Write) -> Result<(), Failure> {
    let text = match report {
        Report::Junit => junit::report(command, tried)?,
        Report::Gitlab => gitlab::report(tried),
    };
    Ok(terminal::data(text.as_bytes(), out)?)
}
