//! Conversion between positions and plain data ([`Setup`]). Two positions are the same if their plain data are equal.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::model::equipment::{Equipment, PileHolds, PileOwner, SeenBy, SlotType};
use crate::model::expr::{Expr, ExprKind, Field, Type};
use crate::model::rules::{Afterwards, Each, PileRef};
use crate::model::setup::{self, Setup, Shuffle, SlotContent, StoredRef};
use crate::model::walk::{any_in_rules, any_phrase};
use crate::model::{PileId, PlayerId, SiteId, TokenId, Variant};

use super::position::{Heap, HeapNo, Item, Kept, Piece, PieceNo, Position, Token, TokenNo, fresh_stored};

/// Builds a position from plain data.
struct Reader<'v> {
    equipment: &'v Equipment,
    position: Position,
}

impl Position {
    /// The position that valid plain data describe. An unfinished turn in them is ignored.
    pub fn from_setup(variant: &Variant, setup: &Setup) -> Position {
        let equipment = &variant.equipment;
        let position = Position {
            turn: setup.turn as usize,
            turns: setup.turns,
            pieces: BTreeMap::new(),
            board: BTreeMap::new(),
            tokens: BTreeMap::new(),
            under: BTreeMap::new(),
            piles: BTreeMap::new(),
            boxed: Vec::new(),
            stored: fresh_stored(variant).collect(),
            clocks_set: BTreeSet::new(),
            heaps: BTreeMap::new(),
            // Neutral sides are never in the game.
            out: setup.out.iter().copied().chain(equipment.neutral()).collect(),
            unordered: Arc::new(unordered(variant)),
            afterwards: Arc::new(Afterwards::of(&variant.rules)),
            stood: Arc::default(),
            next: setup.shuffles.len() as u32,
        };
        let mut read = Reader { equipment, position };
        for (i, shuffle) in setup.shuffles.iter().enumerate() {
            let left = shuffle.left.iter().map(|(class, many)| (*class, u64::from(*many))).collect();
            read.position.heaps.insert(HeapNo(i as u32), Heap { token: shuffle.token, left });
        }
        for (site, tower) in &setup.board {
            let tower = tower.iter().map(|piece| read.piece(piece)).collect();
            read.position.board.insert(*site, tower);
        }
        for (site, token) in &setup.under {
            if let Some((_, kind)) = equipment.under {
                let token = read.token(kind, token);
                read.position.under.insert(*site, token);
            }
        }
        for (pile, items) in &setup.piles {
            let items = items.iter().filter_map(|item| read.item(*pile, item)).collect();
            read.position.piles.insert(*pile, items);
        }
        for (kind, left) in &setup.unplaced {
            for (class, many) in left {
                for _ in 0..*many {
                    let token = setup::Token::Seen { class: *class, face: 0, seen_by: u8::MAX, shuffle: None };
                    let token = read.token(*kind, &token);
                    read.position.boxed.push(token);
                }
            }
        }
        for (stored, kept) in &setup.stored {
            read.kept(*stored, kept);
        }
        let mut position = read.position;
        position.stood = Arc::new(vec![position.standing(variant)]);
        position
    }

    /// The position as plain data. Unordered piles are sorted and heaps numbered canonically.
    pub fn to_setup(&self, variant: &Variant) -> Setup {
        let mut setup = Setup {
            turn: self.turn as u8,
            turns: self.turns,
            board: self
                .board
                .iter()
                .map(|(site, tower)| (*site, tower.iter().map(|piece| self.plain_piece(*piece)).collect()))
                .collect(),
            under: self.under.iter().map(|(site, token)| (*site, self.plain_token(*token))).collect(),
            piles: self
                .piles
                .iter()
                .filter(|(_, items)| !items.is_empty())
                .map(|(pile, items)| (*pile, items.iter().map(|item| self.plain_item(*item)).collect()))
                .collect(),
            stored: self.plain_stored(variant),
            unplaced: self.plain_box(variant),
            out: self.out.iter().copied().filter(|side| !variant.equipment.sides[side.index()].neutral).collect(),
            ..Setup::default()
        };
        self.sort_piles(&mut setup);
        self.name_heaps(&mut setup);
        self.sort_piles(&mut setup);
        setup
    }

