//! PDN FEN: `B:W21-32:B1-12` is Black to move, White on 21 to 32, Black on 1 to 12. `K31` is a king; `H3` means that three
//! turns have passed without a capture or a move of a man, `F12` that this is the twelfth move.
//!
//! There is a FEN of every position, with the side to move, the pieces and their kinds, and these two numbers. [`write()`]
//! reports what it leaves out of a position; [`whole`] gives the text only if nothing is left out.

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

/// The prefix of the number of turns without progress.
const HALF_MOVES: char = 'H';
/// The prefix of the move number.
const MOVE: char = 'F';

/// The letter of each side: `W`, `B`, `S`, `N`, the first of its name; a digit if two names begin with the same letter.
fn letters(equipment: &Equipment) -> Vec<char> {
    side_letters(equipment).into_iter().map(capital).collect()
}

/// The capital of a letter, if that is a single character.
fn capital(letter: char) -> char {
    let mut capitals = letter.to_uppercase();
    match (capitals.next(), capitals.next()) {
        (Some(capital), None) => capital,
        _ => letter,
    }
}

/// The letter before a square with a piece of that kind; none for the plain kind.
fn prefix(equipment: &Equipment, side: SideId, kind: KindId) -> Option<char> {
    let named = || equipment.kinds.get(kind.index()).map(|kind| kind.symbol.to_ascii_uppercase());
    if plain_kind(equipment, side) == Some(kind) { None } else { named() }
}

/// The kind with that letter, among those of a side.
fn kind_of(equipment: &Equipment, side: SideId, letter: char) -> Option<KindId> {
    let kinds = || equipment.kinds.iter().enumerate();
    let may = |owner: Option<SideId>| owner.is_none_or(|owner| owner == side);
    let exact = kinds().find(|(_, kind)| kind.symbol == letter && may(kind.owner));
    let alike = || kinds().find(|(_, kind)| kind.symbol.eq_ignore_ascii_case(&letter) && may(kind.owner));
    exact.or_else(alike).map(|(i, _)| KindId(i as u8))
}

/// The clock that `H` stands for and its greatest value; none if the rules have no such clock, or if `H` is a side.
fn half_moves(terms: &Terms) -> Option<(StoredId, i64)> {
    let at = terms.stored.iter().position(|stored| stored.half_moves)?;
    match terms.stored[at].holds {
        StoredType::Number { greatest, .. } if !letters(terms.equipment).contains(&HALF_MOVES) => {
            Some((StoredId(at as u8), greatest))
        }
        _ => None,
    }
}

/// The number of turns in one move, which is one for each place in the turn order; none if `F` is a side.
fn seats(equipment: &Equipment) -> Option<u32> {
    let seats = equipment.turn_order.len().max(1) as u32;
    (!letters(equipment).contains(&MOVE)).then_some(seats)
}
