//! Published perft numbers, of every variant that has a rule file, by the general machine and by the generators for the shape of
//! the rules. Each start and each position of `facts/perft.toml` is a test of its own: `cargo test --test facts -- perft/frisian`.
//!
//! How far an entry is counted: as [`most_leaves`] says, or to the number in `DRAUGHTSMAN_LEAVES`.

use std::collections::BTreeMap;
use std::sync::Arc;

use draughtsman::analysis::perft::{Way, perft};
use draughtsman::engine::{Counting, Position};
use draughtsman::library::Ready;
use libtest_mimic::Trial;
use toml::{Table, Value};

use crate::facts;
use crate::facts::moves::Style;
use crate::facts::position::{Letters, begin, setup};
use crate::facts::trials::told;
use crate::facts::{numbers, tables, text};

/// Most leaves of one number that is tried: by the generators, and by the machine, which takes its time.
fn most_leaves(by_generators: bool) -> u64 {
    let asked = std::env::var("DRAUGHTSMAN_LEAVES").ok().and_then(|number| number.parse().ok());
    let most = asked.unwrap_or(if cfg!(debug_assertions) { 5_000_000 } else { 50_000_000 });
    if by_generators { most } else { most / 500 }
}

/// Every start and every position of the file.
pub(crate) fn trials() -> Vec<Trial> {
    let facts = facts::read("perft.toml");
    let variants = facts["variant"].as_table().expect("a table of variants");
    let rule_file = |name| Arc::new(facts::rules(name, &[]).unwrap_or_else(|| panic!("{name} has no rule file")));
    let rules: BTreeMap<&str, Arc<Ready>> = variants.keys().map(|name| (name.as_str(), rule_file(name))).collect();
    let mut trials = Vec::new();
    let mut add = |variant: &str, label: String, entry: &Table| {
        let (ready, entry, variant) = (rules[variant].clone(), entry.clone(), variant.to_owned());
        trials.push(Trial::test(label, move || told(run(&ready, &variant, &entry))));
    };
    for (variant, head) in variants {
        add(variant, format!("perft/{variant}: start"), head.as_table().expect("a table"));
    }
    for entry in tables(facts.get("position")) {
        let (variant, tag, fen) = (text(entry, "variant"), text(entry, "tag"), text(entry, "fen"));
        add(variant, format!("perft/{variant}: {tag} {fen}"), entry);
    }
    trials
}

/// What is wrong with an entry: its numbers, its root moves.
fn run(ready: &Ready, variant: &str, entry: &Table) -> Vec<String> {
    let position = if entry.contains_key("fen") {
        setup(ready, &Letters::draughts(), entry).and_then(|setup| begin(ready, &setup))
    } else {
        Position::start(&ready.program).map_err(|limit| limit.to_string())
    };
    let position = match position {
        Ok(position) => position,
        Err(problem) => return vec![problem],
    };
    // The numbers of Frisian positions were counted with its limit on king moves, which tells routes apart by their moves only.
    let both = [Counting::Keep, Counting::Drop];
    let countings = if variant == "frisian" && entry.contains_key("fen") { &both[1..] } else { &both };
    let mut wrong = Vec::new();
    for counting in countings {
        count(ready, &position, entry, *counting, false, &mut wrong);
        if crate::facts::gather::by_generators(&ready.program) {
            count(ready, &position, entry, *counting, true, &mut wrong);
        }
    }
    if let Some(root) = entry.get("root_moves").and_then(Value::as_str) {
        let moves = root.split(';').filter(|text| !text.is_empty()).map(|text| Value::String(text.to_owned()));
        let case = Table::from_iter([("moves".to_owned(), Value::Array(moves.collect()))]);
        match facts::case::differences(ready, Style::Sets, &position, &case) {
            Ok(problems) => wrong.extend(problems),
            Err(problem) => wrong.push(problem),
        }
    }
    wrong
}

fn count(ready: &Ready, position: &Position, entry: &Table, counting: Counting, shaped: bool, wrong: &mut Vec<String>) {
    let key = if counting == Counting::Keep { "perft_keep" } else { "perft_drop" };
    let way = Way { counting, made: false, quick: shaped };
    for (i, expected) in numbers(entry.get(key)).into_iter().enumerate() {
        if expected > most_leaves(shaped) {
            break;
        }
        match perft(&ready.program, position, i as u32 + 1, way) {
            Ok(leaves) if leaves == expected => {}
            Ok(leaves) => {
                wrong.push(format!("{key} {} by {way:?} is {leaves}, not {expected}", i + 1));
                break;
            }
            Err(limit) => wrong.push(limit.to_string()),
        }
    }
}
