//! Names of the places of tokens, and the players who are expected to know them: the contents of `known`.
//!
//! `c3` is the token under that square, `c3 potion` the one in a slot of the piece there (`c3:2 potion`: of the second piece of
//! a tower from the bottom), `stockpile South 3` the third token of a pile, `captured South 1 potion` that of a piece in a
//! pile.

use super::super::squares;
use super::super::tokens::everybody;
use super::piles::owner_name;
use crate::model::Equipment;
use crate::model::equipment::{PileOwner, SeenBy};
use crate::model::rules::PileRef;
use crate::model::setup::{Item, Piece, Setup, SlotContent, Token};

/// Visits every token: its place, the players who are expected to have seen it there, and the token.
pub(super) fn visit(equipment: &Equipment, setup: &mut Setup, found: &mut dyn FnMut(String, u8, &mut Token)) {
    let all = everybody(equipment);
    for (site, token) in &mut setup.under {
        found(squares::name(equipment, *site), all, token);
    }
    for (site, tower) in &mut setup.board {
        let single = tower.len() == 1;
        for (level, piece) in tower.iter_mut().enumerate() {
            let name = squares::name(equipment, *site);
            let place = if single { name } else { format!("{name}:{}", level + 1) };
            slots(equipment, piece, &place, all, found);
        }
    }
    for (pile, items) in &mut setup.piles {
        let Some(declared) = equipment.piles.get(pile.pile.index()) else { continue };
        let label = match owner_name(equipment, *pile) {
            Some(owner) => format!("{} {owner}", declared.name),
            None => declared.name.clone(),
        };
        let expected = if declared.seen_by == SeenBy::Owner { owners(equipment, *pile, declared.of) } else { all };
        for (i, item) in items.iter_mut().enumerate() {
            let place = format!("{label} {}", i + 1);
            match item {
                Item::Token(token) => found(place, expected, token),
                Item::Piece(piece) => slots(equipment, piece, &place, all, found),
            }
        }
    }
}

fn slots(equipment: &Equipment, piece: &mut Piece, place: &str, all: u8, found: &mut dyn FnMut(String, u8, &mut Token)) {
    for (slot, content) in &mut piece.slots {
        if let (SlotContent::Token(token), Some(slot)) = (content, equipment.slots.get(slot.index())) {
            found(format!("{place} {}", slot.name), all, token);
        }
    }
}

/// The players who own a pile, as a mask.
fn owners(equipment: &Equipment, pile: PileRef, of: PileOwner) -> u8 {
    let players = || equipment.players.iter().take(8).enumerate();
    match of {
        PileOwner::Common => everybody(equipment),
        PileOwner::One(player) => 1u8.checked_shl(u32::from(player.0)).unwrap_or(0),
        PileOwner::EachPlayer => 1u8.checked_shl(u32::from(pile.owner)).unwrap_or(0),
        PileOwner::EachSide => {
            players().filter(|(_, player)| player.side.0 == pile.owner).fold(0, |mask, (i, _)| mask | 1 << i)
        }
    }
}
