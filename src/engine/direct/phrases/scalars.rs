//! The values of terms that are members, numbers or truths.

use smallvec::{SmallVec, smallvec};

use super::super::geometry::ones;
use super::super::scene::{Named, Scene};
use super::super::slots;
use super::sets::At;
use super::term::{Bits, BitsId, Num, NumId, Off, OffId, Set, SetId, TURNS, Truth, TruthId};
use super::{Numbers, Phrases};
use crate::engine::word::Word;
use crate::model::expr::Field;
use crate::syntax::ast::Order;

impl<B: Word> Phrases<B> {
    /// The members of a set.
    pub(in crate::engine::direct) fn members(&self, id: BitsId, at: &At<'_, B>) -> u64 {
        let state = &at.scene.state;
        match *self.terms.bits.get(id) {
            Bits::Known(bits) => bits[at.turn],
            Bits::And(a, b) => self.members(a, at) & self.members(b, at),
            Bits::Or(a, b) => self.members(a, at) | self.members(b, at),
            Bits::Without(a, b) => self.members(a, at) & !self.members(b, at),
            Bits::If(condition, yes, no) => self.members(if self.holds(condition, at) { yes } else { no }, at),
            Bits::Whose(side, first, other) => {
                self.members(if self.actor_side(at) == usize::from(side) { first } else { other }, at)
            }
            Bits::Owners(board, off) => {
                let (board, places) = (self.set(board, at), self.off(off, at));
                let standing = |side: &usize| (board & at.boards(self.sides_boards[*side])).any();
                let on = (0..self.sides_boards.len()).filter(standing).fold(0, |all, side| all | 1 << side);
                self.gone(places, at).fold(on, |all, gone| all | 1 << gone.side)
            }
            Bits::Kinds(board, off) => {
                let (board, places) = (self.set(board, at), self.off(off, at));
                let standing = |kind: &usize| (board & at.boards(self.boards_of(u64::MAX, 1 << kind))).any();
                let on = (0..self.slots.kinds).filter(standing).fold(0, |all, kind| all | 1 << kind);
                self.gone(places, at).fold(on, |all, gone| all | 1 << gone.kind)
            }
            Bits::OwnersLying(lying) => {
                let boards = self.boards_lying(lying, at);
                let owns = |side: &usize| boards & self.sides_boards[*side] != 0;
                (0..self.sides_boards.len()).filter(owns).fold(0, |all, side| all | 1 << side)
            }
            Bits::KindsLying(lying) => {
                ones(self.boards_lying(lying, at), 64).fold(0, |all, board| all | 1 << (board % self.slots.kinds))
            }
            Bits::Borne(slot, board, off) => self.borne(slot, board, off, at),
            Bits::BorneLying(slot, lying) => {
                let slot = &self.slots.borne[slot as usize];
                let borne = self.lot(lying, at).into_iter().filter_map(|(_, code, _)| slot.class(code));
                borne.fold(0, |all, class| all | 1 << class)
            }
            Bits::Classes(tokens) => self.classes_of(tokens, at),
            Bits::ClassesOf(cards) => self.known_classes(cards, at),
            Bits::Faces(cards) => self.faces(cards, at),
            Bits::Kept(slot) => slots::kept_bits(state, slot[at.turn] as usize),
            Bits::KeptOf(stored, owners) => {
                let stored = self.slots.all_stored()[stored as usize];
                let owners = ones(self.members(owners, at), stored.owners);
                owners.fold(0, |all, owner| all | slots::kept_bits(state, stored.start + owner * stored.width))
            }
            Bits::Local(local) => match at.scene.names[local as usize] {
                Named::Bits(bits) => bits,
                _ => 0,
            },
            Bits::Map(of, table) => {
                let table = &self.tables.maps[table as usize];
                ones(self.members(of, at), table.len()).fold(0, |all, member| all | table[member])
            }
            Bits::Where(of, list) => {
                let members = self.members(of, at);
                let list = self.tables.truth_lists[list as usize].iter().enumerate();
                let chosen = list.filter(|(member, truth)| members >> member & 1 != 0 && self.holds(**truth, at));
                chosen.fold(0, |all, (member, _)| all | 1 << member)
            }
            Bits::Extreme(of, most, list) => {
                let mut best: Option<Numbers> = None;
                let keys = &self.tables.number_lists[list as usize];
                ones(self.members(of, at), keys.len()).fold(0, |found, member| {
                    let key = self.many(keys[member], at);
                    let better = best.as_ref().is_none_or(|best| if most { key > *best } else { key < *best });
                    if better {
                        best = Some(key);
                        1 << member
                    } else if best.as_ref() == Some(&key) {
                        found | 1 << member
                    } else {
                        found
                    }
                })
            }
        }
    }

