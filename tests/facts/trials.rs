//! The cases of files of facts, each a test under its own name: `FILE/VARIANT: NAME`.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::sync::Arc;

use draughtsman::library::Ready;
use libtest_mimic::{Arguments, Failed, Trial};
use toml::Table;

use super::case::{self, Patience};
use super::moves::Style;
use super::position::Letters;
use super::{audit, rules, strings, tables, text, tokens};

/// A game with the options that a case asks for.
type Key = (String, Vec<String>);

/// How the cases of a file are read.
#[derive(Clone, Copy)]
pub(crate) enum Reading {
    /// Moves on a board, captures written in this style.
    Moves(Style),
    /// Decision by decision, with tokens.
    Decisions,
}

/// Every case and every `[[audit]]` of a file.
pub(crate) fn of(file: &str, reading: Reading) -> Vec<Trial> {
    let (facts, stem) = (super::read(file), file.trim_end_matches(".toml"));
    let audits: Vec<&Table> = tables(facts.get("audit")).collect();
    let cases: Vec<&Table> = tables(facts.get("case")).collect();
    let variant = |case: &Table| match text(case, "variant") {
        "" => text(&facts, "variant").to_owned(),
        own => own.to_owned(),
    };
    let key = |case: &Table| (variant(case), strings(case.get("options")));
    let keys: BTreeSet<Key> = audits.iter().chain(&cases).map(|case| key(case)).collect();
    let rule_file = |(name, options): &Key| rules(name, options).unwrap_or_else(|| panic!("{name} has no rule file"));
    let ready: BTreeMap<Key, Arc<Ready>> = keys.into_iter().map(|key| (key.clone(), Arc::new(rule_file(&key)))).collect();
    let trial = |case: &Table, holds: fn(&Ready, &Letters, Reading, &Table) -> Vec<String>| {
        let (ready, letters) = (ready[&key(case)].clone(), Letters::of(&facts, &variant(case)));
        let (name, case) = (format!("{stem}/{}: {}", variant(case), text(case, "name")), case.clone());
        Trial::test(name, move || told(holds(&ready, &letters, reading, &case)))
    };
    let dealt =
        audits.into_iter().map(|audit| trial(audit, |ready, _, _, audit| audit::problem(ready, audit).into_iter().collect()));
    let played = cases.into_iter().map(|case| {
        trial(case, |ready, letters, reading, case| match reading {
            Reading::Moves(style) => case::run(ready, letters, style, case, Patience::Thorough),
            Reading::Decisions => tokens::run(ready, case, Patience::Thorough),
        })
    });
    dealt.chain(played).collect()
}

/// Runs them as the command line asks; two of one name are one too many.
pub(crate) fn run(trials: Vec<Trial>) -> ExitCode {
    let names: BTreeSet<&str> = trials.iter().map(Trial::name).collect();
    assert_eq!(names.len(), trials.len(), "two tests have the same name");
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// What a test has found wrong.
pub(crate) fn told(wrong: Vec<String>) -> Result<(), Failed> {
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
