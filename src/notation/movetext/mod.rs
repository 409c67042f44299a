//! Moves in words: `11-15`, `22x15x8`, `c3*+c4*`, `d4 split xf6xh8`, `7 spades`, `decline`.
//!
//! | move | text |
//! |---|---|
//! | a piece goes, takes | `11-15`, `c3xe5`: first and last square |
//! | two moves of the list would read alike, or chains may stop on the way | `22x18x15`: every landing |
//! | the same landings, other prey | `d3xd4 takes d5+d6` |
//! | a piece takes without moving | `d4 takes e5` |
//! | pieces come onto the board | `c3*+c4*`: where, in order |
//! | a named action of a piece | `d4 trade-places e4`, `d4 split e5`, `d4 split xf6xh8` |
//! | a named action of a player | `cycle d4 2`, `pass` |
//! | a choice, or a result of chance | `7 spades`, `red+blue` |
//! | an optional play that is not wanted | `decline` |

mod numbered;
mod parse;
mod phrase;
mod words;

#[cfg(test)]
mod tests;

pub use numbered::{Unpicked, pick};
pub use parse::{MoveError, could_mean, parse_move};
pub use phrase::chosen_words;
pub use words::{Typed, typed};

use rustc_hash::{FxHashMap, FxHashSet};

use self::phrase::{Detail, phrase};
use crate::engine::moves::Move;
use crate::model::Equipment;

/// Texts of all moves of one decision, in their order: unique, and the same from run to run.
///
/// `always_full` gives every landing of a chain, for variants in which a chain may stop on the way. Elsewhere landings are given
/// only where two moves would read alike; if they still do, so are what is taken, what was chosen, and which way of several was
/// gone, in this order; if nothing tells them apart, ` #2` does.
pub fn texts(equipment: &Equipment, moves: &[Move], always_full: bool) -> Vec<String> {
    let least = if always_full { 1 } else { 0 };
    let mut levels = vec![least; moves.len()];
    let mut texts: Vec<String> = moves.iter().map(|mv| phrase(equipment, mv, Detail::LEVELS[least])).collect();
    loop {
        let mut often: FxHashMap<&str, u32> = FxHashMap::default();
        texts.iter().for_each(|text| *often.entry(text).or_default() += 1);
        let alike = |i: usize| often.get(texts[i].as_str()).is_some_and(|times| *times > 1);
        let raised: Vec<usize> = (0..moves.len()).filter(|i| levels[*i] + 1 < Detail::LEVELS.len() && alike(*i)).collect();
        if raised.is_empty() {
            break;
        }
        for i in raised {
            levels[i] += 1;
            texts[i] = phrase(equipment, &moves[i], Detail::LEVELS[levels[i]]);
        }
    }
    numbered(texts)
}

/// Numbers texts that are still alike, from the second on.
fn numbered(mut texts: Vec<String>) -> Vec<String> {
    let mut used: FxHashSet<String> = FxHashSet::default();
    let mut next: FxHashMap<String, u32> = FxHashMap::default();
    for text in &mut texts {
        if !used.insert(text.clone()) {
            let count = next.entry(text.clone()).or_insert(1);
            let bare = text.clone();
            while !used.insert(text.clone()) {
                *count += 1;
                *text = format!("{bare} #{count}");
            }
        }
    }
    texts
}
