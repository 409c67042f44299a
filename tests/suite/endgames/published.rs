//! Endings that books have: tables say the same of them.

use draughtsman::agents::{Retrograde, grounds};
use draughtsman::endgames::{Endgames, Material, Value};
use draughtsman::engine::Game;
use draughtsman::library;
use draughtsman::notation::{Terms, fen};

use super::{pieces, standing};

/// What a position is worth to who is to move.
#[derive(Debug, PartialEq, Eq)]
enum Result {
    Won,
    Drawn,
}

/// Endings of English draughts, what is published of them, and where.
const ENDINGS: [(&str, Result, &str); 5] = [
    ("W:WK32:BK26", Result::Won, "Edward Lasker, Chess and Checkers (1918), diagram 88: White has the move"),
    ("B:WK32:BK26", Result::Drawn, "the same: if Black has it, by 26-31"),
    ("B:WK32:BK18,K19", Result::Won, "Irish Draughts Association, Endings, diagram one: two kings win against one"),
    ("W:WK23,K19:BK28,12", Result::Won, "Edward Lasker, diagram 93, the First Position (W. Payne, 1756): White has the move"),
    ("B:WK23,K19:BK28,12", Result::Drawn, "the same: if Black has it, the ending is a draw"),
];

#[test]
fn endings_of_english_are_worth_what_is_published() {
    let ready = library::bundled("english").unwrap();
    let (program, terms) = (&ready.program, Terms::from(&ready.variant));
    let kinds = program.equipment.kinds.len();
    let mut retrograde = Retrograde::new(program, Game::new(program).unwrap(), Endgames::new(grounds(program)), u64::MAX);
    for (position, expected, source) in ENDINGS {
        let setup = fen::read(&terms, position).unwrap();
        let mut stand = standing(&ready, &setup);
        if stand.len() > pieces() as usize {
            continue;
        }
        let mut counts = vec![0; 2 * kinds];
        stand.iter().for_each(|placed| counts[usize::from(placed.board)] += 1);
        retrograde.solve(&Material(counts.into_iter().collect()), &|| false, &mut |_, _| ()).unwrap();
        let value = retrograde.solved.value(&mut stand, usize::from(setup.turn));
        let worth = match value.expect("the tables know it") {
            Value::Won(_) => Result::Won,
            Value::Drawn => Result::Drawn,
            Value::Lost(_) => panic!("{position}: lost, but {source}"),
        };
        assert_eq!(worth, expected, "{position}: {source}");
    }
}

/// Three kings of Russian draughts catch a lone one, where they can, within fifteen moves: A. D. Petrov, *Rukovodstvo k osnovatelnomu poznaniyu
/// shashechnoy igry* (1827).
#[test]
fn three_kings_against_one_take_no_longer_than_is_published() {
    let ready = library::bundled("russian").unwrap();
    let program = &ready.program;
    let mut retrograde = Retrograde::new(program, Game::new(program).unwrap(), Endgames::new(grounds(program)), u64::MAX);
    let hunt = Material([0, 3, 0, 1].into_iter().collect());
    retrograde.solve(&hunt, &|| false, &mut |_, _| ()).unwrap();
    let longest = retrograde.solved.summary(&hunt).unwrap().longest;
    assert!((20..=2 * 15).contains(&longest), "{longest}");
}
