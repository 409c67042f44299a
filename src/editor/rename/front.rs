//! Changes in the front matter besides the name itself: the plural, and the letter that a kind has from its name.

use crate::check::Sort;
use crate::check::equipment::{plural_of, symbol_of};
use crate::diagnostic::Fix;
use crate::source::Span;
use crate::syntax::Parsed;
use crate::syntax::front::{Entry, Table, Value};

use super::super::Document;
use super::super::front::keys;
use super::thing::{Thing, is_own};
use super::{Refused, refuse};

/// Changes `plural = "oxen"` of a thing called `ox`, in every file, to the plural of the new name.
pub(super) fn plurals(document: &Document, thing: &Thing, new: &str) -> Vec<Fix> {
    let Some(table) = table_of(thing.sort) else { return Vec::new() };
    let own = document.loaded.files.iter().filter(|(file, _)| is_own(document, *file));
    let entries = own.flat_map(|(_, parsed)| declarations(parsed, table, &thing.name));
    let plural = |entry: &Entry| match &keys(entry)?.get("plural")?.value {
        node if matches!(node.value, Value::String(_)) => Some(node.span),
        _ => None,
    };
    entries.filter_map(plural).map(|span| Fix { span, replacement: format!("\"{}\"", plural_of(new)) }).collect()
}

/// Adds `symbol = "m"` to a kind whose letter comes from its name and would change with it.
pub(super) fn symbols(document: &Document, thing: &Thing, new: &str) -> Result<Vec<Fix>, Refused> {
    let letter = symbol_of(&thing.name);
    let first = thing.files(document).first() == Some(&document.file());
    if thing.sort != Sort::Kind || letter == symbol_of(new) || !first {
        return Ok(Vec::new());
    }
    let bare = declarations(document.parsed(), "pieces", &thing.name)
        .filter(|entry| keys(entry).is_some_and(|keys| !keys.contains_key("symbol")));
    bare.map(|entry| match written(document, entry, letter) {
        Some(fix) => Ok(fix),
        None => refuse(format!(
            "`{}` has the letter `{letter}` by its name: say `symbol = \"{letter}\"` of it first, so that it keeps it",
            thing.name
        )),
    })
    .collect()
}

/// The change that inserts the symbol at the beginning of a kind's table.
fn written(document: &Document, entry: &Entry, letter: char) -> Option<Fix> {
    let span = entry.value.span;
    let text = document.loaded.sources.text(span);
    let empty = keys(entry).is_some_and(Table::is_empty);
    let (at, replacement) = if text.starts_with('{') {
        (span.start as usize + 1, format!(" symbol = \"{letter}\"{}", if empty { " " } else { "," }))
    } else if text.starts_with('[') && text.ends_with(']') {
        let end = if document.text().contains("\r\n") { "\r\n" } else { "\n" };
        (span.end as usize, format!("{end}symbol = \"{letter}\""))
    } else {
        return None;
    };
    Some(Fix { span: Span::new(span.file, at, at), replacement })
}

/// The table that declares things of this sort, if they have a plural.
fn table_of(sort: Sort) -> Option<&'static str> {
    match sort {
        Sort::Kind => Some("pieces"),
        Sort::Token => Some("tokens"),
        _ => None,
    }
}

/// The entries for a name in a table, in the file and in its options.
fn declarations<'p>(parsed: &'p Parsed, table: &'p str, name: &'p str) -> impl Iterator<Item = &'p Entry> {
    tops(parsed).filter_map(move |top| keys(top.get(table)?)?.get(name))
}

/// The front matter of a file, and the changes of it by each option.
pub(super) fn tops(parsed: &Parsed) -> impl Iterator<Item = &Table> {
    let options = parsed.front.get("option").and_then(keys).into_iter().flat_map(Table::values).filter_map(keys);
    std::iter::once(&parsed.front).chain(options)
}
