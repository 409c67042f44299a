//! Evaluation of terms that are pieces in piles and in towers.

use smallvec::SmallVec;

use super::super::geometry::ones;
use super::super::move_state::{NAMES, NamedValue, PiecePlace, Taken};
use super::super::towers::Part;
use super::ids::{NumberId, PieceDescriptionId, PilePiecesId, TakenSetId};
use super::sets::At;
use super::term::{DEEPEST, ELEMENT, MOVE, PieceDescription, PilePieces};
use super::{Numbers, Phrases};
use crate::engine::word::Word;
use crate::model::expr::{Field, Type};
use crate::program::Program;
use crate::program::node::{Node, NodeId};

/// Pieces in piles and towers: where each lies, its code, and how many identical ones the entry stands for.
pub(in crate::engine::bitboard) type PilePieceList = SmallVec<[(PiecePlace, u32, u32); 8]>;

/// What a piece off the board is.
#[derive(Clone, Copy)]
pub(super) struct OffBoardPiece {
    pub(super) side: u8,
    pub(super) kind: u8,
    /// See [`super::super::slots::Slots::code`].
    pub(super) code: u32,
}

impl OffBoardPiece {
    #[inline(always)]
    fn of<B>(taken: &Taken<B>) -> OffBoardPiece {
        OffBoardPiece { side: taken.side, kind: taken.kind, code: taken.code }
    }
}

/// In the bits of a set of taken pieces, those behind the taken ones are pieces in piles and towers: from [`ELEMENTS`] on those
/// that are elements, by depth, and from here on those that names mean.
const NAMED: usize = 64 - NAMES;
const ELEMENTS: usize = NAMED - DEEPEST;
/// Marks an element value as such a piece. Where it lies is never encoded as 0, so the mark alone is the bit of the 64th taken
/// piece.
const MARK: u64 = 1 << 63;

/// A piece in a pile or a tower, encoded as the value of an element.
fn element(lies: PiecePlace, code: u32) -> u64 {
    let place = match lies {
        PiecePlace::Pile { pile, at } => 1 << 24 | u64::from(pile) << 16 | u64::from(at),
        PiecePlace::Tower { site, at } => 2 << 24 | u64::from(site) << 8 | u64::from(at),
        PiecePlace::Taken(place) => 3 << 24 | u64::from(place),
    };
    MARK | place << 32 | u64::from(code)
}

/// The piece that the value of an element encodes, if it is one in a pile or a tower.
fn read_element(element: u64) -> Option<(PiecePlace, u32)> {
    if element & MARK == 0 || element == MARK {
        return None;
    }
    let place = (element & !MARK) >> 32;
    let lies = match place >> 24 {
        1 => PiecePlace::Pile { pile: (place >> 16) as u8, at: place as u16 },
        2 => PiecePlace::Tower { site: (place >> 8) as u16, at: place as u8 },
        _ => PiecePlace::Taken(place as u8),
    };
    Some((lies, element as u32))
}

impl<B: Word> Phrases<B> {
    pub(super) fn put_lying(&mut self, lying: PilePieces) -> PilePiecesId {
        let of = |id: PilePiecesId| self.terms.pile_pieces.needs(id);
        let needs = match lying {
            PilePieces::None => 0,
            PilePieces::In(piles, like) => self.terms.bits.needs(piles) | self.terms.descriptions.needs(like),
            PilePieces::End(a, _) => of(a),
            PilePieces::Only(a, like) => of(a) | self.terms.descriptions.needs(like),
            PilePieces::Where(a, depth, condition) => of(a) | self.terms.truths.needs(condition) & !(ELEMENT << depth),
            PilePieces::Extreme(a, depth, _, key) => of(a) | self.terms.nums.needs(key) & !(ELEMENT << depth),
            PilePieces::Or(a, b) | PilePieces::Both(a, b) => of(a) | of(b),
            PilePieces::If(condition, a, b) => self.terms.truths.needs(condition) | of(a) | of(b),
            PilePieces::Tower(sites, off, _, like) => {
                self.terms.sets.needs(sites) | self.terms.off_board.needs(off) | self.terms.descriptions.needs(like)
            }
            PilePieces::Local(_) => MOVE,
        };
        PilePiecesId(self.terms.pile_pieces.put(lying, needs))
    }