    /// The number that a term is, if it need not be reckoned.
    #[inline(always)]
    pub(super) fn plain_number(&self, id: NumId, scene: &Scene<B>) -> Option<i64> {
        let turn = scene.state.turn as usize % TURNS;
        match self.terms.nums.get(id) {
            Num::Known(numbers) => Some(numbers[turn]),
            Num::Slot(slot) => Some(scene.state.numbers[slot[turn] as usize].into()),
            Num::Repeats => Some(scene.repeats.into()),
            Num::Legs => Some(scene.legs.into()),
            _ => None,
        }
    }

    /// Whether a truth holds, if it compares two such numbers.
    #[inline]
    pub(super) fn weighed(&self, id: TruthId, scene: &Scene<B>) -> Option<bool> {
        let Truth::Weigh(order, a, b) = self.terms.truths.get(id) else { return None };
        Some(order.holds(&self.plain_number(*a, scene)?, &self.plain_number(*b, scene)?))
    }

    /// The number that a term is; 0 if it is none.
    pub(in crate::engine::direct) fn one(&self, id: NumId, at: &At<'_, B>) -> i64 {
        if let Some(number) = self.plain_number(id, at.scene) {
            return number;
        }
        let state = &at.scene.state;
        match *self.terms.nums.get(id) {
            Num::None => 0,
            Num::Turns => i64::from(state.numbers[slots::TURNS]),
            Num::SlotOf(stored, owners) => {
                let stored = self.slots.all_stored()[stored as usize];
                let owners = ones(self.members(owners, at), stored.owners);
                owners.map(|owner| i64::from(state.numbers[stored.start + owner * stored.width])).sum()
            }
            Num::Local(local) => match at.scene.names[local as usize] {
                Named::Number(number) => number,
                _ => 0,
            },
            Num::CountSites(set) => i64::from(self.set(set, at).count()),
            Num::CountPieces(set, off) => i64::from(self.set(set, at).count() + self.off(off, at).count_ones()),
            Num::CountBits(bits) => i64::from(self.members(bits, at).count_ones()),
            Num::CountTruth(truth) => i64::from(self.holds(truth, at)),
            Num::CountCards(cards) => self.hand(cards, at).len() as i64,
            Num::CountTokens(tokens) => self.how_many(tokens, at),
            Num::CountLying(lying) => self.lot(lying, at).iter().map(|(_, _, many)| i64::from(*many)).sum(),
            Num::CountNumbers(numbers) => self.many(numbers, at).len() as i64,
            Num::Worth(board, off) => {
                let (board, places) = (self.set(board, at), self.off(off, at));
                let worth = |kind: usize| {
                    i64::from((board & at.boards(self.boards_of(u64::MAX, 1 << kind))).count())
                        .saturating_mul(self.worths[kind])
                };
                let taken = self.gone(places, at).map(|gone| self.worths[gone.kind as usize]);
                (0..self.slots.kinds).map(worth).chain(taken).sum()
            }
            Num::WorthLying(lying) => {
                let lot = self.lot(lying, at);
                lot.iter()
                    .map(|(_, code, many)| self.worths[self.slots.board_of(*code) % self.slots.kinds] * i64::from(*many))
                    .sum()
            }
            Num::WorthOfKinds(kinds) => ones(self.members(kinds, at), self.slots.kinds).map(|kind| self.worths[kind]).sum(),
            Num::Total(field, board, off) => self.each_number(field, board, off, at).iter().sum(),
            Num::Arithmetic(op, a, b) => {
                let (a, b) = (self.one(a, at), self.one(b, at));
                op.of(a, b)
            }
            Num::If(condition, yes, no) => self.one(if self.holds(condition, at) { yes } else { no }, at),
            _ => self.many(id, at).first().copied().unwrap_or(0),
        }
    }

