//! Front matters as an author writes them, and the diagnostics about them.

mod drafts;
mod laws;
mod mistakes;
mod overlays;
mod setups;

use super::{Options, equipment, merge};
use crate::diagnostic::Diagnostic;
use crate::model::{Equipment, Setup};
use crate::source::{FileId, Span};
use crate::syntax::front::{Entry, Node, Table, Value};
use toml::de::{DeTable, DeValue};

/// The tree of a TOML text.
fn tree(toml: &str) -> Table {
    match DeTable::parse(toml) {
        Ok(table) => convert_table(table.get_ref()),
        Err(error) => panic!("{error}\n{toml}"),
    }
}

fn convert_table(table: &DeTable<'_>) -> Table {
    let place = |range: std::ops::Range<usize>| Span::new(FileId(0), range.start, range.end);
    let entries = table.iter().map(|(key, value)| {
        let value = Node { value: convert(value.get_ref()), span: place(value.span()) };
        (key.get_ref().to_string(), Entry { key: place(key.span()), value })
    });
    entries.collect()
}

fn convert(value: &DeValue<'_>) -> Value {
    let place = |range: std::ops::Range<usize>| Span::new(FileId(0), range.start, range.end);
    match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(number) => Value::Integer(number.as_str().parse().unwrap_or(i64::MAX)),
        DeValue::Float(number) => Value::Float(number.as_str().parse().unwrap_or(0.0)),
        DeValue::Boolean(truth) => Value::Boolean(*truth),
        DeValue::Datetime(date) => Value::String(date.to_string()),
        DeValue::Array(items) => {
            Value::Array(items.iter().map(|item| Node { value: convert(item.get_ref()), span: place(item.span()) }).collect())
        }
        DeValue::Table(table) => Value::Table(convert_table(table)),
    }
}

/// Checks the front matters of a chain, oldest first, with options on.
fn checked(chain: &[&str], on: &[&str]) -> (Option<(Equipment, Setup)>, Vec<Diagnostic>) {
    let trees: Vec<Table> = chain.iter().map(|toml| tree(toml)).collect();
    let trees: Vec<&Table> = trees.iter().collect();
    let mut found = Vec::new();
    let wanted: Vec<(String, bool)> = on.iter().map(|name| ((*name).to_owned(), true)).collect();
    let (list, refusals) = Options::read(&merge(&trees, &[]), &[], &mut found).switched(&wanted);
    assert_eq!(refusals, []);
    let on: Vec<String> = list.iter().filter(|one| one.on).map(|one| one.name.clone()).collect();
    let made = equipment(&merge(&trees, &on), &list, &[], &mut found);
    (made, found)
}

/// The equipment of a front matter without errors.
fn sound(toml: &str) -> (Equipment, Setup) {
    let (made, found) = checked(&[toml], &[]);
    assert_eq!(said(toml, &found), "", "{toml}");
    made.expect("equipment")
}

/// One line for each diagnostic, such as `E0036 [z9] …`: its code, the text it points at, its message.
fn said(toml: &str, found: &[Diagnostic]) -> String {
    let line = |one: &Diagnostic| {
        let help: String = one.advice().iter().map(|help| format!("; {help}")).collect();
        format!("{} [{}] {}{help}", one.code, one.span.of(toml).replace('\n', "/"), one.message)
    };
    found.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The setup as a list: `c3 White man`, `supply: 66 stone`.
fn pieces(equipment: &Equipment, setup: &Setup) -> Vec<String> {
    let mut lines = Vec::new();
    for (site, tower) in &setup.board {
        for piece in tower {
            let site = &equipment.board.sites[site.index()].name;
            let owner = &equipment.sides[piece.owner.index()].name;
            lines.push(format!("{site} {owner} {}", equipment.kinds[piece.kind.index()].name));
        }
    }
    lines
}
