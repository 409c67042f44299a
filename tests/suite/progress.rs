//! How far long work has come, and what is thought so far: on a terminal, and nowhere else.
#![cfg(unix)]

use super::shell::run;
use super::terminal::errors_on_a_terminal;

/// What a command says on standard error, which is a terminal.
fn told(words: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    errors_on_a_terminal(folder.path(), &words, Some("1"))
}

/// The numbers that stand just before some words.
fn numbers_before(said: &str, words: &str) -> Vec<u64> {
    let before = said.match_indices(words).map(|(at, _)| &said[..at]);
    let digits = before.map(|text| &text[text.trim_end_matches(|sign: char| sign.is_ascii_digit()).len()..]);
    digits.filter_map(|digits| digits.parse().ok()).collect()
}

/// It goes on, and is there more than once.
fn goes_on(numbers: &[u64]) -> bool {
    numbers.is_sorted() && numbers.first() < numbers.last()
}

#[test]
fn games_are_counted_while_they_are_played() {
    let words = ["simulate", "international", "--games", "30000", "--threads", "1"];
    let said = told(&words);
    assert!(goes_on(&numbers_before(&said, " games [")) && goes_on(&numbers_before(&said, "% ")), "{said}");
    assert_eq!(told(&[&words[..], &["--quiet"]].concat()), "");
    assert_eq!(run(&words).err, "");
}

#[test]
fn what_is_thought_so_far_is_told_while_it_is_thought() {
    let words = ["analyse", "english", "--time", "2s", "--lines", "2"];
    let said = told(&words);
    let depths: Vec<u64> = said.split("depth ").skip(1).filter_map(|rest| rest.split(',').next()?.parse().ok()).collect();
    assert!(goes_on(&depths), "{said}");
    // Both lines stand below it, with how they go on.
    assert!(said.contains("  1  ") && said.contains("  2  "), "{said}");
    assert_eq!(run(&words).err, "");
}
