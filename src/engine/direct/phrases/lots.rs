//! The values of terms about pieces that command no site: in piles and in towers.

use smallvec::SmallVec;

use super::super::geometry::ones;
use super::super::scene::{Lies, NAMES, Named, Taken};
use super::super::towers::Part;
use super::sets::At;
use super::term::{DEEPEST, ELEMENT, Like, LikeId, Lying, LyingId, MOVE, NumId};
use super::{Numbers, Phrases};
use crate::engine::word::Word;
use crate::model::expr::{Field, Type};
use crate::program::Program;
use crate::program::node::{Node, NodeId};

/// Pieces in piles and towers: where they lie, what they are, and how many are alike.
pub(in crate::engine::direct) type Lot = SmallVec<[(Lies, u32, u32); 8]>;

/// What a piece off the board is.
#[derive(Clone, Copy)]
pub(super) struct Gone {
    pub(super) side: u8,
    pub(super) kind: u8,
    /// See [`super::super::slots::Slots::code`].
    pub(super) code: u32,
}

impl Gone {
    #[inline(always)]
    fn of<B>(taken: &Taken<B>) -> Gone {
        Gone { side: taken.side, kind: taken.kind, code: taken.code }
    }
}

/// A piece in a pile or a tower that a name or an element means stands among those that the move has taken, at a place behind them:
/// elements by their depths, then names.
const NAMED: usize = 64 - NAMES;
const ELEMENTS: usize = NAMED - DEEPEST;
/// The mark of such an element; beside it there is always more, for where it lies.
const MARK: u64 = 1 << 63;

/// Such an element.
fn element(lies: Lies, code: u32) -> u64 {
    let place = match lies {
        Lies::Pile { pile, at } => 1 << 24 | u64::from(pile) << 16 | u64::from(at),
        Lies::Tower { site, at } => 2 << 24 | u64::from(site) << 8 | u64::from(at),
        Lies::Taken(place) => 3 << 24 | u64::from(place),
    };
    MARK | place << 32 | u64::from(code)
}

/// The piece that an element is, if it is such a one.
fn read_element(element: u64) -> Option<(Lies, u32)> {
    if element & MARK == 0 || element == MARK {
        return None;
    }
    let place = (element & !MARK) >> 32;
    let lies = match place >> 24 {
        1 => Lies::Pile { pile: (place >> 16) as u8, at: place as u16 },
        2 => Lies::Tower { site: (place >> 8) as u16, at: place as u8 },
        _ => Lies::Taken(place as u8),
    };
    Some((lies, element as u32))
}

impl<B: Word> Phrases<B> {
    pub(super) fn put_lying(&mut self, lying: Lying) -> LyingId {
        let of = |id: LyingId| self.terms.lyings.needs(id);
        let needs = match lying {
            Lying::None => 0,
            Lying::In(piles, like) => self.terms.bits.needs(piles) | self.terms.likes.needs(like),
            Lying::End(a, _) => of(a),
            Lying::Only(a, like) => of(a) | self.terms.likes.needs(like),
            Lying::Where(a, depth, condition) => of(a) | self.terms.truths.needs(condition) & !(ELEMENT << depth),
            Lying::Extreme(a, depth, _, key) => of(a) | self.terms.nums.needs(key) & !(ELEMENT << depth),
            Lying::Or(a, b) | Lying::Both(a, b) => of(a) | of(b),
            Lying::If(condition, a, b) => self.terms.truths.needs(condition) | of(a) | of(b),
            Lying::Tower(sites, off, _, like) => {
                self.terms.sets.needs(sites) | self.terms.offs.needs(off) | self.terms.likes.needs(like)
            }
            Lying::Local(_) => MOVE,
        };
        LyingId(self.terms.lyings.put(lying, needs))
    }

    pub(super) fn put_like(&mut self, like: Like) -> LikeId {
        let of = |id: LikeId| self.terms.likes.needs(id);
        let needs = match like {
            Like::Any => 0,
            Like::Of(a, b) => self.terms.bits.needs(a) | self.terms.bits.needs(b),
            Like::Bearing(_, classes) => self.terms.bits.needs(classes),
            Like::Among(lying) => self.terms.lyings.needs(lying),
            Like::Meant(off) => self.terms.offs.needs(off),
            Like::Where(depth, condition) => self.terms.truths.needs(condition) & !(ELEMENT << depth),
            Like::If(condition, a, b) => self.terms.truths.needs(condition) | of(a) | of(b),
            Like::And(a, b) | Like::Or(a, b) => of(a) | of(b),
            Like::Not(a) => of(a),
        };
        LikeId(self.terms.likes.put(like, needs))
    }

