//! What phrases depend on of the acting piece: pieces for which all of that is equal are evaluated together.

use smallvec::SmallVec;

use super::super::geometry::ones;
use super::Phrases;
use super::ids::{BitsId, NumberId, SetId, TakenSetId, TestId, TruthId};
use super::sets::At;
use super::term::{ACTOR, Bits, Number, OffBoardSet, Set, Test, Truth};
use crate::engine::word::Word;
use crate::model::expr::Field;

/// A property of the acting piece on which phrases depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine::bitboard) enum ActorClass {
    /// Its side and kind.
    Board,
    /// Whether it is in a set.
    In(SetId),
    /// What it bears in a slot.
    Slot(u8),
}

impl<B: Word> Phrases<B> {
    /// All properties of the acting piece on which sets and directions depend; none if they depend on it in any other way.
    pub(super) fn traits(
        &self,
        sets: impl Iterator<Item = SetId>,
        ways: impl Iterator<Item = BitsId>,
    ) -> Option<Vec<ActorClass>> {
        let mut found = Vec::new();
        let (mut sets, mut ways) = (sets, ways);
        let all = sets.all(|set| self.of_set(set, &mut found)) && ways.all(|ways| self.of_bits(ways, &mut found));
        all.then_some(found)
    }

    fn of_set(&self, id: SetId, found: &mut Vec<ActorClass>) -> bool {
        if self.terms.sets.needs(id) & ACTOR == 0 {
            return true;
        }
        match *self.terms.sets.get(id) {
            Set::And(a, b) | Set::Or(a, b) | Set::Without(a, b) => self.of_set(a, found) && self.of_set(b, found),
            Set::Near(_, from) | Set::Leading(_, from) | Set::First(from) => self.of_set(from, found),
            Set::Steps(ways, from) | Set::StepsBack(ways, from) | Set::Rays(ways, from) => {
                self.of_bits(ways, found) && self.of_set(from, found)
            }
            Set::Pieces(sides, kinds, _) => self.of_bits(sides, found) && self.of_bits(kinds, found),
            Set::Bearing(_, bits, _) | Set::KeptOf(_, bits) => self.of_bits(bits, found),
            Set::If(condition, yes, no) => self.of_truth(condition, found) && self.of_set(yes, found) && self.of_set(no, found),
            Set::Whose(_, a, b) => note(ActorClass::Board, found) && self.of_set(a, found) && self.of_set(b, found),
            Set::Where(what, test) => self.of_set(what, found) && self.of_test(test, found),
            _ => false,
        }
    }

    fn of_test(&self, id: TestId, found: &mut Vec<ActorClass>) -> bool {
        if self.terms.tests.needs(id) & ACTOR == 0 {
            return true;
        }
        match *self.terms.tests.get(id) {
            Test::Holds(truth) | Test::Each(_, truth) => self.of_truth(truth, found),
            Test::In(set) | Test::Beside(_, set) => self.of_set(set, found),
            Test::And(a, b) | Test::Or(a, b) => self.of_test(a, found) && self.of_test(b, found),
            Test::Not(of) => self.of_test(of, found),
            Test::AtLeast(list, _) => self.tables.lists[list as usize].iter().all(|set| self.of_set(*set, found)),
            Test::Able(_) | Test::Legs(..) | Test::Asked(_) => false,
        }
    }

    fn of_truth(&self, id: TruthId, found: &mut Vec<ActorClass>) -> bool {
        if self.terms.truths.needs(id) & ACTOR == 0 {
            return true;
        }
        match *self.terms.truths.get(id) {
            Truth::And(a, b) | Truth::Or(a, b) => self.of_truth(a, found) && self.of_truth(b, found),
            Truth::Not(of) => self.of_truth(of, found),
            Truth::If(a, b, c) => [a, b, c].into_iter().all(|truth| self.of_truth(truth, found)),
            Truth::Any(set) => match *self.terms.sets.get(set) {
                // There is an acting piece, whichever it is: for this it must be one.
                Set::Actor => note(ActorClass::Board, found),
                Set::And(a, b) if self.is_actor(a) => self.is_among(b, found),
                Set::And(a, b) if self.is_actor(b) => self.is_among(a, found),
                _ => self.of_set(set, found),
            },
            Truth::Within(a, b) if self.is_actor(a) => self.is_among(b, found),
            Truth::Within(a, b) => self.of_set(a, found) && self.of_set(b, found),
            Truth::AnyBits(bits) | Truth::SlotOf(_, bits) => self.of_bits(bits, found),
            Truth::WithinBits(a, b) => self.of_bits(a, found) && self.of_bits(b, found),
            Truth::Compare(_, a, b) | Truth::Weigh(_, a, b) => self.of_num(a, found) && self.of_num(b, found),
            _ => false,
        }
    }

    fn of_num(&self, id: NumberId, found: &mut Vec<ActorClass>) -> bool {
        if self.terms.nums.needs(id) & ACTOR == 0 {
            return true;
        }
        match *self.terms.nums.get(id) {
            Number::Each(Field::Worth, board, off) => self.is_actor_alone(board, off) && note(ActorClass::Board, found),
            Number::Places(bits) | Number::EachKind(bits) => self.of_bits(bits, found),
            Number::Arithmetic(_, a, b) => self.of_num(a, found) && self.of_num(b, found),
            _ => false,
        }
    }

