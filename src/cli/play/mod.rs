//! `draughtsman play`: a game on the terminal.

use std::io::Write;

use super::answer::{Answer, Failure};
use super::arguments::PositionArguments;

/// Play a game on the terminal
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) position: PositionArguments,
}

/// Plays.
pub(crate) fn run(_arguments: &Arguments, _out: &mut dyn Write) -> Result<Answer, Failure> {
    Err(Failure::wrong("`play` is not there yet"))
}
