//! `draughtsman show`: a variant's rules as text.

use std::io::Write;

use draughtsman::program;

use super::answer::{Answer, Failure};
use super::arguments::RulesArguments;
use super::load;

/// Show the rules of a variant: its file as written, or what becomes of it
#[derive(clap::Args)]
#[command(after_help = include_str!("help/show.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: RulesArguments,
    /// One file without `extends`: parents, the options that are on, and chosen numbers put in
    #[arg(long, conflicts_with = "program")]
    flat: bool,
    /// The tables and instructions that the rules are compiled to, each with the line that it came from
    #[arg(long)]
    program: bool,
}

/// Shows.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let loaded = load::read(&arguments.rules.variant)?;
    let choices = arguments.rules.choices.choices();
    let text = if arguments.flat {
        loaded.flat(&load::compiled(&loaded, &choices)?.variant.equipment)
    } else if arguments.program {
        program::print::print(&load::compiled(&loaded, &choices)?.program)
    } else if choices == Default::default() {
        loaded.files.last().map_or_else(String::new, |(file, _)| loaded.sources.get(*file).text.clone())
    } else {
        return Err(Failure::wrong("the file as written has no options on: add --flat or --program"));
    };
    out.write_all(text.as_bytes())?;
    Ok(Answer::Yes)
}
