//! What is measured of made-up games, of which it is known.

use super::{case, number, report};
use crate::shell::small;

/// Chance tosses a coin, and whoever it falls to has won after Black's first move.
const COIN: &str = r#"
state {
  counter toss: 0..2
}
turn {
  choose coin in (1 or 2) by chance
  set toss to coin
  play move
}
movement {
  man may step any-way
}
victory {
  Black wins "heads" if turns >= 1 and toss = 1
  White wins "tails" if turns >= 1 and toss = 2
}
"#;

/// A game that ends like this, on any way.
fn ending(ending: &str) -> String {
    small(&format!("movement {{\n  man may step any-way\n}}\nvictory {{\n  {ending}\n}}\n"))
}

/// One line of play: Black takes at once, and then everybody steps forward.
fn one_line(ending: &str) -> String {
    let rules = "movement {\n  man may step forward orthogonal\n}\ncapture {\n  man may jump forward orthogonal over an enemy\n}\n\
                 obligation {\n  must capture\n}\nvictory {\n";
    small(&format!("{rules}  {ending}\n}}\n")).replacen(
        "b b . .\n. . . .\n. . . .\n. . w w",
        "b . . .\nw . . .\n. . . .\n. w . b",
        1,
    )
}

#[test]
fn a_coin_is_fair_whoever_begins() {
    let case = case(&small(COIN), &["--games", "4000", "--seed", "3"]);
    for side in ["Black", "White"] {
        let share = &case["wins"][side];
        assert!(number(&share["least"]) < 0.5 && 0.5 < number(&share["most"]), "{side}: {case}");
        assert!(number(&share["most"]) - number(&share["least"]) < 0.04, "{case}");
    }
    assert!(number(&case["fairness"]["p"]) > 0.05 && case["fairness"]["test"] == "binomial", "{case}");
    let first = &case["first"]["score"];
    assert!(number(&first["least"]) < 0.5 && 0.5 < number(&first["most"]) && case["first"]["even"] == 0.5, "{case}");
    let wins: u64 = ["Black", "White"].iter().map(|side| case["wins"][side]["games"].as_u64().unwrap()).sum();
    assert_eq!((wins, &case["drawn"]["games"], &case["length"]["mean"]["mean"]), (4000, &0.into(), &1.0.into()));
    let endings = case["endings"].as_array().unwrap();
    let lines: Vec<&str> = endings.iter().map(|ending| ending["text"].as_str().unwrap()).collect();
    assert!(
        lines.len() == 2 && lines.iter().any(|line| line.contains("heads")) && lines.iter().any(|line| line.contains("tails"))
    );
    for ending in endings {
        let side = if ending["text"].as_str().unwrap().contains("heads") { "Black" } else { "White" };
        assert_eq!(ending["wins"][side], ending["share"]["games"], "{ending}");
        assert!(ending["place"].as_str().unwrap().starts_with("made-up.draughts:"), "{ending}");
    }
}

#[test]
fn who_always_wins_is_not_fair() {
    let case = case(&ending("Black wins \"begun\" if turns >= 1"), &["--games", "50"]);
    // Wilson 1927: of 50 of 50, from 50 / (50 + 1.96²).
    let least = 50.0 / (50.0 + 1.959_964f64.powi(2));
    let black = &case["wins"]["Black"];
    assert!((number(&black["least"]) - least).abs() < 1e-4 && black["most"] == 1.0 && black["share"] == 1.0, "{case}");
    assert_eq!((&case["fairness"]["p"], &case["first"]["won"]), (&1.78e-15.into(), &50.into()), "2 / 2^50");
    // Agresti and Coull 1998: as if 1.96² more games had come out, half of them won.
    let (z2, score) = (1.959_964f64.powi(2), &case["first"]["score"]);
    let middle = (50.0 + z2 / 2.0) / (50.0 + z2);
    let least = middle - (z2 * middle * (1.0 - middle) / (50.0 + z2)).sqrt();
    assert!((number(&score["least"]) - least).abs() < 1e-4 && score["mean"] == 1.0 && score["most"] == 1.0, "{case}");
}

#[test]
fn one_game_tells_no_interval_and_shows_nothing() {
    let always = ending("White wins \"begun\" if turns >= 1");
    for games in ["1", "2"] {
        let text = crate::shell::run_with(&["simulate", "-", "--games", games, "--report"], always.as_bytes()).out;
        assert!(text.contains("No difference between the sides is shown") && !text.contains("disadvantage"), "{text}");
        assert!(text.contains("A game takes 1.0 decisions of players"), "{text}");
    }
    let text = crate::shell::run_with(&["simulate", "-", "--games", "20", "--report"], always.as_bytes()).out;
    assert!(text.contains("to begin is a disadvantage") && text.contains("A game takes 1.0 (1.0 to 1.0)"), "{text}");
    let case = case(&always, &["--games", "1"]);
    assert_eq!(case["length"]["mean"], serde_json::json!({ "mean": 1.0, "least": null, "most": null }));
}