    fn of_bits(&self, id: BitsId, found: &mut Vec<ActorClass>) -> bool {
        if self.terms.bits.needs(id) & ACTOR == 0 {
            return true;
        }
        match *self.terms.bits.get(id) {
            Bits::And(a, b) | Bits::Or(a, b) | Bits::Without(a, b) => self.of_bits(a, found) && self.of_bits(b, found),
            Bits::If(condition, yes, no) => {
                self.of_truth(condition, found) && self.of_bits(yes, found) && self.of_bits(no, found)
            }
            Bits::Whose(_, a, b) => note(ActorClass::Board, found) && self.of_bits(a, found) && self.of_bits(b, found),
            Bits::Owners(board, off) | Bits::Kinds(board, off) if self.is_actor_alone(board, off) => {
                note(ActorClass::Board, found)
            }
            Bits::Borne(slot, board, off) if self.is_actor_alone(board, off) => note(ActorClass::Slot(slot), found),
            Bits::Map(of, _) | Bits::KeptOf(_, of) => self.of_bits(of, found),
            Bits::Where(of, list) => {
                let mut truths = self.tables.truth_lists[list as usize].iter();
                self.of_bits(of, found) && truths.all(|truth| self.of_truth(*truth, found))
            }
            _ => false,
        }
    }

    /// A superset of a set that does not depend on the acting piece.
    pub(super) fn superset(&mut self, id: SetId) -> SetId {
        if self.terms.sets.needs(id) & ACTOR == 0 {
            return id;
        }
        let every = self.geometry.every;
        match *self.terms.sets.get(id) {
            Set::And(a, b) => {
                let (a, b) = (self.superset(a), self.superset(b));
                self.and(a, b)
            }
            Set::Or(a, b) | Set::Whose(_, a, b) | Set::If(_, a, b) => {
                let (a, b) = (self.superset(a), self.superset(b));
                self.or(a, b)
            }
            Set::Without(a, b) => {
                let a = self.superset(a);
                if self.terms.sets.needs(b) & ACTOR == 0 { self.without(a, b) } else { a }
            }
            Set::Where(what, test) => {
                let what = self.superset(what);
                if self.terms.tests.needs(test) & ACTOR == 0 { self.put_set(Set::Where(what, test)) } else { what }
            }
            _ => self.constant(every),
        }
    }

    /// A superset of directions that does not depend on the acting piece.
    pub(super) fn superset_of_bits(&mut self, id: BitsId) -> BitsId {
        if self.terms.bits.needs(id) & ACTOR == 0 {
            return id;
        }
        match *self.terms.bits.get(id) {
            Bits::And(a, b) => {
                let (a, b) = (self.superset_of_bits(a), self.superset_of_bits(b));
                self.put_bits(Bits::And(a, b))
            }
            Bits::Or(a, b) | Bits::Whose(_, a, b) | Bits::If(_, a, b) => {
                let (a, b) = (self.superset_of_bits(a), self.superset_of_bits(b));
                self.put_bits(Bits::Or(a, b))
            }
            Bits::Without(a, _) => self.superset_of_bits(a),
            _ => self.constant_bits(u64::MAX),
        }
    }

    fn is_actor(&self, set: SetId) -> bool {
        *self.terms.sets.get(set) == Set::Actor
    }

    fn is_actor_alone(&self, board: SetId, off: TakenSetId) -> bool {
        self.is_actor(board) && *self.terms.off_board.get(off) == OffBoardSet::None
    }

    /// Notes that a phrase depends on whether the acting piece is in a set, if the set itself does not depend on it.
    fn is_among(&self, set: SetId, found: &mut Vec<ActorClass>) -> bool {
        self.terms.sets.needs(set) & ACTOR == 0 && note(ActorClass::In(set), found)
    }

    /// Pieces split into parts, in each of which all these properties are equal.
    pub(in crate::engine::bitboard) fn parts(&self, traits: &[ActorClass], among: B, at: &At<'_, B>) -> SmallVec<[B; 16]> {
        let mut parts: SmallVec<[B; 16]> = SmallVec::from_elem(among, 1);
        let (boards, attributes) = (at.moving.state.boards.as_ref(), at.moving.state.attributes.as_ref());
        for one in traits {
            match one {
                ActorClass::Board => ones(self.every_board, 64).for_each(|board| split(&mut parts, boards[board])),
                ActorClass::In(set) => split(&mut parts, self.set(*set, at)),
                ActorClass::Slot(slot) => {
                    let slot = &self.slots.borne[*slot as usize];
                    attributes[slot.board..slot.board + slot.classes].iter().for_each(|board| split(&mut parts, *board));
                }
            }
        }
        parts
    }
}

/// Splits each part into the pieces in a set and the others.
fn split<B: Word>(parts: &mut SmallVec<[B; 16]>, set: B) {
    for i in 0..parts.len() {
        let part = parts[i] & set;
        if part.any() && part != parts[i] {
            parts[i] ^= part;
            parts.push(part);
        }
    }
}

fn note(one: ActorClass, found: &mut Vec<ActorClass>) -> bool {
    if !found.contains(&one) {
        found.push(one);
    }
    true
}
