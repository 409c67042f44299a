//! Whether each ruling and each option has a fact: counted in `rulings.toml`, shown as a table in `rulings.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use libtest_mimic::Trial;
use toml::{Table, Value};

use super::trials::told;
use super::{folder, read, rules, strings, tables, text};

/// Writes `rulings.md` anew instead of comparing it.
const REWRITE: &str = "DRAUGHTSMAN_RULINGS";

/// For each number, the facts whose source names it, in the order of the file.
type Shown = BTreeMap<String, Vec<String>>;

/// That no ruling and no option of the game in this file of facts is without a fact.
pub(crate) fn trials(file: &'static str) -> [Trial; 2] {
    let game = file.trim_end_matches(".toml");
    [
        Trial::test(format!("rulings/{game}: each has a fact"), move || told(problems(game))),
        Trial::test(format!("options/{game}: each has a fact"), move || told(idle_options(game))),
    ]
}

/// That the table is what the facts say.
pub(crate) fn table() -> Trial {
    Trial::test("rulings/table: it is up to date", || {
        let path = folder().join("facts").join("rulings.md");
        let now = written();
        if std::env::var_os(REWRITE).is_some() {
            return std::fs::write(&path, now).map_err(|error| error.to_string().into());
        }
        let before = std::fs::read_to_string(&path).unwrap_or_default();
        let stale = format!("it is not: write it anew with {REWRITE}=1 cargo test --test facts -- rulings/table");
        told(if before == now { Vec::new() } else { vec![stale] })
    })
}

/// The numbers there are, in order.
fn numbers(game: &Table) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let count = |key: &str| 1..=game.get(key).and_then(Value::as_integer).unwrap_or(0);
    let scenarios = game.get("T").and_then(Value::as_array).into_iter().flatten();
    all.extend(scenarios.filter_map(|number| Some(format!("T{}", number.as_integer()?))));
    all.extend(["Q", "V"].iter().flat_map(|letter| count(letter).map(move |number| format!("{letter}{number}"))));
    all.extend(["(a)", "(d)"].iter().flat_map(|letter| count(letter).map(move |number| format!("{letter} {number}"))));
    all
}

/// The numbers that a source names: `T4, Q20-Q23, (d) 2`.
fn named(source: &str) -> BTreeSet<String> {
    let spaced = source.replace("(a) ", "(a)").replace("(d) ", "(d)");
    let mut found = BTreeSet::new();
    for word in spaced.split([' ', ',', ';', ':']) {
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        let (Some((letter, from)), Some((_, to))) = (number(first), number(last)) else { continue };
        let space = if letter.starts_with('(') { " " } else { "" };
        found.extend((from..=to).map(|number| format!("{letter}{space}{number}")));
    }
    found
}

fn number(word: &str) -> Option<(&str, u32)> {
    let letter = ["T", "Q", "V", "(a)", "(d)"].into_iter().find(|letter| word.starts_with(letter))?;
    Some((letter, word[letter.len()..].parse().ok()?))
}

fn shown(facts: &Table) -> Shown {
    let mut shown = Shown::new();
    for fact in tables(facts.get("audit")).chain(tables(facts.get("case"))) {
        for number in named(text(fact, "source")) {
            shown.entry(number).or_default().push(text(fact, "name").to_owned());
        }
    }
    shown
}

fn notes<'a>(game: &'a Table, key: &str) -> BTreeMap<&'a str, &'a str> {
    let notes = game.get(key).and_then(Value::as_table).into_iter().flatten();
    notes.filter_map(|(number, note)| Some((number.as_str(), note.as_str()?))).collect()
}

fn problems(name: &str) -> Vec<String> {
    let file = read("rulings.toml");
    let Some(game) = file.get(name).and_then(Value::as_table) else { return vec![format!("{name} is not in rulings.toml")] };
    let (numbers, shown) = (numbers(game), shown(&read(&format!("{name}.toml"))));
    let (elsewhere, without) = (notes(game, "elsewhere"), notes(game, "without"));
    let mut wrong = Vec::new();
    for number in &numbers {
        let noted = elsewhere.contains_key(number.as_str()) || without.contains_key(number.as_str());
        match (shown.contains_key(number), noted) {
            (false, false) => wrong.push(format!("{number}: no fact names it")),
            (true, true) => wrong.push(format!("{number}: a fact names it, so rulings.toml need not")),
            _ => {}
        }
    }
    let known = |number: &str| numbers.iter().any(|one| one == number);
    let noted = elsewhere.keys().chain(without.keys()).copied();
    let unknown = shown.keys().map(String::as_str).chain(noted).filter(|number| !known(number));
    wrong.extend(unknown.map(|number| format!("{number}: there is no such ruling")));
    for (number, place) in elsewhere {
        let Some((path, test)) = place.split_once(' ') else { continue };
        let source = std::fs::read_to_string(folder().with_file_name(path)).unwrap_or_default();
        if !source.contains(&format!("fn {test}()")) {
            wrong.push(format!("{number}: there is no test {test} in {path}"));
        }
    }
    wrong
}

/// Options and numbers that no fact changes, without a word about it.
fn idle_options(name: &str) -> Vec<String> {
    let (facts, file) = (read(&format!("{name}.toml")), read("rulings.toml"));
    let unchanged = file.get(name).and_then(Value::as_table).map_or(BTreeMap::new(), |game| notes(game, "unchanged"));
    let ready = rules(text(&facts, "variant"), &[]).expect("there is a rule file");
    let changed = |name: &str| {
        let mut all = tables(facts.get("audit")).chain(tables(facts.get("case")));
        all.any(|fact| strings(fact.get("options")).iter().any(|option| option.split('=').next() == Some(name)))
    };
    let equipment = &ready.variant.equipment;
    let options = equipment.options.iter().map(|option| option.name.as_str());
    let numbers = equipment.numbers.iter().map(|number| number.name.as_str());
    let idle = options.chain(numbers).filter(|name| changed(name) == unchanged.contains_key(name));
    idle.map(|name| format!("{name}: no fact changes it, or one does though rulings.toml says none")).collect()
}

/// The table in Markdown.
fn written() -> String {
    let file = read("rulings.toml");
    let mut page = String::from(
        "# Rulings and their facts\n\nFor each scenario, ruling and statement on the games of living inventors, the facts that show it, or why none can. \
         Written by `cargo test --test facts -- rulings`, which fails when one is without a fact.\n",
    );
    for (name, game) in file.iter().filter_map(|(name, game)| Some((name, game.as_table()?))) {
        let shown = shown(&read(&format!("{name}.toml")));
        let (elsewhere, without) = (notes(game, "elsewhere"), notes(game, "without"));
        write!(page, "\n## {name}\n\n| number | facts |\n|---|---|\n").expect("a text");
        for number in numbers(game) {
            let facts = shown.get(&number).map(|facts| facts.join(" · "));
            let place = elsewhere.get(number.as_str()).map(|place| format!("`{}`", place.replacen(' ', "`, `", 1)));
            let none = without.get(number.as_str()).map(|reason| format!("none: {reason}"));
            writeln!(page, "| {number} | {} |", facts.or(place).or(none).unwrap_or_default()).expect("a text");
        }
    }
    page
}