    pub(super) fn put_description(&mut self, like: PieceDescription) -> PieceDescriptionId {
        let of = |id: PieceDescriptionId| self.terms.descriptions.needs(id);
        let needs = match like {
            PieceDescription::Any => 0,
            PieceDescription::Of(a, b) => self.terms.bits.needs(a) | self.terms.bits.needs(b),
            PieceDescription::Bearing(_, classes) => self.terms.bits.needs(classes),
            PieceDescription::Among(lying) => self.terms.pile_pieces.needs(lying),
            PieceDescription::Meant(off) => self.terms.off_board.needs(off),
            PieceDescription::Where(depth, condition) => self.terms.truths.needs(condition) & !(ELEMENT << depth),
            PieceDescription::If(condition, a, b) => self.terms.truths.needs(condition) | of(a) | of(b),
            PieceDescription::And(a, b) | PieceDescription::Or(a, b) => of(a) | of(b),
            PieceDescription::Not(a) => of(a),
        };
        PieceDescriptionId(self.terms.descriptions.put(like, needs))
    }

    /// The pieces of a set.
    pub(super) fn lot(&self, id: PilePiecesId, at: &At<'_, B>) -> PilePieceList {
        match *self.terms.pile_pieces.get(id) {
            PilePieces::None => PilePieceList::new(),
            PilePieces::Local(local) => match at.moving.names[local as usize] {
                NamedValue::Off { place: lies, code } => SmallVec::from_elem((lies, code, 1), 1),
                _ => PilePieceList::new(),
            },
            PilePieces::In(piles, like) => {
                let mut lot = PilePieceList::new();
                for pile in ones(self.members(piles, at), self.slots.piles.len()) {
                    self.slots.pieces_in(pile, &at.moving.state, &mut |lies, code, many| {
                        if self.is_like(like, (lies, code), at) {
                            lot.push((lies, code, many));
                        }
                    });
                }
                lot
            }
            PilePieces::Tower(sites, off, part, like) => {
                let (mut lot, sites) = (PilePieceList::new(), self.set(sites, at));
                if !sites.any() && part != Part::Below {
                    let places = self.off(off, at);
                    let place = if part == Part::Top { places.checked_ilog2() } else { places.lowest().checked_ilog2() };
                    lot.extend(place.and_then(|place| {
                        let taken =
                            at.moving.taken.get(place as usize).map(|taken| (PiecePlace::Taken(place as u8), taken.code));
                        taken.or_else(|| self.lying_at(place as usize, at)).map(|(lies, code)| (lies, code, 1))
                    }));
                }
                self.slots.in_towers(sites, part, &at.moving.state, &mut |lies, code| {
                    if self.is_like(like, (lies, code), at) {
                        lot.push((lies, code, 1));
                    }
                });
                lot
            }
            PilePieces::End(of, last) => {
                let lot = self.lot(of, at);
                let end = if last { lot.last() } else { lot.first() };
                end.map(|(lies, code, _)| (*lies, *code, 1)).into_iter().collect()
            }
            PilePieces::Only(of, like) => {
                let mut lot = self.lot(of, at);
                lot.retain(|(lies, code, _)| self.is_like(like, (*lies, *code), at));
                lot
            }
            PilePieces::Where(of, depth, condition) => {
                let (mut lot, mut inner) = (self.lot(of, at), *at);
                lot.retain(|(lies, code, many)| {
                    (0..*many).for_each(|_| _ = at.moving.works());
                    inner.bind(depth, (B::ZERO, element(*lies, *code)));
                    self.holds(condition, &inner)
                });
                lot
            }
            PilePieces::Extreme(of, depth, most, key) => self.extreme_lot(of, (depth, most, key), at),
            PilePieces::Or(a, b) => {
                let mut all = PilePieceList::new();
                for (lies, code, _) in self.lot(a, at).into_iter().chain(self.lot(b, at)) {
                    if !all.contains(&(lies, code, 1)) {
                        all.push((lies, code, 1));
                    }
                }
                all
            }
            PilePieces::Both(a, b) => {
                let mut all = self.lot(a, at);
                all.extend(self.lot(b, at));
                all
            }
            PilePieces::If(condition, yes, no) => self.lot(if self.holds(condition, at) { yes } else { no }, at),
        }
    }

