//! Which moves have shown something to whom: what a front end asks before it takes a move back.

use draughtsman::agents;
use draughtsman::engine::{Actor, Game};
use draughtsman::library::{self, Ready};
use draughtsman::model::PlayerId;
use draughtsman::notation::movetext;

use crate::facts;

const SOUTH: PlayerId = PlayerId(0);
const NORTH: PlayerId = PlayerId(1);

fn peeking() -> Ready {
    let path = format!("{}/tests/suite/views/rules/peeking.draughts", env!("CARGO_MANIFEST_DIR"));
    facts::ready(&library::load(&path).expect("a rule file"), &[]).expect("rules")
}

fn revealed(ready: &Ready, game: &Game) -> Vec<PlayerId> {
    game.revealed(&ready.program, game.moves().len() - 1).expect("no limit")
}

/// Lets chance decide until a player must.
fn past_chance(ready: &Ready, game: &mut Game) {
    while game.actor(&ready.program) == Some(Actor::Chance) {
        let moves = game.options(&ready.program).expect("results");
        let chosen = agents::by_weight(&moves, &mut agents::generator(3, game.moves().len() as u64)).expect("a result");
        game.play(&ready.program, &moves[chosen]).expect("a result");
    }
}

/// Plays the first move whose text begins so; whether there is one.
fn play(ready: &Ready, game: &mut Game, start: &str) -> bool {
    let moves = game.options(&ready.program).expect("moves");
    let texts = movetext::texts(&ready.program.equipment, &moves, false);
    let Some(at) = texts.iter().position(|text| text.starts_with(start) || text.contains(&format!(" {start}"))) else {
        return false;
    };
    game.play(&ready.program, &moves[at]).expect("a move");
    true
}

/// South's first trick, after the deal and the first roll.
fn first_trick(ready: &Ready) -> Game {
    let mut game = Game::new(&ready.program).expect("a game");
    past_chance(ready, &mut game);
    assert_eq!(game.actor(&ready.program), Some(Actor::Player(SOUTH)));
    game
}

#[test]
fn what_is_dealt_is_shown_to_its_owner_and_what_is_rolled_to_all() {
    let ready = peeking();
    let game = first_trick(&ready);
    let last = game.moves().len() - 1;
    let shown: Vec<Vec<PlayerId>> = (0..=last).map(|i| game.revealed(&ready.program, i).expect("no limit")).collect();
    let expected: Vec<Vec<PlayerId>> = [SOUTH, SOUTH, SOUTH, NORTH, NORTH, NORTH].map(|player| vec![player]).to_vec();
    assert_eq!(shown[..6], expected);
    assert_eq!(shown[6..], [vec![SOUTH, NORTH]], "the roll");
    assert_eq!(game.revealed(&ready.program, last + 1), Ok(Vec::new()), "no such move");
}

#[test]
fn tricks_show_what_they_show() {
    let ready = peeking();
    let check = |trick: &str, by_move: &[PlayerId], by_chance: Option<&[PlayerId]>| {
        let mut game = first_trick(&ready);
        assert!(play(&ready, &mut game, trick), "{trick}");
        assert_eq!(revealed(&ready, &game), by_move, "{trick}");
        if let Some(expected) = by_chance {
            assert_eq!(game.actor(&ready.program), Some(Actor::Chance), "{trick}");
            let moves = game.options(&ready.program).expect("results");
            game.play(&ready.program, &moves[0]).expect("a result");
            assert_eq!(revealed(&ready, &game), expected, "{trick}, chance");
        }
    };
    check("discard-one", &[NORTH], None);
    check("brag", &[NORTH], None);
    check("give", &[NORTH], None);
    check("steal", &[SOUTH], None);
    check("return-one", &[], None);
    check("draw-one", &[], Some(&[SOUTH]));
    check("gamble", &[], Some(&[SOUTH, NORTH]));
}

#[test]
fn a_look_is_for_who_looks_and_shows_nothing_twice() {
    let ready = peeking();
    let mut game = first_trick(&ready);
    // South goes where a card lies, and looks at it in the next turn; North passes.
    assert!(play(&ready, &mut game, "decline") && play(&ready, &mut game, "d1-c2"));
    assert_eq!(revealed(&ready, &game), [], "a step");
    past_chance(&ready, &mut game);
    assert!(play(&ready, &mut game, "decline") && play(&ready, &mut game, "pass"));
    past_chance(&ready, &mut game);
    let looked = game.clone();
    assert!(play(&ready, &mut game, "peek"));
    assert_eq!(game.actor(&ready.program), Some(Actor::Chance));
    past_chance(&ready, &mut game);
    assert_eq!(revealed(&ready, &game), [SOUTH]);
    // Taken back, the game stands as it stood.
    while game.moves().len() > looked.moves().len() {
        assert!(game.undo().is_some());
    }
    assert_eq!(game, looked);
}

#[test]
fn where_all_is_seen_no_move_shows_anything() {
    let ready = facts::rules("english", &[]).expect("rules");
    let mut game = Game::new(&ready.program).expect("a game");
    for _ in 0..20 {
        let moves = game.options(&ready.program).expect("moves");
        game.play(&ready.program, &moves[0]).expect("a move");
        assert_eq!(revealed(&ready, &game), []);
    }
}
