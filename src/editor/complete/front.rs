//! Completion of keys, tables and values of the front matter.

use crate::check::equipment::{Form, Key, keys_of};
use crate::check::{LINTS, Sort, sorts_of};
use crate::library;
use crate::source::Span;
use crate::syntax::front::{FENCE, Table, Value};

use super::super::Document;
use super::super::front::{Spot, spot};
use super::names::of_sort;
use super::{Completion, Completions, Offered};

/// The completions at a byte, if it is in the front matter.
pub(super) fn complete(document: &Document, byte: usize) -> Option<Completions> {
    let text = document.text();
    if !text.contains(FENCE) && text.get(..byte)?.trim_matches(['\u{feff}', ' ', '+', '\n', '\r']).is_empty() {
        let start = text.get(..byte)?.trim_end_matches('+').len();
        let begin = "+++\nname = \"\"\n+++\n".to_owned();
        let fences = Completion {
            label: FENCE.to_owned(),
            text: Some(begin),
            offered: Offered::Key,
            detail: "the front matter: what the game is played with".to_owned(),
        };
        return Some(Completions { replace: Span::new(document.file(), start, byte), offered: vec![fences] });
    }
    let spot = spot(document, byte as u32)?;
    let start = if spot.quoted { spot.span.start + 1 } else { spot.span.start };
    let replace = Span { start: start.min(byte as u32), end: byte as u32, ..spot.span };
    let offered = match (spot.heading, spot.value) {
        (true, _) => headings(document, &spot),
        (false, true) => values(document, &spot),
        (false, false) => keys(document, &spot),
    };
    Some(Completions { replace, offered })
}

fn headings(document: &Document, spot: &Spot) -> Vec<Completion> {
    match spot.written.as_slice() {
        [] => keys_of("").filter(|key| matches!(key.form, Form::Table(_) | Form::Each(_))).map(described).collect(),
        [table] => new_ones(document, spot, names(document, table)),
        [option, _] if option == "option" => {
            keys_of("").filter(|key| matches!(key.form, Form::Table(_))).map(described).collect()
        }
        _ => Vec::new(),
    }
}

fn described(key: &Key) -> Completion {
    Completion { label: key.key.to_owned(), text: None, offered: Offered::Key, detail: key.meaning.to_owned() }
}

/// The keys of the table that are not present yet.
fn keys(document: &Document, spot: &Spot) -> Vec<Completion> {
    let fixed = |key: &&Key| !key.key.bytes().all(|byte| byte.is_ascii_uppercase());
    let mut all: Vec<Completion> = keys_of(&spot.table).filter(fixed).map(assigned).collect();
    let more: Vec<Completion> = match spot.table.as_str() {
        "lints" => LINTS.iter().map(|lint| plain(lint.name, lint.code, Offered::Key)).collect(),
        "setup" => of_sort(document, &[Sort::Kind, Sort::Region, Sort::Pile]),
        "option.NAME" => keys_of("").filter(|key| matches!(key.form, Form::Table(_))).map(assigned).collect(),
        "regions.NAME" | "setup.NAME" => of_sort(document, &[Sort::Player, Sort::Side]),
        table => names(document, table),
    };
    all.extend(more);
    new_ones(document, spot, all)
}

/// Removes what the table has already, except for the word being written.
fn new_ones(document: &Document, spot: &Spot, mut all: Vec<Completion>) -> Vec<Completion> {
    let there = table(&document.parsed().front, &spot.written);
    let here = document.loaded.sources.text(spot.span);
    all.retain(|one| one.label == here || !there.is_some_and(|there| there.contains_key(&one.label)));
    all
}

/// The names that may be keys of a table: a child may override entries of its parent, and the rules may have blocks for an
/// option.
fn names(document: &Document, table: &str) -> Vec<Completion> {
    match table {
        "option" => of_sort(document, &[Sort::Option]),
        "pieces" => of_sort(document, &[Sort::Kind]),
        "numbers" => of_sort(document, &[Sort::Number]),
        "regions" => of_sort(document, &[Sort::Region]),
        "piles" => of_sort(document, &[Sort::Pile]),
        _ => Vec::new(),
    }
}

/// A key with its `=`, or a table with its brackets.
fn assigned(key: &Key) -> Completion {
    let text = match key.form {
        Form::Table(_) | Form::Each(_) if key.table.is_empty() => format!("[{}]", key.key),
        _ => format!("{} = ", key.key),
    };
    Completion { text: Some(text), ..described(key) }
}

/// The values that the key may have.
fn values(document: &Document, spot: &Spot) -> Vec<Completion> {
    let Some(key) = spot.key else { return Vec::new() };
    let mut all = Vec::new();
    forms(&key.form, &mut all);
    for sort in sorts_of(&spot.table, key.key) {
        match sort {
            Sort::File => all.extend(library::names().map(|name| plain(name, "a bundled variant", Offered::Name(Sort::File)))),
            sort => all.extend(of_sort(document, &[*sort])),
        }
    }
    if (spot.table.as_str(), key.key) == ("piles.NAME", "of") {
        all.extend(["player", "side"].map(|word| plain(word, "one for each", Offered::Value)));
    }
    if (spot.table.as_str(), key.key) == ("piles.NAME", "holds") {
        all.push(plain("piece", "pieces of every kind", Offered::Value));
    }
    if !spot.quoted {
        for one in all.iter_mut().filter(|one| !matches!(one.label.as_str(), "true" | "false")) {
            one.text = Some(format!("\"{}\"", one.label));
        }
    }
    all
}

fn forms(form: &Form, all: &mut Vec<Completion>) {
    match form {
        Form::Words(words) => all.extend(words.iter().map(|word| plain(word, "", Offered::Value))),
        Form::Truth => all.extend(["true", "false"].map(|word| plain(word, "", Offered::Value))),
        Form::No => all.push(plain("false", "", Offered::Value)),
        Form::List(one) | Form::Each(one) => forms(one, all),
        Form::Either(some) => some.iter().for_each(|one| forms(one, all)),
        _ => {}
    }
}

fn plain(label: &str, detail: &str, offered: Offered) -> Completion {
    Completion { label: label.to_owned(), text: None, offered, detail: detail.to_owned() }
}

fn table<'f>(front: &'f Table, written: &[String]) -> Option<&'f Table> {
    written.iter().try_fold(front, |table, name| match &table.get(name)?.value.value {
        Value::Table(inner) => Some(inner),
        _ => None,
    })
}
