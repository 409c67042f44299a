//! Whether an arrangement has no more things than the game has.

use super::{SetupError, misfit};
use crate::model::equipment::{PileHolds, SlotType};
use crate::model::setup::{Item, Piece, SlotContent, Token};
use crate::model::{Equipment, Setup, TokenId};
use crate::program::{Op, Program};

/// Rejects more copies of a token than there are, and more pieces than there can be.
pub(super) fn conserved(program: &Program, setup: &Setup) -> Result<(), SetupError> {
    tokens(&program.equipment, setup)?;
    pieces(program, setup)
}

/// There must be no more tokens of a class than the game has copies, and no more unseen tokens of a shuffle than it has left.
fn tokens(equipment: &Equipment, setup: &Setup) -> Result<(), SetupError> {
    let mut counts: Vec<Vec<u32>> = equipment.tokens.iter().map(|token| vec![0; token.classes.len()]).collect();
    let mut unseen = vec![0; setup.shuffles.len()];
    for (kind, token) in all_tokens(equipment, setup) {
        match token {
            Token::Seen { class, .. } => counts[kind.index()][*class as usize] += 1,
            Token::Unseen { shuffle, .. } => unseen.get_mut(*shuffle as usize).into_iter().for_each(|count| *count += 1),
        }
    }
    let hidden = setup.shuffles.iter().map(|shuffle| (shuffle.token, &shuffle.left));
    for (kind, left) in hidden.chain(setup.unplaced.iter().map(|(kind, left)| (*kind, left))) {
        left.iter().for_each(|(class, count)| counts[kind.index()][*class as usize] += u32::from(*count));
    }
    for (token, counts) in equipment.tokens.iter().zip(&counts) {
        let more = token.classes.iter().zip(counts).find(|(class, count)| **count > u32::from(class.copies));
        if let Some((class, count)) = more {
            let attributes = class.values.iter().zip(&token.attributes).rev();
            let words = attributes.map(|(value, (_, values))| equipment.enums[values.index()].values[*value as usize].as_str());
            let words: Vec<&str> = words.collect();
            let name = if words.is_empty() { token.name.clone() } else { words.join(" ") };
            return misfit(format!("{count} of `{name}`, of which there are {}", class.copies));
        }
    }
    for (i, (shuffle, unseen)) in setup.shuffles.iter().zip(unseen).enumerate() {
        let left: u32 = shuffle.left.iter().map(|(_, count)| u32::from(*count)).sum();
        if unseen > left {
            return misfit(format!("{unseen} of `?{}`, of which there are {left}", i + 1));
        }
    }
    Ok(())
}

/// Every token in the arrangement, with its type.
fn all_tokens<'s>(equipment: &'s Equipment, setup: &'s Setup) -> impl Iterator<Item = (TokenId, &'s Token)> {
    let under = equipment.under.iter().flat_map(|(_, kind)| setup.under.iter().map(|(_, token)| (*kind, token)));
    let in_piles = setup.piles.iter().flat_map(|(pile, items)| {
        let holds = equipment.piles[pile.pile.index()].holds;
        items.iter().filter_map(move |item| match (item, holds) {
            (Item::Token(token), PileHolds::Token(kind)) => Some((kind, token)),
            _ => None,
        })
    });
    let borne = all_pieces(setup).flat_map(|piece| &piece.slots).filter_map(|(slot, content)| {
        match (content, equipment.slots[slot.index()].holds) {
            (SlotContent::Token(token), SlotType::Token(kind)) => Some((kind, token)),
            _ => None,
        }
    });
    under.chain(in_piles).chain(borne)
}

fn all_pieces(setup: &Setup) -> impl Iterator<Item = &Piece> {
    let on_board = setup.board.iter().flat_map(|(_, tower)| tower);
    let in_piles = setup.piles.iter().flat_map(|(_, items)| items).filter_map(|item| match item {
        Item::Piece(piece) => Some(piece),
        Item::Token(_) => None,
    });
    on_board.chain(in_piles)
}

/// Positions may be composed with more pieces than at the start. But where no rule makes pieces out of nothing, the most is a
/// full board in addition to all pieces of the start.
fn pieces(program: &Program, setup: &Setup) -> Result<(), SetupError> {
    let room = program.layout.sites * usize::from(program.equipment.stacks.max(1));
    let (count, most) = (all_pieces(setup).count(), all_pieces(&program.start).count() + room);
    let makes = |op: &Op| matches!(op, Op::PlaceNew(new, _) if new.from.is_none());
    if count <= most || program.blocks.iter().flat_map(|block| &block.ops).any(|(op, _)| makes(op)) {
        return Ok(());
    }
    misfit(format!("{count} pieces, on the board and off it: there can be at most {most}"))
}
