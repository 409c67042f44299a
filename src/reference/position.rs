//! A position: what is where. Every piece and every token has a number as long as the game lasts, so that a name goes on meaning
//! it wherever it goes; the numbers mean nothing else, and two positions that differ in them alone are the same.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::model::rules::{Afterwards, PileRef, StoredOf, StoredType};
use crate::model::setup::{Setup, StoredRef};
use crate::model::{KindId, PileId, PlayerId, SideId, SiteId, SlotId, StoredId, TokenId, Variant};

/// A piece, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceNo(pub u32);

/// A token, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TokenNo(pub u32);

/// Tokens that were shuffled together, by a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HeapNo(pub u32);

/// What a piece is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// Whose.
    pub owner: SideId,
    /// What.
    pub kind: KindId,
    /// Its attributes, as places in their sets.
    pub values: BTreeMap<SlotId, u8>,
    /// The tokens in its slots.
    pub tokens: BTreeMap<SlotId, TokenNo>,
}

/// What a token is, how it lies, and who knows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Token {
    /// Its type.
    pub kind: TokenId,
    /// Which of its type; none as long as nobody has seen it.
    pub class: Option<u16>,
    /// What it was shuffled with, while somebody does not know it.
    pub heap: Option<HeapNo>,
    /// Who has seen it.
    pub seen_by: BTreeSet<PlayerId>,
    /// Its face; 0 where it has none.
    pub face: u8,
}

/// What nobody has seen of the tokens that were shuffled together: how many of each class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heap {
    /// Their type.
    pub token: TokenId,
    /// How many of each class.
    pub left: BTreeMap<u16, u64>,
}

/// Something in a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// A piece.
    Piece(PieceNo),
    /// A token.
    Token(TokenNo),
}

/// What a counter, a clock or a `keep` holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// A number.
    Number(i64),
    /// A truth.
    Truth(bool),
    /// Sites.
    Sites(BTreeSet<SiteId>),
    /// Pieces.
    Pieces(BTreeSet<PieceNo>),
    /// Players, sides, kinds, directions or values, by their places.
    Members(BTreeSet<u8>),
}

/// What is where, whose turn it is, and what is remembered.
#[derive(Clone, Debug)]
pub struct Position {
    /// Whose turn it is: a place in the turn order.
    pub turn: usize,
    /// Turns played.
    pub turns: u32,
    /// What each piece is, on the board or in a pile.
    pub pieces: BTreeMap<PieceNo, Piece>,
    /// The pieces on each site from the bottom up; the last commands. No site stands here without a piece.
    pub board: BTreeMap<SiteId, Vec<PieceNo>>,
    /// What each token is.
    pub tokens: BTreeMap<TokenNo, Token>,
    /// The token under each site.
    pub under: BTreeMap<SiteId, TokenNo>,
    /// What lies in each pile, in the order in which it came.
    pub piles: BTreeMap<PileRef, Vec<Item>>,
    /// Tokens out of play.
    pub boxed: Vec<TokenNo>,
    /// Every counter, clock and kept thing.
    pub stored: BTreeMap<StoredRef, Kept>,
    /// Clocks that a rule has set in this turn.
    pub clocks_set: BTreeSet<StoredId>,
    /// What was shuffled together.
    pub heaps: BTreeMap<HeapNo, Heap>,
    /// Sides that are out of the game.
    pub out: BTreeSet<SideId>,
    /// Piles of which no rule asks for the top or the bottom: the order in them is no part of the position.
    pub unordered: Arc<BTreeSet<PileId>>,
    /// What of a move matters when it is over.
    pub afterwards: Arc<Afterwards>,
    /// How the board stood when each turn began, this one last: what `repeats` counts.
    pub stood: Arc<Vec<Setup>>,
    /// The next number for a piece, a token or a heap.
    pub next: u32,
}

impl Position {
    /// The piece that commands a site.
    pub fn commander(&self, site: SiteId) -> Option<PieceNo> {
        self.board.get(&site).and_then(|tower| tower.last()).copied()
    }

