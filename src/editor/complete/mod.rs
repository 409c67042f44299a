//! Completions at a place of a text: words of the language that the grammar accepts there, and names of a fitting type.

mod front;
mod names;
mod rules;
mod wanted;

use crate::check::Sort;
use crate::source::Span;

use super::Document;

/// The completions at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completions {
    /// The part already written, to be replaced.
    pub replace: Span,
    /// The completions, the most likely first.
    pub offered: Vec<Completion>,
}

/// One completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Its label.
    pub label: String,
    /// The text to insert, if it differs from the label.
    pub text: Option<String>,
    /// Its sort.
    pub offered: Offered,
    /// A short description.
    pub detail: String,
}

/// The sort of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// A word of the language.
    Keyword,
    /// A key or a table of the front matter.
    Key,
    /// A value of a key.
    Value,
    /// A chapter.
    Chapter,
    /// A rule of the parent.
    Rule,
    /// A name, by the sort of thing that it names.
    Name(Sort),
}

/// The completions at a byte.
///
/// ```
/// use draughtsman::editor::{Document, complete};
/// let text = "+++\nname = \"x\"\nextends = \"english\"\n+++\nmovement {\n  add man may \n}\n";
/// let document = Document::read("x.draughts", text.to_owned(), None, &|_| None);
/// let at = text.find("may").unwrap() as u32 + 4;
/// let labels: Vec<String> = complete(&document, at).unwrap().offered.into_iter().map(|one| one.label).collect();
/// assert!(labels.contains(&"step".to_owned()) && labels.contains(&"go".to_owned()) && !labels.contains(&"king".to_owned()));
/// ```
pub fn complete(document: &Document, byte: u32) -> Option<Completions> {
    let text = document.text();
    let byte = text.get(..byte as usize).map(str::len)?;
    let mut found = front::complete(document, byte).or_else(|| rules::complete(document, byte))?;
    let mut seen = std::collections::HashSet::new();
    found.offered.retain(|one| seen.insert((one.label.clone(), one.text.clone())));
    Some(found)
}

fn keyword(word: &str) -> Completion {
    let means = crate::syntax::glossary::of(word).next().map(|one| one.means.to_owned());
    Completion { label: word.to_owned(), text: None, offered: Offered::Keyword, detail: means.unwrap_or_default() }
}
