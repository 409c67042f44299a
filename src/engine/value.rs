//! Values of phrases at run time: sets, numbers and truths. Plain data.

use smallvec::SmallVec;

use crate::model::{SiteId, SiteSet};

/// The value of a phrase, or of a bound name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) enum Value {
    /// Nothing bound yet, or an empty set.
    #[default]
    None,
    /// A number.
    Number(i64),
    /// Several numbers: those of `(1 or 2 or 3)`, or a key that is compared lexicographically.
    Numbers(SmallVec<[i64; 4]>),
    /// A truth.
    Truth(bool),
    /// Sites.
    Sites(SiteSet),
    /// Pieces.
    Pieces(PieceSet),
    /// Tokens.
    Tokens(SmallVec<[TokenRef; 2]>),
    /// Directions, players, sides, kinds or enumeration values, one bit each.
    Bits(u64),
    /// Piles, by their index in the layout.
    Piles(SmallVec<[u8; 2]>),
}

/// A set of pieces: commanders of sites, and others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct PieceSet {
    /// Commanders (and single pieces) on the board, by site.
    pub(super) board: SiteSet,
    /// Other pieces. Identical ones may occur several times.
    pub(super) off: SmallVec<[OffPiece; 1]>,
}

/// A piece that is referred to otherwise than as the commander of a site.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum OffPiece {
    /// The i-th piece taken in this move, as it was when taken.
    Taken(u8),
    /// A piece in the tower on a site, the i-th from the bottom; if `i` is the number of pieces below the commander, the
    /// commander itself.
    Below(SiteId, u8),
    /// In a pile, the i-th from the bottom; 0 where the pile has no order.
    InPile(u8, u16, PieceData),
}

/// A piece as data: owner, kind, and the contents of its slots as cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct PieceData {
    pub(super) side: u8,
    pub(super) kind: u8,
    pub(super) slots: SmallVec<[u32; 3]>,
}

/// A piece that the move has taken: its site, and its data when it was taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct TakenPiece {
    pub(super) site: SiteId,
    pub(super) data: PieceData,
    /// Whether it waits on the board until the move is over.
    pub(super) waits: bool,
    /// The tokens that were on it, by slot, and where they are now.
    pub(super) borne: Borne,
}

/// Tokens on a piece, by slot; empty if no piece can bear tokens.
pub(super) type Borne = SmallVec<[Option<TokenRef>; 1]>;

/// A token and where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct TokenRef {
    pub(super) kind: u8,
    pub(super) place: TokenPlace,
    /// How many tokens of its type come before it in its pile or in the box; 0 elsewhere.
    pub(super) at: u16,
    /// Its cell, as encoded by [`super::tokens`].
    pub(super) cell: u32,
}

/// Where a token lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum TokenPlace {
    /// In a slot of the piece on a site.
    Slot(SiteId, u8),
    /// Where no phrase finds it: on a piece in a pile or below another, or out of the game.
    Gone,
    /// Under a site.
    Under(SiteId),
    /// In a pile.
    Pile(u8),
    /// In the box, out of the game.
    Box,
}

impl TokenRef {
    /// Whether two tokens are identical: in the same pile, or both in the box, and the same is known of both.
    pub(super) fn is_like(&self, other: &TokenRef) -> bool {
        TokenRef { at: other.at, ..*self } == *other
    }
}

impl PieceSet {
    /// A set of pieces on the board only.
    pub(super) fn on(board: SiteSet) -> PieceSet {
        PieceSet { board, off: SmallVec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.off.is_empty() && self.board.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.board.len() + self.off.len()
    }
}

/// One element of a set: what a choice picks, or what `where` tests.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Element {
    Site(SiteId),
    Piece(SiteId),
    Off(OffPiece),
    Token(TokenRef),
    Number(i64),
    Bit(u8),
    Pile(u8),
}

impl Value {
    /// Its elements in canonical order: sites and pieces in site order, then pieces off the board; tokens in the order in which
    /// they lie; bits from the lowest.
    pub(super) fn elements(&self) -> Vec<Element> {
        match self {
            Value::None | Value::Truth(_) => Vec::new(),
            Value::Number(number) => vec![Element::Number(*number)],
            Value::Numbers(numbers) => numbers.iter().map(|number| Element::Number(*number)).collect(),
            Value::Sites(sites) => sites.iter().map(Element::Site).collect(),
            Value::Pieces(pieces) => {
                let off = pieces.off.iter().cloned().map(Element::Off);
                pieces.board.iter().map(Element::Piece).chain(off).collect()
            }
            Value::Tokens(tokens) => tokens.iter().copied().map(Element::Token).collect(),
            Value::Bits(bits) => {
                (0..64 - bits.leading_zeros() as u8).filter(|bit| bits >> bit & 1 != 0).map(Element::Bit).collect()
            }
            Value::Piles(piles) => piles.iter().copied().map(Element::Pile).collect(),
        }
    }

    /// The set of these elements, which are of one type, on a board with this many sites.
    pub(super) fn of(elements: &[Element], sites: usize) -> Value {
        let Some(first) = elements.first() else { return Value::None };
        match first {
            Element::Site(_) => {
                let mut set = SiteSet::empty(sites);
                for element in elements {
                    if let Element::Site(site) = element {
                        set.insert(*site);
                    }
                }
                Value::Sites(set)
            }
            Element::Piece(_) | Element::Off(_) => {
                let mut set = PieceSet::on(SiteSet::empty(sites));
                for element in elements {
                    match element {
                        Element::Piece(site) => set.board.insert(*site),
                        Element::Off(off) => set.off.push(off.clone()),
                        _ => {}
                    }
                }
                Value::Pieces(set)
            }
            Element::Token(_) => Value::Tokens(
                elements.iter().filter_map(|one| if let Element::Token(token) = one { Some(*token) } else { None }).collect(),
            ),
            Element::Number(number) if elements.len() == 1 => Value::Number(*number),
            Element::Number(_) => Value::Numbers(
                elements.iter().filter_map(|one| if let Element::Number(n) = one { Some(*n) } else { None }).collect(),
            ),
            Element::Bit(_) => Value::Bits(elements.iter().fold(0, |bits, one| match one {
                Element::Bit(bit) => bits | 1 << bit,
                _ => bits,
            })),
            Element::Pile(_) => Value::Piles(
                elements.iter().filter_map(|one| if let Element::Pile(pile) = one { Some(*pile) } else { None }).collect(),
            ),
        }
    }

    /// Whether it denotes anything; of a truth, whether it holds.
    pub(super) fn any(&self) -> bool {
        match self {
            Value::None => false,
            Value::Truth(truth) => *truth,
            Value::Number(_) => true,
            Value::Numbers(numbers) => !numbers.is_empty(),
            Value::Sites(sites) => !sites.is_empty(),
            Value::Pieces(pieces) => !pieces.is_empty(),
            Value::Tokens(tokens) => !tokens.is_empty(),
            Value::Bits(bits) => *bits != 0,
            Value::Piles(piles) => !piles.is_empty(),
        }
    }
}
