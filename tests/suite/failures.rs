//! What is said where there is no answer: in JSON for whoever asks for JSON, in words and with the wrong part marked for others.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::shell::{Ended, answer, commands, file, run, run_with, small};

/// The one form of an error, and that nothing else is said.
fn failure(ended: &Ended, what: &str) -> Value {
    assert_eq!(ended.code, 2, "{what}: {}{}", ended.out, ended.err);
    assert_eq!(ended.err, "", "{what}");
    let said: Value = serde_json::from_str(&ended.out).unwrap_or_else(|error| panic!("{what}: {error}: {}", ended.out));
    let keys: Vec<&str> = said.as_object().expect("a record").keys().map(String::as_str).collect();
    assert_eq!(keys, ["schema", "errors", "diagnostics", "exit_code"], "{what}");
    assert_eq!((&said["schema"], &said["exit_code"]), (&json!(1), &json!(2)), "{what}");
    let errors = said["errors"].as_array().expect("a list");
    assert!(!errors.is_empty(), "{what}");
    for error in errors {
        let text = error["text"].as_str().unwrap_or_default();
        assert!(!text.is_empty() && !text.contains('\u{1b}'), "{what}: {said}");
        assert!(
            error["accepted"].is_array() && (error["place"].is_null() || error["place"]["line"].is_u64()),
            "{what}: {said}"
        );
    }
    said
}

/// A question to each command that has `--json`, which it cannot answer.
const UNANSWERED: &[&[&str]] = &[
    &["list", "--optoins"],
    &["check", "--option", "=3", "english"],
    &["explain", "E9999"],
    &["diff", "english", "englich"],
    &["moves", "englich"],
    &["position", "english", "--position", "B:W33:B1"],
    &["perft", "english", "x"],
    &["simulate", "english", "--position", "nothere.json"],
    &["merge", "nothere.json"],
    &["train", "nothere.draughts"],
    &["endgames", "lasca"],
    &["match", "english", "greedy", "wise"],
    &["analyse", "english", "--agent", "wise"],
    &["solve", "english", "--position", "nothere.json"],
    &["coverage", "english", "--option", "no-such-option"],
    &["snapshot", "nothere.draughts"],
    &["pdn", "nothere.pdn"],
    &["serve", "nothere.draughts"],
];

#[test]
fn every_command_with_json_says_in_json_what_is_wrong() {
    let with_json: BTreeSet<String> =
        commands().into_iter().filter(|name| answer(&[name, "--help"]).contains("--json")).collect();
    let asked: BTreeSet<String> = UNANSWERED.iter().map(|words| words[0].to_owned()).collect();
    assert_eq!(with_json, asked);
    let folder = tempfile::tempdir().expect("a folder");
    let unsound = file(folder.path(), "unsound.draughts", small("movement {\n  man may step forwrd\n}\n"));
    let game = folder.path().join("game.toml").display().to_string();
    for words in UNANSWERED {
        let plain = run(words);
        assert_eq!((plain.code, plain.out.as_str()), (2, ""), "{words:?}: {}", plain.err);
        failure(&run(&[words, &["--json"][..]].concat()), &format!("{words:?}"));
        // What the parser of arguments says, too.
        let usage = failure(&run(&[words[0], "--json", "--no-such-thing"]), words[0]);
        assert!(usage["errors"][0]["text"].as_str().is_some_and(|text| text.contains("--no-such-thing")), "{usage}");
        // And what is wrong with the rules; `check` answers that.
        let rules: &[&str] = match words[0] {
            "list" | "check" => continue,
            // It reads no rules.
            "merge" => continue,
            // It answers: the games could not be played through.
            "pdn" => continue,
            "perft" => &[&unsound, "3"],
            "diff" => &["english", &unsound],
            "match" => &[&unsound, "greedy", "random"],
            // A file with mistakes has a page all the same, but no game.
            "serve" => &[&unsound, "--game", &game],
            _ => &[&unsound],
        };
        let places = folder.path().join("x.positions.toml").display().to_string();
        std::fs::write(&places, "[[position]]\nname = \"x\"\nfen = \"B:Wa1:Bb2\"\n").expect("a file");
        let more: &[&str] = if words[0] == "snapshot" { &["--positions", &places] } else { &[] };
        let said = failure(&run(&[&[words[0]], rules, more, &["--json"]].concat()), words[0]);
        assert_eq!(said["diagnostics"][0]["code"], "E0301", "{said}");
    }
}

#[test]
fn a_place_and_what_would_be_accepted() {
    let said = failure(&run(&["moves", "english", "--json", "-p", "B:W33:B1"]), "FEN");
    let place = json!({ "file": "--position", "start": 3, "end": 5, "line": 1, "column": 4 });
    let error = json!({ "text": "`33` is not on the board", "place": place, "accepted": ["1 to 32, or a1 to h8"] });
    assert_eq!(said["errors"], json!([error]));
    let accepted = |arguments: &[&str]| failure(&run(arguments), &format!("{arguments:?}"))["errors"][0]["accepted"].clone();
    assert_eq!(accepted(&["moves", "englich", "--json"]), json!(["english"]));
    assert_eq!(accepted(&["moves", "english", "--json", "--view", "Red"]), json!(["Black", "White"]));
    let agents: Vec<&str> =
        draughtsman::agents::ACCEPTED.into_iter().chain(["hub:\"./scan hub\"", "hub:2s:\"./scan hub\""]).collect();
    assert_eq!(accepted(&["simulate", "english", "--json", "--agent", "wise"]), json!(agents));
    assert_eq!(accepted(&["explain", "E0130", "--json"])[0], "E0120");
}

