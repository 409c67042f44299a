//! `draughtsman show`: a variant's rules as text, or as a book.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use draughtsman::{program, rulebook};

use super::answer::{Answer, Failure};
use super::arguments::RulesArguments;
use super::forms::{self, Form};
use super::load;
use super::output::{self, ForceArgument, Made};

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

/// Shows.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let form = arguments.form()?;
    let loaded = load::read(&arguments.rules.variant)?;
    let choices = arguments.rules.choices.choices();
    let text = if arguments.flat {
        loaded.flat(&load::compiled(&loaded, &choices)?.variant.equipment)
    } else if arguments.program {
        program::print::print(&load::compiled(&loaded, &choices)?.program)
    } else if arguments.rulebook {
        let book = rulebook::write(&loaded, &load::compiled(&loaded, &choices)?);
        if form == Form::Html { book.html() } else { book.markdown() }
    } else if choices == Default::default() {
        loaded.text().to_owned()
    } else {
        return Err(Failure::wrong("the file as written has no options on: add --flat, --program or --rulebook"));
    };
    let made = match (arguments.rulebook, arguments.program) {
        (true, _) => Made::RuleBook,
        (_, true) => Made::Program,
        _ => Made::Rules,
    };
    output::answer(arguments.output.as_ref(), &text, made, arguments.force, out)?;
    Ok(Answer::Yes)
}

impl Arguments {
    /// As what it is written: what `--format` says, else the ending of the file.
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
