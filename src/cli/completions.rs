//! `draughtsman completions`: the script by which a shell completes this command.

use std::io::Write;

use clap::ValueEnum;
use clap_complete::env::Shells;

use super::answer::{Answer, Failure};
use super::{complete, terminal};

/// Print what a shell needs to complete this command: it then offers variants, options, agents and moves
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  draughtsman completions bash > ~/.local/share/bash-completion/completions/draughtsman
  draughtsman completions zsh > ~/.zfunc/_draughtsman
  draughtsman completions fish > ~/.config/fish/completions/draughtsman.fish

The script asks `draughtsman` itself, which has to be on the PATH.")]
pub(crate) struct Arguments {
    /// For which shell
    shell: Shell,
}

#[derive(Clone, Copy, ValueEnum)]
enum Shell {
    Bash,
    Elvish,
    Fish,
    Powershell,
    Zsh,
}

/// The script for bash, written for this program: bash splits words, and the script of `clap_complete` does not join them
/// again.
const BASH: &str = include_str!("completions.bash");

/// Prints the script.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    if matches!(arguments.shell, Shell::Bash) {
        terminal::data(BASH.as_bytes(), out)?;
        return Ok(Answer::Yes);
    }
    let name = arguments.shell.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
    let mut script = Vec::new();
    if let Some(shell) = Shells::builtins().completer(&name) {
        const NAME: &str = "draughtsman";
        shell.write_registration(complete::ASKED, NAME, NAME, NAME, &mut script)?;
    }
    terminal::data(&script, out)?;
    Ok(Answer::Yes)
}
