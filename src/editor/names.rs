//! From a name to where it was declared, to everywhere it stands, and to another name.

use crate::check::{Choices, Levels, Meaning, Mention, Sort};
use crate::diagnostic::{Fix, Severity};
use crate::source::Span;
use crate::syntax::words::CHAPTERS;

use super::Document;

/// Why something cannot be called otherwise.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

/// Where the thing is declared whose name stands at a byte; for the variant that is extended, the beginning of its file.
pub fn definition(document: &Document, byte: u32) -> Option<Span> {
    let meaning = &document.mention_at(byte)?.meaning;
    if meaning.sort == Sort::File {
        let parent = document.loaded.files.iter().rev().nth(1).filter(|_| document.loaded.files.len() > 2)?;
        return Some(Span::new(parent.0, 0, 0));
    }
    meaning.declared
}

/// Everywhere in the file and its parents that the thing is named whose name stands at a byte, in the order of the texts.
pub fn references(document: &Document, byte: u32) -> Vec<&Mention> {
    let Some(mention) = document.mention_at(byte) else { return Vec::new() };
    same(document, &mention.meaning)
}

/// The same within the file.
pub fn highlights(document: &Document, byte: u32) -> Vec<Span> {
    let here = references(document, byte).into_iter().map(|one| one.span);
    here.filter(|span| span.file == document.file()).collect()
}

fn same<'d>(document: &'d Document, meaning: &Meaning) -> Vec<&'d Mention> {
    let is = |one: &&Mention| {
        let other = &one.meaning;
        match (global(meaning.sort), meaning.declared) {
            (false, Some(at)) => other.declared == Some(at),
            _ => other.sort == meaning.sort && other.name == meaning.name,
        }
    };
    document.checked.mentions.iter().filter(is).collect()
}

/// Whether one name means one thing throughout a file.
fn global(sort: Sort) -> bool {
    !matches!(sort, Sort::Local | Sort::Parameter | Sort::Phrase | Sort::Verb | Sort::Rule)
}

/// The name at a byte, if what goes by it can be called otherwise.
///
/// # Errors
/// It is a word of the language or of its library, or declared in a parent.
pub fn renameable(document: &Document, byte: u32) -> Result<Span, Refused> {
    let refuse = |why: String| Err(Refused(why));
    let Some(mention) = document.mention_at(byte) else {
        return refuse("there is no name here that could be changed".to_owned());
    };
    let Meaning { sort, name, declared } = &mention.meaning;
    let chapter = *sort == Sort::Moves && CHAPTERS.contains(&name.as_str());
    if chapter || matches!(sort, Sort::Word | Sort::Site | Sort::Rule | Sort::File) {
        return refuse(format!("`{name}` is {}, which is called as it is", sort.what()));
    }
    let sources = &document.loaded.sources;
    let elsewhere = same(document, &mention.meaning).into_iter().map(|one| one.span).chain(*declared);
    let mut elsewhere = elsewhere.filter(|span| span.file != document.file());
    if let Some(place) = elsewhere.next() {
        return refuse(format!("`{name}` is a name of {} too; change it there", sources.get(place.file).name));
    }
    Ok(mention.span)
}

/// The changes that give another name to the thing whose name stands at a byte. The text with them has been checked: no new
/// mistake comes of it, and no other name means anything else.
///
/// # Errors
/// It cannot be called otherwise, or not so.
///
/// ```
/// use draughtsman::editor::{Document, rename};
/// let text = "+++\nname = \"x\"\nextends = \"english\"\n+++\ndefinitions {\n  define near = any-way from site of king\n}\n\
///             movement {\n  add king may go diagonal, to empty near\n}\n";
/// let document = Document::read("x.draughts", text.to_owned(), None, &|_| None);
/// let at = text.find("near").unwrap() as u32;
/// assert_eq!(rename(&document, at, "close").unwrap().len(), 2);
/// assert!(rename(&document, at, "king").is_err());
/// assert!(rename(&document, text.find("king").unwrap() as u32, "queen").is_err());
/// ```
pub fn rename(document: &Document, byte: u32, new: &str) -> Result<Vec<Fix>, Refused> {
    renameable(document, byte)?;
    let Some(mention) = document.mention_at(byte) else { return Ok(Vec::new()) };
    let old = &mention.meaning.name;
    let places: Vec<&Mention> = same(document, &mention.meaning);
    let plural = crate::check::equipment::plural_of;
    let changes: Vec<Fix> = places
        .iter()
        .filter_map(|one| {
            let written = document.loaded.sources.text(one.span);
            let replacement = match written {
                written if written == old => new.to_owned(),
                written if written == plural(old) => plural(new),
                quoted if quoted.trim_matches(['"', '\'']) == old => quoted.replace(old.as_str(), new),
                // what several are called is declared by itself
                _ => return None,
            };
            Some(Fix { span: one.span, replacement })
        })
        .collect();
    let text = applied(document.text(), &changes);
    let Some(changed) = document.loaded.with_same_parents(document.file(), &text) else {
        return Err(Refused(format!("with `{new}` the file could not be read")));
    };
    let after = changed.examine(&Choices::default(), &Levels::default(), document.care);
    let errors = |all: &[crate::diagnostic::Diagnostic]| all.iter().filter(|one| one.severity == Severity::Error).count();
    if errors(&after.diagnostics) > errors(&document.checked.diagnostics) {
        let known = |code: &str| document.checked.diagnostics.iter().any(|one| one.code == code);
        let first = after.diagnostics.iter().find(|one| one.severity == Severity::Error && !known(one.code));
        return Err(Refused(first.map_or_else(|| format!("it cannot be called `{new}`"), |one| one.message.clone())));
    }
    let meanings = |all: &[Mention]| -> Vec<(Sort, bool)> {
        all.iter().map(|one| (one.meaning.sort, one.meaning.declared.is_some())).collect()
    };
    if meanings(&after.mentions) != meanings(&document.checked.mentions) {
        return Err(Refused(format!("if it were called `{new}`, something else would mean it too")));
    }
    Ok(changes)
}

/// A text with changes made that do not touch one another.
pub(super) fn applied(text: &str, changes: &[Fix]) -> String {
    let mut changes: Vec<&Fix> = changes.iter().collect();
    changes.sort_by_key(|change| change.span.start);
    let mut new = String::with_capacity(text.len());
    let mut at = 0;
    for change in changes {
        let (start, end) = (change.span.start as usize, change.span.end as usize);
        if start < at {
            continue;
        }
        new.push_str(text.get(at..start).unwrap_or(""));
        new.push_str(&change.replacement);
        at = end;
    }
    new.push_str(text.get(at..).unwrap_or(""));
    new
}
