//! PDN FEN: `B:W21-32:B1-12` is Black to move, White on 21 to 32, Black on 1 to 12; `K31` is a king; `H3` says that nothing has
//! happened for three turns, `F12` that this is the twelfth move.
//!
//! There is a FEN of every position. It says whose turn it is, where pieces stand and what they are, and these two numbers;
//! [`write()`] tells what of a position it leaves out, [`whole`] gives the text only where that is nothing.

mod left_out;
mod read;
mod write;

pub use left_out::LeftOut;
pub use read::{read, read_noting};
pub use write::{Written, whole, write};

use super::Terms;
use super::symbols::{plain_kind, side_letters};
use crate::model::rules::StoredType;
use crate::model::{Equipment, KindId, SideId, StoredId};

#[cfg(test)]
mod tests;

/// Before the turns since something happened.
const HALF_MOVES: char = 'H';
/// Before the number of the move.
const MOVE: char = 'F';

/// The letter of each side: `W`, `B`, `S`, `N`, the first of its name; a digit where sides begin alike.
fn letters(equipment: &Equipment) -> Vec<char> {
    side_letters(equipment).into_iter().map(capital).collect()
}

/// The capital of a letter, if that is one letter.
fn capital(letter: char) -> char {
    let mut capitals = letter.to_uppercase();
    match (capitals.next(), capitals.next()) {
        (Some(capital), None) => capital,
        _ => letter,
    }
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

/// The clock that `H` means, and how far it goes; none where the rules have no such clock, or where `H` is a side.
fn half_moves(terms: &Terms) -> Option<(StoredId, i64)> {
    let at = terms.stored.iter().position(|stored| stored.half_moves)?;
    match terms.stored[at].holds {
        StoredType::Number { greatest, .. } if !letters(terms.equipment).contains(&HALF_MOVES) => {
            Some((StoredId(at as u8), greatest))
        }
        _ => None,
    }
}

/// How many seats have a turn in one move; none where `F` is a side.
fn seats(equipment: &Equipment) -> Option<u32> {
    let seats = equipment.turn_order.len().max(1) as u32;
    (!letters(equipment).contains(&MOVE)).then_some(seats)
}
