//! A position. Every piece and token has a number for the whole game, by which names follow it wherever it goes. The numbers
//! have no other meaning: positions that differ only in them are the same.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::model::rules::{Afterwards, PileRef, StoredOf, StoredType};
use crate::model::setup::{Setup, StoredRef};
use crate::model::{KindId, PileId, PlayerId, SideId, SiteId, SlotId, StoredId, TokenId, Variant};

/// Identifies a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceNo(pub u32);

/// Identifies a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TokenNo(pub u32);

/// Identifies a heap: tokens that were shuffled together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HeapNo(pub u32);

/// The state of a piece.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// The side that owns it.
    pub owner: SideId,
    /// Its kind.
    pub kind: KindId,
    /// Its attributes, as indices into their sets of values.
    pub values: BTreeMap<SlotId, u8>,
    /// The tokens in its slots.
    pub tokens: BTreeMap<SlotId, TokenNo>,
}

/// The state of a token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Token {
    /// Its type.
    pub kind: TokenId,
    /// Its class within the type (a combination of attribute values); none until somebody has seen it.
    pub class: Option<u16>,
    /// The heap it was shuffled into, until all players have seen it.
    pub heap: Option<HeapNo>,
    /// The players who have seen it.
    pub seen_by: BTreeSet<PlayerId>,
    /// The index of its face; 0 for a type without faces.
    pub face: u8,
}

/// The unseen part of a heap: which tokens of it nobody has seen yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heap {
    /// Their type.
    pub token: TokenId,
    /// The number of unseen tokens of each class.
    pub left: BTreeMap<u16, u64>,
}

/// An element of a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// A piece.
    Piece(PieceNo),
    /// A token.
    Token(TokenNo),
}

/// Face, players who have seen it as bits, heap, class: what sorts tokens.
type TokenRank = (u8, u8, u32, u16);

/// The value of a counter, a clock or a `keep`.
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
    /// Players, sides, kinds, directions or values, by index.
    Members(BTreeSet<u8>),
}

/// The full state of a game between statements.
#[derive(Clone, Debug)]
pub struct Position {
    /// Whose turn it is, as an index into the turn order.
    pub turn: usize,
    /// Number of turns played.
    pub turns: u32,
    /// Every piece on the board or in a pile.
    pub pieces: BTreeMap<PieceNo, Piece>,
    /// The pieces on each site from the bottom up; the last is the commander. Empty sites have no entry.
    pub board: BTreeMap<SiteId, Vec<PieceNo>>,
    /// Every token.
    pub tokens: BTreeMap<TokenNo, Token>,
    /// The token under each site.
    pub under: BTreeMap<SiteId, TokenNo>,
    /// The contents of each pile, the newest last.
    pub piles: BTreeMap<PileRef, Vec<Item>>,
    /// The tokens in the box (out of play).
    pub boxed: Vec<TokenNo>,
    /// The value of every counter, clock and `keep`.
    pub stored: BTreeMap<StoredRef, Kept>,
    /// Clocks that a rule has set during this turn; they do not advance at its end.
    pub clocks_set: BTreeSet<StoredId>,
    /// The heaps of shuffled tokens.
    pub heaps: BTreeMap<HeapNo, Heap>,
    /// Sides that are out of the game, neutral ones included.
    pub out: BTreeSet<SideId>,
    /// Piles whose top and bottom no rule reads: their order is not part of the position.
    pub unordered: Arc<BTreeSet<PileId>>,
    /// What the rules may still read about a move when it is over.
    pub afterwards: Arc<Afterwards>,
    /// The position at the beginning of each turn, this one last, as `repeats` counts it.
    pub stood: Arc<Vec<Setup>>,
    /// The next unused number.
    pub next: u32,
}

impl Position {
    /// The piece that commands a site.
    pub fn commander(&self, site: SiteId) -> Option<PieceNo> {
        self.board.get(&site).and_then(|tower| tower.last()).copied()
    }

    /// The site of a piece on the board, at any height of a tower.
    pub fn site_of(&self, piece: PieceNo) -> Option<SiteId> {
        self.board.iter().find(|(_, tower)| tower.contains(&piece)).map(|(site, _)| *site)
    }

    /// The site that a piece commands, if it does.
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

