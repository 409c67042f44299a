//! The values of terms about tokens, about what pieces bear, and about pieces in piles.

use smallvec::SmallVec;

use super::super::elements::classes;
use super::super::geometry::ones;
use super::super::scene::{Lies, Named, Spot};
use super::super::towers::Part;
use super::Phrases;
use super::sets::At;
use super::term::{BitsId, Like, LikeId, Lying, LyingId, MOVE, OffId, SetId, Tok, TokId};
use crate::engine::word::Word;

/// Tokens: where they lie, and how many of each class, 4 bits a class.
pub(in crate::engine::direct) type Groups = SmallVec<[(Spot, u64); 2]>;
/// Pieces in piles and towers: where they lie, what they are, and how many are alike.
pub(in crate::engine::direct) type Lot = SmallVec<[(Lies, u32, u32); 8]>;

impl<B: Word> Phrases<B> {
    pub(super) fn put_tok(&mut self, tok: Tok) -> TokId {
        let needs = match tok {
            Tok::None => 0,
            Tok::Slot(_, set, off) => self.terms.sets.needs(set) | self.terms.offs.needs(off),
            Tok::Piles(piles) => self.terms.bits.needs(piles),
            Tok::Local(_) => MOVE,
            Tok::Only(of, classes) => self.terms.toks.needs(of) | self.terms.bits.needs(classes),
            Tok::If(condition, a, b) => {
                self.terms.truths.needs(condition) | self.terms.toks.needs(a) | self.terms.toks.needs(b)
            }
        };
        TokId(self.terms.toks.put(tok, needs))
    }

    pub(super) fn put_lying(&mut self, lying: Lying) -> LyingId {
        let needs = match lying {
            Lying::In(piles, like) => self.terms.bits.needs(piles) | self.terms.likes.needs(like),
            Lying::Tower(sites, off, _, like) => {
                self.terms.sets.needs(sites) | self.terms.offs.needs(off) | self.terms.likes.needs(like)
            }
            Lying::Local(_) => MOVE,
        };
        LyingId(self.terms.lyings.put(lying, needs))
    }

    pub(super) fn put_like(&mut self, like: Like) -> LikeId {
        let needs = match like {
            Like::Any => 0,
            Like::Of(a, b) => self.terms.bits.needs(a) | self.terms.bits.needs(b),
            Like::Bearing(_, classes) => self.terms.bits.needs(classes),
            Like::And(a, b) | Like::Or(a, b) => self.terms.likes.needs(a) | self.terms.likes.needs(b),
            Like::Not(a) => self.terms.likes.needs(a),
        };
        LikeId(self.terms.likes.put(like, needs))
    }

    /// The tokens of a set, place by place in the machine's order.
    pub(super) fn groups(&self, id: TokId, at: &At<'_, B>) -> Groups {
        match *self.terms.toks.get(id) {
            Tok::None => Groups::new(),
            Tok::Slot(slot, board, off) => {
                let mut groups = Groups::new();
                let mut left = self.set(board, at);
                while let Some(site) = left.take() {
                    if let Some(class) = self.slots.class_on(slot as usize, site, &at.scene.state) {
                        let spot = Spot::Slot { slot, site: site.first() as u16 };
                        groups.push((spot, 1 << (4 * class)));
                    }
                }
                for place in ones(self.off(off, at), at.scene.taken.len()) {
                    if let Some(class) = self.slots.borne[slot as usize].class(at.scene.taken[place].code) {
                        groups.push((Spot::Taken { slot, place: place as u8 }, 1 << (4 * class)));
                    }
                }
                groups
            }
            Tok::Piles(piles) => {
                let piles = ones(self.members(piles, at), self.slots.piles.len());
                let groups = piles.map(|pile| (Spot::Pile(pile as u8), self.slots.in_pile(pile, &at.scene.state)));
                groups.filter(|(_, of)| *of != 0).collect()
            }
            Tok::Local(local) => match at.scene.names[local as usize] {
                Named::Tokens { spot, of } if of != 0 => SmallVec::from_elem((spot, of), 1),
                _ => Groups::new(),
            },
            Tok::Only(of, classes) => {
                let mask = ones(self.members(classes, at), 16).fold(0, |mask, class| mask | 15 << (4 * class));
                let groups = self.groups(of, at).into_iter().map(|(spot, of)| (spot, of & mask));
                groups.filter(|(_, of)| *of != 0).collect()
            }
            Tok::If(condition, yes, no) => self.groups(if self.holds(condition, at) { yes } else { no }, at),
        }
    }

