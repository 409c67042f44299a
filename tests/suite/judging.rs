//! What agents go by: material, mobility, the way to promotion, exchanges behind the last move, what has stood, and whom they trust.

use draughtsman::agents::{self, Clock, Thinker};
use draughtsman::engine::{Game, LookAhead, Position};
use draughtsman::library;
use draughtsman::notation::{Terms, fen, movetext};
use serde_json::Value;

use crate::shell::{json, run_with};

/// The best lines of a position of English draughts.
fn lines(position: &str, agent: &str, lines: &str) -> Vec<(String, f64)> {
    let said = json(&["analyse", "english", "--position", position, "--agent", agent, "--lines", lines, "--json"]);
    let line = |line: &Value| {
        let moves: Vec<&str> = line["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        (moves.join(" "), line["value"].as_f64().unwrap())
    };
    said["lines"].as_array().unwrap().iter().map(line).collect()
}

/// The baseline that training is measured against is frozen: what pieces are worth, and how much there is to choose from.
#[test]
fn the_baseline_stays_what_it_is() {
    for (position, best, worth) in [
        ("W:WK22,K23:BK31", "23-26", 1.98),
        ("W:W18,32:B11,2", "32-27", -0.08),
        ("B:W21,22,30:B9,11,K3", "11-15", 0.9),
        ("W:WK32:B21", "32-27", 0.98),
    ] {
        assert_eq!(lines(position, "alpha-beta:depth=1,baseline", "1"), [(best.to_owned(), worth)], "{position}");
    }
}

#[test]
fn a_man_is_worth_more_the_nearer_it_is_to_promotion() {
    let worth = |man: u32| lines(&format!("W:WK32:B{man}"), "alpha-beta:depth=1,untrained", "1")[0].1;
    let [far, near, nearer] = [9, 17, 21].map(worth);
    assert!(nearer < near && near < far, "to White: {far}, {near}, {nearer}");
}

/// One decision is looked ahead, and the capture that must follow it is seen.
#[test]
fn an_exchange_behind_the_last_decision_is_seen() {
    let all = lines("W:W18,32:B11,2", "alpha-beta:depth=1,untrained", "9");
    let (quiet, given) = all.split_at(3);
    assert_eq!(given.iter().map(|(moves, _)| &**moves).collect::<Vec<_>>(), ["18-15 11x18"]);
    assert!(given[0].1 < -0.9 && quiet.iter().all(|(_, worth)| *worth > -0.2), "{all:?}");
}

/// Kings go there and back until one decision is left to the third repetition, which is a draw.
#[test]
fn who_is_behind_repeats_and_who_is_ahead_does_not() {
    let ready = library::bundled("english").unwrap();
    let (program, equipment) = (&ready.program, &ready.variant.equipment);
    for (position, there_and_back, repeats) in [
        ("B:WK1:BK31,K32", ["32-28", "1-6", "28-32", "6-1"], true),
        ("W:WK1:BK31,K32", ["1-6", "32-28", "6-1", "28-32"], false),
    ] {
        let setup = fen::read(&Terms::from(&ready.variant), position).unwrap();
        let mut game = Game::from(Position::from_setup(program, &setup).unwrap());
        for text in there_and_back.iter().cycle().take(7) {
            let options = game.options(program).unwrap();
            let at = movetext::texts(equipment, &options, false).iter().position(|one| one == text);
            game.play(program, &options[at.unwrap()]).unwrap();
        }
        let texts = movetext::texts(equipment, &game.options(program).unwrap(), false);
        for agent in ["alpha-beta:depth=3", "mcts:2000"] {
            let mut thinker = Thinker::new(program, agent.parse().unwrap(), 1 << 20);
            let mut rng = agents::generator(1, 0);
            let thought = agents::decide(program, &LookAhead::new(program), &game, &mut thinker, &mut rng, Clock::none());
            let decided = &texts[thought.unwrap().unwrap().option];
            assert_eq!(decided == there_and_back[3], repeats, "{position}: {agent} plays {decided}");
        }
    }
}

/// Red may keep what there is, or trust Green, to whom it is all one who wins: of more than two sides each fears all others.
const TRUST: &str = r#"+++
name = "Trust"
[players]
Red = {}
Green = {}
Blue = {}
[board]
grid = "3x3"
[pieces]
man = { symbol = "m" }
[setup]
man = { Red = ["a1"], Green = ["b1"], Blue = ["c1"] }
+++
state {
  counter trusted: 0..1
  counter favoured: 0..2
}
movement {
  mover may hold-back if turns = 0 { pass }
  mover may trust if turns = 0 { set trusted to 1 }
  mover may favour if turns = 1 { choose one in 1 or 2; set favoured to one }
  mover may go-on if turns > 1 { pass }
}
victory {
  draw "kept" if turns = 3 and trusted = 0
  Red wins "favoured" if turns = 3 and favoured = 1
  Blue wins "favoured" if turns = 3 and favoured = 2
}
"#;

#[test]
fn of_three_sides_each_fears_both_others() {
    for agent in ["alpha-beta:depth=4", "mcts:400"] {
        let said = run_with(&["analyse", "-", "--agent", agent, "--lines", "2", "--json"], TRUST.as_bytes());
        let said: Value = serde_json::from_str(&said.out).unwrap();
        let [kept, trusts] = [0, 1].map(|line| &said["lines"][line]);
        assert_eq!((&kept["moves"][0], &kept["value"]), (&"hold-back".into(), &0.0.into()), "{agent}: {said}");
        assert_eq!((&trusts["moves"][0], &trusts["loses_in"]), (&"trust".into(), &3.into()), "{agent}: {said}");
    }
    for agent in ["alpha-beta:60", "mcts:30"] {
        let said = json(&["match", "tests/suite/agree/three.draughts", agent, "random", "--games", "12", "--json"]);
        assert!(said["score"].as_f64().unwrap() > 0.5, "a third is what comes by chance: {said}");
    }
}
