//! The same games come to the same, on any number of threads, in one piece or in parts; and they go on until enough is known.

use std::path::Path;

use serde_json::Value;

use super::{json, number, untimed};
use crate::shell::{Ended, run, run_in};

fn said(arguments: &[&str]) -> Value {
    json(".".as_ref(), arguments)
}

#[test]
fn a_report_is_the_same_on_any_number_of_threads() {
    for arguments in [
        &["simulate", "english", "--games", "150", "--report", "--seed", "7"][..],
        &["simulate", "saving_private", "--games", "3", "--report", "--rules-games", "2", "--limit", "60"],
        &["simulate", "collateral", "--games", "70", "--agent", "greedy", "--opening", "2", "--report", "--rules-games", "20"],
    ] {
        assert_eq!(said(arguments), said(&[arguments, &["--threads", "3"]].concat()), "{arguments:?}");
    }
}

/// The games of a report are those of the sum, whatever plays them.
#[test]
fn a_report_tells_of_the_same_games_as_the_sum() {
    for run in [
        &["simulate", "turkish", "--games", "100", "--seed", "4"][..],
        &["simulate", "lasca", "--games", "20"],
        &["simulate", "english", "--games", "10", "--agent", "greedy"],
        &["simulate", "chaos", "--games", "2", "--limit", "50"],
    ] {
        let (sum, report) = (said(run), said(&[run, &["--report", "--rules-games", "0"]].concat()));
        let case = &report["cases"][0];
        let wins = |side: &String| (&sum["wins"][side], &case["wins"][side]["games"]);
        let sides: Vec<&String> = sum["wins"].as_object().unwrap().keys().collect();
        assert!(sides.iter().map(|side| wins(side)).all(|(one, other)| one == other), "{run:?}: {sum}{case}");
        assert_eq!((&sum["draws"], &sum["cut_off"]), (&case["drawn"]["games"], &case["cut_off"]["games"]), "{run:?}");
        assert!((number(&sum["plies"]["mean"]) - number(&case["length"]["mean"]["mean"])).abs() < 1e-3, "{run:?}");
        assert!((number(&sum["branching"]) - number(&case["branching"]["mean"])).abs() < 1e-3, "{run:?}");
    }
}

/// Plays a run in parts, in a folder; the names of what they have written.
fn played(folder: &Path, run: &[&str], parts: u64) -> Vec<String> {
    let one = |part: u64| {
        let name = format!("part-{part}.json");
        let shard = format!("{part}/{parts}");
        let Ended { code, err, .. } = run_in(folder, &[run, &["--shard", &shard, "-o", &name]].concat(), b"");
        assert_eq!(code, 0, "{run:?} {shard}: {err}");
        name
    };
    (1..=parts).map(one).collect()
}

#[test]
fn parts_come_to_exactly_what_one_run_does() {
    // Which lines play a part is asked of a whole run only.
    let whole = ["--rules-games", "0"];
    for (run, whole) in [
        (&["simulate", "english", "--games", "100", "--seed", "9"][..], &[][..]),
        (&["simulate", "english", "--games", "101", "--seed", "9", "--report"], &whole),
        (&["simulate", "english", "--games", "23", "--agent", "greedy", "--sweep", "idle-limit=20,40"], &whole),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let parts = played(folder.path(), &[run, whole].concat(), 3);
        // In any order.
        let names: Vec<&str> = parts.iter().rev().map(String::as_str).collect();
        assert_eq!(json(folder.path(), &[&["merge"], &names[..]].concat()), said(&[run, whole].concat()), "{run:?}");
    }
}

