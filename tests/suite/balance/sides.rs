//! Several rules side by side: sweeps, options turned, other variants.

use serde_json::{Value, json};

use super::{made_up, number, report};
use crate::shell::{Ended, file, run, run_in, small};

/// A game that lasts as long as a number says, or one turn with the option.
fn lasting() -> String {
    let rules = "movement {\n  man may step any-way\n}\nvictory {\n  draw \"enough\" if turns = stretch\n}\n\
                 option quick {\n  victory {\n    add Black wins \"quick\" if turns = 1\n  }\n}\n";
    small(rules).replacen("[setup]", "[numbers]\nstretch = { value = 3, least = 1, greatest = 20 }\n\n[setup]", 1)
}

fn names(said: &Value) -> Vec<&str> {
    said["cases"].as_array().unwrap().iter().map(|case| case["name"].as_str().unwrap()).collect()
}

fn lengths(said: &Value) -> Vec<f64> {
    said["cases"].as_array().unwrap().iter().map(|case| number(&case["length"]["mean"]["mean"])).collect()
}

#[test]
fn a_number_is_swept() {
    for (sweep, wanted) in [
        ("stretch=2..4:1", vec![2.0, 3.0, 4.0]),
        ("stretch=2,5", vec![2.0, 5.0]),
        ("stretch=2,5,2,5", vec![2.0, 5.0]),
        ("stretch=1..14", vec![1.0, 3.0, 5.0, 7.0, 9.0, 11.0, 13.0, 14.0]),
        ("stretch=1..9", vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]),
    ] {
        let said = report(&lasting(), &["--games", "10", "--sweep", sweep]);
        assert_eq!(lengths(&said), wanted, "{sweep}");
        assert_eq!(names(&said)[1], format!("stretch={}", wanted[1]));
        let difference = &said["differences"][0];
        assert_eq!(
            difference["length"],
            json!({ "mean": wanted[1] - 2.0 + (2.0 - wanted[0]), "least": wanted[1] - wanted[0], "most": wanted[1] - wanted[0] })
        );
        assert_eq!((&difference["p"], &difference["drawn"]["mean"]), (&Value::Null, &0.0.into()), "all are drawn");
    }
}

/// One game by each number: they take 2 and 5 decisions, and might have done so by the same rules.
#[test]
fn one_game_of_each_shows_no_difference() {
    let said = report(&lasting(), &["--games", "1", "--sweep", "stretch=2,5"]);
    assert_eq!(said["differences"][0]["length"], json!({ "mean": 3.0, "least": null, "most": null }));
    let (folder, _) = super::made_up(&lasting());
    let text =
        crate::shell::run_in(folder.path(), &["simulate", "made-up.draughts", "--games", "1", "--sweep", "stretch=2,5"], b"");
    assert!(text.out.contains("no difference is shown"), "{}{}", text.out, text.err);
}

#[test]
fn an_option_is_swept_and_turned() {
    let said = report(&lasting(), &["--games", "40", "--sweep", "option:quick"]);
    assert_eq!((names(&said), lengths(&said)), (vec!["quick=off", "quick=on"], vec![3.0, 1.0]));
    let difference = &said["differences"][0];
    assert!(number(&difference["p"]) < 1e-4 && difference["first"]["mean"] == 0.5, "{difference}");
    assert!(number(&difference["drawn"]["most"]) < -0.8 && difference["drawn"]["mean"] == -1.0, "{difference}");
    let turned = report(&lasting(), &["--games", "40", "--options"]);
    assert_eq!((names(&turned), lengths(&turned)), (vec!["made-up", "quick=on"], vec![3.0, 1.0]));
    let both = report(&lasting(), &["--games", "5", "--sweep", "stretch=2,4", "--sweep", "option:quick"]);
    assert_eq!(names(&both), ["stretch=2 quick=off", "stretch=2 quick=on", "stretch=4 quick=off", "stretch=4 quick=on"]);
    assert_eq!(lengths(&both), [2.0, 1.0, 4.0, 1.0]);
}

/// Options that exclude or need each other, or change the same rule, are left out of a sweep where they cannot be together.
#[test]
fn what_cannot_be_together_is_left_out() {
    let slow = "option slow {\n  victory {\n    replace draw by draw \"late\" if turns = 7\n  }\n}\n\
                option slower {\n  victory {\n    replace draw by draw \"late\" if turns = 9\n  }\n}\n";
    let text = lasting().replacen("\n+++\n\n", "\n[option.slow]\nexcludes = \"quick\"\n+++\n\n", 1) + slow;
    let (folder, _) = made_up(&text);
    let swept = |options: [&str; 2]| {
        let [one, other] = options.map(|option| format!("option:{option}"));
        let sweep = ["simulate", "made-up.draughts", "--games", "5", "--report", "--json", "--sweep", &one, "--sweep", &other];
        run_in(folder.path(), &sweep, b"")
    };
    let ended = swept(["quick", "slow"]);
    let said: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(names(&said), ["quick=off slow=off", "quick=off slow=on", "quick=on slow=off"]);
    let note = "note: quick=on slow=on is left out: options `slow` and `quick` exclude each other";
    assert!(ended.code == 0 && ended.err.contains(note), "{}", ended.err);
    let ended = swept(["slow", "slower"]);
    let said: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(names(&said).len(), 3, "{}", ended.err);
    let note =
        "note: slow=on slower=on is left out: options `slow` and `slower` both change `draw \"enough\" if turns = stretch`";
    assert!(ended.err.contains(note), "{}", ended.err);
    let turned =
        run_in(folder.path(), &["simulate", "made-up.draughts", "--games", "5", "--options", "--option", "quick"], b"");
    assert!(turned.err.contains("note: slow=on is left out: options `slow` and `quick` exclude each other"), "{}", turned.err);
}

