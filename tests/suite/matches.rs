//! Matches: the `match` option of Guerrilla Checkers after rulings/guerrilla.md (d), and the games of one in `play`.

use draughtsman::analysis::matches::{Played, Tally, played, seat, tallies, winner};
use draughtsman::engine::Game;
use draughtsman::library::Ready;
use draughtsman::model::equipment::Match;
use draughtsman::model::{PlayerId, SideId};

use crate::facts;

const GUERRILLA: SideId = SideId(0);
const COIN: SideId = SideId(1);

fn guerrilla() -> (Ready, Match) {
    let ready = facts::rules("guerrilla", &["match".to_owned()]).expect("there is a rule file");
    let rules = ready.variant.equipment.games_of_match.clone().expect("the option makes a match");
    (ready, rules)
}

/// Who wins a match of two games that end so, with so many stones in hand: the first or the second person, or nobody.
fn decided(first: (SideId, usize), second: (SideId, usize)) -> Option<usize> {
    let (ready, rules) = guerrilla();
    let games = [first, second].map(|(side, left)| Played { winners: vec![side], left });
    winner(&tallies(&ready.variant.equipment, &rules, &games))
}

#[test]
fn two_games_with_roles_swapped() {
    let (ready, rules) = guerrilla();
    let equipment = &ready.variant.equipment;
    assert_eq!(rules.games, 2);
    let seats = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(person, game)| seat(equipment, person, game));
    assert_eq!(seats, [0, 1, 1, 0].map(PlayerId), "the Guerrilla of the first game is COIN in the second");
}

#[test]
fn fewer_stones_win() {
    assert_eq!(decided((GUERRILLA, 30), (GUERRILLA, 20)), Some(0));
    assert_eq!(decided((GUERRILLA, 18), (GUERRILLA, 20)), Some(1));
}

#[test]
fn equal_numbers_draw() {
    assert_eq!(decided((GUERRILLA, 20), (GUERRILLA, 20)), None);
}

#[test]
fn one_whose_guerrilla_won_beats_one_whose_did_not() {
    assert_eq!(decided((GUERRILLA, 2), (COIN, 60)), Some(0));
    assert_eq!(decided((COIN, 60), (GUERRILLA, 2)), Some(1));
}

#[test]
fn neither_guerrilla_won() {
    assert_eq!(decided((COIN, 60), (COIN, 20)), None);
}

/// Played out: stones left are those in hand when the game is over.
#[test]
fn stones_in_hand_are_read_from_the_last_position() {
    let (ready, rules) = guerrilla();
    let mut game = Game::new(&ready.program).expect("a game");
    for wanted in ["a4*+b4*", "c5xa5"] {
        let options = game.options(&ready.program).expect("moves");
        assert_eq!(played(&ready.program, &rules, game.position()), None);
        let texts = draughtsman::notation::movetext::texts(&ready.variant.equipment, &options, false);
        let at = texts.iter().position(|text| text == wanted).unwrap_or_else(|| panic!("{wanted}: {texts:?}"));
        game.play(&ready.program, &options[at]).expect("a move");
    }
    let game = played(&ready.program, &rules, game.position());
    assert_eq!(game, Some(Played { winners: vec![COIN], left: 64 }));
    assert_eq!(winner(&[Tally { wins: 1, left: 64 }, Tally::default()]), Some(0));
}
