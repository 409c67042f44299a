//! What there is of tokens and pieces, wherever it lies.
#![allow(dead_code, reason = "every test file uses a part of it")]

use std::collections::BTreeMap;

use draughtsman::model::equipment::{PileHolds, SlotType};
use draughtsman::model::setup::{Item, Piece, SlotContent, Token};
use draughtsman::model::{Equipment, Setup, TokenId};

/// Shows every token that lies somewhere: under squares, in slots, in piles.
pub(crate) fn each_token(equipment: &Equipment, setup: &Setup, found: &mut dyn FnMut(TokenId, &Token)) {
    if let Some((_, kind)) = equipment.under {
        setup.under.iter().for_each(|(_, token)| found(kind, token));
    }
    let mut pieces: Vec<&Piece> = setup.board.iter().flat_map(|(_, tower)| tower).collect();
    for (pile, items) in &setup.piles {
        for item in items {
            match (item, equipment.piles[pile.pile.index()].holds) {
                (Item::Piece(piece), _) => pieces.push(piece),
                (Item::Token(token), PileHolds::Token(kind)) => found(kind, token),
                _ => {}
            }
        }
    }
    for (slot, content) in pieces.iter().flat_map(|piece| &piece.slots) {
        if let (SlotContent::Token(token), SlotType::Token(kind)) = (content, equipment.slots[slot.index()].holds) {
            found(kind, token);
        }
    }
}

/// How many tokens of each type and class there are: those that lie somewhere, those left in shuffles, those in the box.
pub(crate) fn tokens(equipment: &Equipment, setup: &Setup) -> BTreeMap<(TokenId, u16), u32> {
    let mut counts: BTreeMap<(TokenId, u16), u32> = BTreeMap::new();
    each_token(equipment, setup, &mut |kind, token| {
        if let Token::Seen { class, .. } = token {
            *counts.entry((kind, *class)).or_default() += 1;
        }
    });
    let left = setup.shuffles.iter().map(|shuffle| (shuffle.token, &shuffle.left));
    let boxed = setup.unplaced.iter().map(|(kind, left)| (*kind, left));
    for (kind, left) in left.chain(boxed) {
        left.iter().for_each(|(class, count)| *counts.entry((kind, *class)).or_default() += u32::from(*count));
    }
    counts
}
