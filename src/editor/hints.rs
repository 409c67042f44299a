//! Inlay hints for what `extends` hides: the rest of a rule that is replaced or removed, and the previous value of a key.

use crate::check::Sort;
use crate::check::equipment::merge;
use crate::notation::counted;
use crate::source::Span;
use crate::syntax::ast::{Chapter, ChapterEdit, Part};
use crate::syntax::front::{Table, Value};
use crate::syntax::print::behind;

use super::Document;

/// A text to be shown within the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The byte after which it is shown.
    pub at: u32,
    /// What is shown.
    pub text: String,
    /// Where it is written.
    pub place: Option<Span>,
}

/// The maximum length of a hint in characters.
const LONGEST: usize = 60;

/// The hints of a file.
///
/// ```
/// use draughtsman::editor::{Document, hints};
/// let text = "+++\nname = \"x\"\nextends = \"english\"\n[numbers]\nidle-limit = 40\n+++\n\
///             capture {\n  replace man may jump by man may jump diagonal over an enemy\n}\n";
/// let document = Document::read("x.draughts", text.to_owned(), None, &|_| None);
/// let texts: Vec<String> = hints(&document).into_iter().map(|one| one.text).collect();
/// assert_eq!(texts, ["was 80", "forward diagonal over enemy"]);
/// ```
pub fn hints(document: &Document) -> Vec<Hint> {
    let mut all = Vec::new();
    keys(document, &mut all);
    for one in document.mentions().iter().filter(|one| one.meaning.sort == Sort::Rule) {
        let rest = behind(&one.meaning.name, document.loaded.sources.text(one.span));
        if !rest.is_empty() {
            all.push(Hint { at: one.span.end, text: short(rest), place: one.meaning.declared });
        }
    }
    for part in &document.parsed().rules.parts {
        match part {
            Part::Chapter(one) => chapter(document, one, &mut all),
            Part::Option(option) => option.chapters.iter().for_each(|one| chapter(document, one, &mut all)),
        }
    }
    all.sort_by_key(|one| one.at);
    all
}

/// `replace capture { … }`: the number of the parent's rules that it replaces or removes.
fn chapter(document: &Document, chapter: &Chapter, all: &mut Vec<Hint>) {
    let Some(edit) = &chapter.edit else { return };
    let parents = document.loaded.files.iter().skip(1).filter(|(file, _)| *file != document.file());
    let rules: Vec<_> = parents.map(|(_, parsed)| &parsed.rules).collect();
    let flat = crate::check::flat(&rules, &[]);
    let before = flat.parts.iter().find_map(|part| match part {
        Part::Chapter(one) if one.name.value == chapter.name.value => Some(one),
        _ => None,
    });
    let Some(before) = before else { return };
    let rules = counted(before.items.len() as u64, "rule");
    let verb = if edit.value == ChapterEdit::Remove { "removes" } else { "replaces" };
    let text = format!("{verb} {rules}");
    all.push(Hint { at: chapter.name.span.end, text, place: before.items.first().map(|item| item.span) });
}

/// Keys of the front matter that a parent also has.
fn keys(document: &Document, all: &mut Vec<Hint>) {
    let fronts: Vec<&Table> =
        document.loaded.files.iter().filter(|(file, _)| *file != document.file()).map(|(_, parsed)| &parsed.front).collect();
    if fronts.len() < 2 {
        return;
    }
    // Keys that name a file are not inherited; merging with an empty child removes them.
    let silent = Table::new();
    let inherited = merge(&fronts.into_iter().chain([&silent]).collect::<Vec<_>>(), &[]);
    compare(&inherited, &document.parsed().front, &document.loaded.sources, all);
}

fn compare(before: &Table, now: &Table, sources: &crate::source::Sources, all: &mut Vec<Hint>) {
    for (key, entry) in now {
        let Some(old) = before.get(key) else { continue };
        match (&old.value.value, &entry.value.value) {
            (Value::Table(old), Value::Table(new)) => compare(old, new, sources, all),
            (before, now) if before == now => {}
            (before, _) => {
                // A number with its bounds.
                let value = if let Value::Table(keys) = before { keys.get("value") } else { None };
                let was = sources.text(value.map_or(old.value.span, |value| value.value.span));
                if !was.contains('\n') {
                    all.push(Hint { at: entry.value.span.end, text: format!("was {}", short(was)), place: Some(old.key) });
                }
            }
        }
    }
}

fn short(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let cut: String = text.chars().take(LONGEST - 1).collect();
    format!("{}…", cut.trim_end())
}
