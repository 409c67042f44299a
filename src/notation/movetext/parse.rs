//! Finds the move that somebody means.

use std::ops::Range;

use super::super::error::listed;
use super::super::squares::Index;
use super::phrase::{Detail, phrase};
use super::texts;
use crate::engine::moves::{Deed, Move};
use crate::model::board::Board;
use crate::model::{Equipment, SiteId};

/// Why a text names no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// No move of the list reads like that.
    #[error("`{text}` is none of the moves{}", near(.nearest))]
    None {
        /// What was typed.
        text: String,
        /// Moves that read nearly like it, the nearest first, at most three.
        nearest: Vec<String>,
    },
    /// Several moves of the list may be meant.
    #[error("`{text}` may mean {}", listed(.candidates.iter().map(String::as_str)))]
    Several {
        /// What was typed.
        text: String,
        /// What they are.
        candidates: Vec<String>,
    },
}

fn near(nearest: &[String]) -> String {
    if nearest.is_empty() { String::new() } else { format!("; did you mean {}?", nearest.join(" or ")) }
}

/// The index of the move that a text means.
///
/// Besides the move's own text, anything is understood that leaves no doubt: names or numbers of squares; `-`, `x`, `:`, a blank
/// or nothing but a new letter between them; capital letters; the first and last square alone, or with some of the squares
/// between; a verb left out.
pub fn parse_move(equipment: &Equipment, text: &str, moves: &[Move], always_full: bool) -> Result<usize, MoveError> {
    let all = texts(equipment, moves, always_full);
    match could_mean(equipment, text, moves, &all).as_slice() {
        [one] => Ok(*one),
        [] => {
            let (index, typed) = (Index::new(equipment), text.trim().to_lowercase());
            let nearest = nearest(&index, &typed, &words(&index, &typed), &all);
            Err(MoveError::None { text: text.trim().to_string(), nearest })
        }
        several => {
            let candidates = several.iter().map(|i| all[*i].clone()).collect();
            Err(MoveError::Several { text: text.trim().to_string(), candidates })
        }
    }
}

/// The indices of all moves that a text may mean, where `all` are their texts: those of the most exact reading.
pub fn could_mean(equipment: &Equipment, text: &str, moves: &[Move], all: &[String]) -> Vec<usize> {
    let typed = text.trim().to_lowercase();
    if let Some(exact) = all.iter().position(|text| text.to_lowercase() == typed) {
        return vec![exact];
    }
    let index = Index::new(equipment);
    let wanted = words(&index, &typed);
    let (mut whole, mut partly, mut pausing) = (Vec::new(), Vec::new(), Vec::new());
    for (i, mv) in moves.iter().enumerate().filter(|_| !wanted.is_empty()) {
        let forms = [Detail::ROUTE, Detail::NAMED].map(|detail| phrase(equipment, mv, detail).to_lowercase());
        let mut forms = forms.iter().map(|form| words(&index, form));
        if forms.clone().any(|form| form == wanted) {
            whole.push(i);
        } else if forms.any(|form| shortens(&wanted, &form)) {
            partly.push(i);
        } else if pauses(&equipment.board, &wanted, mv) {
            pausing.push(i);
        }
    }
    [whole, partly, pausing].into_iter().find(|found| !found.is_empty()).unwrap_or_default()
}

/// Whether a text names squares on which a piece that flies might as well have paused: where it goes straight on, any between the
/// piece it has taken and the next. Some of them may be left out.
fn pauses(board: &Board, wanted: &[Word], mv: &Move) -> bool {
    let sites: Option<Vec<SiteId>> =
        wanted.iter().map(|word| if let Word::Site(site) = word { Some(*site) } else { None }).collect();
    let legs = mv
        .deeds
        .iter()
        .filter_map(|deed| if let Deed::Leg { from, to, captures } = deed { Some((*from, *to, captures)) } else { None });
    let legs: Vec<_> = legs.collect();
    let Some([from, between @ .., to]) = sites.as_deref() else { return false };
    if mv.from() != Some(*from) || mv.to() != Some(*to) {
        return false;
    }
    let mut turns = legs.windows(2).map(|pair| {
        let ((from, to, taken), (_, next, next_taken)) = (pair[0], pair[1]);
        let direction = board.direction(from, to).filter(|direction| board.direction(to, next) == Some(*direction));
        match (direction, taken.last(), next_taken.first()) {
            (Some(direction), Some(taken), Some(next)) => {
                board.line(direction, *taken).take_while(|site| site != next).collect()
            }
            _ => vec![to],
        }
    });
    between.iter().all(|site| turns.any(|turn: Vec<SiteId>| turn.contains(site)))
}

/// A word of a typed move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A square.
    Site(SiteId),
    /// Another word, in small letters: a verb, a card, a square that is none.
    Word(String),
}

/// The words of a typed move, without the signs between them, and where each stands: its bytes in the text in small letters.
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

/// A square, or another word in small letters.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Word<'t> {
    Site(SiteId),
    Other(&'t str),
}

/// The words of a text in small letters, without the signs between them.
fn words<'t>(index: &Index, text: &'t str) -> Vec<Word<'t>> {
    placed_words(index, text).into_iter().map(|(word, _)| word).collect()
}

/// The same, each with its bytes.
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

/// The square that a text begins with, and the length of its name. It must not go on like a word, but for an `x` and a square, or
/// for another square after a name: `a3b4`.
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

/// Whether a text leaves out only words between the first and the last of a longer one.
fn shortens(short: &[Word], long: &[Word]) -> bool {
    if short.len() < 2 || short.first() != long.first() || short.last() != long.last() {
        return false;
    }
    let mut rest = long.iter();
    short.iter().all(|word| rest.any(|other| other == word))
}

/// At most three moves that read nearly alike; those from the same square before others.
fn nearest(index: &Index, typed: &str, wanted: &[Word], all: &[String]) -> Vec<String> {
    let mut ranked: Vec<(bool, usize, usize)> = Vec::new();
    for (i, text) in all.iter().enumerate() {
        let lower = text.to_lowercase();
        let starts_alike = wanted.first().is_some_and(|first| words(index, &lower).first() == Some(first));
        let distance = strsim::damerau_levenshtein(typed, &lower);
        if starts_alike || distance <= typed.chars().count().min(lower.chars().count()) / 2 {
            ranked.push((!starts_alike, distance, i));
        }
    }
    ranked.sort_unstable();
    ranked.into_iter().take(3).map(|(_, _, i)| all[i].clone()).collect()
}
