//! Finds the move that a typed text means.

use super::super::error::listed;
use super::super::squares::Index;
use super::alone::chosen;
use super::phrase::{Detail, phrase};
use super::texts;
use super::words::{Word, words};
use crate::engine::moves::{Deed, Move};
use crate::model::board::Board;
use crate::model::{Equipment, SiteId};

/// Why a text names no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// No move of the list has such a text.
    #[error("`{text}` is none of the moves{}", near(.nearest))]
    None {
        /// The text typed.
        text: String,
        /// Moves with similar texts, the nearest first, at most three.
        nearest: Vec<String>,
    },
    /// It is the beginning of moves, and not enough to select one.
    #[error("`{text}` is only the beginning of {}", listed(.longer.iter().map(String::as_str)))]
    Unfinished {
        /// The text typed.
        text: String,
        /// The moves that begin with it.
        longer: Vec<String>,
    },
    /// Several moves of the list may be meant.
    #[error("`{text}` may mean {}", listed(.candidates.iter().map(String::as_str)))]
    Several {
        /// The text typed.
        text: String,
        /// The texts of these moves.
        candidates: Vec<String>,
    },
    /// It is the complete text of a move that an obligation bars.
    #[error("`{0}` is barred: other moves come first")]
    Barred(String),
}

fn near(nearest: &[String]) -> String {
    if nearest.is_empty() { String::new() } else { format!("; did you mean {}?", nearest.join(" or ")) }
}

/// The index of the move that a text means.
///
/// Besides the move's own text, any unambiguous text is understood: names or numbers of squares; `-`, `x`, `:`, a blank, or
/// nothing but a new letter between them; capital letters; the file alone for the first square (`cd4`, `c:e5`); the first and
/// last square of a chain, alone or with some of the squares between; no verb; no automatic consequences (`c1-c5` for
/// `c1-c5 c5 takes d5`). A text that is also the beginning of a longer move is ambiguous, and the beginning of a move alone is
/// no move.
pub fn parse_move(equipment: &Equipment, text: &str, moves: &[Move], always_full: bool) -> Result<usize, MoveError> {
    parse_among(equipment, text, moves, always_full, &Vec::new)
}

/// The same if obligations bar moves: the complete text of a `barred` move means that move, and is not read as a short form or
/// the beginning of another. `barred` is called only where this matters.
pub fn parse_among(
    equipment: &Equipment,
    text: &str,
    moves: &[Move],
    always_full: bool,
    barred: &dyn Fn() -> Vec<Move>,
) -> Result<usize, MoveError> {
    let all = texts(equipment, moves, always_full);
    let Readings { exact, short, begun, alone } = readings(equipment, text, moves, &all);
    let typed = || text.trim().to_string();
    let named = |found: &[usize]| found.iter().map(|i| all[*i].clone()).collect();
    let is_barred = || {
        let barred = barred();
        !readings(equipment, text, &barred, &texts(equipment, &barred, always_full)).exact.is_empty()
    };
    let is_whole = !exact.is_empty();
    let mut meant = exact;
    if !is_whole && !short.is_empty() {
        meant = [short, begun.clone()].concat();
        meant.sort_unstable();
    } else if !is_whole && begun.len() == 1 {
        meant = alone;
    }
    match meant.as_slice() {
        [one] if is_whole => Ok(*one),
        several @ [_, _, ..] => Err(MoveError::Several { text: typed(), candidates: named(several) }),
        _ if is_barred() => Err(MoveError::Barred(typed())),
        [one] => Ok(*one),
        [] if begun.is_empty() => {
            let (index, typed) = (Index::new(equipment), text.trim().to_lowercase());
            let nearest = nearest(&index, &typed, &words(&index, &typed), &all);
            Err(MoveError::None { text: text.trim().to_string(), nearest })
        }
        [] => Err(MoveError::Unfinished { text: typed(), longer: named(&begun) }),
    }
}

/// The indices of all moves that a text in the record of a game may mean, where `all` are their texts: those of the most exact
/// reading. The first and last square of a chain mean the whole chain, even if a longer one begins with it.
pub fn could_mean(equipment: &Equipment, text: &str, moves: &[Move], all: &[String]) -> Vec<usize> {
    let Readings { exact, short, alone, .. } = readings(equipment, text, moves, all);
    [exact, short, alone].into_iter().find(|found| !found.is_empty()).unwrap_or_default()
}

/// The moves that a text may mean, by the kind of match.
#[derive(Default)]
struct Readings {
    /// The text is complete, possibly with other separators.
    exact: Vec<usize>,
    /// The text omits what may be omitted.
    short: Vec<usize>,
    /// The text is the beginning of the move.
    begun: Vec<usize>,
    /// The moves of `begun` whose rest follows by itself.
    alone: Vec<usize>,
}

/// How a text matches a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    Exact,
    Short,
    Begun,
    /// It names squares on which a flying piece could have stopped instead.
    Pausing,
}

