//! From a name to where it was declared, and to everywhere it stands.

use crate::check::{Meaning, Mention, Sort};
use crate::source::Span;

use super::Document;

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
pub(super) fn global(sort: Sort) -> bool {
    !matches!(sort, Sort::Local | Sort::Parameter | Sort::Phrase | Sort::Verb | Sort::Rule)
}
