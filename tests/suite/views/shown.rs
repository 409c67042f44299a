//! What the commands show of states that a player cannot tell apart: not a byte is different.

use draughtsman::agents;
use draughtsman::engine::{Actor, Game};
use draughtsman::library::Ready;
use draughtsman::model::PlayerId;
use draughtsman::notation::{Header, Terms, json};

use super::games::{players, small};
use crate::{facts, shell};

/// Plays on by chance until the test of a game holds.
fn play_until(ready: &Ready, seed: u64, holds: impl Fn(&Game) -> bool) -> Game {
    let program = &ready.program;
    let mut game = Game::new(program).expect("a game");
    for decision in 0..400 {
        if holds(&game) {
            return game;
        }
        let moves = game.options(program).expect("moves");
        let Some(chosen) = agents::by_weight(&moves, &mut agents::generator(seed, decision)) else { break };
        game.play(program, &moves[chosen]).expect("a move");
    }
    panic!("seed {seed}: such a state never came");
}

fn check(name: &str, path: &str, ready: &Ready, game: &Game, viewer: PlayerId) {
    let folder = tempfile::tempdir().expect("a folder");
    let program = &ready.program;
    let player = program.equipment.players[viewer.index()].name.clone();
    let other = agents::sample(program, game.position(), viewer, &mut agents::generator(5, 0));
    assert_ne!(other, *game.position(), "{name}: another state");
    let files: Vec<String> = [game.position().clone(), other]
        .iter()
        .enumerate()
        .map(|(i, position)| {
            let file = folder.path().join(format!("{i}.json"));
            let text =
                json::position::write(&Header::of(&ready.variant), &Terms::from(&ready.variant), &position.to_setup(program));
            std::fs::write(&file, text).expect("a file");
            file.display().to_string()
        })
        .collect();
    let commands: [&[&str]; 8] = [
        &["moves"],
        &["moves", "--json", "--after"],
        &["moves", "--after"],
        &["render"],
        &["position"],
        &["position", "--json"],
        &["position", "--format", "toml"],
        &["position", "--sample", "3", "--json"],
    ];
    for command in commands {
        let answers: Vec<String> = files
            .iter()
            .map(|file| {
                let mut arguments = vec![command[0], path, "--position", file, "--view", &player];
                arguments.extend(&command[1..]);
                let ended = shell::run(&arguments);
                assert_eq!(ended.code, 0, "{command:?}: {}", ended.err);
                ended.out
            })
            .collect();
        assert!(answers[0] == answers[1], "{name}, {command:?} for {player}:\n{}\n{}", answers[0], answers[1]);
        assert!(answers[0].len() > 20);
    }
}

#[test]
fn commands_tell_no_player_what_the_player_cannot_know() {
    let cards = facts::rules("saving_private", &[]).expect("rules");
    let peeking = small("peeking");
    let path = format!("{}/tests/suite/views/rules/peeking.draughts", env!("CARGO_MANIFEST_DIR"));
    for viewer in players(&cards) {
        // The viewer is to move; the other one is, and in the middle of a move; and chance is.
        let own = |game: &Game| game.position().turns() > 1 && game.actor(&cards.program) == Some(Actor::Player(viewer));
        check("cards", "saving_private", &cards, &play_until(&cards, 3, own), viewer);
        let other = |game: &Game| {
            matches!(game.actor(&cards.program), Some(Actor::Player(player)) if player != viewer)
                && game.position().to_setup(&cards.program).pending.is_some()
        };
        check("cards", "saving_private", &cards, &play_until(&cards, 4, other), viewer);
        let chance = |game: &Game| game.position().turns() > 2 && game.actor(&cards.program) == Some(Actor::Chance);
        check("cards", "saving_private", &cards, &play_until(&cards, 5, chance), viewer);
        let stealing = |game: &Game| {
            let moves = game.position().moves_seen_by(&peeking.program, viewer).expect("moves");
            moves.iter().any(|mv| mv.of.len() > 1)
        };
        check("peeking", &path, &peeking, &play_until(&peeking, 6, stealing), viewer);
    }
}

/// A thief cannot choose by what the card is, and is told so.
#[test]
fn a_blind_choice_is_one_move() {
    let peeking = small("peeking");
    let south = PlayerId(0);
    let seen = |game: &Game| game.position().moves_seen_by(&peeking.program, south).expect("moves");
    let game = play_until(&peeking, 6, |game| seen(game).iter().any(|mv| mv.of.len() > 1));
    let steal = seen(&game).into_iter().find(|mv| mv.of.len() > 1).expect("a blind choice");
    let setup = game.position().to_setup(&peeking.program);
    let held =
        |player: u8| setup.piles.iter().find(|(pile, _)| pile.owner == player && pile.pile.0 == 1).map(|(_, held)| held.len());
    assert_eq!(Some(steal.ways.iter().sum::<u64>() as usize), held(1), "each card of North's hand is as likely");
    let moves: Vec<draughtsman::engine::Move> = seen(&game).into_iter().map(|one| one.mv).collect();
    let texts = draughtsman::notation::movetext::texts(&peeking.program.equipment, &moves, false);
    assert!(texts.iter().filter(|text| *text == "steal ?").count() == 1, "{texts:?}");
    assert!(texts.iter().any(|text| text.starts_with("discard-one ") && !text.contains('?')), "{texts:?}");
}

#[test]
fn a_sample_is_fixed_by_its_number() {
    let sample = |number: &str| {
        let arguments = ["position", "saving_private", "--seed", "7", "--view", "South", "--sample", number, "--json"];
        shell::run(&arguments).out
    };
    assert_eq!(sample("1"), sample("1"));
    assert_ne!(sample("1"), sample("2"));
    let refused = shell::run(&["position", "saving_private", "--sample", "1"]);
    assert!(refused.code == 2 && refused.err.contains("--view"), "{}", refused.err);
    let counted = shell::run(&["perft", "saving_private", "1", "--view", "South"]);
    assert!(counted.code == 2 && counted.err.contains("--sample"), "{}", counted.err);
}