#[test]
fn each_line_is_left_out_in_turn() {
    let said = report(&lasting(), &["--games", "10", "--limit", "12", "--lines"]);
    // The last is the library's, which is there without being written.
    let lines = ["man may step any-way", "draw \"enough\" if turns = stretch", "player who cannot move loses"];
    let without = lines.map(|line| format!("without: {line}"));
    assert_eq!(names(&said), [&["made-up".to_owned()], &without[..]].concat());
    let [whole, still, endless] = [0, 1, 2].map(|at| &said["cases"][at]);
    // Nobody can move, which ends the game; nothing ends it, and it is cut off.
    assert_eq!((&still["length"]["max"], &still["cut_off"]["games"]), (&0.into(), &0.into()));
    assert_eq!((&endless["length"]["min"], &endless["cut_off"]["games"]), (&12.into(), &10.into()));
    assert_eq!((&whole["drawn"]["games"], &said["differences"][1]["length"]["mean"]), (&10.into(), &9.0.into()));
}

#[test]
fn two_variants_stand_side_by_side() {
    let (folder, _) = made_up(&lasting());
    let arguments =
        ["simulate", "made-up.draughts", "--games", "30", "--beside", "made-up.draughts+stretch=5", "--beside", "english"];
    let said = super::json(folder.path(), &arguments);
    assert_eq!(names(&said), ["made-up", "made-up.draughts+stretch=5", "english"]);
    assert_eq!(lengths(&said)[..2], [3.0, 5.0]);
    let text = run_in(folder.path(), &arguments, b"").out;
    assert!(text.contains("\nagainst made-up\n") && text.contains("games are longer"), "{text}");
    // Games of each are those that it has alone.
    let alone = super::json(folder.path(), &["simulate", "english", "--games", "30", "--report"]);
    assert_eq!(alone["cases"][0], said["cases"][2]);
}

#[test]
fn the_same_rules_do_not_differ_from_themselves() {
    let said = super::json(".".as_ref(), &["simulate", "english", "--games", "60", "--beside", "english"]);
    let difference = &said["differences"][0];
    assert_eq!((number(&difference["p"]), number(&difference["length"]["mean"])), (1.0, 0.0));
    let text = run(&["simulate", "english", "--games", "60", "--beside", "english"]).out;
    assert!(text.contains("no difference is shown"), "{text}");
}

#[test]
fn what_cannot_be_swept_is_refused() {
    for (arguments, told) in [
        (&["--sweep", "idle-limit"][..], "`idle-limit=20..80:10`"),
        (&["--sweep", "idle-limit=80..20"], "from the least to the greatest"),
        (&["--sweep", "idle-limit=1..1000:1"], "at most 100 values"),
        (&["--sweep", "idle-limits=1,2"], "idle-limit"),
        (&["--sweep", "option:none-such"], "none-such"),
        (&["--sweep", "idle-limit=20,40", "--sweep", "idle-limit=60"], "`idle-limit` is swept twice"),
        (&["--beside", "englich"], "english"),
        (&["--thought=greedy"], "two or more are accepted"),
        (&["--until", "2"], "a width between 0 and 1"),
        (&["-o", "report.doc"], ".html"),
    ] {
        let Ended { code, err, .. } = run(&[&["simulate", "english"], arguments].concat());
        assert!(code == 2 && err.contains(told), "{arguments:?}: {code} {err}");
    }
}

/// White is declared first in one of them, Black in the other.
#[test]
fn sides_stand_under_their_own_names() {
    let games = ["--games", "300", "--seed", "7"];
    let both = run(&[&["simulate", "english", "--beside", "russian"], &games[..]].concat()).out;
    let alone = super::json(".".as_ref(), &[&["simulate", "russian"], &games[..]].concat());
    let share = |side: &str| format!("{:.1} %", number(&alone["wins"][side]) / 3.0);
    let head = both.lines().find(|line| line.contains("Black") && line.contains("White") && line.contains("drawn")).unwrap();
    let row = both.lines().find(|line| line.starts_with("  russian ")).unwrap();
    for side in ["Black", "White"] {
        let end = head.find(side).unwrap() + side.len();
        assert!(row[..end].ends_with(&share(side)), "{side} has {}\n{head}\n{row}", share(side));
    }
    let lasting = lasting();
    let (before, after) = (lasting.find("[players]").unwrap(), lasting.find("[board]").unwrap());
    let folder = tempfile::tempdir().unwrap();
    for (name, sides) in [("one", ["White", "Black"]), ("two", ["Black", "White"])] {
        let players =
            sides.map(|side| format!("{side} = {{ faces = \"{}\" }}\n", if side == "White" { "north" } else { "south" }));
        let text = format!("{}[players]\n{}\n{}", &lasting[..before], players.concat(), &lasting[after..]);
        file(folder.path(), &format!("{name}.draughts"), text);
    }
    let words = ["simulate", "one.draughts", "--option", "quick", "--beside", "two.draughts+quick", "--games", "50"];
    let said = super::json(folder.path(), &words);
    assert_eq!(said["cases"][1]["wins"]["Black"]["games"], 50, "{said}");
    assert_eq!(said["differences"][0]["p"], Value::Null, "Black wins every game of both");
    let other = run(&["simulate", "english", "--beside", "guerrilla", "--games", "20"]).out;
    assert!(other.lines().any(|line| line.starts_with("  english ") && line.contains(" – ")), "{other}");
}