#[test]
fn check_says_in_every_format_which_files_it_could_not_read() {
    let text = small("movement {\n  man may step forwrd\n}\n");
    for format in [&["--json"][..], &["--format", "json"], &["--format=json"]] {
        let ended = run_with(&[&["check", "-", "nothere.draughts"], format].concat(), text.as_bytes());
        let said: Value = serde_json::from_str(&ended.out).expect("JSON");
        assert_eq!((ended.code, ended.err.as_str()), (2, ""));
        assert_eq!((&said["diagnostics"][0]["code"], &said["exit_code"]), (&json!("E0301"), &json!(2)));
        assert_eq!(said["errors"][0]["text"], "there is no file nothere.draughts");
    }
    let ended = run(&["check", "--format", "github", "nothere.draughts"]);
    assert_eq!((ended.code, ended.out.as_str()), (2, "::error::there is no file nothere.draughts\n"));
    let ended = run(&["check", "--format", "sarif", "nothere.draughts"]);
    let said: Value = serde_json::from_str(&ended.out).expect("JSON");
    let invocation = &said["runs"][0]["invocations"][0];
    assert_eq!((ended.code, &invocation["executionSuccessful"]), (2, &json!(false)));
    assert_eq!(invocation["toolExecutionNotifications"][0]["message"]["text"], "there is no file nothere.draughts");
}

/// Standard error of a command that fails.
fn told(arguments: &[&str]) -> String {
    let ended = run(arguments);
    assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{arguments:?}");
    ended.err
}

#[test]
fn the_wrong_part_is_marked() {
    let fen = told(&["moves", "english", "-p", "B:W33:B1"]);
    let marked = "\
error: `33` is not on the board
 --> --position:1:4
  |
1 | B:W33:B1
  |    ^^
  |
  = help: accepted: 1 to 32, or a1 to h8
";
    assert_eq!(fen, marked);
    let folder = tempfile::tempdir().expect("a folder");
    let games = file(folder.path(), "games.pdn", "[GameType \"21\"]\n[Result \"*\"]\n\n1. 11-15 23-19 2. 8-11 22-16 *\n");
    let said = told(&["moves", "english", "-p", &games]);
    assert!(said.contains("error: move 4: `22-16` is none of the moves"), "{said}");
    assert!(said.contains(&format!("--> {games}:4:24\n")), "{said}");
    assert!(said.contains("4 | 1. 11-15 23-19 2. 8-11 22-16 *\n  |                        ^^^^^\n"), "{said}");
    assert!(said.contains("= help: accepted: 19-16, 21-17, 22-18, "), "{said}");
    let ended = run(&["pdn", &games]);
    assert!(ended.err.contains("game 1, move 4") && ended.err.contains("^^^^^"), "{}", ended.err);
    let begun = file(folder.path(), "begun.pdn", "[GameType \"21\"]\n[FEN \"W:W31,x32:B1\"]\n\n1. 31-27 *\n");
    for said in [run(&["pdn", &begun]).err, told(&["moves", "english", "-p", &begun])] {
        assert!(said.contains(&format!("--> {begun}, tag FEN:1:7\n")) && said.contains("^^^"), "{said}");
    }
    let broken = file(folder.path(), "broken.pdn", "[Event \"x\"\n1. 11-15 {never closed\n");
    // What is behind a fault is read on; here nothing is.
    let ended = run(&["pdn", &broken]);
    assert_eq!((ended.code, ended.out.as_str()), (1, "1 game, of which 1 could not be played through\n"));
    assert!(ended.err.contains("1 | [Event \"x\"\n  | ^"), "{}", ended.err);
}

#[test]
fn a_typed_move_is_marked() {
    for (typed, marked) in [
        ("11-33", "\n    11-33\n       ^^\n"),
        ("22-18", "\n    22-18\n    ^^\n"),
        ("11x18", "\n    11x18\n       ^^\n"),
        ("c3 dance", "\n    c3 dance\n       ^^^^^\n"),
    ] {
        let ended = run(&["explain", "english", typed]);
        assert!(ended.code == 1 && ended.out.contains(marked), "{typed}: {}", ended.out);
        let said: Value = serde_json::from_str(&run(&["explain", "english", typed, "--json"]).out).expect("JSON");
        let carets = marked.lines().last().expect("a line");
        let start = carets.find('^').expect("a caret") - 4;
        assert_eq!(said["wrong"], json!({ "start": start, "end": start + carets.matches('^').count() }), "{said}");
    }
    let played = run_with(&["play", "english"], b"11-33\n");
    assert!(
        played.out.contains("`33` is not on the board (accepted: 1 to 32, or a1 to h8)\n    11-33\n       ^^\n"),
        "{}",
        played.out
    );
}

#[test]
fn numbers_and_codes_say_what_is_accepted() {
    assert!(told(&["perft", "english", "x"]).contains("a whole number from 0 to 1000 is accepted"));
    assert!(told(&["moves", "english", "--seed", "-1x"]).contains("error"));
    assert!(told(&["moves", "english", "--seed", "x"]).contains("a whole number is accepted, from 0 on"));
    assert!(told(&["simulate", "english", "--threads", "0"]).contains("a whole number from 1 to 1024 is accepted"));
    let none = told(&["explain", "E9999"]);
    assert!(none.contains("there is no code `E9999`: there are E0001–E00") && !none.contains("nearest"), "{none}");
    assert!(told(&["explain", "E0130"]).contains("the nearest are\n  E0120: "));
}
