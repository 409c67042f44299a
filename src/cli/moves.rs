//! `draughtsman moves`: the legal moves of a position.

use std::io::Write;

use draughtsman::model::Setup;
use draughtsman::notation::json::moves::{Moves, entries_of};
use draughtsman::notation::json::outcome;
use draughtsman::notation::position::to_wire;
use draughtsman::notation::{Terms, listing};
use draughtsman::session::Decision;

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

/// Lists the legal moves.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let begun = position::begin(&arguments.position)?;
    let decision = begun.session.decision(begun.view)?;
    match arguments.json.json {
        true => json(arguments, &begun, &decision, out)?,
        false => text(arguments, &begun, &decision, out)?,
    }
    Ok(Answer::Yes)
}

fn json(arguments: &Arguments, begun: &Begun, decision: &Decision, out: &mut dyn Write) -> Result<(), Failure> {
    let program = begun.session.program();
    let (header, terms) = (begun.session.header(), begun.session.terms());
    let mut answer = Moves {
        schema: 1,
        position: to_wire(&header, &terms, &begun.shown()),
        player: begun.session.decider(),
        moves: entries_of(&program.equipment, &decision.texts, &decision.moves),
    };
    if arguments.after {
        for (entry, mv) in answer.moves.iter_mut().zip(&decision.moves) {
            let after = begun.session.after(mv, begun.view)?;
            entry.after = Some(to_wire(&header, &terms, &begun.session.shown_of(&after, begun.view)));
        }
    }
    write_json(out, &answer)
}

fn text(arguments: &Arguments, begun: &Begun, decision: &Decision, out: &mut dyn Write) -> Result<(), Failure> {
    let program = begun.session.program();
    let equipment = &program.equipment;
    board(&begun.session.terms(), &begun.shown(), arguments.flip, out)?;
    if let Some(outcome) = begun.position().outcome() {
        let outcome = outcome::to_wire(&begun.session.terms(), outcome);
        writeln!(out, "{} ({}, {})", ended(&outcome), outcome.reason, outcome.rule)?;
        return Ok(());
    }
    if let Some(actor) = begun.position().actor(program) {
        writeln!(out, "{}", listing::heading(equipment, actor, decision.moves.len()))?;
    }
    for (line, mv) in listing::moves(equipment, &decision.moves, program.chains_may_stop()).iter().zip(&decision.moves) {
        writeln!(out, "{line}")?;
        if !arguments.after {
            continue;
        }
        writeln!(out)?;
        let next = begun.session.after(mv, begun.view)?;
        board(&begun.session.terms(), &begun.session.shown_of(&next, begun.view), arguments.flip, out)?;
        if let Some(outcome) = next.outcome() {
            let outcome = outcome::to_wire(&begun.session.terms(), outcome);
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

/// Writes the board with its legend, and a blank line.
pub(super) fn board(terms: &Terms, setup: &Setup, flip: bool, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{}", listing::board(terms, setup, flip))?;
    Ok(())
}
