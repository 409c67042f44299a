use super::super::samples::{self, piece, random, setup};
use std::time::Duration;

use super::super::{Header, Terms, TimeControl};
use super::*;
use crate::model::{Equipment, SideId};
use proptest::prelude::*;

fn with_terms<T>(equipment: &Equipment, run: impl FnOnce(&Terms) -> T) -> T {
    run(&Terms { equipment, stored: &samples::stored(), lines: &samples::rule_lines() })
}

fn both_ways(equipment: &Equipment, game: &SavedGame, toml: &str) {
    with_terms(equipment, |terms| {
        assert_eq!(write(terms, game), toml);
        assert_eq!(read(terms, toml).as_ref(), Ok(game));
    });
}

#[test]
fn a_game_in_a_file() {
    let towers = samples::towers();
    let mut start = setup(&towers, 1, &[("a1", 0, 0), ("b2", 0, 1), ("c3", 0, 0), ("g7", 1, 0)]);
    start.turns = 5;
    start.board[1].1.push(piece(1, 1));
    let header = Header { variant: "lasca".into(), options: Some(vec!["x".into()]), numbers: vec![("quiet-limit".into(), 50)] };
    let moves = vec!["a1-b2".into(), "g7 \"x\"".into(), "7 spades".into()];
    let game = SavedGame { header, seed: Some(u64::MAX), start: Some(start), moves, ..SavedGame::default() };
    let toml = r#"schema = 1
variant = "lasca"
options = ["x"]
seed = "18446744073709551615"
moves = [
  "a1-b2", "g7 \"x\"",
  "7 spades",
]

[numbers]
quiet-limit = 50

[setup]
player = "Black"
turns = 5
diagram = """
.  .  .  .  .  .  b
.  .  .  .  .  .  .
.  .  .  .  .  .  .
.  .  .  .  .  .  .
.  .  .  .  .  .  .
.  wo .  .  .  .  .
w  .  .  .  .  .  .
"""

[setup.board]
c3 = [{ owner = "White", kind = "soldier" }, { owner = "Black", kind = "officer" }]
"#;
    both_ways(&towers, &game, toml);
}

#[test]
fn rule_file_setups_are_understood() {
    let points = samples::points();
    let text = "[setup]\nchecker = [\"c5\", \"d4\"]\nsupply = { stone = 66 }";
    with_terms(&points, |terms| {
        let start = read(terms, text).unwrap().start.unwrap();
        assert_eq!((start.board.len(), start.piles[0].1.len(), start.turn), (2, 66, 0));
    });
    let hexagons = samples::hexagons();
    let text =
        "[setup]\nsymbols = { Q = \"White king\" }\ndiagram = '''\n. . . . .\n. . . . .\n. . Q . .\n. . . . .\nb . . . bk\n'''";
    with_terms(&hexagons, |terms| {
        let start = read(terms, text).unwrap().start.unwrap();
        assert_eq!(start, setup(&hexagons, 0, &[("c3", 1, 1), ("a1", 0, 0), ("e1", 0, 1)]));
    });
}

#[test]
fn errors_say_where() {
    let towers = samples::towers();
    let check = |toml: &str, expected: &str| {
        with_terms(&towers, |terms| assert_eq!(read(terms, toml).unwrap_err().to_string(), expected, "{toml}"));
    };
    check("moves = [3]", "moves.1: a number is not expected here (accepted: a text in quotes)");
    check("a = 1", "unknown key `a` (accepted: schema, variant, options, numbers, seed, moves, ended, clock, setup, earlier)");
    check("schema = 2", "schema: this version of the format is not known (accepted: 1)");
    check("variant = \n", "line 1, column 11: this is no TOML: string values must be quoted, expected literal string");
    check("[setup]\ndiagram = 'w'", "setup.diagram: the diagram has 1 lines (accepted: 7, one a rank)");
    let rows = |row: &str| format!("[setup]\ndiagram = '''\n{row}\n{}'''", ". . . . . . .\n".repeat(6));
    check(&rows("w"), "setup.diagram: line 1 of the diagram has 1 squares (accepted: 7, with blanks between)");
    check(&rows("w w . . . . ."), "setup.diagram: line 1 of the diagram: square 2 is not a square of play (accepted: .)");
    check(&rows("x . . . . . ."), "setup.diagram: line 1 of the diagram: `x` is no piece (accepted: ., b, bo, w, wo)");
    check("[setup]\nsoldier = ['a1']", "setup.soldier: whose `soldier`? (accepted: a diagram, or records in `board`)");
    check(
        "[setup.board]\na2 = 'White soldier'",
        "setup.board.a2: `a2` is not a square of play: it is light, and only dark squares are played on (accepted: 1 to 25, or a1 to g7)",
    );
}

