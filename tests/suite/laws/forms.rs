//! What is written reads back as the same. (Rule files are: `src/syntax/tests.rs`.)

use draughtsman::engine::{Counting, Game, Move, Position};
use draughtsman::library::{self, Ready};
use draughtsman::model::Setup;
use draughtsman::model::setup::{Piece, Plain};
use draughtsman::notation::fen::LeftOut;
use draughtsman::notation::saved::SavedGame;
use draughtsman::notation::{Header, Terms, fen, json, movetext, saved};

use super::games::{Numbers, SOME, full, in_random_games, one_game, plies};
use crate::facts;

#[test]
fn a_position_is_read_as_it_was_written() {
    in_random_games(3, SOME, &|ready, game, _| reads_back(ready, game.position()));
}

/// Whatever number of the rest of a turn is another one: it is refused, or a position like others comes of it.
#[test]
fn a_damaged_rest_of_a_turn_is_refused_or_played() {
    in_random_games(1, DAMAGED, &|ready, game, _| {
        damage(ready, game.position());
        Ok(())
    });
    for folder in ["agree", "bitboard", "views/rules"] {
        for file in
            std::fs::read_dir(format!("{}/tests/suite/{folder}", env!("CARGO_MANIFEST_DIR"))).expect("a folder").flatten()
        {
            let name = file.path().display().to_string();
            if name.ends_with(".draughts") {
                let ready = facts::ready(&library::load(&name).expect("a rule file"), &[]).expect("rules");
                let damaged = |ready: &Ready, game: &Game, _: &[Move]| {
                    damage(ready, game.position());
                    Ok(())
                };
                one_game(&ready, 1, plies().unwrap_or(DAMAGED), &damaged).unwrap_or_else(|problem| panic!("{name}: {problem}"));
            }
        }
    }
}

/// Decisions of a game whose rest of a turn is damaged.
const DAMAGED: usize = 20;

/// Puts other numbers in the place of each one of the rest of a turn, and plays a move where it is read.
fn damage(ready: &Ready, position: &Position) {
    let setup = position.to_setup(&ready.program);
    let length = setup.pending.as_ref().map_or(0, |pending| pending.stack.len());
    for at in 0..length {
        for number in [-1, 1, 5, 63, 200, i64::MAX] {
            let mut damaged = setup.clone();
            damaged.pending.as_mut().expect("it is there").stack[at] = Plain::Number(number);
            let Ok(position) = Position::from_setup(&ready.program, &damaged) else { continue };
            let Ok(moves) = position.moves(&ready.program, Counting::AsWritten) else { continue };
            if let Some(mv) = moves.first() {
                let _ = Game::from(position).play(&ready.program, mv);
            }
        }
    }
}

/// A position is written in each form, and read again.
pub(super) fn reads_back(ready: &Ready, position: &Position) -> Result<(), String> {
    let terms = Terms::from(&ready.variant);
    let setup = position.to_setup(&ready.program);
    let header = Header::of(&ready.variant);
    let text = json::position::write(&header, &terms, &setup);
    let read = json::position::read(&terms, &text).map_err(|error| format!("{error} in {text}"))?;
    if read != setup {
        return Err(format!("JSON: {} in {text}", difference(&setup, &read)));
    }
    let toml = saved::write(&terms, &SavedGame { header, start: Some(setup.clone()), ..SavedGame::default() });
    let read = saved::read(&terms, &toml).map_err(|error| format!("{error} in {toml}"))?;
    if read.start.as_ref() != Some(&setup) {
        let read = read.start.unwrap_or_default();
        return Err(format!("TOML: {} in {toml}", difference(&setup, &read)));
    }
    let fen::Written { text: fen, left_out } = fen::write(&terms, &setup);
    let read = fen::read(&terms, &fen).map_err(|error| format!("{error} in {fen}"))?;
    let said = left_out.iter().fold(setup.clone(), |setup, one| without(&terms, setup, one, &read));
    if read != said {
        return Err(format!("FEN: {} in {fen}, without {left_out:?}", difference(&said, &read)));
    }
    let back = Position::from_setup(&ready.program, &setup).map_err(|error| error.to_string())?;
    if back == *position { Ok(()) } else { Err(format!("another position: {text}")) }
}