    /// The pieces in piles or towers of a set.
    pub(super) fn lot(&self, id: LyingId, at: &At<'_, B>) -> Lot {
        match *self.terms.lyings.get(id) {
            Lying::None => Lot::new(),
            Lying::Local(local) => match at.scene.names[local as usize] {
                Named::Off { lies, code } => SmallVec::from_elem((lies, code, 1), 1),
                _ => Lot::new(),
            },
            Lying::In(piles, like) => {
                let mut lot = Lot::new();
                for pile in ones(self.members(piles, at), self.slots.piles.len()) {
                    self.slots.pieces_in(pile, &at.scene.state, &mut |lies, code, many| {
                        if self.is_like(like, (lies, code), at) {
                            lot.push((lies, code, many));
                        }
                    });
                }
                lot
            }
            Lying::Tower(sites, off, part, like) => {
                let (mut lot, sites) = (Lot::new(), self.set(sites, at));
                if !sites.any() && part != Part::Below {
                    let places = self.off(off, at);
                    let place = if part == Part::Top { places.checked_ilog2() } else { places.lowest().checked_ilog2() };
                    lot.extend(place.and_then(|place| {
                        let taken = at.scene.taken.get(place as usize).map(|taken| (Lies::Taken(place as u8), taken.code));
                        taken.or_else(|| self.lying_at(place as usize, at)).map(|(lies, code)| (lies, code, 1))
                    }));
                }
                self.slots.in_towers(sites, part, &at.scene.state, &mut |lies, code| {
                    if self.is_like(like, (lies, code), at) {
                        lot.push((lies, code, 1));
                    }
                });
                lot
            }
            Lying::End(of, last) => {
                let lot = self.lot(of, at);
                let end = if last { lot.last() } else { lot.first() };
                end.map(|(lies, code, _)| (*lies, *code, 1)).into_iter().collect()
            }
            Lying::Only(of, like) => {
                let mut lot = self.lot(of, at);
                lot.retain(|(lies, code, _)| self.is_like(like, (*lies, *code), at));
                lot
            }
            Lying::Where(of, depth, condition) => {
                let (mut lot, mut inner) = (self.lot(of, at), *at);
                lot.retain(|(lies, code, many)| {
                    (0..*many).for_each(|_| _ = at.scene.works());
                    inner.bind(depth, (B::ZERO, element(*lies, *code)));
                    self.holds(condition, &inner)
                });
                lot
            }
            Lying::Extreme(of, depth, most, key) => self.extreme_lot(of, (depth, most, key), at),
            Lying::Or(a, b) => {
                let mut all = Lot::new();
                for (lies, code, _) in self.lot(a, at).into_iter().chain(self.lot(b, at)) {
                    if !all.contains(&(lies, code, 1)) {
                        all.push((lies, code, 1));
                    }
                }
                all
            }
            Lying::Both(a, b) => {
                let mut all = self.lot(a, at);
                all.extend(self.lot(b, at));
                all
            }
            Lying::If(condition, yes, no) => self.lot(if self.holds(condition, at) { yes } else { no }, at),
        }
    }

