//! `draughtsman check`: all mistakes in rule files.

mod fix;
mod watch;

use std::collections::HashSet;
use std::io::Write;

use clap::ValueEnum;
use draughtsman::check::{Choices, Levels};
use draughtsman::diagnostic::{Diagnostic, Severity};
use draughtsman::engine::Position;
use draughtsman::library::{Loaded, certain};
use draughtsman::model::Variant;
use draughtsman::notation::counted;
use draughtsman::notation::findings::{github, github_unread, human, sarif, tally};
use draughtsman::notation::json::check::{Check, finding};
use draughtsman::notation::json::failure::Problem;
use draughtsman::program::Program;

use super::answer::{self, Answer, Failure, Misread};
use super::arguments::{ChoiceArguments, JsonArgument};
use super::ci::{self, Fault, Report, Tried};
use super::levels::LevelArguments;
use super::load::STDIN;
use super::output::ForceArgument;
use super::{files, load, report, terminal, write_json};

/// Check rule files: every mistake at once, where it is, and what would be accepted
#[derive(clap::Args)]
#[command(after_help = include_str!("help/check.txt"))]
pub(crate) struct Arguments {
    /// Rule files, folders of such, bundled names, or `-`
    #[arg(required_unless_present = "schema", value_name = "FILE")]
    files: Vec<String>,
    /// How to say it
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
    #[command(flatten)]
    json: JsonArgument,
    #[command(flatten)]
    choices: ChoiceArguments,
    #[command(flatten)]
    levels: LevelArguments,
    /// Exit code 1 for warnings too
    #[arg(long)]
    deny_warnings: bool,
    /// Make every change that is certain to be meant, then check; of `-`, the mended text goes to standard output
    #[arg(long)]
    fix: bool,
    /// Check again whenever a file or a parent of it changes, until Ctrl-C
    #[arg(long, conflicts_with_all = ["fix", "schema"])]
    watch: bool,
    #[command(flatten)]
    force: ForceArgument,
    /// Print the JSON schema of the front matter, for editors (docs/formats.md)
    #[arg(long, conflicts_with_all = ["files", "fix", "format", "json"])]
    schema: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The lines, with the mistakes marked
    Human,
    /// One JSON object (docs/formats.md)
    Json,
    /// Commands of a GitHub workflow, which mark the lines in a pull request
    Github,
    /// SARIF 2.1.0, for code hosts and editors
    Sarif,
    /// JUnit's XML, which most machines that test show: a test for each file
    Junit,
    /// GitLab's Code Quality, which marks the lines in a merge request
    Gitlab,
}

/// How files are to be checked.
struct Terms {
    choices: Choices,
    levels: Levels,
}

/// What was found in the files.
#[derive(Default)]
struct Found {
    checked: Vec<(Loaded, Vec<Diagnostic>)>,
    /// Files that could not be read.
    unread: Vec<(String, Misread)>,
    /// Sentences about games that are over at their start.
    over: Vec<String>,
}

/// Checks the files.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    if arguments.schema {
        writeln!(out, "{:#}", draughtsman::library::front_matter_schema())?;
        return Ok(Answer::Yes);
    }
    let terms = Terms { choices: arguments.choices.choices(), levels: arguments.levels.levels().map_err(Failure::Wrong)? };
    if arguments.watch {
        return watch::run(arguments, &terms, out);
    }
    if arguments.fix {
        return fix::run(arguments, &terms, out);
    }
    let found = look(&arguments.files, &terms)?;
    tell(arguments, &found, out)?;
    found.answer(arguments.deny_warnings)
}

impl Arguments {
    fn format(&self) -> Format {
        if self.json.json { Format::Json } else { self.format }
    }
}

/// Reads and checks files.
fn look(arguments: &[String], terms: &Terms) -> Result<Found, Failure> {
    let mut found = Found::default();
    if arguments.iter().filter(|argument| *argument == STDIN).count() > 1 {
        return Err(Failure::wrong("standard input can be read once: `-` stands twice"));
    }
    for file in files::expanded(arguments)? {
        match load::read(&file) {
            Ok(loaded) => found.add(loaded, terms)?,
            Err(failure) => found.unread.push((file, failure.into_misread()?)),
        }
    }
    found.once();
    Ok(found)
}

impl Found {
    fn add(&mut self, loaded: Loaded, terms: &Terms) -> Result<(), Failure> {
        let result = loaded.check_at(&terms.choices, &terms.levels);
        if let Some(refusal) = result.refusals.first() {
            return Err(load::refused(&loaded, refusal));
        }
        self.over.extend(result.variant.and_then(|variant| over_at_the_start(loaded.name(), &variant)));
        let mut diagnostics = result.diagnostics;
        certain(&loaded, &terms.choices, &terms.levels, &mut diagnostics);
        self.checked.push((loaded, diagnostics));
        Ok(())
    }

