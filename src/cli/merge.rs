//! `draughtsman merge`: parts of a run of `simulate`, put together.

use std::io::Write;
use std::path::{Path, PathBuf};

use draughtsman::analysis::balance::{self, Beside, Part};

use super::answer::{Answer, Failure};
use super::arguments::JsonArgument;
use super::forms::{self, Form};
use super::output::{self, ForceArgument, Made};
use super::simulate::told::Told;
use super::{files, report};

/// Put the parts of a run together that `simulate --shard` has played: the result is that of one run, but for which lines play a part
///
/// The parts may come in any order. A part that is missing, or was interrupted, is told of, and the answer is no (exit code 1).
#[derive(clap::Args)]
#[command(after_help = include_str!("help/merge.txt"))]
pub(crate) struct Arguments {
    /// What `simulate --shard` has written
    #[arg(value_name = "FILE", required = true)]
    parts: Vec<PathBuf>,
    /// Write the report into a file: a page (.html), or JSON (.json)
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
    #[command(flatten)]
    json: JsonArgument,
}

/// Greatest size of a part, in bytes.
const MOST_BYTES: usize = 1 << 27;

/// Puts the parts together, and reports on the whole run.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    if let Some(path) = &arguments.output {
        forms::of(path, &[Form::Html, Form::Json])?;
        output::ready(Some(path), Made::Balance, arguments.force)?;
    }
    let parts = arguments.parts.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let merged = balance::merged(parts).map_err(Failure::Wrong)?;
    let noted = merged.cases.iter().any(|case| case.tally.courses.is_some());
    if arguments.output.is_some() && !noted {
        return Err(Failure::wrong("these parts were played without --report: there is nothing to make one of"));
    }
    let told = Told { json: arguments.json.json, output: arguments.output.as_ref(), force: arguments.force, quiet: false };
    match merged.cases.as_slice() {
        [one] if !noted => told.simulation(&one.simulation(&merged.run), merged.cpu_seconds, out)?,
        all => {
            let beside = Beside { cpu_seconds: merged.cpu_seconds, ..Beside::default() };
            told.report(&balance::report(&merged.run, all, beside), out)?;
        }
    }
    if noted {
        // To find these lines, games are replayed or examined decision by decision, and each part knows only its own.
        report::say("note", "which lines play a part is not told of parts: `simulate --report` in one piece tells it");
    }
    merged.missing.iter().for_each(|missing| report::say("note", missing));
    Ok(if merged.missing.is_empty() { Answer::Yes } else { Answer::No })
}

fn read(path: &Path) -> Result<(String, Part), Failure> {
    let (name, bytes) = (path.display().to_string(), files::read_all(path, MOST_BYTES)?);
    let part: Result<Part, _> = serde_json::from_slice(&bytes);
    let part = part.map_err(|_| {
        let read: serde_json::Value = serde_json::from_slice(&bytes).unwrap_or_default();
        let what = match (read["shard"].is_array(), read["cases"].is_array() || read["wins"].is_object()) {
            (true, _) => ": it is damaged, or of another version",
            (false, true) => ": it is what a whole run came to",
            (false, false) => "",
        };
        Failure::Wrong(format!("{name}: this is no part of a run, as `simulate --shard` writes it{what}"))
    })?;
    Ok((name, part))
}
