//! `draughtsman explain VARIANT [MOVE]`: why a move is legal, illegal or compulsory.

use std::io::Write;

use super::answer::{Answer, Failure};

/// What is asked about a variant.
#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Arguments {
    /// A move
    #[arg(value_name = "MOVE")]
    r#move: Option<String>,
}

/// Refuses a move behind a code.
pub(crate) fn refuse(arguments: &Arguments, code: &str) -> Result<(), Failure> {
    match &arguments.r#move {
        Some(word) => Err(Failure::Wrong(format!("`{word}`: {code} is explained alone"))),
        None => Ok(()),
    }
}

/// Explains.
pub(crate) fn run(variant: &str, _question: &Arguments, _json: bool, _out: &mut dyn Write) -> Result<Answer, Failure> {
    Err(Failure::Wrong(format!("`{variant}` is not a code: a code is a letter and four digits, such as E0301")))
}
