//! Estimates of what it costs to evaluate a truth: of conditions joined by `and` or `or` the cheap ones are evaluated first.

use super::super::super::word::Word;
use super::Phrases;
use super::ids::{BitsId, NumberId, SetId, TruthId};
use super::term::{Bits, Number, OffBoardSet, Set, Truth};

/// The cost of a term that is not looked into.
const DEAR: u32 = 20;

impl<B: Word> Phrases<B> {
    /// The estimated cost of a truth, in units of about one look-up.
    pub(in crate::engine::bitboard) fn cost(&self, id: TruthId) -> u32 {
        match *self.terms.truths.get(id) {
            Truth::Known(_) => 0,
            Truth::Slot(_) | Truth::Local(_) => 1,
            Truth::And(a, b) | Truth::Or(a, b) => self.cost(a) + self.cost(b),
            Truth::Not(of) => self.cost(of),
            Truth::Any(set) => 1 + self.cost_of_set(set),
            Truth::AnyBits(bits) => match *self.terms.bits.get(bits) {
                Bits::Where(_, list) => {
                    self.tables.truth_lists[list as usize].iter().fold(2, |sum, truth| sum + self.cost(*truth))
                }
                _ => 1 + self.cost_of_bits(bits),
            },
            Truth::Within(a, b) => 1 + self.cost_of_set(a) + self.cost_of_set(b),
            Truth::Weigh(_, a, b) => 1 + self.cost_of_number(a) + self.cost_of_number(b),
            Truth::If(condition, yes, no) => self.cost(condition) + self.cost(yes).max(self.cost(no)),
            _ => DEAR,
        }
    }

    fn cost_of_set(&self, id: SetId) -> u32 {
        match *self.terms.sets.get(id) {
            Set::Known(_) | Set::Boards(_) | Set::Standing(_) | Set::Empty | Set::Actor | Set::Start | Set::Landing => 1,
            Set::And(a, b) | Set::Or(a, b) | Set::Without(a, b) => self.cost_of_set(a) + self.cost_of_set(b),
            Set::Pieces(sides, kinds, _) => 2 + self.cost_of_bits(sides) + self.cost_of_bits(kinds),
            _ => DEAR,
        }
    }

    fn cost_of_bits(&self, id: BitsId) -> u32 {
        if matches!(*self.terms.bits.get(id), Bits::Known(_)) { 0 } else { DEAR }
    }

    fn cost_of_number(&self, id: NumberId) -> u32 {
        match *self.terms.nums.get(id) {
            Number::Known(_) | Number::Turns | Number::Repeats | Number::Legs | Number::Slot(_) | Number::Local(_) => 0,
            Number::CountSites(set) => 1 + self.cost_of_set(set),
            Number::CountPieces(set, off) if matches!(*self.terms.off_board.get(off), OffBoardSet::None) => {
                1 + self.cost_of_set(set)
            }
            Number::Arithmetic(_, a, b) => 1 + self.cost_of_number(a) + self.cost_of_number(b),
            _ => DEAR,
        }
    }
}
