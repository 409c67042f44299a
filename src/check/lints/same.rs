//! What is said again: parts of a child that say the same as its parent, rules that a chapter has twice.

use std::collections::HashMap;

use crate::check::equipment::{NAMES, merge};
use crate::check::flat::{Flat, FlatLine};
use crate::check::link::Link;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{ChapterName, Rule, StatementKind};
use crate::syntax::front::{Node, Table, Value};

/// Keys that each file says for itself.
const OWN: [&str; 8] = ["name", "version", "aliases", "authors", "year", "source", "extends", "lints"];

/// W0860 for parts of the front matter that repeat the parent's.
pub(super) fn front(chain: &[Link<'_>], found: &mut Vec<Diagnostic>) {
    let [_, parents @ .., child] = chain else { return };
    if parents.is_empty() {
        return;
    }
    let parents: Vec<&Table> = parents.iter().map(|link| &link.parsed.front).collect();
    let parent = merge(&parents, &[]);
    for (key, entry) in child.parsed.front.iter().filter(|(key, _)| !OWN.contains(&key.as_str())) {
        let Some(old) = parent.get(key) else { continue };
        // a diagram removes the parent's set-up, so the rest has to be said again
        let anew = |new: &Table| key == "players" || key == "option" || key == "setup" && new.contains_key("diagram");
        match (&entry.value.value, &old.value.value) {
            (Value::Table(new), Value::Table(old)) if !anew(new) => {
                for (name, entry) in new.iter().filter(|(name, _)| key != "notation" || !NAMES.contains(&name.as_str())) {
                    if let Some(old) = old.get(name).filter(|old| same(&entry.value, &old.value)) {
                        found.push(again(name, entry.key, old.key));
                    }
                }
            }
            _ if same(&entry.value, &old.value) => found.push(again(key, entry.key, old.key)),
            _ => {}
        }
    }
}

fn again(name: &str, at: Span, old: Span) -> Diagnostic {
    Diagnostic::warning("W0860", at, format!("`{name}` is as the parent has it"))
        .label(old, "the parent's")
        .help("a child says only what is different; take this out")
}

/// Whether two values are equal, wherever they are written. Order counts, as for players and kinds.
fn same(a: &Node, b: &Node) -> bool {
    match (&a.value, &b.value) {
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Table(a), Value::Table(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((key, a), (other, b))| key == other && same(&a.value, &b.value))
        }
        // a plain number replaces the `value` of one with bounds
        (Value::Integer(_), Value::Table(bounded)) => bounded.get("value").is_some_and(|old| same(a, &old.value)),
        (a, b) => a == b,
    }
}

/// W0860 or W0861 for rules that their chapter has already: the second of two equal rules changes nothing.
pub(in crate::check) fn repeated(flat: &Flat<'_, '_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for chapter in &flat.chapters {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for line in chapter.lines.iter().filter(|line| !line.library && says_it_for_good(line.rule, &chapter.name.value)) {
            let text = line.printed.text.as_str();
            let Some(first) = seen.get(text) else {
                seen.insert(text, line.span);
                continue;
            };
            let one = match first.file != line.span.file {
                true => Diagnostic::warning("W0860", line.span, format!("the parent has this rule too: `{text}`")),
                false => Diagnostic::warning("W0861", line.span, format!("this rule stands here twice: `{text}`")),
            };
            found.push(one.label(*first, "it stands here").help("the second changes nothing; take it out"));
        }
    }
    found
}

/// Whether saying the rule once more changes nothing.
fn says_it_for_good(rule: &Rule, chapter: &ChapterName) -> bool {
    match rule {
        Rule::May { .. } | Rule::Removal(_) | Rule::CannotMove { .. } | Rule::Score { .. } => true,
        Rule::Statement(statement) if *chapter == ChapterName::Victory => {
            let inner = match &statement.kind {
                StatementKind::Conditional(inner, _) => &inner.kind,
                kind => kind,
            };
            matches!(inner, StatementKind::Wins(..) | StatementKind::Loses(..) | StatementKind::Draw(_))
        }
        _ => false,
    }
}

/// W0860 if a rule is replaced by an identical one.
pub(in crate::check) fn replaced_by_itself(old: &FlatLine<'_>, new: &[&Rule], at: Span) -> Option<Diagnostic> {
    let [new] = new else { return None };
    let text = crate::syntax::print::canonical(new);
    (old.printed.text == text).then(|| {
        Diagnostic::warning("W0860", at, format!("this is the parent's rule: `{text}`"))
            .label(old.span, "the parent's")
            .help("a child says only what is different; take this out")
    })
}
