//! Rule files whose decisions are much work: whatever is asked of them is answered, or a limit is named, with little time and memory.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use draughtsman::analysis::perft::{Counter, Way};
use draughtsman::check::Choices;
use draughtsman::diagnostic::Severity;
use draughtsman::engine::{Counting, Position};
use draughtsman::library::{Ready, load_text};
use draughtsman::program::Program;
use draughtsman::rulebook;
use rayon::prelude::*;

use super::weight::{Weight, weighed};

/// The most memory that an answer may take: what is promised.
const MOST_BYTES: usize = 512 << 20;

/// How long it may take: what is promised of a release. What is built for tests is slower, and not timed.
const LONGEST: Duration = Duration::from_secs(5);

/// Files of `fuzz/kept/rules` that were found so; how many moves they have at first, or which limit they reach, or why they are refused.
const FILES: [(&str, Result<usize, &str>); 11] = [
    ("can-define", Err("E0613")),
    ("can-opponent", Err("E0613")),
    ("can-require", Ok(3)),
    ("can-self", Err("E0613")),
    ("many-choices-in-many-moves", Err("more than 2,500,000 legs and choices in the moves of one decision")),
    ("mem-choose-650", Err("more than 1,000,000 things in the options of one choice")),
    ("path-hang", Ok(74)),
    ("phrases-in-phrases", Err("more than 40,000,000 steps for one decision")),
    ("rounds-for-each-choice", Err("more than 40,000,000 steps for one decision")),
    ("rounds-in-a-rule-book", Ok(1)),
    ("rulebook-hang", Err("more than 100,000 options of one choice")),
];

/// Whether what a file comes to is tried here.
pub(super) fn weighs(path: &Path) -> bool {
    FILES.iter().any(|(name, _)| path == file(name))
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/kept/rules").join(name)
}

/// What a file comes to at its first decision, and what it takes to check it, to list and to count moves, and to write a rule book.
fn tried(name: &str) -> (Result<usize, &'static str>, Vec<(&'static str, Weight)>) {
    let loaded = load_text(name, name, fs::read(file(name)).unwrap(), None);
    let (checked, weight) = weighed(|| loaded.check(&Choices::default()));
    let mut weights = vec![("check", weight)];
    let Some(variant) = checked.variant else {
        let why = checked.diagnostics.iter().find(|one| one.severity == Severity::Error).expect("a reason");
        return (Err(why.code), weights);
    };
    let ready = Ready { program: Program::compile(&variant), variant };
    let program = &ready.program;
    let (start, weight) = weighed(|| Position::start(program));
    weights.push(("start", weight));
    let told = start.and_then(|start| {
        let way = Way { counting: Counting::AsWritten, made: true, quick: true };
        weights.push(("counted", weighed(|| Counter::new(program, way).leaves(&start, 1)).1));
        let (moves, weight) = weighed(|| start.moves(program, Counting::AsWritten));
        weights.push(("moves", weight));
        Ok(moves?.len())
    });
    weights.push(("rule book", weighed(|| rulebook::write(&loaded, &ready)).1));
    (told.map_err(|limit| limit.what), weights)
}

/// What of it is too much, or another answer than expected.
fn wrong(name: &str, expected: Result<usize, &'static str>) -> Vec<String> {
    let (told, weights) = tried(name);
    let too_much = |weight: &Weight| weight.most > MOST_BYTES || !cfg!(debug_assertions) && weight.time > LONGEST;
    let heavy = weights.iter().filter(|(_, weight)| too_much(weight));
    let other = (told != expected).then(|| format!("{name}: {told:?}, {expected:?} expected"));
    heavy.map(|(what, weight)| format!("{name}, {what}: {weight:?}")).chain(other).collect()
}

#[test]
fn a_decision_is_made_or_a_limit_is_named_with_little_work() {
    let wrong: Vec<String> = FILES.par_iter().flat_map(|(name, expected)| wrong(name, *expected)).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
