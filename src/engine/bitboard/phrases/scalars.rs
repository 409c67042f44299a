//! Evaluation of terms that are members, numbers or truths.

use smallvec::{SmallVec, smallvec};

use super::super::geometry::ones;
use super::super::move_state::{MoveState, NamedValue};
use super::super::slots;
use super::ids::{BitsId, NumberId, SetId, TakenSetId, TruthId};
use super::sets::At;
use super::term::{Bits, Number, OffBoardSet, Set, TURNS, Truth};
use super::{Numbers, Phrases};
use crate::engine::word::Word;
use crate::model::expr::Field;
use crate::syntax::ast::Order;

impl<B: Word> Phrases<B> {
    /// The members of a set, as bits.
    pub(in crate::engine::bitboard) fn members(&self, id: BitsId, at: &At<'_, B>) -> u64 {
        let state = &at.moving.state;
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
            Bits::Local(local) => match at.moving.names[local as usize] {
                NamedValue::Bits(bits) => bits,
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

    /// The value of a number that can be read without computing anything; none for others.
    #[inline(always)]
    pub(super) fn plain_number(&self, id: NumberId, moving: &MoveState<B>) -> Option<i64> {
        let turn = moving.state.turn as usize % TURNS;
        match self.terms.nums.get(id) {
            Number::Known(numbers) => Some(numbers[turn]),
            Number::Slot(slot) => Some(moving.state.numbers[slot[turn] as usize].into()),
            Number::Repeats => Some(moving.repeats.into()),
            Number::Legs => Some(moving.legs.into()),
            _ => None,
        }
    }

    /// Whether a truth holds, if it compares two numbers that can be read so.
    #[inline]
    pub(super) fn weighed(&self, id: TruthId, moving: &MoveState<B>) -> Option<bool> {
        let Truth::Weigh(order, a, b) = self.terms.truths.get(id) else { return None };
        Some(order.holds(&self.plain_number(*a, moving)?, &self.plain_number(*b, moving)?))
    }

    /// The value of a number; 0 if it has none.
    pub(in crate::engine::bitboard) fn one(&self, id: NumberId, at: &At<'_, B>) -> i64 {
        if let Some(number) = self.plain_number(id, at.moving) {
            return number;
        }
        let state = &at.moving.state;
        match *self.terms.nums.get(id) {
            Number::Turns => i64::from(state.numbers[slots::TURNS]),
            Number::SlotOf(stored, owners) => {
                let stored = self.slots.all_stored()[stored as usize];
                let owners = ones(self.members(owners, at), stored.owners);
                owners.map(|owner| i64::from(state.numbers[stored.start + owner * stored.width])).sum()
            }
            Number::Local(local) => match at.moving.names[local as usize] {
                NamedValue::Number(number) => number,
                _ => 0,
            },
            Number::CountSites(set) => i64::from(self.set(set, at).count()),
            Number::CountPieces(set, off) => i64::from(self.set(set, at).count() + self.off(off, at).count_ones()),
            Number::CountBits(bits) => i64::from(self.members(bits, at).count_ones()),
            Number::CountCards(cards) => self.hand(cards, at).len() as i64,
            Number::CountTokens(tokens) => self.how_many(tokens, at),
            Number::CountLying(lying) => self.lot(lying, at).iter().map(|(_, _, many)| i64::from(*many)).sum(),
            Number::Worth(board, off) => {
                let (board, places) = (self.set(board, at), self.off(off, at));
                let worth = |kind: usize| {
                    i64::from((board & at.boards(self.boards_of(u64::MAX, 1 << kind))).count())
                        .saturating_mul(self.worths[kind])
                };
                let taken = self.gone(places, at).map(|gone| self.worths[gone.kind as usize]);
                (0..self.slots.kinds).map(worth).chain(taken).sum()
            }
            Number::WorthLying(lying) => {
                let lot = self.lot(lying, at);
                lot.iter()
                    .map(|(_, code, many)| self.worths[self.slots.board_of(*code) % self.slots.kinds] * i64::from(*many))
                    .sum()
            }
            Number::WorthOfKinds(kinds) => ones(self.members(kinds, at), self.slots.kinds).map(|kind| self.worths[kind]).sum(),
            Number::Total(field, board, off) => self.each_number(field, board, off, at).iter().sum(),
            Number::Arithmetic(op, a, b) => {
                let (a, b) = (self.one(a, at), self.one(b, at));
                op.of(a, b)
            }
            Number::If(condition, yes, no) => self.one(if self.holds(condition, at) { yes } else { no }, at),
            _ => self.many(id, at).first().copied().unwrap_or(0),
        }
    }

    /// All values of a number.
    pub(in crate::engine::bitboard) fn many(&self, id: NumberId, at: &At<'_, B>) -> Numbers {
        match *self.terms.nums.get(id) {
            Number::Local(local) if !matches!(at.moving.names[local as usize], NamedValue::Number(_)) => Numbers::new(),
            Number::Each(field, board, off) => self.each_number(field, board, off, at),
            Number::EachLying(lying) => {
                let worth = |(_, code, many): (_, u32, u32)| {
                    std::iter::repeat_n(self.worths[self.slots.board_of(code) % self.slots.kinds], many as usize)
                };
                self.lot(lying, at).into_iter().flat_map(worth).collect()
            }
            Number::EachKind(kinds) => ones(self.members(kinds, at), self.slots.kinds).map(|kind| self.worths[kind]).collect(),
            Number::Places(values) => self.places(values, at),
            Number::Order(board, off, like, like_off) => {
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
            Number::If(condition, yes, no) => self.many(if self.holds(condition, at) { yes } else { no }, at),
            Number::Union(a, b) => {
                let mut numbers = self.many(a, at);
                numbers.extend(self.many(b, at));
                numbers.sort_unstable();
                numbers.dedup();
                numbers
            }
            _ => smallvec![self.one(id, at)],
        }
    }

    /// The places of values in their set, from 1.
    pub(super) fn places(&self, values: BitsId, at: &At<'_, B>) -> Numbers {
        ones(self.members(values, at), 64).map(|bit| bit as i64 + 1).collect()
    }

    /// File, rank or value of each of a set of pieces or sites.
    fn each_number(&self, field: Field, board: SetId, off: TakenSetId, at: &At<'_, B>) -> Numbers {
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
        for place in ones(places, at.moving.taken.len()) {
            let taken = &at.moving.taken[place];
            numbers.push(number(taken.site, Some(taken.kind as usize)));
        }
        for (_, code) in ones(self.lying_places(places, at), 64).filter_map(|place| self.lying_at(place, at)) {
            numbers.push(if field == Field::Worth { self.worths[self.slots.board_of(code) % self.slots.kinds] } else { 0 });
        }
        numbers
    }

    /// Whether a truth holds.
    pub(in crate::engine::bitboard) fn holds(&self, id: TruthId, at: &At<'_, B>) -> bool {
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
            Truth::AnyOff(off) => match *self.terms.off_board.get(off) {
                OffBoardSet::All => !at.moving.taken.is_empty(),
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
                !hand.is_empty() && hand.iter().all(|card| self.is_of_sort(sort, card.cell, at))
            }
            Truth::AnyTokens(tokens) => !self.groups(tokens, at).is_empty(),
            Truth::Within(a, b) => {
                let a = self.set(a, at);
                !a.any() || !(a & !self.set(b, at)).any()
            }
            Truth::WithinOff(a, b) => self.off(a, at) & !self.off(b, at) == 0,
            Truth::WithinBits(a, b) => self.members(a, at) & !self.members(b, at) == 0,
            Truth::AllLike(lying, like) => self.all_like(lying, like, at),
            Truth::Compare(order, a, b) => self.compare(order, a, b, at),
            Truth::Weigh(order, a, b) => order.holds(&self.one(a, at), &self.one(b, at)),
            Truth::Slot(slot) => at.moving.state.numbers[slot[at.turn] as usize] != 0,
            Truth::SlotOf(stored, owners) => {
                let stored = self.slots.all_stored()[stored as usize];
                let mut owners = ones(self.members(owners, at), stored.owners);
                owners.any(|owner| at.moving.state.numbers[stored.start + owner * stored.width] != 0)
            }
            Truth::Local(local) => match at.moving.names[local as usize] {
                NamedValue::Nothing => false,
                NamedValue::Truth(truth) => truth,
                NamedValue::Sites(set) | NamedValue::Pieces(set) => set.any(),
                NamedValue::Taken(bits) | NamedValue::Bits(bits) => bits != 0,
                NamedValue::Number(_) | NamedValue::Off { .. } | NamedValue::Card(_) => true,
                NamedValue::Tokens { of, .. } => of != 0,
            },
            Truth::If(condition, yes, no) => self.holds(if self.holds(condition, at) { yes } else { no }, at),
            Truth::Moves(question) => self.players_can(question, at),
        }
    }

    fn compare(&self, order: Order, a: NumberId, b: NumberId, at: &At<'_, B>) -> bool {
        let (a, b) = (self.many(a, at), self.many(b, at));
        if a.is_empty() || b.is_empty() {
            return order == Order::Unequal && a != b;
        }
        order.holds(&a, &b)
    }

    /// Whether a number always has exactly one value.
    pub(super) fn single(&self, id: NumberId) -> bool {
        match *self.terms.nums.get(id) {
            Number::Each(_, board, off) => {
                matches!(
                    (self.terms.sets.get(board), self.terms.off_board.get(off)),
                    (Set::It(_), OffBoardSet::None | OffBoardSet::It(_))
                )
            }
            Number::Local(_)
            | Number::EachLying(_)
            | Number::EachKind(_)
            | Number::Places(_)
            | Number::Order(..)
            | Number::Union(..) => false,
            Number::If(_, yes, no) => self.single(yes) && self.single(no),
            _ => true,
        }
    }
}
