//! Traditional draughts: a position for each clause of the rules. Each case of `facts/edge_cases.toml` is a test of its own:
//! `cargo test --test edge_cases -- italian` tries those of one game, or those with a word in their names.

mod facts;

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::sync::Arc;

use draughtsman::library::Ready;
use facts::moves::Style;
use facts::position::Letters;
use facts::{case, strings, tables, text};
use libtest_mimic::{Arguments, Failed, Trial};
use toml::Table;

/// Variants whose cases may wait for a rule file: all others must have theirs.
const WAITING: [&str; 4] = ["brazilian", "czech", "pool", "spanish"];

/// A game with the options that a case asks for.
type Key = (String, Vec<String>);

fn main() -> ExitCode {
    let facts = facts::read("edge_cases.toml");
    let letters = Letters::of(&facts);
    let cases: Vec<&Table> = tables(facts.get("case")).collect();
    let key = |case: &Table| (text(case, "variant").to_owned(), strings(case.get("options")));
    let keys: BTreeSet<Key> = cases.iter().map(|case| key(case)).collect();
    let rules: BTreeMap<Key, Option<Arc<Ready>>> =
        keys.into_iter().map(|key| (key.clone(), facts::rules(&key.0, &key.1).map(Arc::new))).collect();
    let trial = |case: &&Table| {
        let (variant, name) = (text(case, "variant"), text(case, "name"));
        let (ready, letters, case) = (rules[&key(case)].clone(), letters.clone(), (*case).clone());
        let waits = ready.is_none();
        let tried = move || ready.map_or(Ok(()), |ready| told(case::run(&ready, &letters, Style::Sets, &case)));
        Trial::test(format!("{variant}: {name}"), tried).with_ignored_flag(waits)
    };
    let mut trials: Vec<Trial> = cases.iter().map(trial).collect();
    let missing = rules.iter().filter(|((name, _), rules)| rules.is_none() && !WAITING.contains(&name.as_str()));
    let missing = missing.map(|((name, _), _)| format!("{name} has no rule file")).collect();
    trials.push(Trial::test("no case is left out", || told(missing)));
    let names: BTreeSet<&str> = trials.iter().map(Trial::name).collect();
    assert_eq!(names.len(), trials.len(), "two cases have the same name");
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn told(wrong: Vec<String>) -> Result<(), Failed> {
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
