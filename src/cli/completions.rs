//! `draughtsman completions`: what a shell needs to complete this command.

use std::io::Write;

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::answer::{Answer, Failure};
use super::terminal;

/// Print completions for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  draughtsman completions bash > ~/.local/share/bash-completion/completions/draughtsman
  draughtsman completions fish > ~/.config/fish/completions/draughtsman.fish")]
pub(crate) struct Arguments {
    /// For which shell
    shell: Shell,
}

/// Prints.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::Draughtsman::command(), "draughtsman", &mut script);
    terminal::data(&script, out)?;
    Ok(Answer::Yes)
}
