//! `draughtsman simulate`: many games, counted.

use draughtsman::engine::BitboardEngine;
use draughtsman::library;
use serde_json::Value;

use crate::coverage::unlike_by;
use crate::facts;
use crate::shell::{answer, json, run, run_with, small};

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

/// All that is said of a series but for the time it took.
fn said(arguments: &[&str]) -> Value {
    let mut answer = json(&[&["simulate"], arguments, &["--json"]].concat());
    answer.as_object_mut().unwrap().remove("cpu_seconds").unwrap();
    answer
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    for name in ["english", "turkish", "collateral"] {
        let one = said(&[name, "--games", "150", "--seed", "7"]);
        assert_eq!(one, said(&[name, "--games", "150", "--seed", "7", "--threads", "3"]), "{name}");
        let mut other = said(&[name, "--games", "150", "--seed", "8"]);
        other["seed"] = one["seed"].clone();
        assert_ne!(one, other, "{name}: another seed, other games");
    }
}

#[test]
fn every_game_is_won_drawn_or_cut_off() {
    for arguments in [&["english", "--games", "120"][..], &["international", "--games", "90", "--limit", "120"]] {
        let said = said(arguments);
        let wins: u64 = said["wins"].as_object().unwrap().values().map(number).sum();
        let [games, draws, cut_off] = ["games", "draws", "cut_off"].map(|key| number(&said[key]));
        assert_eq!(wins + draws + cut_off, games, "{said}");
        let sum = |key: &str| said[key].as_object().unwrap().values().map(number).sum::<u64>();
        assert_eq!((sum("draws_by"), sum("endings")), (draws, games - cut_off), "{said}");
        let plies = &said["plies"];
        let quartiles: Vec<u64> = plies["quartiles"].as_array().unwrap().iter().map(number).collect();
        let row = [vec![number(&plies["min"])], quartiles, vec![number(&plies["max"])]].concat();
        assert!(row.is_sorted(), "{said}");
        assert!(plies["mean"].as_f64().unwrap() >= row[0] as f64 && said["branching"].as_f64().unwrap() > 1.0, "{said}");
        assert_eq!(cut_off > 0, arguments.contains(&"--limit"), "{said}");
    }
}

/// What the last game ended in is nothing to the next.
#[test]
fn each_game_begins_anew() {
    let rules = "+++\nname = \"Race\"\n[players]\nWhite = { faces = \"north\" }\nBlack = { faces = \"south\" }\n[board]\ngrid = \"2x4\"\n\
                 [pieces]\nman = { symbol = \"m\" }\n[setup]\nman = { White = \"a1\", Black = \"b4\" }\n+++\nmovement {\n  \
                 man may step forward orthogonal\n}\neffects {\n  when man lands on far-row: end turn\n}\n\
                 victory {\n  mover wins if some own man on far-row\n}\n";
    let ended = run_with(&["simulate", "-", "--games", "20"], rules.as_bytes());
    assert!(ended.out.contains("20 100.00 %  White wins"), "{}{}", ended.out, ended.err);
}

/// Turns that pass by themselves are tried out, each of which might try out the next.
#[test]
fn turns_that_pass_by_themselves_come_to_an_end() {
    let rules = small(
        "capture {\n  man may jump forward orthogonal over enemy\n}\nturn {\n  may play capture\n}\n\
                       victory {\n  player who cannot move loses\n  draw \"long\" if turns >= 1\n}\n",
    );
    let ended = run_with(&["simulate", "-", "--games", "3"], rules.as_bytes());
    assert!(ended.code == 0 && ended.out.contains("3 100.00 %  long"), "{}{}", ended.out, ended.err);
}

