//! What it costs to ask whether something holds: of conditions joined by `and` or `or` the cheap ones are asked first.

use super::super::super::word::Word;
use super::Phrases;
use super::term::{Bits, BitsId, Num, NumId, Off, Set, SetId, Truth, TruthId};

/// What is not looked into further.
const DEAR: u32 = 20;

impl<B: Word> Phrases<B> {
    /// About what a truth costs.
    pub(in crate::engine::direct) fn cost(&self, id: TruthId) -> u32 {
        match *self.terms.truths.get(id) {
            Truth::Known(_) => 0,
            Truth::Slot(_) | Truth::Local(_) => 1,
            Truth::And(a, b) | Truth::Or(a, b) | Truth::Same(a, b) => self.cost(a) + self.cost(b),
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

    fn cost_of_number(&self, id: NumId) -> u32 {
        match *self.terms.nums.get(id) {
            Num::Known(_) | Num::None | Num::Turns | Num::Repeats | Num::Legs | Num::Slot(_) | Num::Local(_) => 0,
            Num::CountSites(set) => 1 + self.cost_of_set(set),
            Num::CountPieces(set, off) if matches!(*self.terms.offs.get(off), Off::None) => 1 + self.cost_of_set(set),
            Num::Arithmetic(_, a, b) => 1 + self.cost_of_number(a) + self.cost_of_number(b),
            _ => DEAR,
        }
    }
}
