//! Saving and reading again changes nothing that comes after.

use draughtsman::engine::{Counting, Game, Move, Position};
use draughtsman::library::Ready;
use draughtsman::notation::saved::{self, SavedGame};
use draughtsman::notation::{Header, Terms, json};

use super::games::{Numbers, SOME, in_random_games, plies, some};
use crate::facts;

#[test]
fn a_saved_position_goes_on_as_the_one_that_was_not_saved() {
    in_random_games(2, SOME, &|ready, game, options| {
        let setup = game.position().to_setup(&ready.program);
        let back = Position::from_setup(&ready.program, &setup).map_err(|error| error.to_string())?;
        goes_on(ready, &back, game, options)
    });
}

/// A position that was made of what was saved has the options of the one that was saved, and each leads to the same.
fn goes_on(ready: &Ready, back: &Position, game: &Game, options: &[Move]) -> Result<(), String> {
    let listed = back.moves(&ready.program, Counting::AsWritten).map_err(|limit| limit.to_string())?;
    if listed != options {
        return Err("other moves".to_owned());
    }
    for (_, mv) in some(options) {
        let one = game.position().play(&ready.program, mv, &[]).map_err(|limit| limit.to_string())?;
        let other = back.play(&ready.program, mv, &[]).map_err(|limit| limit.to_string())?;
        if one != other {
            return Err(format!("{:?} leads elsewhere", mv.deeds));
        }
    }
    Ok(())
}

/// The same of what was written as JSON and as TOML, and read.
pub(super) fn resumes(ready: &Ready, game: &Game, options: &[Move]) -> Result<(), String> {
    for in_json in [true, false] {
        goes_on(ready, &written_and_read(ready, game.position(), in_json)?, game, options)?;
    }
    Ok(())
}

/// One game goes on; the other one is written and read at every decision. Repetition needs the past, which a position alone has not:
/// endings by patience are left out of both.
#[test]
fn a_game_that_is_saved_at_every_decision_is_the_same_game() {
    let mut failures = Vec::new();
    let names = facts::every_variant();
    for name in &names {
        let ready = facts::rules(name, &[]).expect("there is a rule file");
        if let Err(problem) = in_step(&ready, plies().unwrap_or(90)) {
            failures.push(format!("{name}: {problem}"));
        }
    }
    facts::report(names.len(), &failures);
}

fn in_step(ready: &Ready, decisions: usize) -> Result<(), String> {
    let program = &ready.program;
    let mut numbers = Numbers::new(5);
    let mut one = Position::start(program).map_err(|limit| limit.to_string())?;
    let mut other = one.clone();
    for decision in 0..decisions {
        other =
            written_and_read(ready, &other, decision % 2 == 0).map_err(|problem| format!("decision {decision}: {problem}"))?;
        let moves = one.moves(program, Counting::AsWritten).map_err(|limit| limit.to_string())?;
        if other.moves(program, Counting::AsWritten).as_ref() != Ok(&moves) {
            return Err(format!("decision {decision}: other moves"));
        }
        let Some(mv) = moves.get(numbers.below(moves.len())) else { return Ok(()) };
        one = one.play_impatiently(program, mv).map_err(|limit| limit.to_string())?;
        other = other.play_impatiently(program, mv).map_err(|limit| limit.to_string())?;
        if one != other {
            return Err(format!("decision {decision}: {:?} leads elsewhere", mv.deeds));
        }
    }
    Ok(())
}

fn written_and_read(ready: &Ready, position: &Position, in_json: bool) -> Result<Position, String> {
    let (terms, header) = (Terms::from(&ready.variant), Header::of(&ready.variant));
    let setup = position.to_setup(&ready.program);
    let read = if in_json {
        json::position::read(&terms, &json::position::write(&header, &terms, &setup)).map_err(|error| error.to_string())?
    } else {
        let game = SavedGame { header, start: Some(setup), ..SavedGame::default() };
        let read = saved::read(&terms, &saved::write(&terms, &game)).map_err(|error| error.to_string())?;
        read.start.ok_or("no position is read")?
    };
    Position::from_setup(&ready.program, &read).map_err(|error| error.to_string())
}
