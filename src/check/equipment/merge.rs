//! Merging of front matters: a child is laid over its parent, and options over both.

use std::borrow::Cow;

use crate::syntax::front::{Entry, Node, Table, Value};

/// Keys that identify a file; they are not inherited.
const OWN: [&str; 8] = ["name", "version", "aliases", "authors", "year", "source", "extends", "lints"];

/// Keys of `[notation]` that identify a game; they are not inherited.
pub(in crate::check) const NAMES: [&str; 2] = ["pdn", "hub"];

/// The front matter of a chain of files, oldest ancestor first, with the options that are on laid over it.
pub fn merge(chain: &[&Table], options_on: &[String]) -> Table {
    with_options(&inherited(chain), options_on).into_owned()
}

/// The front matter of a chain of files, oldest ancestor first, without its options.
///
/// * A child's tables are laid over its parent's as [`lay`] says. What identifies a file (`name`, `authors`, `aliases` …, the PDN
///   number, the Hub name) is not inherited.
/// * New `players` leave the turn order as it is: it must fit the new players, or be replaced too.
/// * `option` tables stay, as the list of options.
pub(in crate::check) fn inherited(chain: &[&Table]) -> Table {
    let mut merged = Table::new();
    for file in chain {
        merged.retain(|key, _| !OWN.contains(&key.as_str()));
        if let Some(Value::Table(notation)) = merged.get_mut("notation").map(|entry| &mut entry.value.value) {
            notation.retain(|key, _| !NAMES.contains(&key.as_str()));
        }
        lay(&mut merged, file);
    }
    merged
}

/// Lays the options that are on over the front matter, in file order.
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

/// Of the options that are on, those that change the front matter.
pub(in crate::check) fn laid(inherited: &Table, options_on: &[String]) -> Vec<String> {
    let Some(Value::Table(options)) = inherited.get("option").map(|entry| &entry.value.value) else { return Vec::new() };
    let lays = |entry: &Entry| match &entry.value.value {
        Value::Table(changes) => changes.keys().any(|key| !super::schema::is_key("option.NAME", key)),
        _ => false,
    };
    let laid = options.iter().filter(|(name, entry)| options_on.contains(name) && lays(entry));
    laid.map(|(name, _)| name.clone()).collect()
}

/// Lays the top of one front matter over another, by the same rule for children and for options: table by table and key by key;
/// kinds of pieces, numbers and options by their own keys too. `KIND = false` removes a kind. Only `players` replaces what was
/// there, and in `setup` a diagram removes what was on the board.
fn lay(below: &mut Table, above: &Table) {
    if let (Some(players), Some(order)) = (above.get("players"), below.get_mut("turn_order")) {
        // if it does not fit any more, that is reported at the new players
        order.key = players.key;
    }
    for (key, entry) in above {
        let mut old = below.get_mut(key).filter(|_| key != "players");
        if let Some(old) = &mut old {
            // mistakes in the merged table are reported where it was last written
            old.key = entry.key;
        }
        match (old.map(|old| &mut old.value.value), &entry.value.value) {
            (Some(Value::Table(old)), Value::Table(new)) if key == "option" => lay_tables(old, new),
            (Some(Value::Table(old)), Value::Table(new)) if key == "pieces" => lay_kinds(old, new),
            (Some(Value::Table(old)), Value::Table(new)) if key == "numbers" => lay_numbers(old, new),
            (Some(Value::Table(old)), Value::Table(new)) if key == "setup" => lay_setup(old, new),
            (Some(Value::Table(old)), Value::Table(new)) => lay_keys(old, new),
            _ => {
                below.insert(key.clone(), entry.clone());
            }
        }
    }
}