#[test]
fn times_are_read_with_their_players() {
    let draughts = samples::draughts();
    with_terms(&draughts, |terms| {
        let clock = |text: &str| {
            read(terms, &format!("variant = \"x\"\nclock = {text}")).map(|game| game.clock.map(|clock| clock.left))
        };
        let left = clock("{ control = '5m+3s', left = { White = '90s' } }").unwrap().unwrap();
        assert_eq!(left, [300, 90].map(Duration::from_secs));
        for (text, says) in [
            ("{ left = {} }", "control"),
            ("{ control = '5' }", "`5` is no time control"),
            ("{ control = '5m', left = { Red = '1s' } }", "Red"),
            ("{ control = '5m', left = { White = 'soon' } }", "this is no time (accepted: 4m, 12s, 150ms)"),
            ("{ control = '5m', right = {} }", "right"),
        ] {
            let told = clock(text).unwrap_err().to_string();
            assert!(told.contains(says), "{told}");
        }
    });
}

#[test]
fn deep_nesting_is_refused() {
    let cards = samples::cards();
    let open = |n: usize| "[".repeat(n);
    for text in [format!("moves = {}", open(100_000)), format!("[setup]\npending = {}{}", open(5_000), "]".repeat(5_000))] {
        with_terms(&cards, |terms| assert!(read(terms, &text).is_err()));
    }
}

proptest! {
    #[test]
    fn print_and_read_are_inverse(seed: u64, moves: Vec<String>, fixed: Option<u64>) {
        for equipment in [samples::draughts(), samples::quarters(), samples::points(), samples::towers(), samples::cards(), samples::hexagons()] {
            let start = Some(random::setup(&equipment, seed));
            let winners = (0..seed % 3).map(|i| SideId(i as u8 % equipment.sides.len() as u8)).collect();
            let reason = moves.first().cloned().unwrap_or_default();
            let ended = Ended { winners, reason, left: (seed % 5) as usize };
            let first = Earlier { ended: ended.clone(), seed: fixed, start: start.clone(), moves: moves.clone() };
            let second = Earlier { ended: ended.clone(), ..Earlier::default() };
            let earlier = [first, second][..(seed / 7 % 3) as usize].to_vec();
            let ended = (seed % 2 == 0).then_some(ended);
            let control = TimeControl { main: Duration::from_secs(seed % 10_000), increment: Duration::from_millis(1 + seed % 7_000) };
            let left = (0..equipment.players.len() as u64).map(|i| Duration::from_millis(seed % 100_000 * i)).collect();
            let clock = (seed % 3 == 0).then(|| GameClock::standing(control, left));
            let game = SavedGame { header: Header::default(), start, moves: moves.clone(), seed: fixed, ended, earlier, clock };
            with_terms(&equipment, |terms| {
                let toml = write(terms, &game);
                assert_eq!(read(terms, &toml), Ok(game), "{toml}");
                assert!(header(&toml).is_ok());
            });
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", seed: u64, at: usize, byte: u8) {
        let cards = samples::cards();
        with_terms(&cards, |terms| {
            let _ = read(terms, &text);
            let game = SavedGame { start: Some(random::setup(&cards, seed)), ..SavedGame::default() };
            let mut toml = write(terms, &game).into_bytes();
            let at = at % toml.len();
            toml[at] = byte;
            let _ = read(terms, &String::from_utf8_lossy(&toml));
        });
    }
}