    /// The site on which a piece stands, at whatever height.
    pub fn site_of(&self, piece: PieceNo) -> Option<SiteId> {
        self.board.iter().find(|(_, tower)| tower.contains(&piece)).map(|(site, _)| *site)
    }

    /// The site that a piece commands.
    pub fn commands(&self, piece: PieceNo) -> Option<SiteId> {
        self.site_of(piece).filter(|site| self.commander(*site) == Some(piece))
    }

    /// The pieces below the commander of a site, from the bottom up.
    pub fn prisoners(&self, site: SiteId) -> &[PieceNo] {
        self.board.get(&site).and_then(|tower| tower.split_last()).map_or(&[], |(_, below)| below)
    }

    /// The pile in which something lies.
    pub fn pile_of(&self, item: Item) -> Option<PileRef> {
        self.piles.iter().find(|(_, items)| items.contains(&item)).map(|(pile, _)| *pile)
    }

    /// What lies in a pile.
    pub fn in_pile(&self, pile: PileRef) -> &[Item] {
        self.piles.get(&pile).map_or(&[], Vec::as_slice)
    }

    /// A number that nothing has yet.
    pub fn number(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    /// A piece is no longer among those that command a site: no `keep` remembers it.
    pub fn forget(&mut self, piece: PieceNo) {
        for kept in self.stored.values_mut() {
            if let Kept::Pieces(pieces) = kept {
                pieces.remove(&piece);
            }
        }
    }

    /// Takes a piece alone from where it is; what was below it stays.
    pub fn lift(&mut self, piece: PieceNo) {
        if let Some(site) = self.site_of(piece) {
            let tower = self.board.entry(site).or_default();
            tower.retain(|one| *one != piece);
            if tower.is_empty() {
                self.board.remove(&site);
            }
        }
        self.unpile(Item::Piece(piece));
    }

    /// Takes something out of the pile in which it lies.
    fn unpile(&mut self, item: Item) {
        for items in self.piles.values_mut() {
            items.retain(|one| *one != item);
        }
    }

    /// Takes a token from where it is.
    pub fn lift_token(&mut self, token: TokenNo) {
        self.unpile(Item::Token(token));
        self.boxed.retain(|one| *one != token);
        self.under.retain(|_, one| *one != token);
        for piece in self.pieces.values_mut() {
            piece.tokens.retain(|_, one| *one != token);
        }
    }

    /// A piece goes out of play. The tokens on it go to the box; one that nobody has seen is gone.
    pub fn discard(&mut self, piece: PieceNo) {
        self.lift(piece);
        if let Some(gone) = self.pieces.remove(&piece) {
            for token in gone.tokens.into_values() {
                if self.tokens[&token].class.is_some() {
                    self.boxed.push(token);
                }
            }
        }
    }
}

/// Every counter, clock and kept thing of the rules, with what it holds at the start.
pub(super) fn fresh_stored(variant: &Variant) -> impl Iterator<Item = (StoredRef, Kept)> + '_ {
    use crate::model::expr::Type;
    variant.rules.stored.iter().enumerate().flat_map(move |(i, stored)| {
        let owners = match stored.of {
            StoredOf::Position => 1,
            StoredOf::Player => variant.equipment.players.len(),
            StoredOf::Side => variant.equipment.sides.len(),
        };
        let start = match stored.holds {
            StoredType::Number { start, .. } => Kept::Number(start),
            StoredType::Set(Type::Truth) => Kept::Truth(false),
            StoredType::Set(Type::Site) => Kept::Sites(BTreeSet::new()),
            StoredType::Set(Type::Piece) => Kept::Pieces(BTreeSet::new()),
            StoredType::Set(_) => Kept::Members(BTreeSet::new()),
        };
        (0..owners).map(move |owner| (StoredRef { stored: StoredId(i as u8), owner: owner as u8 }, start.clone()))
    })
}