    /// What lies in a pile: as it came there or, if no rule reads that order, sorted.
    pub fn in_pile(&self, pile: PileRef) -> Vec<Item> {
        let mut items = self.piles.get(&pile).cloned().unwrap_or_default();
        if self.unordered.contains(&pile.pile) {
            items.sort_by_key(|item| self.rank(*item));
        }
        items
    }

    /// The place of an item in a pile without an order: pieces by owner, kind and what they bear, tokens by [`Self::token_rank`].
    fn rank(&self, item: Item) -> Vec<TokenRank> {
        let piece = match item {
            Item::Token(token) => return vec![self.token_rank(token)],
            Item::Piece(piece) => &self.pieces[&piece],
        };
        let slots = piece.values.keys().chain(piece.tokens.keys()).map(|slot| slot.0 + 1).max().unwrap_or(0);
        let borne = (0..slots).map(SlotId).map(|slot| match piece.tokens.get(&slot) {
            Some(token) => self.token_rank(*token),
            None => (0, 0, 0, piece.values.get(&slot).map_or(0, |value| u16::from(*value) + 1)),
        });
        let of = [u16::from(piece.owner.0), u16::from(piece.kind.0)].map(|of| (0, 0, 0, of));
        of.into_iter().chain(borne).collect()
    }

    /// The place of a token among those of its type: by its face, the players who have seen it, its heap, and its class; one that
    /// nobody has seen is the last.
    fn token_rank(&self, token: TokenNo) -> TokenRank {
        let token = &self.tokens[&token];
        let seen_by = token.seen_by.iter().fold(0, |bits, player| bits | 1 << player.0);
        (token.face, seen_by, token.heap.map_or(0, |heap| heap.0 + 1), token.class.map_or(u16::MAX, |class| class + 1))
    }

    /// The tokens in the box, sorted.
    pub fn in_box(&self) -> Vec<TokenNo> {
        let mut boxed = self.boxed.clone();
        boxed.sort_by_key(|token| self.token_rank(*token));
        boxed
    }

    /// Returns an unused number.
    pub fn number(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    /// Gives the tokens on a piece new numbers, because it no longer commands a site: a name for one of them goes on meaning what
    /// the token was, and moves it no more.
    pub fn forget_tokens(&mut self, piece: PieceNo) {
        let borne: Vec<(SlotId, TokenNo)> = self.pieces[&piece].tokens.iter().map(|(slot, token)| (*slot, *token)).collect();
        for (slot, old) in borne {
            let new = TokenNo(self.number());
            let token = self.tokens[&old].clone();
            self.tokens.insert(new, token);
            self.pieces.entry(piece).and_modify(|piece| _ = piece.tokens.insert(slot, new));
        }
    }

    /// Removes a piece from all kept sets, because it no longer commands a site.
    pub fn forget(&mut self, piece: PieceNo) {
        for kept in self.stored.values_mut() {
            if let Kept::Pieces(pieces) = kept {
                pieces.remove(&piece);
            }
        }
    }

    /// Removes a single piece from its tower or pile; the pieces below it stay.
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

    /// Removes an item from its pile.
    fn unpile(&mut self, item: Item) {
        for items in self.piles.values_mut() {
            items.retain(|one| *one != item);
        }
    }

    /// Removes a token from its pile, site, slot or the box.
    pub fn lift_token(&mut self, token: TokenNo) {
        self.unpile(Item::Token(token));
        self.boxed.retain(|one| *one != token);
        self.under.retain(|_, one| *one != token);
        for piece in self.pieces.values_mut() {
            piece.tokens.retain(|_, one| *one != token);
        }
    }

    /// Removes a piece from the game; returns the tokens that were on it.
    pub fn discard(&mut self, piece: PieceNo) -> Vec<TokenNo> {
        self.lift(piece);
        self.pieces.remove(&piece).map(|gone| gone.tokens.into_values().collect()).unwrap_or_default()
    }

    /// Puts a token into the box, where all lie open; one that nobody has seen leaves the game.
    pub fn put_in_box(&mut self, number: TokenNo, everybody: BTreeSet<PlayerId>) {
        if let Some(token) = self.tokens.get_mut(&number).filter(|token| token.class.is_some()) {
            *token = Token { heap: None, seen_by: everybody, face: 0, ..token.clone() };
            self.boxed.push(number);
        }
    }
}

/// The initial value of every counter, clock and `keep`, for each owner.
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
