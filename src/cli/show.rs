//! `draughtsman show`: a variant's rules as text, or as a book.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use draughtsman::check::Choices;
use draughtsman::library::ENDING;
use draughtsman::{program, rulebook};

use super::answer::{Answer, Failure};
use super::arguments::RulesArguments;
use super::forms::{self, Form};
use super::output::{self, ForceArgument, Made};
use super::watch::{Watched, again};
use super::{load, report};

/// Show the rules of a variant: its file as written, what becomes of it, or a rule book for players
#[derive(clap::Args)]
#[command(after_help = include_str!("help/show.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: RulesArguments,
    /// One file without `extends`: parents, the options that are on, and chosen numbers put in
    #[arg(long, group = "what")]
    flat: bool,
    /// The tables and instructions that the rules are compiled to, each with the line that it came from
    #[arg(long, group = "what")]
    program: bool,
    /// A rule book in plain English, with diagrams of each piece's moves and every default spelt out
    #[arg(long, group = "what")]
    rulebook: bool,
    /// What the rule book is written as; without it, html if the file's name ends so, else md
    #[arg(long, value_name = "FORMAT", requires = "rulebook")]
    format: Option<Format>,
    /// Where to; without it, standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write the rule book again whenever the rules or a parent of them are saved, until Ctrl-C
    #[arg(long, requires_all = ["rulebook", "output"])]
    watch: bool,
    #[command(flatten)]
    force: ForceArgument,
}

/// What a rule book is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Markdown, with boards in letters
    Md,
    /// One page of HTML with pictures, that needs no other file
    Html,
}

/// Shows the rules.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    if arguments.watch {
        let rules = &arguments.rules.variant;
        let file = load::file_of(rules).ok_or_else(|| Failure::Wrong(format!("{rules} is bundled, and never changes")))?;
        return again(arguments, &[file], &[ENDING], out);
    }
    let text = arguments.text()?;
    output::answer(arguments.output.as_ref(), &text, arguments.made(), arguments.force, out)?;
    Ok(Answer::Yes)
}

/// The rule book, written again whenever the rules change.
impl Watched for Arguments {
    type Found = String;

    fn look(&self) -> Result<String, Failure> {
        self.text()
    }

    fn state(&self, book: &String) -> Vec<String> {
        vec![book.clone()]
    }

    fn tell(&self, book: &String, out: &mut dyn Write) -> Result<(), Failure> {
        output::answer(self.output.as_ref(), book, self.made(), self.force, out)?;
        let path = self.output.as_deref().unwrap_or(Path::new(load::STDIN));
        report::say("written", &path.display().to_string());
        Ok(())
    }
}

impl Arguments {
    /// The text to show.
    fn text(&self) -> Result<String, Failure> {
        let form = self.form()?;
        let loaded = load::read(&self.rules.variant)?;
        let choices = self.rules.choices.choices();
        let ready = || load::compiled(&loaded, &choices);
        Ok(match (self.flat, self.program, self.rulebook) {
            (true, ..) => loaded.flat(&ready()?.variant.equipment),
            (_, true, _) => program::print::print(&ready()?.program),
            (.., true) => {
                let book = rulebook::write(&loaded, &ready()?);
                if form == Form::Html { book.html() } else { book.markdown() }
            }
            _ if choices == Choices::default() => loaded.text().to_owned(),
            _ => return Err(Failure::wrong("the file as written has no options on: add --flat, --program or --rulebook")),
        })
    }

    fn made(&self) -> Made<'static> {
        match (self.rulebook, self.program) {
            (true, _) => Made::RuleBook,
            (_, true) => Made::Program,
            _ => Made::Rules,
        }
    }

    /// The format to write: what `--format` says, else what the file's ending says.
    fn form(&self) -> Result<Form, Failure> {
        let forms: &[Form] = match (self.rulebook, self.program) {
            (true, _) => &[Form::Markdown, Form::Html, Form::Text],
            (_, true) => &[Form::Text],
            _ => &[Form::Rules, Form::Text],
        };
        match (self.format, &self.output) {
            (Some(Format::Md), _) => Ok(Form::Markdown),
            (Some(Format::Html), _) => Ok(Form::Html),
            (None, Some(path)) => forms::of(path, forms),
            (None, None) => Ok(forms[0]),
        }
    }
}