    /// The part of the position that `repeats` compares. It leaves out clocks, `each move` values, and who has seen what; of
    /// tokens not open to all only the number and faces count.
    pub fn standing(&self, variant: &Variant) -> Setup {
        let equipment = &variant.equipment;
        let mut setup = Setup { turns: 0, shuffles: Vec::new(), ..self.to_setup(variant) };
        setup.stored.retain(|(stored, _)| {
            let declared = &variant.rules.stored[stored.stored.index()];
            !declared.clock && declared.each != Each::Move
        });
        let mask_piece = |piece: &mut setup::Piece| {
            for (slot, content) in &mut piece.slots {
                if let (SlotContent::Token(token), SlotType::Token(kind)) = (content, equipment.slots[slot.index()].holds) {
                    *token = masked(token, |face| is_open(equipment, kind, face));
                }
            }
        };
        setup.board.iter_mut().flat_map(|(_, tower)| tower).for_each(mask_piece);
        for (_, token) in &mut setup.under {
            if let Some((_, kind)) = equipment.under {
                *token = masked(token, |face| is_open(equipment, kind, face));
            }
        }
        for (pile, items) in &mut setup.piles {
            let seen = seers(equipment, *pile).len() == equipment.players.len();
            for item in items {
                match item {
                    setup::Item::Piece(piece) => mask_piece(piece),
                    setup::Item::Token(token) => *token = masked(token, |_| seen),
                }
            }
        }
        self.sort_piles(&mut setup);
        setup
    }

    fn sort_piles(&self, setup: &mut Setup) {
        for (_, items) in setup.piles.iter_mut().filter(|(pile, _)| self.unordered.contains(&pile.pile)) {
            items.sort();
        }
    }

    fn plain_piece(&self, piece: PieceNo) -> setup::Piece {
        let piece = &self.pieces[&piece];
        let values = piece.values.iter().map(|(slot, value)| (*slot, SlotContent::Value(*value)));
        let tokens = piece.tokens.iter().map(|(slot, token)| (*slot, SlotContent::Token(self.plain_token(*token))));
        let mut slots: Vec<_> = values.chain(tokens).collect();
        slots.sort();
        setup::Piece { owner: piece.owner, kind: piece.kind, slots }
    }

    /// A token as plain data, with the heap number of this position (not renumbered).
    pub fn plain_token(&self, token: TokenNo) -> setup::Token {
        let token = &self.tokens[&token];
        let seen_by = token.seen_by.iter().fold(0, |bits, player| bits | 1 << player.0);
        let shuffle = token.heap.map(|heap| heap.0 as u8);
        match token.class {
            Some(class) => setup::Token::Seen { class, face: token.face, seen_by, shuffle },
            None => setup::Token::Unseen { face: token.face, seen_by, shuffle: shuffle.unwrap_or(0) },
        }
    }

    /// An element of a pile as plain data.
    pub fn plain_item(&self, item: Item) -> setup::Item {
        match item {
            Item::Piece(piece) => setup::Item::Piece(self.plain_piece(piece)),
            Item::Token(token) => setup::Item::Token(self.plain_token(token)),
        }
    }

    fn plain_stored(&self, variant: &Variant) -> Vec<(StoredRef, setup::Kept)> {
        let changed = fresh_stored(variant).filter(|(stored, start)| self.stored.get(stored) != Some(start));
        let plain = |kept: &Kept| match kept {
            Kept::Number(number) => setup::Kept::Number(*number),
            Kept::Truth(truth) => setup::Kept::Number(i64::from(*truth)),
            Kept::Sites(sites) => setup::Kept::Sites(sites.iter().copied().collect()),
            Kept::Pieces(pieces) => {
                let sites: BTreeSet<SiteId> = pieces.iter().filter_map(|piece| self.site_of(*piece)).collect();
                setup::Kept::Sites(sites.into_iter().collect())
            }
            Kept::Members(members) => setup::Kept::Bits(members.iter().fold(0, |bits, member| bits | 1 << member)),
        };
        changed.filter_map(|(stored, _)| Some((stored, plain(self.stored.get(&stored)?)))).collect()
    }

