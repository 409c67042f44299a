//! `draughtsman explain VARIANT [MOVE]`: why a move is legal or not, and which line put each move on the list.

use std::io::Write;

use draughtsman::analysis::explain::{self, Squares};
use draughtsman::model::SiteId;
use draughtsman::notation::diagram::Mark;
use draughtsman::notation::listing;
use draughtsman::notation::position::to_wire;

use super::answer::{Answer, Failure};
use super::arguments::{ChoiceArguments, PositionArguments, RulesArguments, whole};
use super::position::{self, Begun};
use super::write_json;

/// What is asked about a variant.
#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Arguments {
    /// A move, as `play` takes it; without it, which line makes each move
    #[arg(value_name = "MOVE", num_args = 0..)]
    words: Vec<String>,
    #[command(flatten)]
    choices: ChoiceArguments,
    /// FEN text, a file (.fen, .json, .pdn, or a game saved as .toml), or `-` for standard input; without it, the start of the game
    #[arg(long, short, value_name = "POSITION")]
    position: Option<String>,
    /// Which game of a PDN file; without it the first
    #[arg(long, value_name = "NUMBER", requires = "position", value_parser = whole::<usize>(0..=u64::from(u32::MAX)))]
    game: Option<usize>,
    /// The position after this many moves of a game; without it, at its end
    #[arg(long, value_name = "NUMBER", requires = "position", value_parser = whole::<usize>(0..=u64::from(u32::MAX)))]
    ply: Option<usize>,
    /// Fix all chance; the chance of the set-up is played out first
    #[arg(long, value_name = "NUMBER", value_parser = whole::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
    /// Explain from what this player may see
    #[arg(long, value_name = "PLAYER")]
    view: Option<String>,
    /// Draw the board turned by half a circle
    #[arg(long)]
    flip: bool,
}

impl Arguments {
    /// The position to explain, by the rules of this variant.
    pub(crate) fn position(&self, variant: &str) -> PositionArguments {
        PositionArguments {
            rules: RulesArguments { variant: variant.to_owned(), choices: self.choices.clone() },
            position: self.position.clone(),
            game: self.game,
            ply: self.ply,
            seed: self.seed,
            view: self.view.clone(),
            sample: None,
        }
    }
}

/// Refuses, after a code, what can only follow a variant.
pub(crate) fn refuse(arguments: &Arguments, code: &str) -> Result<(), Failure> {
    // `--game` and `--ply` need `--position`.
    let Arguments { words, choices, position, game: _, ply: _, seed, view, flip } = arguments;
    let given = [
        ("--option", !choices.options.is_empty()),
        ("--position", position.is_some()),
        ("--seed", seed.is_some()),
        ("--view", view.is_some()),
        ("--flip", *flip),
    ];
    let first = words.first().map(|word| format!("`{word}`"));
    let first = first.or(given.iter().find(|(_, given)| *given).map(|(name, _)| (*name).to_owned()));
    first.map_or(Ok(()), |first| Err(Failure::Wrong(format!("{first}: {code} is explained alone"))))
}

/// Explains a move: exit 0 if it is legal, 1 if not. Without a move, explains all legal ones.
pub(crate) fn run(variant: &str, arguments: &Arguments, json: bool, out: &mut dyn Write) -> Result<Answer, Failure> {
    let begun = position::begin(&arguments.position(variant))?;
    match arguments.words.as_slice() {
        [] => all(&begun, arguments.flip, json, out),
        words => one(&begun, &words.join(" "), arguments.flip, json, out),
    }
}

fn one(begun: &Begun, typed: &str, flip: bool, json: bool, out: &mut dyn Write) -> Result<Answer, Failure> {
    let explanation = begun.session.explain(typed, begun.view)?;
    if json {
        let mut told = explain::explanation_to_wire(&explanation);
        told.position = Some(to_wire(&begun.session.header(), &begun.session.terms(), &begun.shown()));
        write_json(out, &told)?;
    } else {
        let marks = marks(&explanation.squares);
        writeln!(out, "{}", listing::marked(&begun.session.terms(), &begun.shown(), flip, &marks))?;
        writeln!(out, "{explanation}")?;
    }
    Ok(if explanation.is_legal() { Answer::Yes } else { Answer::No })
}

fn all(begun: &Begun, flip: bool, json: bool, out: &mut dyn Write) -> Result<Answer, Failure> {
    let table = begun.session.explain_all(begun.view)?;
    if json {
        let mut told = explain::listing_to_wire(&table);
        told.position = Some(to_wire(&begun.session.header(), &begun.session.terms(), &begun.shown()));
        write_json(out, &told)?;
    } else {
        writeln!(out, "{}", listing::board(&begun.session.terms(), &begun.shown(), flip))?;
        writeln!(out, "{table}")?;
    }
    Ok(Answer::Yes)
}

/// The start in brackets, landings in parentheses, captured sites between angle brackets.
fn marks(squares: &Squares) -> Vec<(SiteId, Mark)> {
    let landings = squares.path.iter().skip(1).map(|site| (*site, Mark::Landing));
    let taken = squares.taken.iter().map(|site| (*site, Mark::Taken));
    let start = squares.path.first().map(|site| (*site, Mark::Start));
    landings.chain(taken).chain(start).collect()
}
