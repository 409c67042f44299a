//! `endgames`: tables are right, the same however they are made, go on where they were broken off, and are used by who looks ahead.

mod boards;
mod by_hand;
mod by_reference;
mod chosen;
mod files;
mod published;
mod used;

use draughtsman::agents::{Retrograde, Unfinished, grounds};
use draughtsman::check::Choices;
use draughtsman::endgames::{Endgames, Grounds, Material, Placed, Value};
use draughtsman::engine::{BitboardEngine, Game};
use draughtsman::library::{self, Ready};
use draughtsman::model::SiteId;
use draughtsman::model::setup::Setup;

use by_hand::{Position, Solved, Worth};

/// So many pieces of English, and one fewer of other games: `DRAUGHTSMAN_ENDGAMES`.
fn pieces() -> u32 {
    std::env::var("DRAUGHTSMAN_ENDGAMES")
        .ok()
        .map_or(3, |pieces| pieces.parse().expect("DRAUGHTSMAN_ENDGAMES: how many pieces"))
}

/// The tables of all positions of up to so many pieces.
fn made(ready: &Ready, pieces: u32) -> Endgames {
    let program = &ready.program;
    let game = Game::new(program).unwrap();
    let mut retrograde = Retrograde::new(program, game, Endgames::new(grounds(program)), u64::MAX);
    for material in retrograde.materials(pieces).unwrap() {
        retrograde.solve(&material, &|| false, &mut |_, _| ()).unwrap();
    }
    retrograde.solved
}

/// The pieces of a set-up as tables place them.
fn standing(ready: &Ready, setup: &Setup) -> Vec<Placed> {
    let kinds = ready.program.equipment.kinds.len() as u16;
    let pieces = setup.board.iter().flat_map(|(site, tower)| tower.iter().map(|piece| (*site, piece)));
    pieces.map(|(site, piece)| Placed { board: u16::from(piece.owner.0) * kinds + u16::from(piece.kind.0), site }).collect()
}

/// In how many ways so many pieces can stand, those of one side alone included.
fn placements(grounds: &Grounds, pieces: u32) -> u64 {
    let mut all: Vec<Vec<u8>> = vec![Vec::new()];
    for _ in 0..grounds.boards() {
        let counts = |of: &Vec<u8>| (0..=pieces as u8).map(|count| [&of[..], &[count]].concat()).collect::<Vec<_>>();
        all = all.iter().flat_map(counts).collect();
    }
    let materials = all.into_iter().map(|counts| Material(counts.into_iter().collect()));
    let mut stand = Vec::new();
    let of = |material: Material| {
        (0..grounds.numbers(&material)).filter(|number| grounds.stand(&material, *number, &mut stand)).count() as u64
    };
    materials.filter(|material| material.pieces() == pieces).map(of).sum()
}

/// J. Schaeffer, *One Jump Ahead* (1997), and J. Schaeffer et al., *Building the Checkers 10-piece Endgame Databases* (2003), table 1.
#[test]
fn as_many_positions_of_english_as_are_published() {
    let grounds = grounds(&library::bundled("english").unwrap().program);
    assert_eq!([1, 2, 3].map(|pieces| placements(&grounds, pieces)), [120, 6_972, 261_224]);
    assert_eq!([1, 2, 3].map(by_hand::placements), [120, 6_972, 261_224]);
    if pieces() > 3 {
        assert_eq!(placements(&grounds, 4), 7_092_774);
    }
}

#[test]
fn every_position_of_english_is_worth_what_another_solver_says() {
    let ready = library::bundled("english").unwrap();
    let (endgames, other) = (made(&ready, pieces()), Solved::up_to(pieces()));
    let equipment = &ready.program.equipment;
    // Black stands first among the sides, a man among the kinds; a square of the other solver is one of the board by its number.
    assert_eq!((&*equipment.sides[0].name, &*equipment.kinds[0].name), ("Black", "man"));
    let mut by_number = [SiteId(0); 32];
    for (i, site) in equipment.board.sites.iter().enumerate() {
        by_number[usize::from(site.number.unwrap()) - 1] = SiteId(i as u16);
    }
    let mut compared = 0;
    other.each(|position, worth| {
        let Position { black_men, black_kings, white_men, white_kings, white_moves } = position;
        let mut stand: Vec<Placed> = Vec::new();
        for (board, squares) in [black_men, black_kings, white_men, white_kings].into_iter().enumerate() {
            let on = (0..32).filter(|square| squares >> square & 1 != 0);
            stand.extend(on.map(|square| Placed { board: board as u16, site: by_number[square] }));
        }
        let expected = match worth {
            Worth::Drawn => Value::Drawn,
            Worth::Won(plies) => Value::Won(plies),
            Worth::Lost(plies) => Value::Lost(plies),
        };
        assert_eq!(endgames.value(&mut stand, usize::from(*white_moves)), Some(expected), "{position:?}");
        compared += 1;
    });
    let known: u64 = endgames.summaries().iter().map(|one| 2 * one.placements).sum();
    assert_eq!(compared, known, "all that the tables know, and no more");
}

