//! Tokens encoded as cells: class, shuffle, the players who have seen it, face.
//!
//! Bits 0–11: class + 1, or [`UNSEEN`]; 12–17: shuffle + 1 if some player has not seen it, else 0; 18–25: the players who have
//! seen it; 26–29: face. A cell of 0 holds no token.

use smallvec::SmallVec;

use super::value::TokenRef;
use crate::program::layout::Counted;

/// The class bits of a token that nobody has seen.
const UNSEEN: u32 = 0xFFF;

/// The bits of the class.
const CLASS: u32 = 0xFFF;
/// The bits of the face.
const FACE: u32 = 0xF << 26;
/// Stands for a token whose identity does not count.
const SOME_TOKEN: u32 = 1 << 30;

/// The part of a cell that belongs to the position for repetition.
#[inline]
pub(super) fn counted(how: Option<&Counted>, cell: u32) -> u32 {
    match how {
        None | Some(Counted::Whole) => cell,
        _ if cell == 0 => 0,
        Some(Counted::Class) if cell & CLASS != 0 => cell & (CLASS | FACE),
        Some(Counted::Open(face)) if (cell & FACE) >> 26 == u32::from(*face) => cell & (CLASS | FACE),
        Some(Counted::Class | Counted::Open(_) | Counted::Lying) => cell & FACE | SOME_TOKEN,
        Some(Counted::Nothing) => 0,
    }
}

/// Tokens on their way to a destination, one by one. The identity of an unseen token is drawn when somebody first sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Transfer {
    pub(super) left: SmallVec<[TokenRef; 2]>,
    pub(super) to: Destination,
    /// The cut for the next token has been made, or it has become known: no further cut is needed for it.
    pub(super) told: bool,
}

/// Where tokens go, evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Destination {
    /// To a place.
    Place(super::value::TokenPlace),
    /// They stay, and their face becomes this.
    Face(u8),
    /// They stay, and these players (as bits) get to see them.
    Shown(u8),
}

/// A token as its cell encodes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Token {
    /// `None` if nobody has seen it.
    pub(super) class: Option<u16>,
    pub(super) shuffle: Option<u8>,
    pub(super) seen_by: u8,
    pub(super) face: u8,
}

impl Token {
    /// A token whose class is public, with the first face.
    pub(super) fn public(class: u16) -> Token {
        Token { class: Some(class), shuffle: None, seen_by: 0, face: 0 }
    }

    pub(super) fn cell(self) -> u32 {
        let class = self.class.map_or(UNSEEN, |class| class as u32 + 1);
        let shuffle = self.shuffle.map_or(0, |shuffle| shuffle as u32 + 1);
        class | shuffle << 12 | (self.seen_by as u32) << 18 | (self.face as u32) << 26
    }

    pub(super) fn read(cell: u32) -> Option<Token> {
        let class = match cell & 0xFFF {
            0 => return None,
            UNSEEN => None,
            class => Some(class as u16 - 1),
        };
        let shuffle = (cell >> 12 & 0x3F).checked_sub(1).map(|shuffle| shuffle as u8);
        Some(Token { class, shuffle, seen_by: (cell >> 18) as u8, face: (cell >> 26 & 0xF) as u8 })
    }
}