    /// Removes repetitions: what is wrong with a parent is reported once, and not again for every child.
    fn once(&mut self) {
        let mut said = HashSet::new();
        for (loaded, found) in &mut self.checked {
            found.retain(|one| {
                let name = loaded.sources.get(one.span.file).name.clone();
                said.insert((name, one.span.start, one.span.end, one.code, one.message.clone()))
            });
        }
    }

    /// The files that could not be read, each in a sentence.
    fn sentences(&self) -> Vec<String> {
        self.unread.iter().map(|(_, misread)| misread.sentence()).collect()
    }

    fn report(&self, report: Report, deny_warnings: bool, out: &mut dyn Write) -> Result<(), Failure> {
        let one = |file: &str, faults| Tried { file: file.to_owned(), name: "check".to_owned(), faults };
        let checked = self.checked.iter().map(|(loaded, found)| {
            let faults = found.iter().map(|found| Fault::of(&loaded.sources, found, deny_warnings)).collect();
            one(loaded.name(), faults)
        });
        let unread = self.unread.iter().map(|(file, misread)| one(file, vec![Fault::unread(file, misread)]));
        let tried: Vec<Tried> = checked.chain(unread).collect();
        ci::write(report, "check", &tried, out)?;
        summary(self);
        Ok(())
    }

    fn answer(&self, deny_warnings: bool) -> Result<Answer, Failure> {
        let bad = |one: &Diagnostic| deny_warnings || one.severity == Severity::Error;
        match self.checked.iter().any(|(_, found)| found.iter().any(bad)) {
            _ if !self.unread.is_empty() => Err(Failure::Told),
            true => Ok(Answer::No),
            false => Ok(Answer::Yes),
        }
    }
}

/// Reports the findings in the format that was chosen; what the format has no place for goes to standard error.
fn tell(arguments: &Arguments, found: &Found, out: &mut dyn Write) -> Result<(), Failure> {
    let format = arguments.format();
    if matches!(format, Format::Human | Format::Github) {
        found.unread.iter().for_each(|(_, misread)| answer::say(misread));
    }
    let each = found.checked.iter().flat_map(|(loaded, found)| found.iter().map(|one| (&loaded.sources, one)));
    match format {
        Format::Human => {
            for (loaded, found) in &found.checked {
                let found: Vec<&Diagnostic> = found.iter().collect();
                terminal::styled(human(&loaded.sources, &found, true).as_bytes(), out)?;
            }
            out.flush()?;
            summary(found);
        }
        Format::Json => {
            let diagnostics = each.map(|(sources, one)| finding(sources, one)).collect();
            let errors: Vec<Problem> = found.unread.iter().map(|(_, misread)| misread.to_wire()).collect();
            let exit_code = (!errors.is_empty()).then_some(2);
            write_json(out, &Check { schema: 1, diagnostics, errors, exit_code })?;
        }
        Format::Github => {
            for (sources, one) in each {
                writeln!(out, "{}", github(sources, one))?;
            }
            for (_, misread) in &found.unread {
                writeln!(out, "{}", github_unread(&misread.sentence()))?;
            }
            out.flush()?;
            summary(found);
        }
        Format::Sarif => {
            let runs: Vec<_> = found.checked.iter().map(|(loaded, found)| (&loaded.sources, found.iter().collect())).collect();
            let unread = found.sentences();
            writeln!(out, "{:#}", sarif(&runs, &unread))?;
        }
        Format::Junit => found.report(Report::Junit, arguments.deny_warnings, out)?,
        Format::Gitlab => found.report(Report::Gitlab, arguments.deny_warnings, out)?,
    }
    Ok(())
}

/// The most steps of the engine that are made for a sentence about a start.
const MOST_STEPS: u64 = 5_000_000;

/// A sentence about rules by which nobody has anything to do: the game is over before anybody has moved.
fn over_at_the_start(name: &str, variant: &Variant) -> Option<String> {
    let start = Position::start_within(&Program::compile(variant), MOST_STEPS)?;
    let reason = &start.outcome()?.reason;
    Some(format!(
        "{name}: the game is over at its start ({reason}); `draughtsman explain {name} MOVE` tells why a move is none"
    ))
}

fn summary(found: &Found) {
    found.over.iter().for_each(|sentence| report::say("note", sentence));
    if found.checked.is_empty() && !found.unread.is_empty() {
        return;
    }
    let all: Vec<&Diagnostic> = found.checked.iter().flat_map(|(_, found)| found).collect();
    let files = counted(found.checked.len() as u64, "file");
    let unread = match found.unread.len() {
        0 => String::new(),
        unread => format!("; {} could not be read", counted(unread as u64, "file")),
    };
    report::say("checked", &format!("{files}: {}{unread}", tally(&all)));
    let mut codes: Vec<&str> = all.iter().map(|one| one.code).collect();
    codes.sort_unstable();
    codes.dedup();
    if let Some(code) = codes.first() {
        report::say("more", &format!("draughtsman explain {code}"));
    }
}
