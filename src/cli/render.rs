//! `draughtsman render`: the board as a picture.

use std::io::Write;
use std::path::PathBuf;

use draughtsman::notation::svg;

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
    let options = svg::Options { flip: arguments.flip, ..svg::Options::default() };
    let picture = svg::render(&begun.terms(), &begun.shown(), &options);
    output::answer(arguments.output.as_ref(), &picture, Made::Picture, arguments.force, out)?;
    Ok(Answer::Yes)
}
