//! Traditional draughts: a position for each clause of the rules. Each case of `facts/edge_cases.toml` is a test of its own:
//! `cargo test --test edge_cases -- italian` tries those of one game, or those with a word in their names.

mod facts;

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::sync::Arc;

use draughtsman::library::Ready;
use facts::case::Patience;
use facts::moves::Style;
use facts::position::Letters;
use facts::{case, strings, tables, text};
use libtest_mimic::{Arguments, Failed, Trial};
use toml::Table;

/// A game with the options that a case asks for.
type Key = (String, Vec<String>);

fn main() -> ExitCode {
    let facts = facts::read("edge_cases.toml");
    let cases: Vec<&Table> = tables(facts.get("case")).collect();
    let key = |case: &Table| (text(case, "variant").to_owned(), strings(case.get("options")));
    let keys: BTreeSet<Key> = cases.iter().map(|case| key(case)).collect();
    let rule_file = |(name, options): &Key| facts::rules(name, options).unwrap_or_else(|| panic!("{name} has no rule file"));
    let rules: BTreeMap<Key, Arc<Ready>> = keys.into_iter().map(|key| (key.clone(), Arc::new(rule_file(&key)))).collect();
    let trial = |case: &&Table| {
        let (variant, name) = (text(case, "variant"), text(case, "name"));
        let (ready, letters, case) = (rules[&key(case)].clone(), Letters::of(&facts, variant), (*case).clone());
        Trial::test(format!("{variant}: {name}"), move || {
            told(case::run(&ready, &letters, Style::Sets, &case, Patience::Thorough))
        })
    };
    let trials: Vec<Trial> = cases.iter().map(trial).collect();
    let names: BTreeSet<&str> = trials.iter().map(Trial::name).collect();
    assert_eq!(names.len(), trials.len(), "two cases have the same name");
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn told(wrong: Vec<String>) -> Result<(), Failed> {
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
