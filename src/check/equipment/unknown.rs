//! Unknown words in the front matter, and what may have been meant.

use super::schema::{fixed_keys, is_key};
use crate::diagnostic::{Diagnostic, nearest};
use crate::source::Span;
use crate::syntax::front::{Table, Value};

/// At most this many known words are searched for a similar one.
const MANY: usize = 256;

/// Reports the keys of a table that are none of its fixed keys. For the top of the file there is a code of its own.
pub(super) fn refuse_unknown_keys(name: &str, title: &str, table: &Table, out: &mut Vec<Diagnostic>) {
    for (word, entry) in table.iter().filter(|(word, _)| !is_key(name, word)) {
        let found = match (&entry.value.value, name) {
            (Value::Table(_), "") => {
                Diagnostic::error("E0011", entry.key, format!("there is no table `[{word}]` in the front matter"))
            }
            (_, "") => {
                Diagnostic::error("E0011", entry.key, format!("there is no key `{word}` at the top of the front matter"))
            }
            _ => Diagnostic::error("E0012", entry.key, format!("{title} has no key `{word}`")),
        };
        out.push(once(meant(found, word, entry.key, fixed_keys(name)), table));
    }
}

/// Whether a table has a misspelling of this fixed key: then the missing key is not reported as well.
pub(super) fn misspells(name: &str, table: &Table, key: &str) -> bool {
    let mut unknown = table.keys().filter(|word| !is_key(name, word) && word.chars().count() > 1);
    unknown.any(|word| nearest(word, fixed_keys(name)) == Some(key))
}

/// Drops the proposals that would give a file the same key twice; the first becomes a help text.
pub(super) fn once(mut found: Diagnostic, table: &Table) -> Diagnostic {
    let file = found.span.file;
    let near = found.proposals.first().map(|one| one.replacement.clone());
    found.proposals.retain(|one| table.get(&one.replacement).is_none_or(|entry| entry.key.file != file));
    match near.filter(|_| found.proposals.is_empty()) {
        Some(near) => found.help(format!("did you mean `{near}`?")),
        None => found,
    }
}

/// Proposes the known words similar to `word`; if there are none, lists all that are accepted.
pub(super) fn meant<'a>(found: Diagnostic, word: &str, span: Span, known: impl Iterator<Item = &'a str> + Clone) -> Diagnostic {
    // any name is similar to a single letter
    if word.chars().count() < 2 {
        return suggested(found, word, known);
    }
    let found = found.near(span, word, known.clone().take(MANY));
    if found.proposals.is_empty() { accepted(found, known) } else { found }
}

/// Adds "did you mean", or lists all that are accepted.
pub(super) fn suggested<'a>(found: Diagnostic, word: &str, known: impl Iterator<Item = &'a str> + Clone) -> Diagnostic {
    if let Some(near) = nearest(word, known.clone().take(MANY)) {
        return found.help(format!("did you mean `{near}`?"));
    }
    accepted(found, known)
}

/// Lists all that are accepted.
fn accepted<'a>(found: Diagnostic, known: impl Iterator<Item = &'a str>) -> Diagnostic {
    let all: Vec<String> = known.map(|one| format!("`{one}`")).collect();
    found.help(match all.len() {
        0 => "there is none".to_owned(),
        1..=24 => format!("accepted: {}", all.join(", ")),
        _ => format!("accepted: {} …", all[..24].join(", ")),
    })
}