/// A diagram removes what was on the board, and so does `diagram = false`, which draws nothing; `diagram = true` keeps the
/// diagram below.
fn lay_setup(below: &mut Table, above: &Table) {
    let diagram = above.get("diagram").map(|entry| &entry.value.value);
    if diagram.is_some_and(|diagram| *diagram != Value::Boolean(true)) {
        below.retain(|key, entry| !places(key, entry));
    }
    let said = |entry: &Entry| !matches!(entry.value.value, Value::Boolean(_));
    let laid = above.iter().filter(|(key, entry)| *key != "diagram" || said(entry));
    below.extend(laid.map(|(key, entry)| (key.clone(), entry.clone())));
}

/// Whether a key of `setup` puts pieces on the board: its value is a list of sites, or one for each side, or a kind for a region.
/// That of a pile has only numbers.
pub(super) fn places(key: &str, entry: &Entry) -> bool {
    let numbers = |table: &Table| {
        table.values().all(|entry| match &entry.value.value {
            Value::Integer(_) => true,
            Value::Table(inner) => inner.values().all(|entry| matches!(entry.value.value, Value::Integer(_))),
            _ => false,
        })
    };
    match (key, &entry.value.value) {
        ("player" | "under", _) => false,
        ("diagram" | "symbols" | "pieces", _) => true,
        (_, Value::Table(table)) => !numbers(table),
        _ => true,
    }
}

/// Kinds one by one, each key by key; `KIND = false` removes a kind.
fn lay_kinds(below: &mut Table, above: &Table) {
    let gone = |below: &Table, name: &String, entry: &Entry| {
        matches!(entry.value.value, Value::Boolean(false)) && below.contains_key(name)
    };
    let (gone, laid): (Vec<_>, Vec<_>) = above.iter().partition(|(name, entry)| gone(below, name, entry));
    lay_tables(below, laid);
    for (name, _) in gone {
        below.shift_remove(name);
    }
}

/// Numbers one by one, each key by key: a plain number replaces the `value`, and the bounds stay.
fn lay_numbers(below: &mut Table, above: &Table) {
    for (name, entry) in above {
        let over = match (below.get(name).map(|old| &old.value.value), &entry.value.value) {
            (Some(Value::Table(old)), Value::Integer(_)) => Some((old.clone(), valued(entry))),
            (Some(Value::Table(old)), Value::Table(new)) => Some((old.clone(), new.clone())),
            (Some(Value::Integer(_)), Value::Table(new)) => below.get(name).map(|old| (valued(old), new.clone())),
            _ => None,
        };
        let mut laid = entry.clone();
        if let Some((mut keys, new)) = over {
            lay_keys(&mut keys, &new);
            laid.value.value = Value::Table(keys);
        }
        below.insert(name.clone(), laid);
    }
}

/// `40` as `{ value = 40 }`.
fn valued(plain: &Entry) -> Table {
    Table::from_iter([("value".to_owned(), plain.clone())])
}

/// Tables of tables one by one, each key by key.
fn lay_tables<'t>(below: &mut Table, above: impl IntoIterator<Item = (&'t String, &'t Entry)>) {
    for (name, entry) in above {
        match (below.get_mut(name), &entry.value.value) {
            (Some(Entry { key, value: Node { value: Value::Table(old), .. } }), Value::Table(new)) => {
                if key.file != entry.key.file {
                    // a child declares it anew
                    *key = entry.key;
                }
                lay_keys(old, new);
            }
            _ => {
                below.insert(name.clone(), entry.clone());
            }
        }
    }
}

fn lay_keys(below: &mut Table, above: &Table) {
    below.extend(above.iter().map(|(key, entry)| (key.clone(), entry.clone())));
}

/// Lays the tables of an option over, without the keys about the option itself.
fn lay_option(merged: &mut Cow<'_, Table>, changes: &Table) {
    let changes: Table = changes
        .iter()
        .filter(|(key, _)| !super::schema::is_key("option.NAME", key))
        .map(|(key, entry)| (key.clone(), entry.clone()))
        .collect();
    if !changes.is_empty() {
        lay(merged.to_mut(), &changes);
    }
}
