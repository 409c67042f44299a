//! `draughtsman render`: the board as a picture.

use std::io::Write;
use std::path::PathBuf;

use draughtsman::session::{self, Picture};

use super::answer::{Answer, Failure};
use super::arguments::PositionArguments;
use super::forms::{self, Form};
use super::output::{self, ForceArgument, Made};
use super::position;

/// Draw a position as SVG
#[derive(clap::Args)]
#[command(after_help = include_str!("help/render.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Where to; without it, standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
    /// Turned by half a circle
    #[arg(long)]
    flip: bool,
}

/// Draws.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    if let Some(path) = &arguments.output {
        forms::of(path, &[Form::Svg])?;
    }
    let begun = position::begin(&arguments.position)?;
    let options = Picture { flip: arguments.flip, ..Picture::default() };
    let picture = begun.session.written(session::Form::Svg, begun.view, &options)?;
    output::answer(arguments.output.as_ref(), &picture.text, Made::Picture, arguments.force, out)?;
    Ok(Answer::Yes)
}