    /// The pieces of a set for which a number is greatest, if `most`, or least.
    fn extreme_lot(&self, of: PilePiecesId, (depth, most, key): (u8, bool, NumberId), at: &At<'_, B>) -> PilePieceList {
        let (mut best, mut found, mut inner): (Option<Numbers>, PilePieceList, _) = (None, PilePieceList::new(), *at);
        for (lies, code, many) in self.lot(of, at) {
            (0..many).for_each(|_| _ = at.moving.works());
            inner.bind(depth, (B::ZERO, element(lies, code)));
            let key = self.many(key, &inner);
            if best.as_ref().is_none_or(|best| if most { key > *best } else { key < *best }) {
                found.clear();
                best = Some(key);
            } else if best.as_ref() != Some(&key) {
                continue;
            }
            found.push((lies, code, many));
        }
        found
    }

    /// The boards (side and kind) of the pieces of a set, as bits.
    pub(super) fn boards_lying(&self, id: PilePiecesId, at: &At<'_, B>) -> u64 {
        self.lot(id, at).iter().fold(0, |boards, (_, code, _)| boards | 1 << self.slots.board_of(*code))
    }

    /// Whether a set has pieces and all of them match a description.
    pub(super) fn all_like(&self, id: PilePiecesId, like: PieceDescriptionId, at: &At<'_, B>) -> bool {
        let lot = self.lot(id, at);
        !lot.is_empty() && lot.iter().all(|(lies, code, _)| self.is_like(like, (*lies, *code), at))
    }

    /// Whether a piece off the board matches a description.
    fn is_like(&self, id: PieceDescriptionId, piece: (PiecePlace, u32), at: &At<'_, B>) -> bool {
        let (lies, code) = piece;
        match *self.terms.descriptions.get(id) {
            PieceDescription::Any => true,
            PieceDescription::Of(sides, kinds) => {
                let boards = self.boards_of(self.members(sides, at), self.members(kinds, at));
                boards >> self.slots.board_of(code) & 1 != 0
            }
            PieceDescription::Bearing(slot, classes) => {
                let class = self.slots.borne[slot as usize].class(code);
                class.is_some_and(|class| self.members(classes, at) >> class & 1 != 0)
            }
            PieceDescription::Among(lying) => self.lot(lying, at).iter().any(|(where_, other, _)| (*where_, *other) == piece),
            PieceDescription::Meant(off) => {
                let mut places = ones(self.lying_places(self.off(off, at), at), 64);
                places.any(|place| self.lying_at(place, at) == Some(piece))
            }
            PieceDescription::Where(depth, condition) => {
                at.moving.works();
                let mut inner = *at;
                inner.bind(depth, (B::ZERO, element(lies, code)));
                self.holds(condition, &inner)
            }
            PieceDescription::If(condition, yes, no) => {
                self.is_like(if self.holds(condition, at) { yes } else { no }, piece, at)
            }
            PieceDescription::And(a, b) => self.is_like(a, piece, at) && self.is_like(b, piece, at),
            PieceDescription::Or(a, b) => self.is_like(a, piece, at) || self.is_like(b, piece, at),
            PieceDescription::Not(a) => !self.is_like(a, piece, at),
        }
    }
}

// Names and elements that mean pieces off the board.
impl<B: Word> Phrases<B> {
    /// The bit of the piece that a name means, if it lies in a pile or a tower, or was taken.
    pub(super) fn place_named(&self, local: u8, at: &At<'_, B>) -> u64 {
        match at.moving.names[local as usize] {
            NamedValue::Taken(places) => places & at.all_taken(),
            NamedValue::Off { place: PiecePlace::Taken(place), .. } => 1 << place,
            NamedValue::Off { .. } => 1 << (NAMED + local as usize),
            _ => 0,
        }
    }

