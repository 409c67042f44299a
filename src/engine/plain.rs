//! Tokens and pieces as plain data.

use crate::model::equipment::SlotType;
use crate::model::setup::{Piece, SlotContent, Token as PlainToken};
use crate::model::{KindId, SideId, SlotId};

use super::tokens::Token;
use super::value::PieceData;

/// A token as plain data.
pub(super) fn plain_token(token: Token) -> PlainToken {
    match (token.class, token.shuffle) {
        (Some(class), shuffle) => PlainToken::Seen { class, face: token.face, seen_by: token.seen_by, shuffle },
        (None, shuffle) => PlainToken::Unseen { face: token.face, shuffle: shuffle.unwrap_or(0) },
    }
}

/// A piece as plain data.
pub(super) fn plain_piece(equipment: &crate::model::Equipment, data: &PieceData) -> Piece {
    let slots = equipment.slots.iter().enumerate().zip(&data.slots);
    let filled = slots.filter(|(_, cell)| **cell != 0).filter_map(|((i, slot), cell)| {
        let content = match slot.holds {
            SlotType::Value(_) => SlotContent::Value(*cell as u8 - 1),
            SlotType::Token(_) => SlotContent::Token(plain_token(Token::read(*cell)?)),
        };
        Some((SlotId(i as u8), content))
    });
    Piece { owner: SideId(data.side), kind: KindId(data.kind), slots: filled.collect() }
}
