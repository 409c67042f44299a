//! No word of the language serves one game alone: the table in `docs/design.md` of the words that only one of the five games of
//! living inventors uses says what else each is for, and this holds it to the rule files.

use std::collections::{BTreeMap, BTreeSet};

use draughtsman::engine::{Counting, Position};
use draughtsman::library;
use draughtsman::syntax::glossary::GLOSSARY;
use toml::{Table, Value};

use crate::facts;

const LANGUAGE: &str = include_str!("../../docs/language.md");
const DESIGN: &str = include_str!("../../docs/design.md");
const HEADING: &str = "\n## Which words does only one of the five games use?\n";
const FIVE: [&str; 5] = ["collateral", "guerrilla", "warp", "saving_private", "chaos"];

/// The first cells of the rows of tables whose heads begin like this.
fn first_cells(text: &str, head: &str) -> Vec<String> {
    let mut cells = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        inside = line.starts_with(head) || inside && line.starts_with('|');
        let quoted = line.split('|').nth(1).filter(|_| inside).into_iter().flat_map(|cell| cell.split('`').skip(1).step_by(2));
        cells.extend(quoted.map(str::to_owned));
    }
    cells
}

/// The words of rules and the keys of front matters, as the language page lists them.
fn vocabulary() -> (BTreeSet<String>, BTreeSet<String>) {
    let (before, index) = LANGUAGE.split_once("\n## 17. Word index\n").expect("the word index");
    let words = first_cells(index, "| word |").into_iter().collect();
    (words, first_cells(before, "| key |").into_iter().collect())
}

fn keys_of(table: &Table, known: &BTreeSet<String>, found: &mut BTreeSet<String>) {
    for (key, value) in table {
        if known.contains(key) {
            found.insert(format!("{key} ="));
        }
        if let Value::Table(inner) = value {
            keys_of(inner, known, found);
        }
    }
}

/// What of the vocabulary a rule file uses.
fn used(text: &str, (words, keys): &(BTreeSet<String>, BTreeSet<String>)) -> BTreeSet<String> {
    let (_, rest) = text.split_once("+++\n").expect("a front matter");
    let (front, rules) = rest.split_once("\n+++\n").expect("rules behind it");
    let mut found = BTreeSet::new();
    keys_of(&front.parse().expect("the front matter is TOML"), keys, &mut found);
    for line in rules.lines() {
        let bare: String = line.split('#').next().unwrap_or_default().split('"').step_by(2).collect::<Vec<_>>().join(" ");
        for word in bare.split(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
            let spellings = [word, word.strip_suffix('s').unwrap_or(word)];
            found.extend(spellings.into_iter().filter(|word| words.contains(*word)).map(str::to_owned));
        }
    }
    found
}

/// For each word that only one of the five uses, that one and the other games of the library that use it too.
fn alone() -> BTreeMap<String, (&'static str, Vec<&'static str>)> {
    let known = vocabulary();
    let uses: Vec<(&str, BTreeSet<String>)> =
        library::names().map(|name| (name, used(library::text_of(name).expect("it is bundled"), &known))).collect();
    let mut alone = BTreeMap::new();
    for word in known.0.iter().cloned().chain(known.1.iter().map(|key| format!("{key} ="))) {
        let users: Vec<&str> = uses.iter().filter(|(_, words)| words.contains(&word)).map(|(name, _)| *name).collect();
        let (five, others): (Vec<&str>, Vec<&str>) = users.into_iter().partition(|name| FIVE.contains(name));
        if let [one] = five[..] {
            alone.insert(word, (one, others));
        }
    }
    alone
}

#[test]
fn what_else_each_word_is_for() {
    let (_, section) = DESIGN.split_once(HEADING).expect("the section of design.md");
    let section = section.split("\n## ").next().unwrap_or(section);
    let rows: BTreeMap<&str, Vec<&str>> = section
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| (line.split('`').nth(1).unwrap_or_default(), line.split('|').map(str::trim).collect()))
        .collect();
    let alone = alone();
    let mut wrong = Vec::new();
    for (word, (game, others)) in &alone {
        let others = if others.is_empty() { "–".to_owned() } else { others.join(", ") };
        match rows.get(word.as_str()).map(Vec::as_slice) {
            Some([_, _, by, also, what_else, ..]) if by == game && *also == others && !what_else.is_empty() => {}
            _ => wrong.push(format!("| `{word}` | {game} | {others} | … |")),
        }
    }
    wrong.extend(rows.keys().filter(|word| !alone.contains_key(**word)).map(|word| format!("`{word}` is used by others too")));
    assert!(wrong.is_empty(), "docs/design.md lacks:\n{}", wrong.join("\n"));
    assert!(!alone.is_empty());
}

/// White has a move left and Black, whose man stands on its far row, has none.
const STUCK: &str = "+++\nname = \"Stuck\"\n[players]\nWhite = { faces = \"north\" }\nBlack = { faces = \"south\" }\n[board]\ngrid = \"3x3\"\n\
    [pieces]\nman = {}\n[setup]\ndiagram = \"\"\"\n. . .\n. . .\nw . b\n\"\"\"\n+++\nmovement {\n  man may step forward diagonal\n}\n\
    victory {\n  draw \"mover\" if not (mover can move)\n  draw \"opponent\" if not (opponent can move)\n}\n";

#[test]
fn who_can_move_is_the_player_that_is_named() {
    let loaded = library::load_text("stuck", "stuck.draughts", STUCK.as_bytes().to_vec(), None);
    let program = facts::ready(&loaded, &[]).expect("rules").program;
    let start = Position::start(&program).expect("it begins");
    let moves = start.moves(&program, Counting::AsWritten).expect("moves");
    let next = start.play(&program, &moves[0], &[]).expect("played");
    assert_eq!(next.outcome().map(|outcome| outcome.reason.as_str()), Some("opponent"));
}

/// The word index of the language page is the program's own, word for word.
#[test]
fn the_word_index_is_what_the_program_says_of_its_words() {
    let (_, index) = LANGUAGE.split_once("\n## 17. Word index\n").expect("the word index");
    let rows: Vec<(String, String)> = index
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` | "))
        .map(|(word, rest)| (word.to_owned(), rest.rsplit_once(" | [").map_or(rest, |(means, _)| means).to_owned()))
        .collect();
    let known: Vec<(String, String)> = GLOSSARY.iter().map(|one| (one.word.to_owned(), one.means.to_owned())).collect();
    assert_eq!(rows, known);
}
