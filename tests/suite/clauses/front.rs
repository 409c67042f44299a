//! What can be changed in a front matter.

use std::ops::Range;

use draughtsman::syntax::front::{Table, Value};

use super::places::Edit;

/// Keys that are no rules: what things are called, how they are written and shown, and what a group may agree on instead.
const NO_RULES: [&str; 24] = [
    "name",
    "aliases",
    "authors",
    "year",
    "version",
    "extends",
    "schema",
    "rules",
    "notation",
    "symbol",
    "symbols",
    "plural",
    "least",
    "greatest",
    "match",
    "games",
    "better",
    "description",
    "source",
    "sources",
    "url",
    "default",
    "under",
    "option",
];

/// Values that stand for one another.
const SWAPS: &[(&str, &str)] = &[
    ("north", "south"),
    ("south", "north"),
    ("east", "west"),
    ("west", "east"),
    ("dark", "light"),
    ("light", "dark"),
    ("square", "alquerque"),
    ("alquerque", "square"),
    ("hex", "square"),
    ("both", "files"),
    ("files", "ranks"),
    ("ranks", "files"),
    ("inner", "all"),
    ("points", "squares"),
    ("squares", "points"),
    ("distinct", "alike"),
    ("alike", "distinct"),
    ("nobody", "all"),
    ("owner", "all"),
    ("all", "nobody"),
    ("player", "side"),
    ("side", "player"),
];

/// Every change of a front matter, with the option that has to be on for it to matter.
pub(crate) fn edits(text: &str, front: &Table) -> Vec<(Option<String>, Edit)> {
    let mut edits = Vec::new();
    table(text, front, &mut edits);
    let mut found: Vec<(Option<String>, Edit)> = edits.into_iter().map(|edit| (None, edit)).collect();
    let Some(Value::Table(options)) = front.get("option").map(|entry| &entry.value.value) else { return found };
    for (name, option) in options {
        let Value::Table(option) = &option.value.value else { continue };
        let mut edits = Vec::new();
        table(text, option, &mut edits);
        found.extend(edits.into_iter().map(|edit| (Some(name.clone()), edit)));
    }
    found
}

fn table(text: &str, front: &Table, edits: &mut Vec<Edit>) {
    for (key, entry) in front.iter().filter(|(key, _)| !NO_RULES.contains(&key.as_str())) {
        let at = entry.value.span.start as usize..entry.value.span.end as usize;
        let whole = entry.key.start as usize..at.end;
        let edit = |name, at: Range<usize>, with: String| Edit { name, seen: at.start, at, with };
        match &entry.value.value {
            Value::Table(inner) => {
                if key == "players" {
                    who_begins(text, inner, edits);
                }
                // A table in one line is an entry of its own, such as a kind of piece.
                table(text, inner, edits);
                continue;
            }
            Value::Integer(number) => {
                let near = [number + 1, number - 1];
                edits.extend(near.map(|near| edit("number", at.clone(), near.to_string())));
            }
            Value::String(word) if word.contains('\n') => rows(text, at.clone(), edits),
            Value::String(word) => {
                let instead = SWAPS.iter().filter(|(from, _)| from == word);
                edits.extend(instead.map(|(_, to)| edit("setting", at.clone(), format!("{to:?}"))));
            }
            Value::Array(list) => {
                let spans: Vec<Range<usize>> = list.iter().map(|one| one.span.start as usize..one.span.end as usize).collect();
                for (i, span) in spans.iter().enumerate().filter(|_| spans.len() > 1) {
                    let cut = match i {
                        0 => span.start..spans[1].start,
                        _ => spans[i - 1].end..span.end,
                    };
                    edits.push(Edit { name: "leave out", seen: span.start, at: cut, with: String::new() });
                }
            }
            Value::Boolean(truth) => edits.push(edit("setting", at.clone(), (!truth).to_string())),
            Value::Float(_) => {}
        }
        edits.push(edit("delete", with_comma(text, whole), String::new()));
    }
}

/// An entry of a table in one line goes with a comma beside it.
fn with_comma(text: &str, entry: Range<usize>) -> Range<usize> {
    let after = text[entry.end..].trim_start_matches(' ');
    if let Some(rest) = after.strip_prefix(',') {
        return entry.start..text.len() - rest.len();
    }
    match text[..entry.start].trim_end_matches(' ').strip_suffix(',') {
        Some(before) => before.len()..entry.end,
        None => entry,
    }
}

/// The first two players change places: who begins.
fn who_begins(text: &str, players: &Table, edits: &mut Vec<Edit>) {
    let entries: Vec<Range<usize>> =
        players.values().take(2).map(|entry| entry.key.start as usize..entry.value.span.end as usize).collect();
    let [one, other] = entries.as_slice() else { return };
    // Where they stand in tables of their own, the words between belong to neither.
    if one.end > other.start {
        return;
    }
    let swapped = format!("{}{}{}", &text[other.clone()], &text[one.end..other.start], &text[one.clone()]);
    edits.push(Edit { name: "who begins", at: one.start..other.end, with: swapped, seen: one.start });
}

/// A diagram loses the first piece of each row.
fn rows(text: &str, at: Range<usize>, edits: &mut Vec<Edit>) {
    let mut start = at.start;
    for row in text[at].split_inclusive('\n') {
        if let Some((i, _)) = row.char_indices().find(|(_, c)| c.is_alphabetic()) {
            edits.push(Edit { name: "leave out", at: start + i..start + i + 1, with: ".".to_owned(), seen: start + i });
        }
        start += row.len();
    }
}