    /// The classes of the tokens of a set, as bits.
    pub(super) fn classes_of(&self, id: TokId, at: &At<'_, B>) -> u64 {
        if let Tok::Slot(slot, board, off) = *self.terms.toks.get(id) {
            return self.borne(slot, board, off, at);
        }
        let of = self.groups(id, at).into_iter().fold(0, |all, (_, of)| all | of);
        classes(of).fold(0, |all, (class, _)| all | 1 << class)
    }

    /// How many tokens are in a set.
    pub(super) fn how_many(&self, id: TokId, at: &At<'_, B>) -> i64 {
        let count = |of: u64| classes(of).map(|(_, many)| i64::from(many)).sum::<i64>();
        self.groups(id, at).into_iter().map(|(_, of)| count(of)).sum()
    }

    /// What pieces bear in a slot: values, or classes of tokens.
    pub(super) fn borne(&self, slot: u8, board: SetId, off: OffId, at: &At<'_, B>) -> u64 {
        let slot = &self.slots.borne[slot as usize];
        let set = self.set(board, at);
        let boards = &at.scene.state.bearings.as_ref()[slot.board..slot.board + slot.classes];
        let borne = boards.iter().enumerate().fold(0, |all, (class, board)| all | u64::from((*board & set).any()) << class);
        let places = self.off(off, at);
        if places == 0 {
            return borne;
        }
        let gone = ones(places, at.scene.taken.len()).filter_map(|place| slot.class(at.scene.taken[place].code));
        gone.fold(borne, |all, class| all | 1 << class)
    }

    /// The sites whose pieces bear one of these in a slot.
    #[inline]
    pub(super) fn bearing(&self, slot: u8, classes: BitsId, at: &At<'_, B>) -> B {
        let slot = &self.slots.borne[slot as usize];
        let boards = at.scene.state.bearings.as_ref();
        let (mut left, mut all) = (self.members(classes, at), B::ZERO);
        while left != 0 {
            let class = left.trailing_zeros() as usize;
            if class < slot.classes {
                all |= boards[slot.board + class];
            }
            left &= left - 1;
        }
        all
    }

    /// The pieces in piles or towers of a set.
    pub(super) fn lot(&self, id: LyingId, at: &At<'_, B>) -> Lot {
        match *self.terms.lyings.get(id) {
            Lying::Local(local) => match at.scene.names[local as usize] {
                Named::Off { lies, code } => SmallVec::from_elem((lies, code, 1), 1),
                _ => Lot::new(),
            },
            Lying::In(piles, like) => {
                let mut lot = Lot::new();
                for pile in ones(self.members(piles, at), self.slots.piles.len()) {
                    self.slots.pieces_in(pile, &at.scene.state, &mut |code, many| {
                        if self.is_like(like, code, at) {
                            lot.push((Lies::Pile(pile as u8), code, many));
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
                    let taken = place.and_then(|place| Some((place, at.scene.taken.get(place as usize)?.code)));
                    lot.extend(taken.map(|(place, code)| (Lies::Taken(place as u8), code, 1)));
                }
                self.slots.in_towers(sites, part, &at.scene.state, &mut |lies, code| {
                    if self.is_like(like, code, at) {
                        lot.push((lies, code, 1));
                    }
                });
                lot
            }
        }
    }

    /// The sides and kinds of the pieces in piles or towers of a set, as bits of boards.
    pub(super) fn boards_lying(&self, id: LyingId, at: &At<'_, B>) -> u64 {
        self.lot(id, at).iter().fold(0, |boards, (_, code, _)| boards | 1 << self.slots.board_of(*code))
    }

    /// Whether there are pieces in piles or towers of a set, and all of them are like that.
    pub(super) fn all_like(&self, id: LyingId, like: LikeId, at: &At<'_, B>) -> bool {
        let lot = self.lot(id, at);
        !lot.is_empty() && lot.iter().all(|(_, code, _)| self.is_like(like, *code, at))
    }

    /// Whether a piece off the board is like that.
    fn is_like(&self, id: LikeId, code: u32, at: &At<'_, B>) -> bool {
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
            Like::And(a, b) => self.is_like(a, code, at) && self.is_like(b, code, at),
            Like::Or(a, b) => self.is_like(a, code, at) || self.is_like(b, code, at),
            Like::Not(a) => !self.is_like(a, code, at),
        }
    }
}
