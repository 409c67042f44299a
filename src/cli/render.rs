//! `draughtsman render`: the board as a picture, with marks and arrows on it.

use std::io::Write;
use std::path::PathBuf;

use draughtsman::notation::At;
use draughtsman::notation::squares::Index;
use draughtsman::session::{self, Picture};

use super::answer::{Answer, Failure};
use super::arguments::{PositionArguments, whole};
use super::forms::{self, Form};
use super::output::{self, ForceArgument, Made};
use super::position::{self, Begun};

/// Draw a position as SVG or PNG
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
    /// Show the last move of the game: frames where it has changed something, crosses on what it took, arrows along its way
    #[arg(long)]
    last: bool,
    /// A frame around this square; more than once for several
    #[arg(long, value_name = "SQUARE")]
    mark: Vec<String>,
    /// An arrow from one square to another (`c3-d4`); more than once for several
    #[arg(long, value_name = "FROM-TO")]
    arrow: Vec<String>,
    /// How wide a PNG is, in pixels; without it twice as wide as the SVG
    #[arg(long, value_name = "PIXELS", value_parser = whole::<u32>(1..=8_192))]
    width: Option<u32>,
}

/// The formats of pictures.
const FORMS: &[Form] = &[Form::Svg, Form::Png];

/// Draws the board.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let form = arguments.output.as_deref().map_or(Ok(Form::Svg), |path| forms::of(path, FORMS))?;
    if form != Form::Png && arguments.width.is_some() {
        return Err(Failure::wrong("--width is for PNG: name a file with -o board.png; an SVG has any size"));
    }
    let begun = position::begin(&arguments.position)?;
    let drawn = begun.session.written(session::Form::Svg, begun.view, &picture(arguments, &begun)?)?.text;
    match (form, &arguments.output) {
        (Form::Png, Some(path)) => output::bytes(path, &pixels(&drawn, arguments.width)?, Made::Image, arguments.force)?,
        _ => output::answer(arguments.output.as_ref(), &drawn, Made::Picture, arguments.force, out)?,
    }
    Ok(Answer::Yes)
}

/// Converts a picture to PNG.
#[cfg(feature = "png")]
fn pixels(drawn: &str, width: Option<u32>) -> Result<Vec<u8>, Failure> {
    draughtsman::notation::svg::png(drawn, width).map_err(Failure::Wrong)
}

/// This program was built without PNG.
#[cfg(not(feature = "png"))]
fn pixels(_: &str, _: Option<u32>) -> Result<Vec<u8>, Failure> {
    Err(Failure::wrong("this program was built without PNG: write .svg, or build it with `--features png`"))
}

/// What is drawn besides the pieces.
fn picture(arguments: &Arguments, begun: &Begun) -> Result<Picture, Failure> {
    let index = Index::new(&begun.session.variant().equipment);
    let site = |option: &str, name: &str| {
        let found = index.site(name, At::Whole);
        found.map_err(|error| Failure::from(session::Error::misread(option, name, &error)))
    };
    let arrow = |text: &String| {
        let ends =
            text.split_once('-').ok_or_else(|| Failure::Wrong(format!("--arrow {text}: two squares are accepted: c3-d4")));
        ends.and_then(|(from, to)| Ok((site("--arrow", from)?, site("--arrow", to)?)))
    };
    let picture = Picture {
        flip: arguments.flip,
        highlight: arguments.mark.iter().map(|name| site("--mark", name)).collect::<Result<_, _>>()?,
        arrows: arguments.arrow.iter().map(arrow).collect::<Result<_, _>>()?,
        ..Picture::default()
    };
    if !arguments.last {
        return Ok(picture);
    }
    let changed = begun.session.changed(begun.view);
    let changed =
        changed.ok_or_else(|| Failure::wrong("there is no last move: give a game with --position, a .toml or .pdn file"))?;
    Ok(picture.showing(&changed))
}
