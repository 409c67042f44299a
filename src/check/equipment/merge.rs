//! Parent and child laid over one another, and options over both.

use std::borrow::Cow;

use crate::syntax::front::{Entry, Table, Value};

/// Keys that say which file this is; a child has its own or none.
const OWN: [&str; 8] = ["name", "version", "aliases", "authors", "year", "source", "extends", "lints"];

/// Tables in which a child says everything anew.
const REPLACED: [&str; 3] = ["players", "pieces", "setup"];

/// The front matter of a chain of files, oldest ancestor first, with the options that are on laid over it.
pub fn merge(chain: &[&Table], options_on: &[String]) -> Table {
    with_options(&inherited(chain), options_on).into_owned()
}

/// The front matter of a chain of files, oldest ancestor first.
///
/// * A child's tables are laid over its parent's key by key, except `players`, `pieces` and `setup`, which replace. What names a
///   file (`name`, `authors`, `aliases` …, the PDN number) is not inherited.
/// * New players have their own turn order: the parent's goes with the parent's players.
/// * `option` tables stay, for the list of options.
pub(in crate::check) fn inherited(chain: &[&Table]) -> Table {
    let mut merged = Table::new();
    for file in chain {
        merged.retain(|key, _| !OWN.contains(&key.as_str()));
        if let Some(Value::Table(notation)) = merged.get_mut("notation").map(|entry| &mut entry.value.value) {
            notation.shift_remove("pdn");
        }
        lay(&mut merged, file, |key| REPLACED.contains(&key));
    }
    merged
}

/// The options that are on laid over the whole, in file order, key by key; kinds of pieces are laid over key by key as well, so
/// that an option may add one. Only `players` replaces.
pub(in crate::check) fn with_options<'t>(inherited: &'t Table, options_on: &[String]) -> Cow<'t, Table> {
    let Some(Value::Table(options)) = inherited.get("option").map(|entry| &entry.value.value) else {
        return Cow::Borrowed(inherited);
    };
    let mut merged = Cow::Borrowed(inherited);
    for (name, entry) in options {
        if let (true, Value::Table(changes)) = (options_on.contains(name), &entry.value.value) {
            lay_option(&mut merged, changes);
        }
    }
    merged
}

/// Those of the options that are on that lay something over the front matter.
pub(in crate::check) fn laid(inherited: &Table, options_on: &[String]) -> Vec<String> {
    let Some(Value::Table(options)) = inherited.get("option").map(|entry| &entry.value.value) else { return Vec::new() };
    let lays = |entry: &Entry| match &entry.value.value {
        Value::Table(changes) => changes.keys().any(|key| !super::schema::is_key("option.NAME", key)),
        _ => false,
    };
    let laid = options.iter().filter(|(name, entry)| options_on.contains(name) && lays(entry));
    laid.map(|(name, _)| name.clone()).collect()
}

/// Lays the top of a front matter over another; the tables for which `replaces` holds push out what was there.
fn lay(below: &mut Table, above: &Table, replaces: impl Fn(&str) -> bool) {
    if above.contains_key("players") && !above.contains_key("turn_order") {
        below.shift_remove("turn_order");
    }
    for (key, entry) in above {
        let mut old = below.get_mut(key).filter(|_| !replaces(key));
        if let Some(old) = &mut old {
            // who speaks last is who is told of what is wrong with the whole
            old.key = entry.key;
        }
        match (old.map(|old| &mut old.value.value), &entry.value.value) {
            (Some(Value::Table(old)), Value::Table(new)) if key == "option" => lay_tables(old, new),
            (Some(Value::Table(old)), Value::Table(new)) => lay_keys(old, new),
            _ => {
                below.insert(key.clone(), entry.clone());
            }
        }
    }
}

/// Options, or kinds, one by one, and each key by key.
fn lay_tables(below: &mut Table, above: &Table) {
    for (name, entry) in above {
        match (below.get_mut(name).map(|old| &mut old.value.value), &entry.value.value) {
            (Some(Value::Table(old)), Value::Table(new)) => lay_keys(old, new),
            _ => {
                below.insert(name.clone(), entry.clone());
            }
        }
    }
}

fn lay_keys(below: &mut Table, above: &Table) {
    below.extend(above.iter().map(|(key, entry)| (key.clone(), entry.clone())));
}

fn lay_option(merged: &mut Cow<'_, Table>, changes: &Table) {
    let mut changes: Table = changes
        .iter()
        .filter(|(key, _)| !super::schema::is_key("option.NAME", key))
        .map(|(key, entry)| (key.clone(), entry.clone()))
        .collect();
    if changes.is_empty() {
        return;
    }
    let merged = merged.to_mut();
    if let Some(entry) = changes.shift_remove("pieces") {
        lay_pieces(merged, entry);
    }
    lay(merged, &changes, |key| key == "players");
}

/// An option may add a kind, or change a key of one.
fn lay_pieces(merged: &mut Table, entry: Entry) {
    match (merged.get_mut("pieces").map(|old| &mut old.value.value), &entry.value.value) {
        (Some(Value::Table(below)), Value::Table(kinds)) => lay_tables(below, kinds),
        _ => {
            merged.insert("pieces".to_owned(), entry);
        }
    }
}