/// An arrangement without something that FEN leaves out; who is to move is then as it reads.
fn without(terms: &Terms, mut setup: Setup, left_out: &LeftOut, read: &Setup) -> Setup {
    let pieces = |setup: &mut Setup, of: &dyn Fn(&mut Vec<Piece>)| setup.board.iter_mut().for_each(|(_, tower)| of(tower));
    match left_out {
        LeftOut::Below(sites) => {
            let towers = setup.board.iter().filter(|(_, tower)| tower.len() > 1).count();
            assert_eq!(towers, sites.len());
            pieces(&mut setup, &|tower| drop(tower.drain(..tower.len() - 1)));
        }
        LeftOut::Attributes => pieces(&mut setup, &|tower| tower.iter_mut().for_each(|piece| piece.slots.clear())),
        LeftOut::Tokens => (setup.under, setup.shuffles, setup.unplaced) = Default::default(),
        LeftOut::Piles(_) => setup.piles.clear(),
        LeftOut::Kept(names) => setup.stored.retain(|(what, _)| !names.contains(&terms.stored[what.stored.index()].name)),
        LeftOut::Turns(turns) => assert_eq!(std::mem::take(&mut setup.turns), *turns),
        LeftOut::Player(_) => setup.turn = read.turn,
        LeftOut::Pending => setup.pending = None,
        LeftOut::Out(_) => setup.out.clear(),
        LeftOut::Outcome(_) => (setup.outcome, setup.pending) = (None, None),
    }
    setup
}

/// Where two arrangements part, in the engine's words.
fn difference(one: &Setup, other: &Setup) -> String {
    let (one, other) = (format!("{one:#?}"), format!("{other:#?}"));
    let parts = one.lines().zip(other.lines()).find(|(one, other)| one != other);
    parts.map_or("one goes on".to_owned(), |(one, other)| format!("{} became {}", one.trim(), other.trim()))
}

/// A game that is saved with its moves is the same game when it is read, with all that has stood.
#[test]
fn a_saved_game_is_the_same_game() {
    let mut failures = Vec::new();
    let names = facts::every_variant();
    for name in &names {
        let ready = facts::rules(name, &[]).expect("there is a rule file");
        if let Err(problem) = saved_and_read(&ready, plies().unwrap_or(120)) {
            failures.push(format!("{name}: {problem}"));
        }
    }
    facts::report(names.len(), &failures);
}

fn saved_and_read(ready: &Ready, decisions: usize) -> Result<(), String> {
    let mut game = Game::new(&ready.program).map_err(|limit| limit.to_string())?;
    let (mut numbers, mut words) = (Numbers::new(11), Vec::new());
    while words.len() < decisions {
        let moves = game.options(&ready.program).map_err(|limit| limit.to_string())?;
        if moves.is_empty() {
            break;
        }
        let chosen = numbers.below(moves.len());
        words.push(movetext::texts(&ready.variant.equipment, &moves, full(ready)).swap_remove(chosen));
        game.play(&ready.program, &moves[chosen]).map_err(|limit| limit.to_string())?;
    }
    replays(ready, &game, words)
}

/// A game from the start is written with its moves, in these words, and read again.
pub(super) fn replays(ready: &Ready, game: &Game, words: Vec<String>) -> Result<(), String> {
    let (program, equipment) = (&ready.program, &ready.variant.equipment);
    let written = SavedGame { header: Header::of(&ready.variant), seed: Some(7), moves: words, ..SavedGame::default() };
    let terms = Terms::from(&ready.variant);
    let toml = saved::write(&terms, &written);
    let read = saved::read(&terms, &toml).map_err(|error| error.to_string())?;
    if read != written {
        return Err(format!("another game is read from {toml}"));
    }
    let mut again = Game::new(program).map_err(|limit| limit.to_string())?;
    for text in &read.moves {
        let moves = again.options(program).map_err(|limit| limit.to_string())?;
        let at = movetext::parse_move(equipment, text, &moves, full(ready)).map_err(|error| error.to_string())?;
        again.play(program, &moves[at]).map_err(|limit| limit.to_string())?;
    }
    if again == *game { Ok(()) } else { Err("the moves lead elsewhere".to_owned()) }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for name in facts::every_variant() {
        let play = || {
            let texts = std::cell::RefCell::new(Vec::new());
            let ready = facts::rules(&name, &[]).expect("there is a rule file");
            let note = |ready: &Ready, _: &Game, options: &[Move]| {
                texts.borrow_mut().push(movetext::texts(&ready.variant.equipment, options, full(ready)));
                Ok(())
            };
            one_game(&ready, 7, SOME, &note).map(|_| texts.into_inner())
        };
        assert_eq!(play(), play(), "{name}");
    }
}
