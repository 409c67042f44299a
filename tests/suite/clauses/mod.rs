//! The clause test: every line of every rule file is taken away or turned round, every number is put off by one, and some fact,
//! edge case or snapshot has to be red. `tests/facts/README.md` says how to run all of it.

mod front;
mod judge;
mod mutants;
mod places;
mod reasons;
mod said;
mod words;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use judge::{Bench, Verdict};
use mutants::{Mutant, Original};
use rayon::prelude::*;
use reasons::Reasons;

use crate::facts;

/// Without a wish, one mutant in so many is tried: always the same ones.
const SHARE: u64 = 40;

/// What was asked for: `DRAUGHTSMAN_CLAUSES=all`, or names of variants between commas.
enum Wish {
    Sample,
    All,
    Variants(Vec<String>),
}

impl Wish {
    fn read() -> Wish {
        match std::env::var("DRAUGHTSMAN_CLAUSES").as_deref() {
            Err(_) | Ok("") => Wish::Sample,
            Ok("all") => Wish::All,
            Ok(names) => Wish::Variants(names.split(',').map(|name| name.trim().to_owned()).collect()),
        }
    }

    fn wants(&self, variant: &str, mutant: &Mutant) -> bool {
        matches!(self, Wish::All | Wish::Variants(_))
            || hash(&[variant, mutant.change, &mutant.line, &mutant.becomes]).is_multiple_of(SHARE)
    }
}

/// FNV-1a: the same on every machine, whatever else changes.
fn hash(parts: &[&str]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
    let mixed = bytes.fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    mixed >> 7
}

/// Says something now, whatever the test runner keeps to itself.
fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

#[test]
fn some_fact_is_red_without_each_line() {
    let wish = Wish::read();
    let every = facts::every_variant();
    let names = match &wish {
        Wish::Variants(names) => names.clone(),
        _ => every.clone(),
    };
    let reasons = Reasons::read();
    let mut failures = String::new();
    for entry in reasons.all() {
        if !every.contains(&facts::text(entry, "variant").to_owned()) || facts::text(entry, "reason").is_empty() {
            writeln!(failures, "clauses.toml: {}: no such variant, or no reason", reasons::words(entry)).expect("a text");
        }
    }
    say(&format!(
        "\n{:16} {:>6} {:>8} {:>8} {:>6} {:>6} {:>6} {:>9} {:>6}\n",
        "variant", "facts", "mutants", "refused", "red", "same", "excused", "survivors", "time"
    ));
    let found: Vec<String> = names
        .par_iter()
        .map(|name| {
            let path = facts::path_of(name).unwrap_or_else(|| panic!("there is no rule file {name}"));
            try_variant(&wish, &Original::read(name, &path), &reasons)
        })
        .collect();
    failures.push_str(&found.concat());
    assert!(failures.is_empty(), "\n{failures}");
}

