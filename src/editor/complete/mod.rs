//! What could be written at a place: of the words of the language what the grammar takes there, of names what fits by its type.

mod front;
mod names;
mod rules;
mod wanted;

use crate::check::Sort;
use crate::source::Span;

use super::Document;

/// What could be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completions {
    /// What has been written of it.
    pub replace: Span,
    /// In the order in which it is likely to be meant.
    pub offered: Vec<Completion>,
}

/// One thing that could be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What it is called.
    pub label: String,
    /// What is written, if it is not its name alone.
    pub text: Option<String>,
    /// What it is.
    pub offered: Offered,
    /// What it is, in a few words.
    pub detail: String,
}

/// What is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// A word of the language.
    Keyword,
    /// A key or a table of the front matter.
    Key,
    /// What a key may be set to.
    Value,
    /// A chapter.
    Chapter,
    /// A rule of the parent.
    Rule,
    /// A name.
    Name(Sort),
}

/// What could be written at a byte.
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
