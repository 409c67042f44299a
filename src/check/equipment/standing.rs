//! What a child's `[pieces]` and `[setup]` keep of its parent's without saying so. Both are laid over the parent's; a file that
//! was written as if they replaced them must not silently mean something else.

use super::merge::inherited;
use super::pieces::plural_of;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::front::{Table, Value};
use crate::syntax::words_of;

/// E0081 for kinds of the parent that neither the child nor any rule names; E0082 for pieces listed over the parent's diagram.
pub(in crate::check) fn left_standing(fronts: &[&Table], lines: &[&str]) -> Vec<Diagnostic> {
    let Some((child, parents)) = fronts.split_last().filter(|(_, parents)| !parents.is_empty()) else { return Vec::new() };
    let parent = inherited(parents);
    unnamed(child, &parent, &inherited(fronts), lines).into_iter().chain(over_a_diagram(child, &parent)).collect()
}

/// Pieces that a child lists where its parent's diagram has some already: reports that nothing removes the diagram (E0082), in
/// place of two pieces on one site.
pub(in crate::check) fn over_what_stands(fronts: &[&Table], found: &mut Vec<Diagnostic>) {
    let Some((child, parents)) = fronts.split_last().filter(|(_, parents)| !parents.is_empty()) else { return };
    let over = |one: &Diagnostic| {
        matches!(one.code, "E0065" | "E0070") && one.labels.iter().any(|label| label.span.file != one.span.file)
    };
    if found.iter().any(over)
        && let Some(told) = over_a_diagram(child, &inherited(parents))
    {
        found.retain(|one| !over(one));
        let before = Span { end: told.span.start, ..told.span };
        found.push(told.propose(before, "diagram = false\n"));
    }
}

fn unnamed(child: &Table, parent: &Table, whole: &Table, lines: &[&str]) -> Option<Diagnostic> {
    let (here, old) = (table(child, "pieces")?, table(parent, "pieces")?);
    let heading = child.get("pieces")?.key;
    let mut unnamed = old.iter().filter(|(kind, entry)| {
        let plural = match &entry.value.value {
            Value::Table(keys) => match keys.get("plural").map(|plural| &plural.value.value) {
                Some(Value::String(plural)) => plural.clone(),
                _ => plural_of(kind),
            },
            _ => return false,
        };
        let is = |word: &str| word == kind.as_str() || word == plural;
        let in_rules = || lines.iter().any(|line| words_of(line).any(|(_, word)| is(word)));
        let in_front = || whole.iter().any(|(key, entry)| key != "pieces" && names(&entry.value.value, &is));
        !here.contains_key(*kind) && !in_rules() && !in_front()
    });
    let (kind, entry) = unnamed.next()?;
    let others: String = unnamed.map(|(kind, _)| format!(", `{kind}`")).collect();
    Some(
        Diagnostic::error("E0081", heading, format!("the parent's `{kind}`{others} is here too, and no rule names it"))
            .label(entry.key, "declared here")
            .help("kinds are laid over the parent's, one by one")
            .help(format!("to be without it, write `{kind} = false` under `[pieces]`; to keep it, `{kind} = {{}}`")),
    )
}

/// Whether the word is among the keys and texts of a value.
fn names(value: &Value, is: &dyn Fn(&str) -> bool) -> bool {
    match value {
        Value::String(text) => text.split_whitespace().any(is),
        Value::Array(items) => items.iter().any(|item| names(&item.value, is)),
        Value::Table(table) => table.iter().any(|(key, entry)| is(key) || names(&entry.value.value, is)),
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => false,
    }
}

fn over_a_diagram(child: &Table, parent: &Table) -> Option<Diagnostic> {
    let (here, old) = (table(child, "setup")?, table(parent, "setup")?);
    let diagram = old.get("diagram").filter(|_| !here.contains_key("diagram"))?;
    let (key, listed) = here.iter().find(|(key, entry)| super::merge::places(key, entry))?;
    Some(
        Diagnostic::error(
            "E0082",
            listed.key,
            format!("`{key}` is laid over the parent's diagram: all that it shows stands there too"),
        )
        .label(diagram.key, "the parent's diagram")
        .help("say which is meant: `diagram = false` for an empty board below it, `diagram = true` for the parent's"),
    )
}

fn table<'t>(front: &'t Table, name: &str) -> Option<&'t Table> {
    match &front.get(name)?.value.value {
        Value::Table(table) => Some(table),
        _ => None,
    }
}
