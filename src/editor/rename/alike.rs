//! Checks that renaming does not change the meaning of a file.

use crate::check::{Checked, Choices, Levels, Meaning, Sort};
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::source::{FileId, Span};
use crate::syntax::front::Value;
use crate::syntax::parent::{Parent, Pin};

use super::super::Document;
use super::super::front::keys;
use super::front::tops;
use super::thing::Thing;
use super::{Refused, Renamed, applied, refuse};

/// An occurrence of a name: its place, the sort of thing, its name, and the place of its declaration.
type Named<'n> = (Span, Sort, &'n str, Option<Span>);

/// Checks that there is no new error, that every name keeps its meaning, and that no kind gets another letter.
pub(super) fn means_the_same(document: &Document, files: &[Renamed], thing: &Thing, new: &str) -> Result<(), Refused> {
    pins_hold(document, files)?;
    let mut loaded = document.loaded.clone();
    for (file, _) in &document.loaded.files {
        let changes = changes_of(document, files, *file);
        if changes.is_empty() {
            continue;
        }
        let source = document.loaded.sources.get(*file);
        loaded = match loaded.with_same_parents(*file, &applied(&source.text, changes)) {
            Some(changed) => changed,
            None => return refuse(format!("with `{new}` {} could not be read", source.name)),
        };
    }
    let after = loaded.examine(&Choices::default(), &Levels::default(), document.care);
    let moved = |span: Span| carried(span, changes_of(document, files, span.file));
    if let Some(mistake) = new_mistake(&document.checked, &after, &moved) {
        return refuse(told(document, mistake, &moved, thing, new));
    }
    let called = |meaning: &Meaning| thing.is_meant(document, meaning);
    let mut expected: Vec<Named<'_>> = Vec::new();
    for one in &document.checked.mentions {
        let name = if called(&one.meaning) { new } else { one.meaning.name.as_str() };
        expected.push((moved(one.span), one.meaning.sort, name, one.meaning.declared.map(&moved)));
    }
    let found = after.mentions.iter().map(|one| (one.span, one.meaning.sort, one.meaning.name.as_str(), one.meaning.declared));
    match in_order(expected) == in_order(found.collect()) && letters(&document.checked) == letters(&after) {
        true => Ok(()),
        false => refuse(format!("if it were called `{new}`, something else would mean it too")),
    }
}

/// Checks that no file that changes is pinned by a checksum in a file that extends it.
fn pins_hold(document: &Document, files: &[Renamed]) -> Result<(), Refused> {
    let name = |file: FileId| &document.loaded.sources.get(file).name;
    for pair in document.loaded.files.windows(2) {
        let [(parent, _), (child, parsed)] = pair else { continue };
        let Some(Value::String(extends)) = parsed.front.get("extends").map(|entry| &entry.value.value) else { continue };
        if matches!(Parent::read(extends).pin, Some(Pin::Sha256(_))) && !changes_of(document, files, *parent).is_empty() {
            return refuse(format!("{} extends {} as it is now, by its checksum", name(*child), name(*parent)));
        }
    }
    Ok(())
}

fn changes_of<'f>(document: &Document, files: &'f [Renamed], file: FileId) -> &'f [Fix] {
    let name = &document.loaded.sources.get(file).name;
    files.iter().find(|one| one.source.name == *name).map_or(&[], |one| one.changes.as_slice())
}

/// The place of a span after the changes of its file.
fn carried(span: Span, changes: &[Fix]) -> Span {
    let moved = |byte: u32| {
        let before = changes.iter().filter(|change| change.span.end <= byte);
        let longer = before.map(|change| change.replacement.len() as i64 - i64::from(change.span.end - change.span.start));
        (i64::from(byte) + longer.sum::<i64>()).max(0) as usize
    };
    Span::new(span.file, moved(span.start), moved(span.end))
}

/// Names in the order of the texts. The names of rules of the parent are cleared, since their words may have changed.
fn in_order(mut all: Vec<Named<'_>>) -> Vec<Named<'_>> {
    all.iter_mut().filter(|one| one.1 == Sort::Rule).for_each(|one| one.2 = "");
    all.sort_unstable();
    all
}

/// The letters of kinds in diagrams, positions and moves.
fn letters(checked: &Checked) -> Option<Vec<char>> {
    checked.variant.as_ref().map(|variant| variant.equipment.kinds.iter().map(|kind| kind.symbol).collect())
}

fn new_mistake<'a>(before: &Checked, after: &'a Checked, moved: &dyn Fn(Span) -> Span) -> Option<&'a Diagnostic> {
    let is_error = |one: &&Diagnostic| one.severity == Severity::Error;
    let known: Vec<(&str, Span)> = before.diagnostics.iter().filter(is_error).map(|one| (one.code, moved(one.span))).collect();
    after.diagnostics.iter().filter(is_error).find(|one| !known.contains(&(one.code, one.span)))
}

/// The effect of the new name; if it is that a diagram could not be read, also what to do about it.
fn told(document: &Document, mistake: &Diagnostic, moved: &dyn Fn(Span) -> Span, thing: &Thing, new: &str) -> String {
    let old = &thing.name;
    let in_diagram = diagrams(document)
        .map(moved)
        .any(|one| one.file == mistake.span.file && one.start <= mistake.span.start && mistake.span.end <= one.end);
    if !in_diagram || !matches!(thing.sort, Sort::Player | Sort::Side) {
        return mistake.message.clone();
    }
    let letter: String = old.chars().take(1).flat_map(char::to_lowercase).collect();
    let kinds = document.checked.mentions.iter().filter(|one| one.meaning.sort == Sort::Kind);
    let kind = kinds.map(|one| one.meaning.name.as_str()).next().unwrap_or("KIND");
    format!(
        "the diagram names the pieces of `{old}` by its first letter, and if it were called `{new}`, {}: \
         first say below the diagram what its letters mean, as in `symbols = {{ {letter} = \"{old} {kind}\" }}`",
        mistake.message
    )
}

/// The diagrams in `[setup]` of a file, its parents and their options.
fn diagrams(document: &Document) -> impl Iterator<Item = Span> {
    document.loaded.files.iter().flat_map(|(_, parsed)| {
        let drawn = tops(parsed).filter_map(|top| keys(top.get("setup")?)?.get("diagram"));
        drawn.map(|diagram| diagram.value.span)
    })
}
