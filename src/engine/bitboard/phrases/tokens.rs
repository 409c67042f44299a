//! Evaluation of terms that are tokens counted by class, and of what pieces bear.

use smallvec::SmallVec;

use super::super::elements::classes;
use super::super::geometry::ones;
use super::super::move_state::{NamedValue, PiecePlace, TokenSpot};
use super::Phrases;
use super::ids::{BitsId, SetId, TakenSetId, TokenSetId};
use super::pile_pieces::PilePieceList;
use super::sets::At;
use super::term::{MOVE, TokenSet};
use crate::engine::word::Word;

/// Tokens grouped by where they lie, with how many there are of each class, 4 bits a class.
pub(in crate::engine::bitboard) type Groups = SmallVec<[(TokenSpot, u64); 2]>;

impl<B: Word> Phrases<B> {
    pub(super) fn put_tok(&mut self, tok: TokenSet) -> TokenSetId {
        let needs = match tok {
            TokenSet::None => 0,
            TokenSet::Slot(_, set, off) => self.terms.sets.needs(set) | self.terms.off_board.needs(off),
            TokenSet::Lying(_, lying) => self.terms.pile_pieces.needs(lying),
            TokenSet::Piles(piles) => self.terms.bits.needs(piles),
            TokenSet::Local(_) => MOVE,
            TokenSet::Only(of, classes) => self.terms.toks.needs(of) | self.terms.bits.needs(classes),
            TokenSet::Both(a, b) => self.terms.toks.needs(a) | self.terms.toks.needs(b),
            TokenSet::If(condition, a, b) => {
                self.terms.truths.needs(condition) | self.terms.toks.needs(a) | self.terms.toks.needs(b)
            }
        };
        TokenSetId(self.terms.toks.put(tok, needs))
    }

    /// The tokens of a set, grouped by where they lie, in the machine's order.
    pub(super) fn groups(&self, id: TokenSetId, at: &At<'_, B>) -> Groups {
        match *self.terms.toks.get(id) {
            TokenSet::None => Groups::new(),
            TokenSet::Slot(slot, board, off) => {
                let mut groups = Groups::new();
                let mut left = self.set(board, at);
                while let Some(site) = left.take() {
                    if let Some(class) = self.slots.class_on(slot as usize, site, &at.moving.state) {
                        let spot = TokenSpot::Slot { slot, site: site.first() as u16 };
                        groups.push((spot, 1 << (4 * class)));
                    }
                }
                for place in ones(self.off(off, at), at.moving.taken.len()) {
                    if let Some(class) = self.slots.borne[slot as usize].class(at.moving.taken[place].code) {
                        groups.push((TokenSpot::Taken { slot, place: place as u8 }, 1 << (4 * class)));
                    }
                }
                self.group_lying(slot, &self.lying_among(off, at), &mut groups, at);
                groups
            }
            TokenSet::Lying(slot, lying) => {
                let mut groups = Groups::new();
                self.group_lying(slot, &self.lot(lying, at), &mut groups, at);
                groups
            }
            TokenSet::Piles(piles) => {
                let piles = ones(self.members(piles, at), self.slots.piles.len());
                let groups = piles.map(|pile| (TokenSpot::Pile(pile as u8), self.slots.in_pile(pile, &at.moving.state)));
                groups.filter(|(_, of)| *of != 0).collect()
            }
            TokenSet::Local(local) => match at.moving.names[local as usize] {
                NamedValue::Tokens { spot, of } if of != 0 => SmallVec::from_elem((spot, of), 1),
                _ => Groups::new(),
            },
            TokenSet::Only(of, classes) => {
                let mask = ones(self.members(classes, at), 16).fold(0, |mask, class| mask | 15 << (4 * class));
                let groups = self.groups(of, at).into_iter().map(|(spot, of)| (spot, of & mask));
                groups.filter(|(_, of)| *of != 0).collect()
            }
            TokenSet::Both(a, b) => {
                let mut groups = self.groups(a, at);
                groups.extend(self.groups(b, at));
                groups
            }
            TokenSet::If(condition, yes, no) => self.groups(if self.holds(condition, at) { yes } else { no }, at),
        }
    }

    /// Where the token on a piece in a pile or a tower is: on the commander it can be moved from there, on others only read.
    pub(super) fn spot_lying(&self, slot: u8, lies: PiecePlace, at: &At<'_, B>) -> TokenSpot {
        if let PiecePlace::Tower { site, at: height } = lies
            && usize::from(height) >= self.slots.below(B::bit(site.into()), &at.moving.state).len()
        {
            return TokenSpot::Slot { slot, site };
        }
        TokenSpot::Gone(self.slots.borne[slot as usize].token.unwrap_or_default())
    }

    /// Adds the tokens on pieces in piles and towers.
    fn group_lying(&self, slot: u8, pieces: &PilePieceList, groups: &mut Groups, at: &At<'_, B>) {
        for (lies, code, many) in pieces {
            if let Some(class) = self.slots.borne[slot as usize].class(*code) {
                (0..*many).for_each(|_| groups.push((self.spot_lying(slot, *lies, at), 1 << (4 * class))));
            }
        }
    }

    /// The classes of the tokens of a set, as bits.
    pub(super) fn classes_of(&self, id: TokenSetId, at: &At<'_, B>) -> u64 {
        if let TokenSet::Slot(slot, board, off) = *self.terms.toks.get(id) {
            return self.borne(slot, board, off, at);
        }
        let of = self.groups(id, at).into_iter().fold(0, |all, (_, of)| all | of);
        classes(of).fold(0, |all, (class, _)| all | 1 << class)
    }

    /// The number of tokens in a set.
    pub(super) fn how_many(&self, id: TokenSetId, at: &At<'_, B>) -> i64 {
        let count = |of: u64| classes(of).map(|(_, many)| i64::from(many)).sum::<i64>();
        self.groups(id, at).into_iter().map(|(_, of)| count(of)).sum()
    }

    /// What pieces bear in a slot, as bits: values, or classes of tokens.
    pub(super) fn borne(&self, slot: u8, board: SetId, off: TakenSetId, at: &At<'_, B>) -> u64 {
        let slot = &self.slots.borne[slot as usize];
        let set = self.set(board, at);
        let boards = &at.moving.state.attributes.as_ref()[slot.board..slot.board + slot.classes];
        let borne = boards.iter().enumerate().fold(0, |all, (class, board)| all | u64::from((*board & set).any()) << class);
        let places = self.off(off, at);
        if places == 0 {
            return borne;
        }
        self.gone(places, at).filter_map(|gone| slot.class(gone.code)).fold(borne, |all, class| all | 1 << class)
    }

    /// The sites whose pieces bear one of these classes in a slot.
    #[inline]
    pub(super) fn bearing(&self, slot: u8, classes: BitsId, at: &At<'_, B>) -> B {
        let slot = &self.slots.borne[slot as usize];
        let boards = at.moving.state.attributes.as_ref();
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
}
