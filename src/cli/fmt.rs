//! `draughtsman fmt`: rule files in regular form.

use std::io::Write;
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use draughtsman::diagnostic::any_error;
use draughtsman::source::{Source, Sources, escaped};
use draughtsman::syntax;
use similar::TextDiff;

use super::answer::{self, Answer, Failure};
use super::load::{self, STDIN};
use super::output::{self, ForceArgument, Made};
use super::{files, report, terminal};

/// Put rule files into regular form: spaces and blank lines, nothing else
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  draughtsman fmt my.draughts               rewrites the file
  draughtsman fmt --check variants          exit 1 and the names of files that are not in regular form
  draughtsman fmt --diff my.draughts        what would change, as `patch` reads it; exit 1 if anything would
  draughtsman fmt - < my.draughts           prints the result
  draughtsman fmt --force link.draughts     rewrites the file behind a link

A file with mistakes of syntax is left as it is.")]
pub(crate) struct Arguments {
    /// Rule files, folders of such, or `-`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Change nothing; name the files that would change
    #[arg(long)]
    check: bool,
    /// Change nothing; show what would change
    #[arg(long)]
    diff: bool,
    #[command(flatten)]
    force: ForceArgument,
}

/// Formats the files, or checks whether they are in regular form.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let mut answer = Answer::Yes;
    let mut failed = false;
    for file in files::expanded(&arguments.files)? {
        match one(&file, arguments, out) {
            Ok(Answer::Yes) => {}
            Ok(Answer::No) => answer = Answer::No,
            Err(Failure::Told) => failed = true,
            Err(failure) => {
                answer::say(&failure.into_misread()?);
                failed = true;
            }
        }
    }
    if failed { Err(Failure::Told) } else { Ok(answer) }
}

fn one(file: &str, arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let text = read(file)?;
    let formatted = syntax::format(&text);
    if arguments.check || arguments.diff {
        let same = formatted == text;
        if !same && arguments.diff {
            show(file, &text, &formatted, out)?;
        } else if !same {
            writeln!(out, "{file}")?;
        }
        return Ok(if same { Answer::Yes } else { Answer::No });
    }
    if file == STDIN {
        terminal::data(formatted.as_bytes(), out)?;
    } else if formatted != text {
        output::file(Path::new(file), &formatted, Made::Of(text.as_bytes()), arguments.force)?;
    }
    Ok(Answer::Yes)
}

/// Writes what would change in the form that `patch` and `git apply` read, in colour where that is wanted.
fn show(file: &str, text: &str, formatted: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let changes = TextDiff::from_lines(text, formatted);
    let name = file.trim_start_matches('/');
    let patch = changes.unified_diff().header(&format!("a/{name}"), &format!("b/{name}")).to_string();
    if AutoStream::choice(&std::io::stdout()) == ColorChoice::Never {
        return Ok(terminal::data(patch.as_bytes(), out)?);
    }
    let coloured = patch.lines().map(|line| {
        let style = match line.chars().next() {
            Some('+') => AnsiColor::Green.on_default(),
            Some('-') => AnsiColor::Red.on_default(),
            Some('@') => AnsiColor::Cyan.on_default(),
            _ => Style::new(),
        };
        format!("{style}{}{style:#}\n", escaped(line))
    });
    Ok(terminal::styled(coloured.collect::<String>().as_bytes(), out)?)
}

/// Reads a file that must have no mistakes of syntax.
fn read(file: &str) -> Result<String, Failure> {
    let bytes = match file {
        STDIN => load::stdin(syntax::MOST_BYTES_OF_A_FILE)?,
        _ => files::read(Path::new(file), syntax::MOST_BYTES_OF_A_FILE)?,
    };
    let mut sources = Sources::new();
    let id = sources.next();
    let (text, found) = match syntax::decode(id, bytes) {
        Ok(text) => {
            let found = syntax::parse(id, &text).diagnostics;
            (text, found)
        }
        Err(broken) => (broken.text, vec![broken.diagnostic]),
    };
    if any_error(&found) {
        sources.add(Source::new(if file == STDIN { "<stdin>" } else { file }, text));
        report::errors(&sources, &found);
        return Err(Failure::Told);
    }
    Ok(text)
}
