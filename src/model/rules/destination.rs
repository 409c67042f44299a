//! Destinations of pieces and tokens.

use crate::model::SlotId;
use crate::model::expr::Expr;

/// The destination of a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PieceDestination<E = Expr> {
    /// A single site.
    Site(E),
    /// A pile.
    Pile(E),
    /// Below the lowest piece of the tower of this piece.
    BottomOf(E),
    /// On top of the tower of this piece.
    TopOf(E),
    /// Out of the game.
    Box,
}

/// The destination of a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TokenDestination<E = Expr> {
    /// A pile.
    Pile(E),
    /// A slot of a single piece; a token already there goes to the box.
    Slot(SlotId, E),
    /// Under a single site.
    Under(E),
    /// Out of the game.
    Box,
}

impl<E> PieceDestination<E> {
    pub(super) fn phrase(&self) -> Option<&E> {
        match self {
            PieceDestination::Site(to)
            | PieceDestination::Pile(to)
            | PieceDestination::BottomOf(to)
            | PieceDestination::TopOf(to) => Some(to),
            PieceDestination::Box => None,
        }
    }

    pub(super) fn translated<'s, F>(&'s self, mut phrase: impl FnMut(&'s E) -> F) -> PieceDestination<F> {
        match self {
            PieceDestination::Site(to) => PieceDestination::Site(phrase(to)),
            PieceDestination::Pile(to) => PieceDestination::Pile(phrase(to)),
            PieceDestination::BottomOf(to) => PieceDestination::BottomOf(phrase(to)),
            PieceDestination::TopOf(to) => PieceDestination::TopOf(phrase(to)),
            PieceDestination::Box => PieceDestination::Box,
        }
    }
}

impl<E> TokenDestination<E> {
    pub(super) fn phrase(&self) -> Option<&E> {
        match self {
            TokenDestination::Pile(to) | TokenDestination::Slot(_, to) | TokenDestination::Under(to) => Some(to),
            TokenDestination::Box => None,
        }
    }

    pub(super) fn translated<'s, F>(&'s self, mut phrase: impl FnMut(&'s E) -> F) -> TokenDestination<F> {
        match self {
            TokenDestination::Pile(to) => TokenDestination::Pile(phrase(to)),
            TokenDestination::Slot(slot, to) => TokenDestination::Slot(*slot, phrase(to)),
            TokenDestination::Under(to) => TokenDestination::Under(phrase(to)),
            TokenDestination::Box => TokenDestination::Box,
        }
    }
}