    /// Those of a set for which a number is greatest, or least.
    fn extreme_lot(&self, of: LyingId, (depth, most, key): (u8, bool, NumId), at: &At<'_, B>) -> Lot {
        let (mut best, mut found, mut inner): (Option<Numbers>, Lot, _) = (None, Lot::new(), *at);
        for (lies, code, many) in self.lot(of, at) {
            (0..many).for_each(|_| _ = at.scene.works());
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

    /// The sides and kinds of the pieces in piles or towers of a set, as bits of boards.
    pub(super) fn boards_lying(&self, id: LyingId, at: &At<'_, B>) -> u64 {
        self.lot(id, at).iter().fold(0, |boards, (_, code, _)| boards | 1 << self.slots.board_of(*code))
    }

    /// Whether there are pieces in piles or towers of a set, and all of them are like that.
    pub(super) fn all_like(&self, id: LyingId, like: LikeId, at: &At<'_, B>) -> bool {
        let lot = self.lot(id, at);
        !lot.is_empty() && lot.iter().all(|(lies, code, _)| self.is_like(like, (*lies, *code), at))
    }

    /// Whether a piece off the board is like that.
    fn is_like(&self, id: LikeId, piece: (Lies, u32), at: &At<'_, B>) -> bool {
        let (lies, code) = piece;
        match *self.terms.likes.get(id) {
            Like::Any => true,
            Like::Of(sides, kinds) => {
                let boards = self.boards_of(self.members(sides, at), self.members(kinds, at));
                boards >> self.slots.board_of(code) & 1 != 0
            }
            Like::Bearing(slot, classes) => {
                let class = self.slots.borne[slot as usize].class(code);
                class.is_some_and(|class| self.members(classes, at) >> class & 1 != 0)
            }
            Like::Among(lying) => self.lot(lying, at).iter().any(|(where_, other, _)| (*where_, *other) == piece),
            Like::Meant(off) => {
                let mut places = ones(self.lying_places(self.off(off, at), at), 64);
                places.any(|place| self.lying_at(place, at) == Some(piece))
            }
            Like::Where(depth, condition) => {
                at.scene.works();
                let mut inner = *at;
                inner.bind(depth, (B::ZERO, element(lies, code)));
                self.holds(condition, &inner)
            }
            Like::If(condition, yes, no) => self.is_like(if self.holds(condition, at) { yes } else { no }, piece, at),
            Like::And(a, b) => self.is_like(a, piece, at) && self.is_like(b, piece, at),
            Like::Or(a, b) => self.is_like(a, piece, at) || self.is_like(b, piece, at),
            Like::Not(a) => !self.is_like(a, piece, at),
        }
    }
}

// Names and elements that mean such pieces.
impl<B: Word> Phrases<B> {
    /// The place of the piece that a name means, if it lies in a pile or a tower, or was taken.
    pub(super) fn place_named(&self, local: u8, at: &At<'_, B>) -> u64 {
        match at.scene.names[local as usize] {
            Named::Taken(places) => places & at.all_taken(),
            Named::Off { lies: Lies::Taken(place), .. } => 1 << place,
            Named::Off { .. } => 1 << (NAMED + local as usize),
            _ => 0,
        }
    }

    /// The places of the element at a depth.
    #[inline]
    pub(super) fn place_of_it(&self, depth: u8, at: &At<'_, B>) -> u64 {
        let it = at.it(depth).1;
        match read_element(it) {
            Some((Lies::Taken(place), _)) => 1 << place,
            Some(_) => 1 << (ELEMENTS + depth as usize),
            None => it,
        }
    }

    /// The piece in a pile or a tower at a place.
    pub(in crate::engine::direct) fn lying_at(&self, place: usize, at: &At<'_, B>) -> Option<(Lies, u32)> {
        if place >= NAMED {
            return match at.scene.names[place - NAMED] {
                Named::Off { lies, code } => Some((lies, code)),
                _ => None,
            };
        }
        read_element(at.it(place.checked_sub(ELEMENTS)? as u8).1)
    }

    /// Those of some places that are of no taken piece.
    pub(super) fn lying_places(&self, places: u64, at: &At<'_, B>) -> u64 {
        if self.lies { places & !((1 << ELEMENTS) - 1) & !at.all_taken() } else { 0 }
    }

    /// What pieces at some places are: taken ones, and those in piles and towers.
    pub(super) fn gone(&self, places: u64, at: &At<'_, B>) -> impl Iterator<Item = Gone> {
        let taken = ones(places, at.scene.taken.len()).map(|place| Gone::of(&at.scene.taken[place]));
        let others = ones(self.lying_places(places, at), 64);
        taken.chain(others.filter_map(move |place| self.lying_at(place, at)).map(|(_, code)| self.lying_is(code)))
    }

    fn lying_is(&self, code: u32) -> Gone {
        let (board, kinds) = (self.slots.board_of(code), self.slots.kinds);
        Gone { side: (board / kinds) as u8, kind: (board % kinds) as u8, code }
    }

    /// The places of taken pieces, of names and of elements that are like that.
    #[inline]
    pub(super) fn off_where(&self, at: &At<'_, B>, holds: impl Fn(Gone) -> bool) -> u64 {
        let taken = at.taken_where(|taken| holds(Gone::of(taken)));
        let others = ones(self.lying_places(u64::MAX, at), 64);
        let like = |place: &usize| self.lying_at(*place, at).is_some_and(|(_, code)| holds(self.lying_is(code)));
        others.filter(like).fold(taken, |all, place| all | 1 << place)
    }

    /// The sites of the towers in which pieces lie.
    pub(super) fn towers_of(&self, lot: impl Iterator<Item = Lies>) -> B {
        lot.fold(B::ZERO, |all, lies| if let Lies::Tower { site, .. } = lies { all | B::bit(site.into()) } else { all })
    }
}

/// Whether names and elements may mean pieces in piles and towers.
pub(super) fn lies(program: &Program) -> bool {
    let nodes = program.phrases.nodes.iter().enumerate();
    let of_pieces = |id: usize| program.type_of(NodeId(id as u32)) == Type::Piece;
    let mut lying = nodes.filter(|(_, node)| matches!(node, Node::Contents(_) | Node::Field(Field::Top | Field::Bottom, _)));
    lying.any(|(id, _)| of_pieces(id))
}
