//! What is said of numbers and of files that cannot be as they are given.

use std::fs::OpenOptions;

use tempfile::tempdir;

use crate::shell::{command, run, run_in};

/// A number below what is accepted is one for every option, and it is said which are.
#[test]
fn numbers_below_nothing_are_numbers() {
    for words in [
        &["simulate", "english", "--games", "-1"][..],
        &["match", "english", "random", "random", "--games", "-1"],
        &["analyse", "english", "--lines", "-1"],
        &["moves", "english", "--seed", "-1"],
    ] {
        let ended = run(words);
        assert!(ended.code == 2 && !ended.err.contains("tip:"), "{words:?}: {}", ended.err);
        assert!(ended.err.contains("'-1'") && ended.err.contains(": a whole number "), "{words:?}: {}", ended.err);
        // With an equals sign it is said in the same way.
        let (before, [name, number]) = words.split_at(words.len() - 2) else { unreachable!() };
        let joined = format!("{name}={number}");
        assert_eq!(run(&[before, &[joined.as_str()]].concat()).err, ended.err);
    }
}

#[test]
fn lines_go_to_standard_output_and_that_is_said() {
    let folder = tempdir().unwrap();
    let ended = run_in(folder.path(), &["simulate", "english", "--games", "1", "--each", "csv", "-o", "r.csv"], b"");
    assert!(ended.code == 2 && ended.err.contains("r.csv: lines go to standard output"), "{}", ended.err);
}

#[test]
fn times_have_decimals() {
    let told = run(&["analyse", "english", "--time", "0.01s", "--lines", "1"]);
    assert!(told.code == 0 && told.out.contains("alpha-beta:10ms"), "{}{}", told.out, told.err);
    for words in [&["analyse", "english", "--time", "-1s"][..], &["match", "english", "random", "random", "--clock", "-1s"]] {
        let below = run(words);
        assert!(below.code == 2 && below.err.contains("500ms") && !below.err.contains("tip:"), "{}", below.err);
    }
    for minutes in [&["train", "english", "--minutes", "0"][..], &["train", "english", "--minutes=5"]] {
        let refused = run(minutes);
        assert!(refused.code == 2 && refused.err.contains("a similar argument exists: '--time'"), "{}", refused.err);
    }
    for (player, says) in [("Purple", "no player `Purple` (accepted: Black, White)"), ("White", "say who with --opponent")] {
        let alone = run(&["play", "english", "--as", player]);
        assert!(alone.code == 2 && alone.err.contains(says), "{}", alone.err);
    }
    let refused = run(&["match", "english", "alpha-beta:fast", "random"]);
    assert!(refused.code == 2 && refused.err.contains("a time (`2s`, `500ms`)"), "{}", refused.err);
}

#[test]
fn openings_that_were_played_are_told_and_nothing_has_no_sign() {
    let told = run(&["match", "english", "random", "random", "--openings", "--games", "4", "--sprt", "0,10"]).out;
    assert!(told.contains(", 2 of 156 openings, seed 0"), "{told}");
    assert!(!told.contains("-0.00"), "{told}");
}

/// Help is an answer: where it cannot be written, that is a failure like any other's.
#[test]
fn help_that_cannot_be_written_is_a_failure() {
    for words in [&["--help"][..], &["moves", "--help"], &["--version"]] {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let ended = command(words).stdout(full).output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(ended.status.code() == Some(2) && said.contains("the answer cannot be written"), "{words:?}: {said}");
    }
}
