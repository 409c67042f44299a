//! Reading values of the tree as what they should be, and reporting what they are instead.

use std::ops::RangeInclusive;

use super::unknown::meant;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::front::{Node, Table, Value};

/// The list to which mistakes are added.
pub(super) type Found = Vec<Diagnostic>;

/// `grid = 8`: reports a value of the wrong type.
pub(super) fn wrong_type(key: &str, node: &Node, wanted: &str, out: &mut Found) {
    let message = format!("`{key}` wants {wanted}, this is {}", node.value.describe());
    out.push(Diagnostic::error("E0013", node.span, message));
}

/// The text of a node.
pub(super) fn text<'a>(key: &str, node: &'a Node, out: &mut Found) -> Option<&'a str> {
    match &node.value {
        Value::String(text) => Some(text),
        _ => {
            wrong_type(key, node, "text in quotes", out);
            None
        }
    }
}

/// A number within bounds.
pub(super) fn number(key: &str, node: &Node, within: RangeInclusive<i64>, out: &mut Found) -> Option<i64> {
    match node.value {
        Value::Integer(number) if within.contains(&number) => Some(number),
        Value::Integer(number) => {
            let message = format!("`{key}` is {number}, out of range");
            let help = format!("accepted: {} to {}", within.start(), within.end());
            out.push(Diagnostic::error("E0014", node.span, message).help(help));
            None
        }
        _ => {
            wrong_type(key, node, "a whole number", out);
            None
        }
    }
}

/// `true` or `false`.
pub(super) fn truth(key: &str, node: &Node, out: &mut Found) -> Option<bool> {
    match node.value {
        Value::Boolean(truth) => Some(truth),
        _ => {
            wrong_type(key, node, "`true` or `false`", out);
            None
        }
    }
}

/// The entries of a table.
pub(super) fn table<'a>(key: &str, node: &'a Node, out: &mut Found) -> Option<&'a Table> {
    match &node.value {
        Value::Table(table) => Some(table),
        _ => {
            wrong_type(key, node, "a table", out);
            None
        }
    }
}

/// The items of a list.
pub(super) fn list<'a>(key: &str, node: &'a Node, out: &mut Found) -> Option<&'a [Node]> {
    match &node.value {
        Value::Array(items) => Some(items),
        _ => {
            wrong_type(key, node, "a list", out);
            None
        }
    }
}

/// Texts with their places: a list of them, or a single one.
pub(super) fn texts<'a>(key: &str, node: &'a Node, out: &mut Found) -> Vec<(&'a str, Span)> {
    match &node.value {
        Value::String(one) => vec![(one, node.span)],
        Value::Array(items) => items.iter().filter_map(|item| Some((text(key, item, out)?, item.span))).collect(),
        _ => {
            wrong_type(key, node, "text in quotes, or a list of such", out);
            Vec::new()
        }
    }
}

/// One of a few words.
pub(super) fn choice<T: Copy>(key: &str, node: &Node, choices: &[(&str, T)], out: &mut Found) -> Option<T> {
    let word = text(key, node, out)?;
    if let Some((_, meant)) = choices.iter().find(|(choice, _)| *choice == word) {
        return Some(*meant);
    }
    let all: Vec<String> = choices.iter().map(|(choice, _)| format!("`{choice}`")).collect();
    let found = Diagnostic::error("E0007", node.span, format!("`{key} = \"{word}\"`: accepted are {}", all.join(", ")));
    out.push(found.near(node.span, word, choices.iter().map(|(choice, _)| *choice)));
    None
}

/// Reports a name that means nothing where it is.
pub(super) fn unknown<'a>(
    code: &'static str,
    what: &str,
    name: &str,
    span: Span,
    known: impl Iterator<Item = &'a str> + Clone,
    out: &mut Found,
) {
    out.push(meant(Diagnostic::error(code, span, format!("there is no {what} `{name}`")), name, span, known));
}

/// The table of this name at the top, if there is one. A value that is no table is reported.
pub(super) fn section<'a>(top: &'a Table, name: &str, out: &mut Found) -> Option<&'a Table> {
    table(name, &top.get(name)?.value, out)
}

/// Where to point when a key is missing: the first key of a table.
pub(super) fn beginning(table: &Table) -> Span {
    table.first().map(|(_, entry)| entry.key).unwrap_or_default()
}

/// A key of a table at the top, if it is there. Nothing is reported.
pub(super) fn inside<'a>(top: &'a Table, name: &str, key: &str) -> Option<&'a crate::syntax::front::Entry> {
    match &top.get(name)?.value.value {
        Value::Table(table) => table.get(key),
        _ => None,
    }
}
