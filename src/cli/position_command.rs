//! `draughtsman position`: one position, shown or saved, whole or as one player may see it.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use draughtsman::notation::json::outcome;
use draughtsman::notation::saved::{self, SavedGame};
use draughtsman::notation::{Header, fen, json, listing, svg};

use super::answer::{Answer, Failure};
use super::arguments::{JsonArgument, PositionArguments};
use super::output::{self, ForceArgument, Made};
use super::position::{self, Begun};
use super::{load, moves};

/// Show or save a position
#[derive(clap::Args)]
#[command(after_help = include_str!("help/position.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// How to write it; without it, as the ending of --output says, else as text
    #[arg(long, value_name = "FORMAT", conflicts_with = "json")]
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
    /// PDN FEN, where it says all
    Fen,
    /// A picture
    Svg,
}

/// Shows.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let begun = position::begin(&arguments.position)?;
    let path = arguments.output.as_ref().filter(|path| path.as_os_str() != load::STDIN);
    let asked = arguments.format.or(arguments.json.json.then_some(Format::Json));
    let format = match (asked, path) {
        (Some(format), _) => format,
        (None, Some(path)) => of_ending(path)?,
        (None, None) => Format::Text,
    };
    let text = written(&begun, format, arguments.flip)?;
    let made = match format {
        Format::Text => Made::Board,
        Format::Json => Made::Json,
        Format::Toml => Made::Saved,
        Format::Fen => Made::Fen,
        Format::Svg => Made::Picture,
    };
    output::answer(path, &text, made, arguments.force, out)?;
    Ok(Answer::Yes)
}

fn of_ending(path: &Path) -> Result<Format, Failure> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let format = Format::value_variants().iter().find(|format| {
        let name = format.to_possible_value();
        name.is_some_and(|name| name.get_name() == ending) || ending == "txt" && **format == Format::Text
    });
    format.copied().ok_or_else(|| {
        let endings = ".toml, .json, .fen, .svg or .txt";
        Failure::Wrong(format!("{}: no format has this ending: give --format, or one of {endings}", path.display()))
    })
}

fn written(begun: &Begun, format: Format, flip: bool) -> Result<String, Failure> {
    let (equipment, shown, terms) = (&begun.ready.program.equipment, begun.shown(), begun.terms());
    let header = Header::of(&begun.ready.variant);
    Ok(match format {
        Format::Text => {
            let board = listing::board(equipment, &shown, flip);
            match begun.position().outcome() {
                Some(outcome) => {
                    let outcome = outcome::to_wire(&terms, outcome);
                    format!("{board}\n{} ({}, {})\n", moves::ended(&outcome), outcome.reason, outcome.rule)
                }
                None => match moves::decider(begun, begun.position()).as_str() {
                    "chance" => format!("{board}\nChance decides.\n"),
                    player => format!("{board}\n{player} to move.\n"),
                },
            }
        }
        Format::Json => json::position::write(&header, &terms, &shown) + "\n",
        Format::Toml => saved::write(&terms, &SavedGame { header, start: Some(shown), ..SavedGame::default() }),
        Format::Fen if !fen::is_whole(equipment, &shown) => {
            return Err(Failure::wrong("FEN cannot say all of this position: use --format toml or json"));
        }
        Format::Fen => fen::write(equipment, &shown).map_err(Failure::wrong)? + "\n",
        Format::Svg => svg::render(equipment, &shown, &svg::Options { flip, ..svg::Options::default() }),
    })
}