fn readings(equipment: &Equipment, text: &str, moves: &[Move], all: &[String]) -> Readings {
    let typed = text.trim().to_lowercase();
    if let Some(exact) = all.iter().position(|text| text.to_lowercase() == typed) {
        return Readings { exact: vec![exact], ..Readings::default() };
    }
    let index = Index::new(equipment);
    let wanted = words(&index, &typed);
    let found = compared(equipment, &index, moves, &|_| (!wanted.is_empty()).then(|| wanted.clone()));
    if !(found.exact.is_empty() && found.short.is_empty() && found.begun.is_empty()) {
        return found;
    }
    // `cd4`, `c:e5`: the file alone for the square where a move begins.
    let Some(file) = typed.chars().next().filter(char::is_ascii_lowercase) else { return found };
    let rest = typed[1..].trim_start_matches([':', 'x', '-']);
    // The 8 of `f8-d6` is no square: it belongs to the file.
    if rest.starts_with(|c: char| c.is_ascii_digit()) {
        return found;
    }
    let rest = words(&index, rest);
    if rest.is_empty() || !rest.iter().all(|word| matches!(word, Word::Site(_))) {
        return found;
    }
    compared(equipment, &index, moves, &|mv| {
        let from = mv.from().filter(|from| equipment.board.sites[from.index()].file == file as u8 - b'a' + 1)?;
        Some(std::iter::once(Word::Site(from)).chain(rest.iter().cloned()).collect())
    })
}

/// Matches the words that the text stands for with each move; `wanted` gives these words, which may depend on the move.
fn compared<'t>(
    equipment: &Equipment,
    index: &Index,
    moves: &[Move],
    wanted: &dyn Fn(&Move) -> Option<Vec<Word<'t>>>,
) -> Readings {
    let (mut found, mut pausing) = (Readings::default(), Vec::new());
    for (i, mv) in moves.iter().enumerate() {
        let Some(wanted) = wanted(mv) else { continue };
        let how = fit(equipment, index, &wanted, mv);
        match how {
            Some(Fit::Exact) => found.exact.push(i),
            Some(Fit::Short) => found.short.push(i),
            Some(Fit::Pausing) => pausing.push(i),
            Some(Fit::Begun) | None => {
                let chosen = chosen(mv).and_then(|chosen| fit(equipment, index, &wanted, &chosen));
                let alone = chosen.is_some_and(|chosen| chosen != Fit::Begun);
                found.begun.extend((alone || how.is_some()).then_some(i));
                found.alone.extend(alone.then_some(i));
            }
        }
    }
    if found.short.is_empty() {
        found.short = pausing;
    }
    found
}

fn fit(equipment: &Equipment, index: &Index, wanted: &[Word], mv: &Move) -> Option<Fit> {
    let mut forms: Vec<String> = Detail::read().map(|detail| phrase(equipment, mv, detail).to_lowercase()).collect();
    forms.dedup();
    let ends = phrase(equipment, mv, Detail::ENDS).to_lowercase();
    let forms: Vec<Vec<Word>> = forms.iter().map(|form| words(index, form)).collect();
    let unsaid = || forms.iter().filter_map(|form| without_verb(form, mv));
    if forms.iter().any(|form| form == wanted) {
        Some(Fit::Exact)
    } else if words(index, &ends) == wanted
        || forms.iter().any(|form| shortens(wanted, form, mv))
        || unsaid().any(|form| form == wanted || shortens(wanted, form, mv))
    {
        Some(Fit::Short)
    } else if forms.iter().any(|form| form.starts_with(wanted)) || unsaid().any(|form| form.starts_with(wanted)) {
        Some(Fit::Begun)
    } else {
        pauses(&equipment.board, wanted, mv).then_some(Fit::Pausing)
    }
}

/// Whether a text names squares on which a flying piece could have stopped instead: where it goes straight on, any square
/// between the piece it has captured and the next. Some of the turning points may be left out.
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

/// Whether the short text omits only dispensable words between the first and the last of the long one: intermediate landings of
/// a chain, and verbs. What is chosen after a landing may not be omitted, nor may that landing.
fn shortens(short: &[Word], long: &[Word], mv: &Move) -> bool {
    if short.len() < 2 || short.first() != long.first() || short.last() != long.last() {
        return false;
    }
    let mut dispensable = dispensable(mv);
    let (mut rest, last) = (short[..short.len() - 1].iter().peekable(), long.len() - 1);
    let skipped = long[..last].iter().all(|word| {
        if rest.next_if(|next| *next == word).is_some() {
            return true;
        }
        let at = dispensable.iter().position(|one| match (one, word) {
            (Word::Other(one), Word::Other(word)) => one.eq_ignore_ascii_case(word),
            (one, word) => one == word,
        });
        at.map(|at| dispensable.swap_remove(at)).is_some()
    });
    skipped && rest.next().is_none()
}

/// The words of a text without its initial verb: `a7 g1` of `put a7 g1`.
fn without_verb<'f, 'w>(form: &'f [Word<'w>], mv: &Move) -> Option<&'f [Word<'w>]> {
    let (Word::Other(first), rest) = form.split_first()? else { return None };
    let verb = mv.deeds.iter().find_map(|deed| if let Deed::Verb(verb) = deed { Some(verb) } else { None })?;
    (first.eq_ignore_ascii_case(verb) && matches!(rest.first(), Some(Word::Site(_)))).then_some(rest)
}

/// The words that may be omitted from the text of a move: its verbs, and the squares on which a chain continues.
fn dispensable(mv: &Move) -> Vec<Word<'_>> {
    let mut words: Vec<Word> = Vec::new();
    let mut landed = None;
    for deed in &mv.deeds {
        match deed {
            Deed::Leg { from, to, .. } => {
                words.extend((landed == Some(*from)).then_some(Word::Site(*from)));
                landed = Some(*to);
            }
            Deed::Actor(_) => {}
            Deed::Verb(verb) => {
                words.push(Word::Other(verb));
                landed = None;
            }
            _ => landed = None,
        }
    }
    words
}

/// At most three moves with similar texts; those that begin with the same word come first.
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
