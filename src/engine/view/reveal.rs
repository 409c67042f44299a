//! What a decision has shown to which player.

use crate::model::setup::{Piece, SlotContent, Token};
use crate::model::{PlayerId, TokenId};
use crate::program::Program;

use super::shuffle_of;

use crate::engine::moves::{Chosen, Deed, Move};
use crate::engine::position::Position;

/// Tokens that have become known to a player: type and class, as often as they occur.
pub type Learnt = Vec<(TokenId, u16)>;

impl Position {
    /// The tokens that a player knows now but did not know in an earlier position of the same game.
    pub fn learnt(&self, program: &Program, earlier: &Position, player: PlayerId) -> Learnt {
        let (before, after) = (unknown(earlier, program, player), unknown(self, program, player));
        let fewer = before.iter().zip(&after).filter(|((_, before), (_, after))| after < before);
        fewer.flat_map(|((what, before), (_, after))| std::iter::repeat_n(*what, (before - after) as usize)).collect()
    }

    /// A move of this position as a player may be shown it once it is made: tokens that the player knows neither before nor
    /// after it are unnamed.
    pub fn told(&self, program: &Program, mv: &Move, after: &Position, player: PlayerId) -> Move {
        if !program.layout.hidden.contains(&true) {
            return mv.clone();
        }
        let mut learnt = after.learnt(program, self, player);
        without_names(program, mv, player, &mut |kind, class| {
            let at = learnt.iter().position(|one| *one == (kind, class));
            at.map(|at| learnt.swap_remove(at)).is_some()
        })
    }
}

/// For each type and class, the number of tokens whose whereabouts a player does not know.
fn unknown(position: &Position, program: &Program, player: PlayerId) -> Vec<((TokenId, u16), u32)> {
    let seen = position.view(program, player);
    let mut counts: Vec<((TokenId, u16), u32)> = Vec::new();
    for cells in &program.layout.shuffles {
        for class in 0..cells.classes {
            let (what, here) = ((cells.token, class as u16), seen.store.cell(cells.start + class));
            match counts.iter_mut().find(|(known, _)| *known == what) {
                Some((_, count)) => *count += here,
                None => counts.push((what, here)),
            }
        }
    }
    counts
}

/// A move with the tokens that a player has not seen unnamed, except those for which `known` returns `true`.
pub(super) fn without_names(
    program: &Program,
    mv: &Move,
    player: PlayerId,
    known: &mut dyn FnMut(TokenId, u16) -> bool,
) -> Move {
    let mut mv = mv.clone();
    for deed in &mut mv.deeds {
        let Deed::Chosen(_, values) = deed else { continue };
        for value in values {
            match value {
                Chosen::Token(kind, token) => veil(program, *kind, token, player, known),
                Chosen::Off(piece) => veil_piece(program, piece, player, known),
                _ => {}
            }
        }
    }
    mv
}

fn veil_piece(program: &Program, piece: &mut Piece, player: PlayerId, known: &mut dyn FnMut(TokenId, u16) -> bool) {
    for (slot, content) in &mut piece.slots {
        let holds = program.equipment.slots.get(slot.index()).map(|slot| slot.holds);
        if let (SlotContent::Token(token), Some(crate::model::equipment::SlotType::Token(kind))) = (content, holds) {
            veil(program, kind, token, player, known);
        }
    }
}

fn veil(program: &Program, kind: TokenId, token: &mut Token, player: PlayerId, known: &mut dyn FnMut(TokenId, u16) -> bool) {
    if let Token::Seen { class, face, seen_by, shuffle } = *token
        && program.layout.hidden[kind.index()]
        && seen_by >> player.0 & 1 == 0
        && !known(kind, class)
    {
        let shuffle = shuffle.or_else(|| shuffle_of(&program.layout, kind.index())).unwrap_or_default();
        *token = Token::Unseen { face, seen_by, shuffle };
    }
}