#[test]
fn a_game_of_two_moves() {
    let rules = small("movement {\n  man may step any-way\n}\nvictory {\n  Black wins \"enough\" if turns >= 2\n}\n");
    let ended = run_with(&["simulate", "-", "--games", "5", "--agent", "greedy"], rules.as_bytes());
    assert_eq!(ended.code, 0, "{}", ended.err);
    let rows = ["5 games of stdin by agent greedy, seed 0", "5 100.00 %  Black wins", "5 100.00 %  enough"];
    assert!(rows.iter().all(|row| ended.out.contains(row)), "{}", ended.out);
    assert!(ended.out.contains("mean 2.00, shortest 2, quartiles 2 2 2, longest 2"), "{}", ended.out);
}

/// What the bitboard engine refuses is played move by move: a `play` in a `repeat` without a number, behind chance and before somebody
/// else's `play`.
#[test]
fn games_that_are_not_played_directly_are_those_that_coverage_plays() {
    for turn in [
        "repeat { require mover can capture; play capture }\n  if not mover can capture { play move by opponent }",
        "choose 2 gone in own by chance\n  repeat { require mover can capture; play capture where actor of it is not gone }\n  may play move",
        "play move\n  repeat { require mover can capture; play capture }",
    ] {
        let text = format!("+++\nname = \"Odd\"\nversion = \"1.0.0\"\nextends = \"english\"\n+++\nturn {{\n  {turn}\n}}\n");
        let loaded = library::load_text("odd", "odd.draughts", text.into_bytes(), None);
        let ready = facts::ready(&loaded, &[]).expect("no mistakes");
        assert!(BitboardEngine::new(&ready.program).is_err(), "{turn}");
        assert_eq!(unlike_by(&ready, turn, 3, 0..2), Vec::<String>::new());
    }
}

#[test]
fn nobody_wins_for_a_neutral_side() {
    let rules = small("movement {\n  man may step any-way\n}\nvictory {\n  Black wins \"enough\" if turns >= 1\n}\n").replacen(
        "[players]",
        "[players]\nStone = { neutral = true }",
        1,
    );
    let ended = run_with(&["simulate", "-", "--games", "5", "--json"], rules.as_bytes());
    let said: Value = serde_json::from_str(&ended.out).unwrap_or_else(|_| panic!("{}", ended.err));
    let wins = said["wins"].as_object().unwrap();
    assert_eq!((wins.len(), number(&wins["Black"])), (2, 5), "{said}");
}

#[test]
fn the_help_has_examples() {
    assert!(answer(&["simulate", "--help"]).contains("draughtsman simulate english --games 10000"));
}

#[test]
fn what_makes_no_series_is_refused() {
    for arguments in [["english", "--games", "0"], ["english", "--agent", "wise"], ["english", "--limit", "0"]] {
        assert_eq!(run(&[&["simulate"], &arguments[..]].concat()).code, 2, "{arguments:?}");
    }
}

/// On the largest boards, as full as the usual one, a game by chance alone comes to its end.
#[test]
fn the_largest_boards_are_played_to_the_end() {
    for (size, rows) in [(24, 11), (26, 12)] {
        let site = |rank: usize, file: usize| match rank {
            _ if (rank + file).is_multiple_of(2) => ".",
            rank if rank < rows => "b",
            rank if rank >= size - rows => "w",
            _ => ".",
        };
        let row = |rank: usize| (0..size).map(|file| site(rank, file)).collect::<Vec<_>>().join(" ");
        let diagram = (0..size).map(row).collect::<Vec<_>>().join("\n");
        let rules = format!(
            "+++\nname = \"Large\"\nextends = \"international\"\n[board]\ngrid = \"{size}x{size}\"\n[setup]\ndiagram = \"\"\"\n{diagram}\n\"\"\"\n+++\n"
        );
        let ended = run_with(&["simulate", "-", "--games", "1", "--limit", "20000", "--json"], rules.as_bytes());
        let said: Value = serde_json::from_str(&ended.out).unwrap_or_else(|_| panic!("{}", ended.err));
        assert_eq!((number(&said["games"]), number(&said["cut_off"])), (1, 0), "{said}");
        assert!(number(&said["plies"]["min"]) > 500, "{said}");
    }
}