    fn plain_box(&self, variant: &Variant) -> Vec<(TokenId, Vec<(u16, u16)>)> {
        let mut all = Vec::new();
        for kind in (0..variant.equipment.tokens.len()).map(|i| TokenId(i as u8)) {
            let mut many: BTreeMap<u16, u16> = BTreeMap::new();
            for token in self.boxed.iter().map(|token| &self.tokens[token]).filter(|token| token.kind == kind) {
                if let Some(class) = token.class {
                    *many.entry(class).or_default() += 1;
                }
            }
            if !many.is_empty() {
                all.push((kind, many.into_iter().collect()));
            }
        }
        all
    }

    /// Renumbers the heaps in the order in which their first tokens occur.
    fn name_heaps(&self, setup: &mut Setup) {
        let mut order: Vec<u8> = Vec::new();
        let mut rename = |token: &mut setup::Token| {
            let heap = match token {
                setup::Token::Seen { shuffle, .. } => shuffle.as_mut(),
                setup::Token::Unseen { shuffle, .. } => Some(shuffle),
            };
            if let Some(heap) = heap {
                let place = order.iter().position(|known| known == heap).unwrap_or_else(|| {
                    order.push(*heap);
                    order.len() - 1
                });
                *heap = place as u8;
            }
        };
        let rename_piece = |piece: &mut setup::Piece, rename: &mut dyn FnMut(&mut setup::Token)| {
            for (_, content) in &mut piece.slots {
                if let SlotContent::Token(token) = content {
                    rename(token);
                }
            }
        };
        for (_, tower) in &mut setup.board {
            tower.iter_mut().for_each(|piece| rename_piece(piece, &mut rename));
        }
        setup.under.iter_mut().for_each(|(_, token)| rename(token));
        for item in setup.piles.iter_mut().flat_map(|(_, items)| items) {
            match item {
                setup::Item::Piece(piece) => rename_piece(piece, &mut rename),
                setup::Item::Token(token) => rename(token),
            }
        }
        let plain = |heap: u8| {
            let heap = self.heaps.get(&HeapNo(u32::from(heap)));
            let left = heap.into_iter().flat_map(|heap| &heap.left).filter(|(_, many)| **many > 0);
            let left = left.map(|(class, many)| (*class, *many as u16)).collect();
            Shuffle { token: heap.map(|heap| heap.token).unwrap_or_default(), left }
        };
        setup.shuffles = order.into_iter().map(plain).collect();
    }
}