#[test]
fn a_result_of_few_games_proves_nothing() {
    let text = crate::shell::run_with(
        &["simulate", "-", "--games", "3", "--report"],
        ending("Black wins \"begun\" if turns >= 1").as_bytes(),
    );
    assert!(text.out.contains("No difference between the sides is shown: in a fair game"), "{}", text.out);
    assert!(text.out.contains("25 of a hundred series as long"), "{}", text.out);
}

#[test]
fn a_game_of_seven_decisions_has_seven() {
    let case = case(&ending("draw \"enough\" if turns = 7"), &["--games", "40"]);
    assert_eq!(case["length"]["mean"], serde_json::json!({ "mean": 7.0, "least": 7.0, "most": 7.0 }));
    let length = &case["length"];
    assert_eq!((&length["deviation"], &length["quartiles"]), (&0.0.into(), &serde_json::json!([7, 7, 7])));
    assert_eq!(length["histogram"], serde_json::json!([{ "from": 7, "to": 7, "games": 40 }]));
    assert_eq!((&case["drawn"]["share"], &case["fairness"]["p"]), (&1.0.into(), &serde_json::Value::Null));
    assert_eq!(case["first"]["score"]["mean"], 0.5);
    assert_eq!(case["branching"]["by_decision"].as_array().unwrap().len(), 7);
}

#[test]
fn lengths_of_two_kinds_have_the_mean_and_deviation_of_both() {
    // With heads the game is over after one turn, with tails after three.
    let rules = COIN.replacen("set toss to coin", "if turns = 0: set toss to coin", 1).replacen(
        "if turns >= 1 and toss = 2",
        "if turns >= 3 and toss = 2",
        1,
    );
    let case = case(&small(&rules), &["--games", "1000", "--seed", "1"]);
    let heads = number(&case["wins"]["Black"]["games"]);
    let mean = (heads + 3.0 * (1000.0 - heads)) / 1000.0;
    assert!((number(&case["length"]["mean"]["mean"]) - mean).abs() < 1e-4, "{case}");
    let variance = (heads * (1.0 - mean).powi(2) + (1000.0 - heads) * (3.0 - mean).powi(2)) / 999.0;
    assert!((number(&case["length"]["deviation"]) - variance.sqrt()).abs() < 1e-4, "{case}");
    let half = 1.959_964 * (variance / 1000.0).sqrt();
    assert!((number(&case["length"]["mean"]["most"]) - mean - half).abs() < 1e-4, "{case}");
    assert_eq!((&case["length"]["min"], &case["length"]["max"]), (&1.into(), &3.into()));
}

#[test]
fn six_moves_to_choose_from_are_six() {
    // Two men in the corner of an empty board: one has two squares to go to, the other four.
    let case = case(&ending("draw \"enough\" if turns = 1"), &["--games", "60"]);
    let branching = &case["branching"];
    assert_eq!((&branching["mean"], &branching["geometric"], &branching["forced"]), (&6.0.into(), &6.0.into(), &0.0.into()));
    assert!((number(&branching["complexity"]) - 6f64.log10()).abs() < 1e-4, "{case}");
    assert_eq!(branching["by_decision"], serde_json::json!([6.0]));
    // Six moves lead to six different games.
    assert_eq!(case["different"], 6, "{case}");
}

#[test]
fn one_move_is_no_choice() {
    let case = case(&one_line("draw \"enough\" if turns = 1"), &["--games", "25"]);
    let branching = &case["branching"];
    assert_eq!((&branching["mean"], &branching["forced"], &branching["complexity"]), (&1.0.into(), &1.0.into(), &0.0.into()));
    assert_eq!(case["different"], 1);
}

/// Who draws lots plays games that have nothing to do with each other: that some are the same makes no interval too narrow.
#[test]
fn games_that_are_alike_are_told_of_who_thinks() {
    let told = |agent: &[&str]| {
        let words = [&["simulate", "-", "--report", "--games", "1000"], agent].concat();
        crate::shell::run_with(&words, one_line("draw \"enough\" if turns = 1").as_bytes()).out
    };
    let note = "note: Only about 1 of the 1,000 games are different";
    assert!(told(&["--agent", "level:2"]).contains(note) && told(&["--agent", "Black=level:2"]).contains(note));
    for drawn in [&[][..], &["--agent", "greedy"], &["--agent", "Black=greedy"]] {
        let text = told(drawn);
        assert!(!text.contains("Only about") && text.contains("games"), "{text}");
    }
}