    /// The numbers that a term is.
    pub(in crate::engine::direct) fn many(&self, id: NumId, at: &At<'_, B>) -> Numbers {
        match *self.terms.nums.get(id) {
            Num::None => Numbers::new(),
            Num::Local(local) if !matches!(at.scene.names[local as usize], Named::Number(_)) => Numbers::new(),
            Num::Each(field, board, off) => self.each_number(field, board, off, at),
            Num::EachLying(lying) => {
                let worth = |(_, code, many): (_, u32, u32)| {
                    std::iter::repeat_n(self.worths[self.slots.board_of(code) % self.slots.kinds], many as usize)
                };
                self.lot(lying, at).into_iter().flat_map(worth).collect()
            }
            Num::EachKind(kinds) => ones(self.members(kinds, at), self.slots.kinds).map(|kind| self.worths[kind]).collect(),
            Num::Places(values) => self.places(values, at),
            Num::Order(board, off, like, like_off) => {
                let (mut left, like) = (self.set(board, at), self.set(like, at));
                let like_off = self.off(like_off, at);
                let (mut places, mut place) = (Numbers::new(), 0);
                let mut next = |alike: bool| {
                    place += 1;
                    if alike {
                        places.push(place);
                    }
                };
                while let Some(one) = left.take() {
                    next((one & like).any());
                }
                ones(self.off(off, at), 64).for_each(|one| next(like_off >> one & 1 != 0));
                places
            }
            Num::If(condition, yes, no) => self.many(if self.holds(condition, at) { yes } else { no }, at),
            Num::Union(a, b) => {
                let mut numbers = self.many(a, at);
                numbers.extend(self.many(b, at));
                numbers.sort_unstable();
                numbers.dedup();
                numbers
            }
            _ => smallvec![self.one(id, at)],
        }
    }

    /// The places of values in their set, counted from 1.
    pub(super) fn places(&self, values: BitsId, at: &At<'_, B>) -> Numbers {
        ones(self.members(values, at), 64).map(|bit| bit as i64 + 1).collect()
    }

    /// File, rank or worth of each of a set of pieces or sites.
    fn each_number(&self, field: Field, board: SetId, off: OffId, at: &At<'_, B>) -> Numbers {
        let number = |site: B, kind: Option<usize>| match field {
            Field::Measure(measure) => self.measures[measure as usize][site.first() as usize],
            _ => kind.map_or(0, |kind| self.worths[kind]),
        };
        let (mut left, mut numbers) = (self.set(board, at), SmallVec::new());
        while let Some(one) = left.take() {
            let kind = (0..self.slots.kinds).find(|kind| (one & at.boards(self.boards_of(u64::MAX, 1 << kind))).any());
            numbers.push(number(one, kind));
        }
        let places = self.off(off, at);
        for place in ones(places, at.scene.taken.len()) {
            let taken = &at.scene.taken[place];
            numbers.push(number(taken.site, Some(taken.kind as usize)));
        }
        for (_, code) in ones(self.lying_places(places, at), 64).filter_map(|place| self.lying_at(place, at)) {
            numbers.push(if field == Field::Worth { self.worths[self.slots.board_of(code) % self.slots.kinds] } else { 0 });
        }
        numbers
    }

