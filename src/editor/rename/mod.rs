//! Renaming a thing, in its file and in other files of the folder that name it.

mod alike;
mod front;
mod thing;

use crate::check::equipment::{GIVEN_PILES, plural_of};
use crate::check::{Meaning, Sort};
use crate::diagnostic::Fix;
use crate::source::{Source, Span};
use crate::syntax::words::CHAPTERS;

use super::Document;
use thing::{Thing, is_own};

/// Why something cannot be renamed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

/// The changes of one file.
#[derive(Clone, Debug)]
pub struct Renamed {
    /// The file before the changes.
    pub source: Source,
    /// The changes, in the order of the text.
    pub changes: Vec<Fix>,
}

fn refuse<T>(why: String) -> Result<T, Refused> {
    Err(Refused(why))
}

/// The span of the name at a byte, if the thing can be renamed.
///
/// # Errors
/// It is a word of the language or of its prelude, its name has a meaning, or it is declared in a file of another folder.
pub fn renameable(document: &Document, byte: u32) -> Result<Span, Refused> {
    let Some(mention) = document.mention_at(byte) else {
        return refuse("there is no name here that could be changed".to_owned());
    };
    let Meaning { sort, name, .. } = &mention.meaning;
    let chapter = *sort == Sort::Moves && CHAPTERS.contains(&name.as_str());
    if chapter || matches!(sort, Sort::Word | Sort::Site | Sort::Rule | Sort::File) {
        return refuse(format!("`{name}` is {}, which is called as it is", sort.what()));
    }
    means_something(*sort, name)?;
    let thing = Thing::of(document, &mention.meaning);
    match thing.files(document).into_iter().find(|file| !is_own(document, *file)) {
        Some(file) => {
            let place = &document.loaded.sources.get(file).name;
            refuse(format!("`{name}` is a name of {place} too, which is no file of this folder and stays as it is"))
        }
        None => Ok(mention.span),
    }
}

/// Refuses the names of piles that have a meaning in the language.
fn means_something(sort: Sort, name: &str) -> Result<(), Refused> {
    match sort == Sort::Pile && GIVEN_PILES.contains(&name) {
        true => refuse(format!(
            "a pile called `{name}` means something to the language by its name: with another name the rules would be others"
        )),
        false => Ok(()),
    }
}

/// The changes that rename the thing at a byte, provided that no other file names it.
///
/// # Errors
/// The thing cannot be renamed, or not to this name.
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
    let files =
        document.mention_at(byte).map_or_else(Vec::new, |mention| Thing::of(document, &mention.meaning).files(document));
    if let Some(other) = files.into_iter().find(|file| *file != document.file()) {
        return refuse(format!("it is a name of {} too", document.loaded.sources.get(other).name));
    }
    Ok(rename_with(document, &[], byte, new)?.into_iter().flat_map(|one| one.changes).collect())
}

/// The same if other files of the folder may name it too: files that the document extends, and files that extend one of these.
/// All changed files have been checked: there is no new error, and every name keeps its meaning.
///
/// # Errors
/// The thing cannot be renamed, or not to this name.
pub fn rename_with(document: &Document, others: &[Document], byte: u32, new: &str) -> Result<Vec<Renamed>, Refused> {
    renameable(document, byte)?;
    let Some(mention) = document.mention_at(byte) else { return Ok(Vec::new()) };
    means_something(mention.meaning.sort, new)?;
    let thing = Thing::of(document, &mention.meaning);
    // Unrelated games may have things with the same names.
    let own = thing.files(document).into_iter().filter(|file| is_own(document, *file));
    let own: Vec<&String> = own.map(|file| &document.loaded.sources.get(file).name).collect();
    let reads_own =
        |other: &&Document| other.loaded.files.iter().any(|(file, _)| own.contains(&&other.loaded.sources.get(*file).name));
    let documents: Vec<&Document> = std::iter::once(document).chain(others.iter().filter(reads_own)).collect();
    // The name of another file is added, since the user does not see that file.
    let told = |of: &Document, Refused(why): Refused| match of.source().name == document.source().name {
        true => Refused(why),
        false => Refused(format!("{}: {why}", of.source().name)),
    };
    let mut files: Vec<Renamed> = Vec::new();
    for document in &documents {
        for change in changes(document, &thing, new).map_err(|why| told(document, why))? {
            let source = document.loaded.sources.get(change.span.file);
            let at = files.iter().position(|one| one.source.name == source.name).unwrap_or_else(|| {
                files.push(Renamed { source: source.clone(), changes: Vec::new() });
                files.len() - 1
            });
            let known = |one: &Fix| (one.span.start, one.span.end) == (change.span.start, change.span.end);
            if !files[at].changes.iter().any(known) {
                files[at].changes.push(change);
            }
        }
    }
    files.iter_mut().for_each(|one| one.changes.sort_by_key(|change| change.span.start));
    let same = |one: &&Document| alike::means_the_same(one, &files, &thing, new).map_err(|why| told(one, why));
    documents.iter().try_for_each(same)?;
    Ok(files)
}

/// The changes that a document requires, in its file and in those that it extends.
fn changes(document: &Document, thing: &Thing, new: &str) -> Result<Vec<Fix>, Refused> {
    let old = thing.name.as_str();
    let named = thing.mentions(document).into_iter().filter(|one| is_own(document, one.span.file)).map(|one| {
        let replacement = match document.loaded.sources.text(one.span) {
            written if written == old => new.to_owned(),
            quoted if quoted.trim_matches(['"', '\'']) == old => quoted.replace(old, new),
            _ => plural_of(new),
        };
        Fix { span: one.span, replacement }
    });
    let mut all: Vec<Fix> = named.collect();
    all.extend(front::plurals(document, thing, new));
    all.extend(front::symbols(document, thing, new)?);
    Ok(all)
}

/// A text after non-overlapping changes.
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
