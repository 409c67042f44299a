//! `draughtsman man`: manual pages.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory as _};
use clap_mangen::Man;

use super::answer::{Answer, Failure};
use super::output::{self, ForceArgument, Made};
use super::{Draughtsman, terminal};

/// Print the manual page, or write one for each command into a folder
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  draughtsman man | man -l -
  draughtsman man -o ~/.local/share/man/man1")]
pub(crate) struct Arguments {
    /// The folder; without it the first page goes to standard output
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
}

/// Prints the page, or writes all pages.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let mut command = Draughtsman::command().disable_help_subcommand(true);
    command.build();
    match &arguments.output {
        None => terminal::data(page(&command)?.as_bytes(), out)?,
        Some(folder) => {
            output::make_folder(folder)?;
            write(&command, folder, arguments.force)?;
        }
    }
    Ok(Answer::Yes)
}

/// Writes the pages of a command and of its subcommands: `draughtsman-snapshot-add.1`. The recursion is as deep as commands
/// are nested.
fn write(command: &Command, folder: &Path, force: ForceArgument) -> Result<(), Failure> {
    let path = folder.join(Man::new(command.clone()).get_filename());
    output::file(&path, &page(command)?, Made::Manual, force)?;
    command.get_subcommands().try_for_each(|below| write(below, folder, force))
}

fn page(command: &Command) -> Result<String, Failure> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    String::from_utf8(page).map_err(Failure::wrong)
}

/// Whether a text is a manual page of this program.
pub(crate) fn is_one(text: &str) -> bool {
    text.lines().take(8).any(|line| line.starts_with(".TH draughtsman"))
}
