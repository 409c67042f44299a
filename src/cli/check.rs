//! `draughtsman check`: everything that is wrong with rule files.

use std::collections::HashSet;
use std::io::Write;

use clap::ValueEnum;
use draughtsman::diagnostic::{Diagnostic, Severity};
use draughtsman::library::Loaded;
use draughtsman::notation::json::check::{Check, finding};

use super::answer::{Answer, Failure};
use super::arguments::{ChoiceArguments, JsonArgument};
use super::levels::LevelArguments;
use super::{files, load, report, write_json};

/// Check rule files: every mistake at once, where it is, and what would be accepted
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  draughtsman check my.draughts             one file
  draughtsman check variants                every .draughts file in a folder
  draughtsman check --json - < my.draughts  for editors and scripts
  draughtsman check --deny all my.draughts  warnings are errors

Exit code 1 if there are errors; warnings alone are no reason.")]
pub(crate) struct Arguments {
    /// Rule files, folders of such, bundled names, or `-`
    #[arg(required = true, value_name = "FILE")]
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
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The lines, with the mistakes marked
    Human,
    /// One JSON object (docs/formats.md)
    Json,
}

/// Checks.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let choices = arguments.choices.choices();
    let levels = arguments.levels.levels().map_err(Failure::Wrong)?;
    let mut checked: Vec<(Loaded, Vec<Diagnostic>)> = Vec::new();
    let mut unread = false;
    for file in files::expanded(&arguments.files)? {
        let loaded = match load::read(&file) {
            Ok(loaded) => loaded,
            Err(Failure::Wrong(problem)) => {
                report::say("error", &problem);
                unread = true;
                continue;
            }
            Err(other) => return Err(other),
        };
        let result = loaded.check_at(&choices, &levels);
        if let Some(refusal) = result.refusals.first() {
            return Err(Failure::Wrong(load::refused(&loaded, refusal)));
        }
        checked.push((loaded, result.diagnostics));
    }
    once(&mut checked);
    match arguments.format {
        Format::Human if !arguments.json.json => human(&checked, out)?,
        _ => {
            let findings = checked.iter().flat_map(|(loaded, found)| found.iter().map(|one| finding(&loaded.sources, one)));
            write_json(out, &Check { schema: 1, diagnostics: findings.collect() })?;
        }
    }
    let errors = checked.iter().any(|(_, found)| found.iter().any(|one| one.severity == Severity::Error));
    match (unread, errors) {
        (true, _) => Err(Failure::Told),
        (false, true) => Ok(Answer::No),
        (false, false) => Ok(Answer::Yes),
    }
}

/// What is wrong with a parent is said once, not for every child too.
fn once(checked: &mut [(Loaded, Vec<Diagnostic>)]) {
    let mut said = HashSet::new();
    for (loaded, found) in checked {
        found.retain(|one| {
            let name = loaded.sources.get(one.span.file).name.clone();
            said.insert((name, one.span.start, one.span.end, one.code, one.message.clone()))
        });
    }
}

fn human(checked: &[(Loaded, Vec<Diagnostic>)], out: &mut dyn Write) -> Result<(), Failure> {
    for (loaded, found) in checked {
        let found: Vec<&Diagnostic> = found.iter().collect();
        out.write_all(report::human(&loaded.sources, &found).as_bytes())?;
    }
    out.flush()?;
    let all: Vec<&Diagnostic> = checked.iter().flat_map(|(_, found)| found).collect();
    let files = if checked.len() == 1 { "1 file".to_owned() } else { format!("{} files", checked.len()) };
    report::say("checked", &format!("{files}: {}", report::tally(&all)));
    Ok(())
}