/// Tries the mutants of one file; what is wrong, in words.
fn try_variant(wish: &Wish, original: &Original, reasons: &Reasons) -> String {
    let begun = std::time::Instant::now();
    let variant = &original.variant;
    let bench = Bench::new(original);
    let mutants = mutants::of(original);
    let entries = reasons.of(variant);
    let tried: Vec<&Mutant> = mutants.iter().filter(|mutant| wish.wants(variant, mutant)).collect();
    let verdicts: Vec<(Verdict, Duration)> = tried.par_iter().map(|mutant| bench.judge(mutant)).collect();
    let mut wrong = String::new();
    for fact in &bench.red {
        writeln!(wrong, "{variant}: red for the rules as they are: {fact}").expect("a text");
    }
    let (mut survivors, mut excused, mut stale) = (0, 0, BTreeSet::new());
    for (mutant, (verdict, time)) in tried.iter().zip(&verdicts) {
        let place = format!("{}:{}: {}", original.path.file_name().unwrap_or_default().display(), mutant.number, mutant.change);
        // A line without which the program is the same says nothing; another change may well come to the same.
        let needless = is_needless(mutant, verdict);
        let reason = entries.iter().position(|entry| reasons::means(entry, mutant));
        let survives = *verdict == Verdict::Survives || needless;
        match (survives, reason) {
            (true, Some(_)) => excused += 1,
            (true, None) => {
                survivors += 1;
                let note = if needless { " (the program is the same without it)" } else { "" };
                writeln!(wrong, "{place}{note}\n  - {}\n  + {}", mutant.before, mutant.becomes).expect("a text");
            }
            (false, Some(entry)) => drop(stale.insert(entry)),
            (false, None) => {}
        }
        if *verdict == Verdict::Panics {
            writeln!(wrong, "{place}: the engine panics\n  + {}", mutant.becomes).expect("a text");
        }
        if *time > Duration::from_secs(10) {
            say(&format!("{place} took {} s: {}\n", time.as_secs(), mutant.becomes));
        }
        if std::env::var_os("DRAUGHTSMAN_VERDICTS").is_some() {
            say(&format!("{place}: {} -> {}: {verdict:?}\n", mutant.before, mutant.becomes));
        }
    }
    // An entry that means several mutants is stale when none of those tried survives.
    let alive = |entry: &usize| {
        tried.iter().zip(&verdicts).any(|(mutant, (verdict, _))| {
            let survives = *verdict == Verdict::Survives || is_needless(mutant, verdict);
            survives && reasons::means(entries[*entry], mutant)
        })
    };
    stale.retain(|entry| !alive(entry));
    stale.extend((0..entries.len()).filter(|entry| !mutants.iter().any(|mutant| reasons::means(entries[*entry], mutant))));
    for entry in stale {
        writeln!(wrong, "clauses.toml: {} does not survive any more", reasons::words(entries[entry])).expect("a text");
    }
    let count = |wanted: fn(&Verdict) -> bool| verdicts.iter().filter(|(verdict, _)| wanted(verdict)).count();
    say(&format!(
        "{variant:16} {:>6} {:>8} {:>8} {:>6} {:>6} {excused:>6} {survivors:>9} {:>5.1}s\n",
        bench.facts(),
        tried.len(),
        count(|verdict| *verdict == Verdict::Refused),
        count(|verdict| matches!(verdict, Verdict::Red(..))),
        count(|verdict| *verdict == Verdict::Same),
        begun.elapsed().as_secs_f64(),
    ));
    wrong
}

/// A rule without which the program is the same says nothing. Any other change may well come to the same, and an entry of the
/// front matter may say aloud what holds anyway.
fn is_needless(mutant: &Mutant, verdict: &Verdict) -> bool {
    *verdict == Verdict::Same && mutant.change == "delete" && mutant.in_rules
}

const SMALL: &str = "+++\nname = \"Small\"\n[players]\nWhite = {}\nBlack = {}\n[board]\ngrid = \"3x3\"\n[pieces]\nman = {}\n[setup]\ndiagram = \"\"\"\nb . .\n. . .\n. . w\n\"\"\"\n+++\nmovement {\n  man may step any-way\n}\nvictory {\n  draw if repeats >= 3\n}\n";

#[test]
fn a_line_without_a_fact_survives() {
    let original = Original::new("small", Path::new("small.draughts"), SMALL.to_owned());
    let bench = Bench::with(&original, Vec::new());
    let survive = |change: &str, line: &str| {
        let mutants = mutants::of(&original);
        let found = mutants.iter().filter(|mutant| mutant.change == change && mutant.line == line);
        let verdicts: Vec<Verdict> = found.map(|mutant| bench.judge(mutant).0).collect();
        assert!(!verdicts.is_empty(), "{change} {line}");
        verdicts.iter().all(|verdict| *verdict == Verdict::Survives)
    };
    assert!(survive("delete", "draw if repeats >= 3"));
    assert!(survive("number", "draw if repeats >= 3"));
    assert!(survive("who begins", "White = {}"));
}

#[test]
fn a_fact_is_red_when_its_line_changes() {
    let path = facts::path_of("english").expect("a rule file");
    let original = Original::read("english", &path);
    let bench = Bench::new(&original);
    let mutants = mutants::of(&original);
    let crowned = mutants.iter().find(|mutant| mutant.change == "row" && mutant.line.contains("promote it to king"));
    assert!(matches!(bench.judge(crowned.expect("a mutant")).0, Verdict::Red(..)));
    assert_eq!(bench.red, [""; 0]);
}

#[test]
fn every_change_is_made_somewhere() {
    let tree = ["delete", "negate", "leave out", "noun", "compare", "number", "setting", "who begins"];
    let mut idle: BTreeSet<&str> = words::SWAPS.iter().map(|(name, ..)| *name).chain(tree).collect();
    for name in facts::every_variant() {
        let path = facts::path_of(&name).expect("a rule file");
        let made: BTreeSet<&str> = mutants::of(&Original::read(&name, &path)).iter().map(|mutant| mutant.change).collect();
        idle.retain(|change| !made.contains(change));
        if idle.is_empty() {
            return;
        }
    }
    assert_eq!(idle, BTreeSet::new());
}