/// Boards with more squares take long.
const FEW_SITES: usize = 32;

#[test]
fn every_position_of_every_plain_game_is_worth_what_the_reference_says() {
    let mut plain = Vec::new();
    for name in library::names() {
        let ready = library::bundled(name).unwrap();
        if ready.program.is_plain().is_err() {
            continue;
        }
        plain.push(name);
        let few = ready.program.layout.sites <= FEW_SITES;
        if !FURTHER.contains(&name) && (few || pieces() > 3) {
            by_reference::compare(&ready, &made(&ready, 2), 2);
        }
    }
    assert_eq!(
        plain,
        [
            "antidraughts",
            "brazilian",
            "breakthrough",
            "canadian",
            "czech",
            "dameo",
            "english",
            "fanorona",
            "halma",
            "international",
            "italian",
            "killer",
            "pool",
            "russian",
            "spanish",
            "tablut",
            "thai",
            "turkish"
        ]
    );
}

/// Games with one piece fewer than of English, side by side: that takes long.
const FURTHER: [&str; 3] = ["russian", "italian", "antidraughts"];

fn as_the_reference_says(name: &str) {
    let ready = library::bundled(name).unwrap();
    by_reference::compare(&ready, &made(&ready, pieces() - 1), pieces() - 1);
}

#[test]
fn russian_is_worth_what_the_reference_says() {
    as_the_reference_says(FURTHER[0]);
}

#[test]
fn italian_is_worth_what_the_reference_says() {
    as_the_reference_says(FURTHER[1]);
}

#[test]
fn antidraughts_is_worth_what_the_reference_says() {
    as_the_reference_says(FURTHER[2]);
}

const MEN_AND_KINGS: &str = "movement {\n  man may step forward diagonal\n  king may step diagonal\n}\n\n\
                             capture {\n  piece may jump diagonal over an enemy\n}\n\n";

/// A king that comes home is a man again: material changes into other material and back, and is solved together.
#[test]
fn material_that_comes_back_is_solved_with_what_it_was() {
    let back =
        "promotion {\n  when man lands on far-row: promote it to king\n  when king lands on home-row: promote it to man\n}\n";
    let ready = small(&format!("{MEN_AND_KINGS}{back}"));
    let endgames = made(&ready, 3);
    by_reference::compare(&ready, &endgames, 3);
    let program = &ready.program;
    let mut retrograde = Retrograde::new(program, Game::new(program).unwrap(), Endgames::new(grounds(program)), u64::MAX);
    let mut at_once = Vec::new();
    let material = Material([1, 0, 1, 0].into_iter().collect());
    retrograde.solve(&material, &|| false, &mut |one, _| at_once.push(one.material.clone())).unwrap();
    let alike = |one: &&Material| one.pieces() == 2;
    assert_eq!(at_once.iter().filter(alike).count(), 4, "a man and a king of each side: {at_once:?}");
    let mut narrow = Retrograde::new(program, Game::new(program).unwrap(), Endgames::new(grounds(program)), 9_000);
    let refused = narrow.solve(&material, &|| false, &mut |_, _| ());
    assert!(matches!(refused, Err(Unfinished::Together(_))), "{refused:?}");
}

/// More names than the bitboard engine has room for: the machine plays, position by position.
#[test]
fn what_the_machine_plays_is_worth_what_the_reference_says() {
    let names: String = (0..17).map(|i| format!("let name-{i} = a1; ")).collect();
    let ready = small(&format!("{MEN_AND_KINGS}moves slip {{\n  king may glide {{ {names}go orthogonal, to empty }}\n}}\n"));
    assert!(BitboardEngine::new(&ready.program).is_err());
    by_reference::compare(&ready, &made(&ready, 2), 2);
}

/// A rule file of a small board.
fn small(rules: &str) -> Ready {
    let loaded = library::load_text("small", "small.draughts", crate::shell::small(rules).into_bytes(), None);
    let checked = loaded.check(&Choices::default());
    loaded.ready(checked.variant.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics)))
}
