//! The words of a typed move: squares, and other words.

use std::ops::Range;

use super::super::squares::Index;
use crate::model::{Equipment, SiteId};

/// A word of a typed move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A square.
    Site(SiteId),
    /// Another word, in lower case: a verb, a card, a square that does not exist.
    Word(String),
}

/// The words of a typed move without separators, each with its byte range in the lower-case text.
///
/// ```
/// # use draughtsman::{library, notation::movetext::{Typed, typed}};
/// let english = library::bundled("english").unwrap().variant.equipment;
/// assert_eq!(typed(&english, "B8 x 33").len(), 3);
/// let words = typed(&english, "b8x2");
/// assert!(matches!(words[..], [(Typed::Site(_), _), (Typed::Site(_), _)]));
/// assert_eq!((words[0].1.clone(), words[1].1.clone()), (0..2, 3..4));
/// ```
pub fn typed(equipment: &Equipment, text: &str) -> Vec<(Typed, Range<usize>)> {
    let index = Index::new(equipment);
    let text = text.to_lowercase();
    let plain = |(word, at)| match word {
        Word::Site(site) => (Typed::Site(site), at),
        Word::Other(word) => (Typed::Word(word.to_string()), at),
    };
    placed_words(&index, &text).into_iter().map(plain).collect()
}

/// A square, or another word in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word<'t> {
    Site(SiteId),
    Other(&'t str),
}

/// The words of a lower-case text, without separators.
pub(super) fn words<'t>(index: &Index, text: &'t str) -> Vec<Word<'t>> {
    placed_words(index, text).into_iter().map(|(word, _)| word).collect()
}

/// The same, each with its byte range.
fn placed_words<'t>(index: &Index, text: &'t str) -> Vec<(Word<'t>, Range<usize>)> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let at = text.len() - rest.len();
        if let Some((site, len)) = site_at(index, rest) {
            words.push((Word::Site(site), at..at + len));
            rest = &rest[len..];
        } else if first == 'x' && site_at(index, &rest[1..]).is_some() {
            rest = &rest[1..];
        } else if in_word(first) {
            let len = rest.find(|c: char| !in_word(c) && c != '-').unwrap_or(rest.len());
            let word = rest[..len].trim_end_matches('-');
            words.push((Word::Other(word), at..at + word.len()));
            rest = &rest[len..];
        } else {
            rest = &rest[first.len_utf8()..];
        }
    }
    words
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '*' | '_' | '?' | '#')
}

/// The square with which a text begins, and the length of its name. No character of a word may follow, except an `x` and a
/// square, or, after a name, another square: `a3b4`.
fn site_at(index: &Index, text: &str) -> Option<(SiteId, usize)> {
    let bytes = text.as_bytes();
    let letters = usize::from(bytes.first()?.is_ascii_lowercase());
    let digits = bytes[letters..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut len = letters + digits;
    len += usize::from(letters == 1 && bytes.get(len) == Some(&b'*'));
    let site = index.find(text.get(..len).filter(|_| digits > 0)?)?;
    let rest = &text[len..];
    let ends = match rest.chars().next() {
        Some('x') => rest[1..].starts_with(|c: char| c.is_ascii_alphanumeric()),
        Some('a'..='z') if letters == 1 => site_at(index, rest).is_some(),
        Some(c) => !in_word(c),
        None => true,
    };
    ends.then_some((site, len))
}