#[test]
fn parts_that_do_not_make_a_whole_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let run = ["simulate", "english", "--games", "20", "--report"];
    let parts = played(folder.path(), &run, 2);
    let merged = |names: &[&str]| run_in(folder.path(), &[&["merge"], names].concat(), b"");
    let one = merged(&[&parts[0]]);
    assert!(
        one.code == 1 && one.err.contains("part 2 of 2 is not there") && one.out.contains("10 games"),
        "{}{}",
        one.out,
        one.err
    );
    let twice = merged(&[&parts[0], &parts[0]]);
    assert!(twice.code == 2 && twice.err.contains("this is part 1 of 2"), "{}", twice.err);
    for (other, told) in [
        (&["simulate", "english", "--games", "20", "--report", "--seed", "1"][..], "the seed is 1, not 0"),
        (&["simulate", "english", "--games", "22", "--report"], "the number of games is 22, not 20"),
        (&["simulate", "english", "--games", "20"], "only one of the two was played with --report"),
        (&["simulate", "english", "--games", "20", "--report", "--option", "idle-limit=40"], "the rules"),
    ] {
        let Ended { code, err, .. } = run_in(folder.path(), &[other, &["--shard", "2/2", "-o", "other.json"]].concat(), b"");
        assert_eq!(code, 0, "{err}");
        let wrong = merged(&[&parts[0], "other.json"]);
        assert!(wrong.code == 2 && wrong.err.contains(told), "{other:?}: {}", wrong.err);
        std::fs::remove_file(folder.path().join("other.json")).unwrap();
    }
    let none = run_in(folder.path(), &["merge", "part-1.json", "../nothing.json"], b"");
    assert_eq!(none.code, 2);
    for (held, told) in [("{}", "writes it\n"), ("", "writes it\n"), ("{\"shard\":[1,2]}", ": it is damaged")] {
        std::fs::write(folder.path().join("text.json"), held).unwrap();
        let said = merged(&["text.json"]).err;
        assert!(said.contains("this is no part of a run") && said.contains(told) && !said.contains("line 1"), "{said}");
    }
    for report in [&["--report"][..], &[]] {
        let whole = run_in(folder.path(), &[&["simulate", "english", "--games", "4", "--json"], report].concat(), b"");
        std::fs::write(folder.path().join("whole.json"), whole.out).unwrap();
        let said = merged(&["whole.json"]).err;
        assert!(said.contains("it is what a whole run came to") && !said.contains("field"), "{said}");
    }
}

/// Numbers that somebody has changed contradict the others.
#[test]
fn parts_that_were_changed_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = ["simulate", "english", "--games", "20", "--report"];
    let parts = played(folder.path(), &run, 2);
    let path = folder.path().join(&parts[0]);
    let whole: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    type Change = fn(&mut Value);
    let changes: [(&str, Change); 4] = [
        ("games", |tally| tally["games"] = 9.into()),
        ("wins", |tally| tally["wins"][0] = 540.into()),
        ("courses", |tally| tally["courses"]["led"] = 540.into()),
        ("lengths", |tally| tally["lengths"] = serde_json::json!({ "7": 1 })),
    ];
    for (what, change) in changes {
        let mut changed = whole.clone();
        change(&mut changed["cases"][0]["tally"]);
        std::fs::write(&path, changed.to_string()).unwrap();
        let ended = run_in(folder.path(), &["merge", &parts[0], &parts[1]], b"");
        assert!(ended.code == 2 && ended.err.contains("part-1.json: this was changed"), "{what}: {}{}", ended.out, ended.err);
    }
    std::fs::write(&path, whole.to_string()).unwrap();
    let ended = run_in(folder.path(), &["merge", &parts[0], &parts[1]], b"");
    assert!(ended.code == 0 && ended.err.contains("which lines play a part is not told of parts"), "{}", ended.err);
}

#[test]
fn what_no_part_can_know_is_refused() {
    for (arguments, told) in [
        (&["--until", "0.1"][..], "--until and --shard"),
        (&["--thought"], "leave --shard out"),
        (&["--rules-games", "3"], "leave --shard out, or say 0"),
        (&["-o", "page.html"], "draughtsman merge -o"),
        (&["--games", "1"], "1 game cannot be played in 2 parts"),
        (&["--shard", "3/2"], "1/4"),
    ] {
        let shard = if arguments.contains(&"3/2") { &[][..] } else { &["--shard", "1/2"] };
        let Ended { code, err, .. } = run(&[&["simulate", "english"], shard, arguments].concat());
        assert!(code == 2 && err.contains(told), "{arguments:?}: {code} {err}");
    }
}

