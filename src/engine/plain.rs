//! Tokens and pieces as plain data.

use crate::model::equipment::SlotType;
use crate::model::setup::{Piece, SlotContent, Token as PlainToken};
use crate::model::{KindId, SideId, SlotId};
use crate::program::Program;
use crate::program::layout::everybody;

use super::tokens::Token;
use super::value::PieceData;

/// A token of a type as plain data. One that cannot be hidden has been seen by everybody.
pub(super) fn plain_token(program: &Program, kind: usize, token: Token) -> PlainToken {
    let hidden = program.layout.hidden.get(kind).is_some_and(|hidden| *hidden);
    let seen_by = if hidden { token.seen_by } else { everybody(&program.equipment) };
    match (token.class, token.shuffle) {
        (Some(class), shuffle) => PlainToken::Seen { class, face: token.face, seen_by, shuffle },
        (None, shuffle) => PlainToken::Unseen { face: token.face, seen_by, shuffle: shuffle.unwrap_or(0) },
    }
}

/// A piece as plain data.
pub(super) fn plain_piece(program: &Program, data: &PieceData) -> Piece {
    let slots = program.equipment.slots.iter().enumerate().zip(&data.slots);
    let filled = slots.filter(|(_, cell)| **cell != 0).filter_map(|((i, slot), cell)| {
        let content = match slot.holds {
            SlotType::Value(_) => SlotContent::Value(*cell as u8 - 1),
            SlotType::Token(kind) => SlotContent::Token(plain_token(program, kind.index(), Token::read(*cell)?)),
        };
        Some((SlotId(i as u8), content))
    });
    Piece { owner: SideId(data.side), kind: KindId(data.kind), slots: filled.collect() }
}
