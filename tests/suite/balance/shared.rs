//! Games that several sides win together, games in which chance decides before a player does, and games of which nothing is known.

use serde_json::{Value, json};

use super::{case, number, report};
use crate::shell::{run_with, small};

/// Three turns; chance names one of three, and the two others win.
const TWO_OF_THREE: &str = "+++\nname = \"Two of three\"\n[players]\nRed = {}\nGreen = {}\nBlue = {}\n[board]\ngrid = \"3x3\"\n\
                            [pieces]\nstone = { symbol = \"o\" }\n[setup]\ndiagram = \"\"\"\n. . .\n. . .\n. . .\n\"\"\"\n+++\n\
                            turn {\n  if turns = 0 { choose p in player by chance; set fool to p }\n  play movement\n}\n\
                            movement {\n  mover may put { choose spot in empty square; place a new stone at spot }\n}\n\
                            state {\n  keep fool: player\n}\nvictory {\n  end game \"done\" if turns = 3\n  \
                            score of player is (if it is fool then 0 else 1)\n}\n";

#[test]
fn a_win_with_others_is_a_share_of_a_point() {
    let case = case(TWO_OF_THREE, &["--games", "2000"]);
    let (first, fairness) = (&case["first"], &case["fairness"]);
    assert_eq!((&first["won"], &first["even"], &fairness["test"]), (&0.into(), &0.33333.into(), &"cochran".into()));
    // Of a point that two share who begins has half, in two of three games.
    let half = number(&first["drawn"]) / 2.0 / 2000.0;
    assert!((number(&first["score"]["mean"]) - half).abs() < 1e-4, "{case}");
    let score = &first["score"];
    assert!(number(&score["least"]) < 1.0 / 3.0 && number(&score["most"]) > 1.0 / 3.0, "{case}");
    assert!(number(&fairness["p"]) > 0.01, "{case}");
    // Cochran 1950: of k sides with these wins, of 2,000 games that two of three have won.
    let wins = ["Red", "Green", "Blue"].map(|side| number(&case["wins"][side]["games"]));
    let spread: f64 = wins.iter().map(|wins| (wins - 4000.0 / 3.0).powi(2)).sum();
    let p = (-(3.0 * 2.0 * spread / (2000.0 * 2.0)) / 2.0).exp();
    assert!((number(&fairness["p"]) - p).abs() < 1e-4, "{case}: {p}");
}

#[test]
fn thought_is_of_no_use_where_chance_names_who_has_not_won() {
    let said = report(TWO_OF_THREE, &["--games", "20", "--thought=random,greedy", "--thought-games", "900"]);
    let step = &said["thought"][0];
    let (score, error) = (number(&step["score"]), number(&step["error"]));
    assert_eq!((&step["even"], &step["won"]), (&0.333.into(), &0.into()));
    assert!((score - 1.0 / 3.0).abs() < 3.0 * error, "{step}");
    // The score is told to three places.
    assert!((number(&step["drawn"]) / 2.0 / 900.0 - score).abs() < 0.001, "half a point each: {step}");
}

#[test]
fn a_match_calls_no_win_with_others_a_draw() {
    let said = run_with(&["match", "-", "random", "random", "--games", "30", "--opening", "0"], TWO_OF_THREE.as_bytes());
    assert!(said.out.contains("0 won  20 drawn or won with others  10 lost"), "{}{}", said.out, said.err);
    let two = run_with(&["match", "english", "random", "random", "--games", "2", "--limit", "20"], b"");
    assert!(two.out.contains(" 2 drawn  0 lost"), "{}{}", two.out, two.err);
}

/// What differs is told of who has won with whom: where the same two win each time, no side wins oftener than where two of three do.
#[test]
fn who_wins_with_whom_is_compared() {
    let text = TWO_OF_THREE.replacen("[setup]", "[numbers]\nstretch = { value = 3, least = 3, greatest = 6 }\n\n[setup]", 1);
    let said = report(&text.replace("turns = 3", "turns = stretch"), &["--games", "400", "--sweep", "stretch=3,6"]);
    assert!(number(&said["differences"][0]["p"]) > 0.001, "{said}");
    let mut lengths = said["cases"].as_array().unwrap().iter().map(|case| number(&case["length"]["mean"]["mean"]));
    assert!(lengths.by_ref().eq([3.0, 6.0]));
}

/// A throw, then a move: half of what happens is chance's, and every decision is one of a player who moves.
#[test]
fn chance_decides_nothing_of_which_a_line_has_a_share() {
    let rules = small(
        "state {\n  counter pips: 0..2\n}\nturn {\n  choose die in (1 or 2) by chance\n  set pips to die\n  play move\n}\n\
         movement {\n  man may step any-way\n}\nvictory {\n  draw if turns = 4\n}\n",
    );
    let said = report(&rules, &["--games", "10", "--rules-games", "10"]);
    let line = |begins: &str| {
        let lines = said["rules"]["lines"].as_array().unwrap();
        let line = lines.iter().find(|line| line["text"].as_str().unwrap().starts_with(begins)).unwrap();
        number(&line["decisions"])
    };
    // What chance does counts with the decision before it, and there is none before the first throw.
    assert_eq!((line("man may step"), line("choose die"), line("draw if")), (1.0, 0.75, 0.25), "{said}");
}