    /// The bits of the element at a depth.
    #[inline]
    pub(super) fn place_of_it(&self, depth: u8, at: &At<'_, B>) -> u64 {
        let it = at.it(depth).1;
        match read_element(it) {
            Some((PiecePlace::Taken(place), _)) => 1 << place,
            Some(_) => 1 << (ELEMENTS + depth as usize),
            None => it,
        }
    }

    /// The piece in a pile or a tower whose bit this is.
    pub(in crate::engine::bitboard) fn lying_at(&self, place: usize, at: &At<'_, B>) -> Option<(PiecePlace, u32)> {
        if place >= NAMED {
            return match at.moving.names[place - NAMED] {
                NamedValue::Off { place: lies, code } => Some((lies, code)),
                _ => None,
            };
        }
        read_element(at.it(place.checked_sub(ELEMENTS)? as u8).1)
    }

    /// Those of some bits that are not taken pieces, but names and elements.
    pub(super) fn lying_places(&self, places: u64, at: &At<'_, B>) -> u64 {
        if self.may_be_off_board { places & !((1 << ELEMENTS) - 1) & !at.all_taken() } else { 0 }
    }

    /// The pieces in piles and towers that a set means by names and elements.
    pub(super) fn lying_among(&self, off: TakenSetId, at: &At<'_, B>) -> PilePieceList {
        let mut among = PilePieceList::new();
        for place in ones(self.lying_places(self.off(off, at), at), 64) {
            if let Some((lies, code)) = self.lying_at(place, at) {
                among.push((lies, code, 1));
            }
        }
        among
    }

    /// What the pieces of some bits are: the taken ones, then those in piles and towers.
    pub(super) fn gone(&self, places: u64, at: &At<'_, B>) -> impl Iterator<Item = OffBoardPiece> {
        let taken = ones(places, at.moving.taken.len()).map(|place| OffBoardPiece::of(&at.moving.taken[place]));
        let others = ones(self.lying_places(places, at), 64);
        taken.chain(others.filter_map(move |place| self.lying_at(place, at)).map(|(_, code)| self.lying_is(code)))
    }

    fn lying_is(&self, code: u32) -> OffBoardPiece {
        let (board, kinds) = (self.slots.board_of(code), self.slots.kinds);
        OffBoardPiece { side: (board / kinds) as u8, kind: (board % kinds) as u8, code }
    }

    /// The bits of the taken pieces, names and elements for which something holds.
    #[inline]
    pub(super) fn off_where(&self, at: &At<'_, B>, holds: impl Fn(OffBoardPiece) -> bool) -> u64 {
        let taken = at.taken_where(|taken| holds(OffBoardPiece::of(taken)));
        let others = ones(self.lying_places(u64::MAX, at), 64);
        let like = |place: &usize| self.lying_at(*place, at).is_some_and(|(_, code)| holds(self.lying_is(code)));
        others.filter(like).fold(taken, |all, place| all | 1 << place)
    }

    /// The sites of the towers among some places.
    pub(super) fn towers_of(&self, lot: impl Iterator<Item = PiecePlace>) -> B {
        lot.fold(B::ZERO, |all, lies| if let PiecePlace::Tower { site, .. } = lies { all | B::bit(site.into()) } else { all })
    }
}

/// Whether names and elements may mean pieces in piles and towers.
pub(super) fn lies(program: &Program) -> bool {
    let nodes = program.phrases.nodes.iter().enumerate();
    let of_pieces = |id: usize| program.type_of(NodeId(id as u32)) == Type::Piece;
    let mut lying = nodes.filter(|(_, node)| matches!(node, Node::Contents(_) | Node::Field(Field::Top | Field::Bottom, _)));
    lying.any(|(id, _)| of_pieces(id))
}
