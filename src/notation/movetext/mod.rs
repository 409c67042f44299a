//! Moves in words: `11-15`, `22x15x8`, `c3*+c4*`, `d4 split xf6xh8`, `7 spades`, `decline`.
//!
//! | move | text |
//! |---|---|
//! | a step, a capture | `11-15`, `c3xe5`: first and last square |
//! | two moves of the list would have the same text, or chains may stop on the way | `22x18x15`: every landing |
//! | the same landings, other captures | `d3xd4 takes d5+d6` |
//! | a capture without moving | `d4 takes e5` |
//! | pieces are put on the board | `c3*+c4*`: where, in order |
//! | a named action of a piece | `d4 trade-places e4`, `d4 split e5`, `d4 split xf6xh8` |
//! | a named action of a player | `cycle d4 2`, `pass` |
//! | a choice during the move, and the legs after it | `c3xe5 2 xg7` |
//! | a choice, or a result of chance | `7 spades`, `red+blue` |
//! | an optional play is declined | `decline` |

mod alone;
mod numbered;
mod parse;
mod phrase;
mod plain;
mod words;

#[cfg(test)]
mod tests;

pub use numbered::{Unpicked, pick};
pub use parse::{MoveError, could_mean, parse_among, parse_move};
pub use phrase::chosen_words;
pub use plain::{plain_text, plainly};
pub use words::{Typed, typed};

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use self::phrase::{Detail, asides, phrase};
use crate::engine::moves::Move;
use crate::model::Equipment;

/// The texts of all moves of one decision, in their order: unique, and the same in every run.
///
/// `always_full` gives every landing of a chain, for variants in which a chain may stop on the way. Otherwise landings are
/// given only where two moves would have the same text. If that is not enough, these are added in turn: captures; the verb of a
/// placement; as many as needed of the `asides` (names of choices, alternatives taken, options taken up or not); and at last
/// ` #2`.
pub fn texts(equipment: &Equipment, moves: &[Move], always_full: bool) -> Vec<String> {
    let least = if always_full { 1 } else { 0 };
    let mut levels = vec![least; moves.len()];
    let mut texts: Vec<String> = moves.iter().map(|mv| phrase(equipment, mv, Detail::LEVELS[least])).collect();
    loop {
        let mut alike: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        texts.iter().enumerate().for_each(|(i, text)| alike.entry(text).or_default().push(i));
        let alike: Vec<Vec<usize>> = alike.into_values().filter(|group| group.len() > 1).collect();
        let mut raised = false;
        for group in alike {
            let asides: Vec<Vec<String>> = match group.iter().any(|i| levels[*i] + 1 == Detail::SOME) {
                true => group.iter().map(|i| asides(equipment, &moves[*i])).collect(),
                false => Vec::new(),
            };
            let telling = telling(&asides);
            for i in group {
                if levels[i] + 1 == Detail::LEVELS.len() {
                    continue;
                }
                raised = true;
                levels[i] += 1;
                let detail = Detail::LEVELS[levels[i]];
                texts[i] = phrase(equipment, &moves[i], if levels[i] == Detail::SOME { detail.with(telling) } else { detail });
            }
        }
        if !raised {
            return numbered(texts);
        }
    }
}

/// The asides needed to distinguish the moves, chosen greedily from the first on: bit `i` selects the i-th aside.
fn telling(asides: &[Vec<String>]) -> u64 {
    let mut groups: Vec<Vec<usize>> = vec![(0..asides.len()).collect()];
    let mut telling = 0;
    for aside in 0..asides.iter().map(Vec::len).max().unwrap_or(0).min(64) {
        let parted: Vec<Vec<usize>> = groups
            .iter()
            .flat_map(|group| {
                let mut parts: BTreeMap<Option<&String>, Vec<usize>> = BTreeMap::new();
                group.iter().for_each(|one| parts.entry(asides[*one].get(aside)).or_default().push(*one));
                parts.into_values()
            })
            .collect();
        if parted.len() > groups.len() {
            telling |= 1 << aside;
            groups = parted;
        }
    }
    telling
}

/// Numbers identical texts, from the second on.
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
