//! From a name to its declaration and to all its occurrences.

use crate::check::{Meaning, Mention, Sort};
use crate::source::Span;

use super::Document;

/// The declaration of the name at a byte; for the variant that is extended, the beginning of its file.
pub fn definition(document: &Document, byte: u32) -> Option<Span> {
    let meaning = &document.mention_at(byte)?.meaning;
    if meaning.sort == Sort::File {
        let parent = document.loaded.files.iter().rev().nth(1).filter(|_| document.loaded.files.len() > 2)?;
        return Some(Span::new(parent.0, 0, 0));
    }
    meaning.declared
}

/// All occurrences, in the file and its parents, of the thing named at a byte, in the order of the texts.
pub fn references(document: &Document, byte: u32) -> Vec<&Mention> {
    let Some(mention) = document.mention_at(byte) else { return Vec::new() };
    same(document, &mention.meaning)
}

/// The occurrences within the file.
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

/// Whether a name of this sort has one meaning throughout a file.
pub(super) fn global(sort: Sort) -> bool {
    !matches!(sort, Sort::Local | Sort::Parameter | Sort::Phrase | Sort::Verb | Sort::Rule)
}