    /// Whether a truth holds.
    pub(in crate::engine::direct) fn holds(&self, id: TruthId, at: &At<'_, B>) -> bool {
        match *self.terms.truths.get(id) {
            Truth::Known(truths) => truths[at.turn],
            Truth::And(a, b) => self.holds(a, at) && self.holds(b, at),
            Truth::Or(a, b) => self.holds(a, at) || self.holds(b, at),
            Truth::Not(of) => !self.holds(of, at),
            Truth::Any(set) => match *self.terms.sets.get(set) {
                Set::Where(what, test) => self.any_pass(test, self.set(what, at), at),
                Set::Or(a, b) => self.set(a, at).any() || self.set(b, at).any(),
                _ => self.set(set, at).any(),
            },
            Truth::AnyOff(off) => match *self.terms.offs.get(off) {
                Off::All => !at.scene.taken.is_empty(),
                _ => self.off(off, at) != 0,
            },
            Truth::AnyBits(bits) => match *self.terms.bits.get(bits) {
                Bits::Where(of, list) => {
                    let truths = &self.tables.truth_lists[list as usize];
                    ones(self.members(of, at), truths.len()).any(|member| self.holds(truths[member], at))
                }
                _ => self.members(bits, at) != 0,
            },
            Truth::AnyCards(cards) => !self.hand(cards, at).is_empty(),
            Truth::AllCards(cards, sort) => {
                let hand = self.hand(cards, at);
                !hand.is_empty() && hand.iter().all(|(_, cell)| self.is_of_sort(sort, *cell, at))
            }
            Truth::AnyTokens(tokens) => !self.groups(tokens, at).is_empty(),
            Truth::AnyNumber(numbers) => !self.many(numbers, at).is_empty(),
            Truth::Within(a, b) => {
                let a = self.set(a, at);
                !a.any() || !(a & !self.set(b, at)).any()
            }
            Truth::WithinOff(a, b) => self.off(a, at) & !self.off(b, at) == 0,
            Truth::WithinBits(a, b) => self.members(a, at) & !self.members(b, at) == 0,
            Truth::AllLike(lying, like) => self.all_like(lying, like, at),
            Truth::Compare(order, a, b) => self.compare(order, a, b, at),
            Truth::Weigh(order, a, b) => order.holds(&self.one(a, at), &self.one(b, at)),
            Truth::Same(a, b) => self.holds(a, at) == self.holds(b, at),
            Truth::Slot(slot) => at.scene.state.numbers[slot[at.turn] as usize] != 0,
            Truth::SlotOf(stored, owners) => {
                let stored = self.slots.all_stored()[stored as usize];
                let mut owners = ones(self.members(owners, at), stored.owners);
                owners.any(|owner| at.scene.state.numbers[stored.start + owner * stored.width] != 0)
            }
            Truth::Local(local) => match at.scene.names[local as usize] {
                Named::Nothing => false,
                Named::Truth(truth) => truth,
                Named::Sites(set) | Named::Pieces(set) => set.any(),
                Named::Taken(bits) | Named::Bits(bits) => bits != 0,
                Named::Number(_) | Named::Off { .. } | Named::Card { .. } => true,
                Named::Tokens { of, .. } => of != 0,
            },
            Truth::If(condition, yes, no) => self.holds(if self.holds(condition, at) { yes } else { no }, at),
            Truth::Moves(question) => self.players_can(question, at),
        }
    }

    fn compare(&self, order: Order, a: NumId, b: NumId, at: &At<'_, B>) -> bool {
        let (a, b) = (self.many(a, at), self.many(b, at));
        if a.is_empty() || b.is_empty() {
            return order == Order::Unequal && a != b;
        }
        order.holds(&a, &b)
    }

    /// Whether a term is always one number.
    pub(super) fn single(&self, id: NumId) -> bool {
        match *self.terms.nums.get(id) {
            Num::Each(_, board, off) => {
                matches!((self.terms.sets.get(board), self.terms.offs.get(off)), (Set::It(_), Off::None | Off::It(_)))
            }
            Num::None
            | Num::Local(_)
            | Num::EachLying(_)
            | Num::EachKind(_)
            | Num::Places(_)
            | Num::Order(..)
            | Num::Union(..) => false,
            Num::If(_, yes, no) => self.single(yes) && self.single(no),
            _ => true,
        }
    }
}