impl Reader<'_> {
    fn piece(&mut self, plain: &setup::Piece) -> PieceNo {
        let (mut values, mut tokens) = (BTreeMap::new(), BTreeMap::new());
        for (slot, content) in &plain.slots {
            match (content, self.equipment.slots[slot.index()].holds) {
                (SlotContent::Value(value), _) => {
                    values.insert(*slot, *value);
                }
                (SlotContent::Token(token), SlotType::Token(kind)) => {
                    tokens.insert(*slot, self.token(kind, token));
                }
                (SlotContent::Token(_), SlotType::Value(_)) => {}
            }
        }
        let number = PieceNo(self.position.number());
        self.position.pieces.insert(number, Piece { owner: plain.owner, kind: plain.kind, values, tokens });
        number
    }

    fn token(&mut self, kind: TokenId, plain: &setup::Token) -> TokenNo {
        let all = 0..self.equipment.players.len() as u8;
        let players = |bits: u8| all.filter(|player| bits >> player & 1 != 0).map(PlayerId).collect::<BTreeSet<_>>();
        let token = match *plain {
            setup::Token::Seen { class, face, seen_by, shuffle } => {
                let seen_by = players(seen_by);
                let heap = shuffle.filter(|_| seen_by.len() < self.equipment.players.len());
                Token { kind, class: Some(class), heap: heap.map(|heap| HeapNo(u32::from(heap))), seen_by, face }
            }
            setup::Token::Unseen { face, seen_by, shuffle } => {
                Token { kind, class: None, heap: Some(HeapNo(u32::from(shuffle))), seen_by: players(seen_by), face }
            }
        };
        let number = TokenNo(self.position.number());
        self.position.tokens.insert(number, token);
        number
    }

    fn item(&mut self, pile: PileRef, plain: &setup::Item) -> Option<Item> {
        match (plain, self.equipment.piles[pile.pile.index()].holds) {
            (setup::Item::Piece(piece), _) => Some(Item::Piece(self.piece(piece))),
            (setup::Item::Token(token), PileHolds::Token(kind)) => Some(Item::Token(self.token(kind, token))),
            _ => None,
        }
    }

    fn kept(&mut self, stored: StoredRef, plain: &setup::Kept) {
        let commanders = |sites: &[SiteId]| sites.iter().filter_map(|site| self.position.commander(*site)).collect();
        let kept = match (plain, self.position.stored.get(&stored)) {
            (setup::Kept::Number(number), Some(Kept::Truth(_))) => Kept::Truth(*number != 0),
            (setup::Kept::Number(number), _) => Kept::Number(*number),
            (setup::Kept::Sites(sites), Some(Kept::Pieces(_))) => Kept::Pieces(commanders(sites)),
            (setup::Kept::Sites(sites), _) => Kept::Sites(sites.iter().copied().collect()),
            (setup::Kept::Bits(bits), _) => Kept::Members((0..64).filter(|bit| bits >> bit & 1 != 0).collect()),
        };
        self.position.stored.insert(stored, kept);
    }
}

/// A token as `repeats` compares it: its class only if its face is open to all.
fn masked(token: &setup::Token, shows: impl Fn(u8) -> bool) -> setup::Token {
    match *token {
        setup::Token::Seen { class, face, .. } if shows(face) => setup::Token::Seen { class, face, seen_by: 0, shuffle: None },
        setup::Token::Seen { face, .. } | setup::Token::Unseen { face, .. } => {
            setup::Token::Unseen { face, seen_by: 0, shuffle: 0 }
        }
    }
}

/// Whether a token with this face is visible to all players.
pub(super) fn is_open(equipment: &Equipment, kind: TokenId, face: u8) -> bool {
    let faces = equipment.tokens[kind.index()].faces;
    faces.is_none_or(|faces| face as usize + 1 == equipment.enums[faces.index()].values.len())
}

/// The players who see the contents of a pile.
pub(super) fn seers(equipment: &Equipment, pile: PileRef) -> BTreeSet<PlayerId> {
    let declared = &equipment.piles[pile.pile.index()];
    let sees = |player: PlayerId| match (declared.seen_by, declared.of) {
        (SeenBy::All, _) | (SeenBy::Owner, PileOwner::Common) => true,
        (SeenBy::Nobody, _) => false,
        (SeenBy::Owner, PileOwner::EachPlayer) => player.0 == pile.owner,
        (SeenBy::Owner, PileOwner::One(owner)) => player == owner,
        (SeenBy::Owner, PileOwner::EachSide) => equipment.players[player.index()].side.0 == pile.owner,
    };
    (0..equipment.players.len() as u8).map(PlayerId).filter(|player| sees(*player)).collect()
}

/// The piles whose top and bottom no rule reads. A bound name of piles may be of any.
fn unordered(variant: &Variant) -> BTreeSet<PileId> {
    let asks = |pile: PileId, phrase: &Expr| {
        let mut names = |part: &Expr| match &part.kind {
            ExprKind::Field(Field::Pile(one), _) => *one == pile,
            ExprKind::Local(_) => part.ty == Type::Pile,
            _ => false,
        };
        matches!(&phrase.kind, ExprKind::Field(Field::Top | Field::Bottom, of) if any_phrase(of, &mut names))
    };
    let piles = (0..variant.equipment.piles.len()).map(|pile| PileId(pile as u8));
    piles.filter(|pile| !any_in_rules(&variant.rules, &mut |phrase| asks(*pile, phrase))).collect()
}
