//! `draughtsman position`: one position, shown or saved, whole or as one player may see it.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use draughtsman::notation::json;
use draughtsman::notation::json::outcome;
use draughtsman::session::{Form, Picture};

use super::answer::{Answer, Failure};
use super::arguments::{JsonArgument, PositionArguments};
use super::forms;
use super::output::{self, ForceArgument, Made};
use super::position::{self, Begun};
use super::{load, moves, report};

/// Show or save a position
#[derive(clap::Args)]
#[command(after_help = include_str!("help/position.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// How to write it; without it, as the ending of --output says, else as text
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Where to; without it, standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
    /// Draw the board turned by half a circle
    #[arg(long)]
    flip: bool,
    #[command(flatten)]
    json: JsonArgument,
}

/// A way to write a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The board with its legend
    Text,
    /// For programs
    Json,
    /// As a saved game without moves
    Toml,
    /// PDN FEN; a note says what it leaves out, with --json the field `left_out`
    Fen,
    /// A picture
    Svg,
}

/// Shows or saves a position.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    if arguments.json.json && arguments.format.is_some_and(|format| !matches!(format, Format::Fen | Format::Json)) {
        return Err(Failure::unknown("--json answers in JSON: no other --format can be given", ["json", "fen"]));
    }
    let begun = position::begin(&arguments.position)?;
    let path = arguments.output.as_ref().filter(|path| path.as_os_str() != load::STDIN);
    let asked = arguments.format.or(arguments.json.json.then_some(Format::Json));
    let format = match (asked, path) {
        (Some(format), _) => format,
        (None, Some(path)) => of_ending(path)?,
        (None, None) => Format::Text,
    };
    let text = written(&begun, format, arguments.flip, arguments.json.json)?;
    let made = match format {
        Format::Text => Made::Board,
        Format::Json => Made::Json,
        Format::Fen if arguments.json.json => Made::Json,
        Format::Toml => Made::Saved,
        Format::Fen => Made::Fen,
        Format::Svg => Made::Picture,
    };
    output::answer(path, &text, made, arguments.force, out)?;
    Ok(Answer::Yes)
}

fn of_ending(path: &Path) -> Result<Format, Failure> {
    Ok(match forms::of(path, &[forms::Form::Text, forms::Form::Toml, forms::Form::Json, forms::Form::Fen, forms::Form::Svg])? {
        forms::Form::Toml => Format::Toml,
        forms::Form::Json => Format::Json,
        forms::Form::Fen => Format::Fen,
        forms::Form::Svg => Format::Svg,
        _ => Format::Text,
    })
}

fn written(begun: &Begun, format: Format, flip: bool, json: bool) -> Result<String, Failure> {
    let form = match format {
        Format::Text => Form::Text,
        Format::Json => Form::Json,
        Format::Toml => Form::Toml,
        Format::Fen => Form::Fen,
        Format::Svg => Form::Svg,
    };
    let told = begun.session.written(form, begun.view, &Picture { flip, ..Picture::default() })?;
    Ok(match format {
        Format::Text => format!("{}\n{}\n", told.text, turn(begun)),
        Format::Json => told.text + "\n",
        Format::Fen if json => {
            let fen = json::fen::Fen::new(told.text, told.left_out);
            serde_json::to_string(&fen).map_err(std::io::Error::from)? + "\n"
        }
        Format::Fen => {
            for left_out in &told.left_out {
                report::say("note", &format!("FEN leaves out {left_out}; --format toml or json says it"));
            }
            told.text + "\n"
        }
        Format::Toml | Format::Svg => told.text,
    })
}

/// Whose turn it is, or how the game ended.
fn turn(begun: &Begun) -> String {
    match begun.position().outcome() {
        Some(outcome) => {
            let outcome = outcome::to_wire(&begun.session.terms(), outcome);
            format!("{} ({}, {})", moves::ended(&outcome), outcome.reason, outcome.rule)
        }
        None => match begun.session.decider().as_str() {
            "chance" => "Chance decides.".to_owned(),
            player => format!("{player} to move."),
        },
    }
}