#[test]
fn what_is_taken_and_who_leads_is_noted() {
    let lead = |winner: &str| case(&one_line(&format!("{winner} wins \"enough\" if turns = 4")), &["--games", "20"]);
    // One man is taken by the first of four decisions; Black leads with two to one from then on.
    let black = lead("Black");
    assert_eq!(black["captures"], serde_json::json!({ "taken": { "mean": 1.0, "least": 1.0, "most": 1.0 }, "taking": 0.25 }));
    let told = &black["lead"];
    assert_eq!(
        (&told["led"]["games"], &told["changes"]["mean"], &told["comebacks"]["games"]),
        (&20.into(), &0.0.into(), &0.into())
    );
    assert_eq!((&told["behind"], &told["settled"]), (&0.0.into(), &0.75.into()));
    // White wins although Black has led in the two decisions since White could answer.
    let white = lead("White");
    let told = &white["lead"];
    assert_eq!((&told["comebacks"]["games"], &told["behind"], &told["settled"]), (&20.into(), &0.5.into(), &0.0.into()));
}

/// Black takes one of three men at once, and White two of three at the fourth decision: until then Black leads, then White.
#[test]
fn the_lead_changes_hands() {
    let rules = "+++\nname = \"Lead\"\n[players]\nBlack = {}\nWhite = {}\n[board]\ngrid = \"4x4\"\n[pieces]\n\
                 man = { symbol = \"m\" }\n[setup]\nman = { Black = [\"a4\", \"b4\", \"c4\"], White = [\"a1\", \"b1\", \"c1\"] }\n+++\n\
                 movement {\n  mover may smite if turns = 0 { take piece on a1 }\n  \
                 mover may hit if turns = 3 { take piece on (a4 or b4) }\n  \
                 mover may wait if turns = 1 or turns = 2 or turns > 3 { pass }\n}\nvictory {\n  White wins \"enough\" if turns = 8\n}\n";
    let told = &case(rules, &["--games", "20"])["lead"];
    assert_eq!((&told["led"]["games"], &told["changes"]["mean"]), (&20.into(), &1.0.into()));
    assert_eq!((&told["comebacks"]["games"], &told["settled"]), (&20.into(), &0.5.into()));
}

#[test]
fn three_sides_are_compared_by_chi_squared() {
    let rules = "+++\nname = \"Three\"\n[players]\nRed = {}\nGreen = {}\nBlue = {}\n[board]\ngrid = \"3x3\"\n[pieces]\n\
                 man = { symbol = \"m\" }\n[setup]\nman = { Red = [\"a1\"], Green = [\"b1\"], Blue = [\"c1\"] }\n+++\n\
                 movement {\n  man may step any-way\n}\nvictory {\n  Green wins \"always\" if turns >= 3\n}\n";
    let case = case(rules, &["--games", "30"]);
    // All thirty of the second of three: chi-squared is 60, with two degrees of freedom.
    assert_eq!((&case["fairness"]["test"], &case["wins"]["Green"]["games"]), (&"chi-squared".into(), &30.into()));
    assert_eq!(case["fairness"]["p"], 9.36e-14, "the exponential of -30: {case}");
    assert_eq!((&case["first"]["lost"], &case["first"]["even"]), (&30.into(), &0.33333.into()));
}

#[test]
fn thought_is_of_no_use_where_chance_decides() {
    let said = report(&small(COIN), &["--games", "20", "--thought=random,greedy,level:2", "--thought-games", "200"]);
    let steps = said["thought"].as_array().unwrap();
    assert_eq!((steps.len(), &steps[1]["agent"], &steps[1]["opponent"]), (2, &"level:2".into(), &"greedy".into()));
    // Each opening is played with both on either side: who wins is settled by the same toss.
    for step in steps {
        let (score, error) = (number(&step["score"]), step["error"].as_f64().unwrap_or(0.0));
        assert!((score - 0.5).abs() <= 3.0 * error + 1e-9, "{step}");
    }
    let mine = "+++\nname = \"Mine\"\nextends = \"english\"\n+++\n";
    // The limits of an effort stay together.
    let used = report(mine, &["--games", "20", "--thought=random,alpha-beta:60,depth=3", "--thought-games", "12"]);
    let step = &used["thought"][0];
    assert_eq!(
        (&step["agent"], &step["opponent"], &step["opening"]),
        (&"alpha-beta:60,depth=3".into(), &"random".into(), &6.into())
    );
    assert!(number(&step["score"]) > 0.7, "{used}");
}

#[test]
fn the_lines_that_play_a_part_are_told_with_their_shares() {
    let said = report(&one_line("Black wins \"enough\" if turns = 4"), &["--games", "20", "--rules-games", "10"]);
    let rules = &said["rules"];
    let share = |text: &str| {
        let line = rules["lines"].as_array().unwrap().iter().find(|line| line["text"].as_str().unwrap().starts_with(text));
        let line = line.unwrap_or_else(|| panic!("{text}: {said}"));
        (number(&line["games"]), number(&line["decisions"]))
    };
    assert_eq!(rules["games"], 10);
    assert_eq!((share("man may jump"), share("man may step"), share("Black wins")), ((1.0, 0.25), (1.0, 0.75), (1.0, 0.25)));
}
