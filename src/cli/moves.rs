//! `draughtsman moves`: the legal moves of a position.

use std::io::Write;

use draughtsman::engine::{Actor, Move, Position, SeenMove};
use draughtsman::model::Setup;
use draughtsman::notation::json::moves::{Moves, entries};
use draughtsman::notation::json::outcome;
use draughtsman::notation::position::to_wire;
use draughtsman::notation::{Header, Terms, listing};

use super::answer::{Answer, Failure};
use super::arguments::{JsonArgument, PositionArguments};
use super::position::{self, Begun};
use super::write_json;

/// List the legal moves of a position
#[derive(clap::Args)]
#[command(after_help = include_str!("help/moves.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// The position after each move too
    #[arg(long)]
    after: bool,
    /// Draw the board turned by half a circle
    #[arg(long)]
    flip: bool,
    #[command(flatten)]
    json: JsonArgument,
}

/// Lists.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let begun = position::begin(&arguments.position)?;
    let moves = position::seen_moves(&begun)?;
    match arguments.json.json {
        true => json(arguments, &begun, &moves, out)?,
        false => text(arguments, &begun, &moves, out)?,
    }
    Ok(Answer::Yes)
}

/// The position after a move, and as it is shown.
fn after(begun: &Begun, seen: &SeenMove) -> Result<(Position, Setup), Failure> {
    let program = &begun.ready.program;
    let mut game = match begun.view {
        Some(player) => begun.game.imagining(begun.position().view(program, player)),
        None => begun.game.clone(),
    };
    game.play(program, &seen.mv).map_err(Failure::wrong)?;
    let next = game.position().clone();
    let shown = position::shown(&begun.ready, &next, begun.view);
    Ok((next, shown))
}

fn json(arguments: &Arguments, begun: &Begun, seen: &[SeenMove], out: &mut dyn Write) -> Result<(), Failure> {
    let program = &begun.ready.program;
    let (header, terms) = (Header::of(&begun.ready.variant), begun.terms());
    let moves: Vec<Move> = seen.iter().map(|one| one.mv.clone()).collect();
    let mut answer = Moves {
        schema: 1,
        position: to_wire(&header, &terms, &begun.shown()),
        player: decider(begun, begun.position()),
        moves: entries(&program.equipment, &moves, program.chains_may_stop()),
    };
    if arguments.after {
        for (entry, mv) in answer.moves.iter_mut().zip(seen) {
            entry.after = Some(to_wire(&header, &terms, &after(begun, mv)?.1));
        }
    }
    write_json(out, &answer)
}

/// Who decides, in the words of the JSON formats; at the end of a game, whose turn it would be.
pub(super) fn decider(begun: &Begun, position: &Position) -> String {
    let program = &begun.ready.program;
    let name = |player: draughtsman::model::PlayerId| {
        program.equipment.players.get(player.index()).map_or_else(String::new, |player| player.name.clone())
    };
    match position.actor(program) {
        Some(Actor::Player(player)) => name(player),
        Some(Actor::Chance) => "chance".to_owned(),
        None => name(position.mover(program)),
    }
}

fn text(arguments: &Arguments, begun: &Begun, seen: &[SeenMove], out: &mut dyn Write) -> Result<(), Failure> {
    let program = &begun.ready.program;
    let equipment = &program.equipment;
    board(&begun.terms(), &begun.shown(), arguments.flip, out)?;
    if let Some(outcome) = begun.position().outcome() {
        let outcome = outcome::to_wire(&begun.terms(), outcome);
        writeln!(out, "{} ({}, {})", ended(&outcome), outcome.reason, outcome.rule)?;
        return Ok(());
    }
    if let Some(actor) = begun.position().actor(program) {
        writeln!(out, "{}", listing::heading(equipment, actor, seen.len()))?;
    }
    let moves: Vec<Move> = seen.iter().map(|one| one.mv.clone()).collect();
    for (line, mv) in listing::moves(equipment, &moves, program.chains_may_stop()).iter().zip(seen) {
        writeln!(out, "{line}")?;
        if !arguments.after {
            continue;
        }
        writeln!(out)?;
        let (next, shown) = after(begun, mv)?;
        board(&begun.terms(), &shown, arguments.flip, out)?;
        if let Some(outcome) = next.outcome() {
            let outcome = outcome::to_wire(&begun.terms(), outcome);
            writeln!(out, "{} ({}, {})\n", ended(&outcome), outcome.reason, outcome.rule)?;
        }
    }
    Ok(())
}

pub(super) fn ended(outcome: &outcome::Outcome) -> String {
    match outcome.winners.as_slice() {
        [] => "The game is drawn".to_owned(),
        [one] => format!("{one} has won"),
        several => format!("{} have won", several.join(" and ")),
    }
}

/// The board with its legend, and a blank line.
pub(super) fn board(terms: &Terms, setup: &Setup, flip: bool, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{}", listing::board(terms, setup, flip))?;
    Ok(())
}