#[test]
fn of_what_nothing_is_known_no_number_is_told() {
    let endless = small("movement {\n  man may step any-way\n}\n");
    let arguments = ["--games", "20", "--limit", "5", "--rules-games", "0"];
    let said = report(&endless, &arguments);
    let unknown = json!({ "mean": null, "least": null, "most": null });
    assert_eq!(said["cases"][0]["first"]["score"], unknown);
    let text = run_with(&[&["simulate", "-", "--report"], &arguments[..]].concat(), endless.as_bytes()).out;
    assert!(text.contains("No game came to an end: nothing can be said of who begins."), "{text}");
    // Games that are over before anybody decides.
    let over = small("movement {\n  Black may pass if turns > 5\n}\n");
    let text = run_with(&[&["simulate", "-", "--report"], &arguments[..]].concat(), over.as_bytes()).out;
    assert!(
        text.contains("No player decided anything in games that came to an end: nothing can be said of who begins."),
        "{text}"
    );
    assert!(text.contains("some 10^0 ends"), "{text}");
    let case = case(&over, &arguments);
    assert_eq!((&case["first"]["score"], case["branching"]["complexity"].to_string()), (&unknown, "0.0".to_owned()));
    // What nothing is known of differs from nothing.
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("endless", &endless), ("over", &over)] {
        crate::shell::file(folder.path(), &format!("{name}.draughts"), text);
    }
    let words = ["simulate", "endless.draughts", "--beside", "over.draughts", "--games", "20", "--limit", "5"];
    let both: Value = super::json(folder.path(), &[&words[..], &["--report"]].concat());
    assert_eq!(both["differences"][0]["first"], unknown);
    let ended = crate::shell::run_in(folder.path(), &[&words[..], &["-o", "both.html"]].concat(), b"");
    assert_eq!(ended.code, 0, "{}", ended.err);
    let page = std::fs::read_to_string(folder.path().join("both.html")).unwrap();
    assert!(page.contains("<p class=\"number\">–</p><p class=\"name\">of the points to who begins</p>"), "{page}");
    assert!(!page.contains("NaN") && !page.contains("inf"), "{page}");
}

/// Half of the points is what one of two has, and much for one of three.
#[test]
fn points_of_other_numbers_of_sides_are_compared_beyond_what_is_even() {
    let folder = tempfile::tempdir().unwrap();
    let two = small("movement {\n  man may step any-way\n}\nvictory {\n  draw if turns = 3\n}\n");
    let three = TWO_OF_THREE
        .replace("end game \"done\" if turns = 3\n  score of player is (if it is fool then 0 else 1)", "draw if turns = 3");
    for (name, text) in [("two", &two), ("three", &three)] {
        crate::shell::file(folder.path(), &format!("{name}.draughts"), text);
    }
    let words = ["simulate", "two.draughts", "--beside", "three.draughts", "--games", "50", "--rules-games", "0"];
    let said = super::json(folder.path(), &[&words[..], &["--report"]].concat());
    let scores = said["cases"].as_array().unwrap().iter().map(|case| number(&case["first"]["score"]["mean"]));
    assert!(scores.eq([0.5, 0.33333]), "{said}");
    assert_eq!(said["differences"][0]["first"]["mean"], 0.0, "{said}");
    assert_eq!(crate::shell::run_in(folder.path(), &[&words[..], &["-o", "both.html"]].concat(), b"").code, 0);
    let page = std::fs::read_to_string(folder.path().join("both.html")).unwrap();
    assert!(page.contains("beyond those of a game in which it does not matter"), "{page}");
    // A dashed line crosses bars, of which each is as high, and not what is written above them.
    let mark = page.split("class=\"mark\" d=\"").nth(1).map(|rest| &rest[..rest.find('"').unwrap()]);
    assert!(page.matches("class=\"mark\"").count() > 0 && mark.is_some());
}

/// Whom nobody plays does not win either.
#[test]
fn nobody_plays_a_neutral_side() {
    let rules = small("movement {\n  man may step any-way\n}\nvictory {\n  draw if turns = 2\n}\n");
    let rules = rules.replacen("[board]", "Stones = { neutral = true }\n\n[board]", 1);
    let said = |more: &[&str]| run_with(&[&["coverage", "-", "--games", "3"], more].concat(), rules.as_bytes());
    let wins: Value = serde_json::from_str(&said(&["--json"]).out).unwrap();
    assert_eq!(wins["wins"], json!({ "Black": 0, "White": 0 }));
    let text = said(&[]);
    assert!(text.out.contains("won by Black 0.0 %, White 0.0 %; 100.0 % drawn"), "{}{}", text.out, text.err);
}

/// Whoever takes has won at once: a lead that nobody could answer is none, and stands at no decision.
#[test]
fn a_lead_of_the_last_position_is_none() {
    let rules = small(
        "movement {\n  mover may put { choose spot in empty square; place a new man at spot }\n}\nvictory {\n  mover wins if turns = 1\n}\n",
    );
    let case = case(&rules, &["--games", "30"]);
    assert_eq!((&case["lead"]["led"]["games"], &case["lead"]["comebacks"]["games"]), (&0.into(), &0.into()), "{case}");
}
