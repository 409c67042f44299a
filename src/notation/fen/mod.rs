//! PDN FEN: `B:W21-32:B1-12` is Black to move, White on 21 to 32, Black on 1 to 12; `K31` is a king.
//!
//! It says whose turn it is and where the pieces of two sides stand, and nothing else: [`write()`] refuses an arrangement with
//! towers, filled slots, tokens, piles, or the rest of a cut move, and [`is_whole`] says whether clocks or counters are left out.

mod read;
mod write;

pub use read::read;
pub use write::{is_whole, write};

use super::symbols::{plain_kind, side_letters};
use crate::model::{Equipment, KindId, SideId};

#[cfg(test)]
mod tests;

/// The letter of each side: `W`, `B`, `S`, `N`, the first of its name.
fn letters(equipment: &Equipment) -> Vec<char> {
    side_letters(equipment).into_iter().map(|letter| letter.to_ascii_uppercase()).collect()
}

/// The letter before a square of that kind; none for the kind that needs none.
fn prefix(equipment: &Equipment, side: SideId, kind: KindId) -> Option<char> {
    let named = || equipment.kinds.get(kind.index()).map(|kind| kind.symbol.to_ascii_uppercase());
    if plain_kind(equipment, side) == Some(kind) { None } else { named() }
}

/// The kind of a letter, for pieces of that side.
fn kind_of(equipment: &Equipment, side: SideId, letter: char) -> Option<KindId> {
    let kinds = || equipment.kinds.iter().enumerate();
    let may = |owner: Option<SideId>| owner.is_none_or(|owner| owner == side);
    let exact = kinds().find(|(_, kind)| kind.symbol == letter && may(kind.owner));
    let alike = || kinds().find(|(_, kind)| kind.symbol.eq_ignore_ascii_case(&letter) && may(kind.owner));
    exact.or_else(alike).map(|(i, _)| KindId(i as u8))
}
