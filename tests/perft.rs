//! Published perft numbers, of every variant that has a rule file, by the general machine and by the generators for the shape of
//! the rules. `DRAUGHTSMAN_LEAVES=5000000` counts as far as that; without it tests stay quick.

mod facts;

use draughtsman::analysis::perft::{Way, perft};
use draughtsman::engine::{Counting, Position};
use draughtsman::library::Ready;
use facts::moves::Style;
use facts::position::{Letters, begin, setup};
use facts::{numbers, report, tables, text};
use toml::{Table, Value};

/// Most leaves of one number that is tried by the generators, or by the machine, which takes its time.
fn most_leaves(shaped: bool) -> u64 {
    let asked = std::env::var("DRAUGHTSMAN_LEAVES").ok().and_then(|number| number.parse().ok());
    asked.unwrap_or(match (cfg!(debug_assertions), shaped) {
        (true, true) => 100_000,
        (true, false) => 5_000,
        (false, true) => 50_000_000,
        (false, false) => 1_000_000,
    })
}

fn count(ready: &Ready, start: &Position, label: &str, entry: &Table, countings: &[Counting]) -> (usize, Vec<String>) {
    let (mut run, mut wrong) = (0, Vec::new());
    let ways = countings.iter().flat_map(|counting| [(counting, true), (counting, false)]);
    for (counting, shaped) in ways {
        let key = if *counting == Counting::Keep { "perft_keep" } else { "perft_drop" };
        let way = Way { counting: *counting, made: false, shaped };
        for (i, expected) in numbers(entry.get(key)).into_iter().enumerate() {
            if expected > most_leaves(shaped) {
                break;
            }
            run += 1;
            match perft(&ready.program, start, i as u32 + 1, way) {
                Ok(leaves) if leaves == expected => {}
                Ok(leaves) => {
                    wrong.push(format!("{label}: {key} {} by {way:?} is {leaves}, not {expected}", i + 1));
                    break;
                }
                Err(limit) => wrong.push(format!("{label}: {limit}")),
            }
        }
    }
    (run, wrong)
}

fn check(variant: &str) {
    let facts = facts::read("perft.toml");
    let ready = facts::rules(variant, &[]).expect("it has a rule file");
    let both = [Counting::Keep, Counting::Drop];
    let head = facts["variant"][variant].as_table().expect("a table");
    let start = Position::start(&ready.program).expect("a start");
    let (mut run, mut wrong) = count(&ready, &start, variant, head, &both);
    let positions = tables(facts.get("position")).filter(|entry| text(entry, "variant") == variant);
    for entry in positions {
        let label = format!("{variant} {} {}", text(entry, "tag"), text(entry, "fen"));
        let position = match setup(&ready, &Letters::draughts(), entry).and_then(|setup| begin(&ready, &setup)) {
            Ok(position) => position,
            Err(problem) => {
                wrong.push(format!("{label}: {problem}"));
                continue;
            }
        };
        // The numbers of Frisian were counted with its limit on king moves, which tells routes apart by their moves only.
        let countings = if variant == "frisian" { &both[1..] } else { &both };
        let (more, problems) = count(&ready, &position, &label, entry, countings);
        run += more;
        wrong.extend(problems);
        if let Some(root) = entry.get("root_moves").and_then(Value::as_str) {
            let moves = root.split(';').filter(|text| !text.is_empty()).map(|text| Value::String(text.to_owned()));
            let case = Table::from_iter([("moves".to_owned(), Value::Array(moves.collect()))]);
            match facts::case::differences(&ready, Style::Sets, &position, &case) {
                Ok(problems) => wrong.extend(problems.into_iter().map(|problem| format!("{label}: {problem}"))),
                Err(problem) => wrong.push(format!("{label}: {problem}")),
            }
        }
    }
    report(run, &wrong);
}

/// A test for each variant of the file of facts.
macro_rules! variants {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            check(stringify!($name));
        }
    )*};
}

variants! {
    english international russian brazilian pool czech spanish italian thai frisian killer turkish canadian antidraughts
    breakthrough
}

#[test]
fn every_variant_with_numbers_has_a_rule_file() {
    let facts = facts::read("perft.toml");
    let variants = facts["variant"].as_table().expect("a table");
    let without: Vec<&String> = variants.keys().filter(|one| facts::rules(one, &[]).is_none()).collect();
    assert!(without.is_empty(), "no rule file for {without:?}");
}