#[test]
fn each_game_has_a_line_of_its_own() {
    let lines =
        |more: &[&str]| run(&[&["simulate", "english", "--games", "130", "--seed", "2", "--each", "jsonl"], more].concat()).out;
    let whole = lines(&[]);
    assert_eq!(whole, lines(&["--threads", "3"]));
    assert_eq!(whole, lines(&["--shard", "1/2", "-o", "/dev/null"]) + &lines(&["--shard", "2/2", "-o", "/dev/null"]));
    let games: Vec<Value> = whole.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(games.iter().enumerate().all(|(at, game)| game["game"] == at), "in their order");
    let sum = said(&["simulate", "english", "--games", "130", "--seed", "2"]);
    let won = |side: &str| games.iter().filter(|game| game["winners"] == serde_json::json!([side])).count();
    assert_eq!(
        (won("Black"), won("White")),
        (sum["wins"]["Black"].as_u64().unwrap() as usize, sum["wins"]["White"].as_u64().unwrap() as usize)
    );
    let decisions: u64 = games.iter().map(|game| game["decisions"].as_u64().unwrap()).sum();
    assert!((decisions as f64 / 130.0 - number(&sum["plies"]["mean"])).abs() < 1e-3);
    let csv = run(&["simulate", "english", "--games", "5", "--seed", "2", "--each", "csv", "--sweep", "idle-limit=20,40"]).out;
    let rows: Vec<&str> = csv.split("\r\n").collect();
    assert_eq!((rows[0], rows.len()), ("game,rules,winners,reason,rule,decisions,options,first,taken,lead_changes", 12));
    assert!(rows[1].starts_with("0,idle-limit=20,") && rows[6].starts_with("0,idle-limit=40,"), "{csv}");
}

#[test]
fn lines_of_parts_are_those_of_the_whole_and_stand_alone() {
    let csv = |more: &[&str]| run(&[&["simulate", "english", "--games", "9", "--each", "csv"], more].concat());
    let parts = ["1/2", "2/2"].map(|part| csv(&["--shard", part, "-o", "/dev/null"]).out);
    assert_eq!(csv(&[]).out, parts.concat(), "the first line says once what stands in them");
    let mixed = csv(&["--shard", "1/2"]);
    assert!(mixed.code == 2 && mixed.out.is_empty() && mixed.err.contains("-o part.json"), "{}", mixed.err);
    for more in [&["--report"][..], &["--thought=random,greedy"], &["--rules-games", "3"]] {
        let lost = csv(more);
        assert!(lost.code == 2 && lost.err.contains("-o report.html"), "{more:?}: {}", lost.err);
    }
}

#[test]
fn games_go_on_until_enough_is_known() {
    let arguments = ["simulate", "english", "--until", "0.08", "--games", "20000", "--seed", "3"];
    let enough = said(&arguments);
    let games = enough["games"].as_u64().unwrap();
    // Shares near a half are known to 0.08 after about 600 games: (1.96 / 0.04)² / 4.
    assert!((500..1000).contains(&games), "{games}");
    assert_eq!(enough, said(&[&arguments[..], &["--threads", "3"]].concat()));
    let mut plain = said(&["simulate", "english", "--games", &games.to_string(), "--seed", "3"]);
    untimed(&mut plain);
    assert_eq!(plain, enough, "the first games, as without --until");
    let few = run(&["simulate", "english", "--until", "0.08", "--games", "100"]);
    assert!(few.code == 1 && few.err.contains("after 100 games an interval is still 0."), "{}", few.err);
}

/// What agents go by tells parts apart, wherever it lies: games of who has learned are not those of who has not.
#[test]
fn parts_of_who_goes_by_other_files_are_not_put_together() {
    let folder = tempfile::tempdir().unwrap();
    let rules = crate::shell::run(&["show", "breakthrough"]).out;
    crate::shell::file(folder.path(), "mine.draughts", &rules);
    let run = ["simulate", "mine.draughts", "--agent", "alpha-beta:50", "--opening", "4", "--games", "6", "--seed", "3"];
    let part = |shard: &str, name: &str| run_in(folder.path(), &[&run[..], &["--shard", shard, "-o", name]].concat(), b"").code;
    assert_eq!(part("1/2", "1.json"), 0);
    let trained = run_in(folder.path(), &["train", "mine.draughts", "--games", "40", "--measure", "0"], b"");
    assert_eq!(trained.code, 0, "{}", trained.err);
    assert_eq!(part("2/2", "2.json"), 0);
    let merged = run_in(folder.path(), &["merge", "1.json", "2.json"], b"");
    assert!(merged.code == 2 && merged.err.contains("what agents go by"), "{} {}", merged.out, merged.err);
    let json = json(folder.path(), &run);
    assert_eq!(json["goes_by"]["weights"], "mine.weights");
    assert!(run_in(folder.path(), &run, b"").out.contains("goes by mine.weights"));
    // Others are played by rules for which nothing was learned.
    let report = run_in(folder.path(), &[&run[..], &["--beside", "breakthrough"]].concat(), b"").out;
    assert!(report.contains("by 1 of the others otherwise: what differs may come of that"), "{report}");
}
