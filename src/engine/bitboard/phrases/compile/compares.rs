//! `A where X < Y`: comparisons that are evaluated for all elements at once.

use super::super::ids::{BitsId, TestId};
use super::super::term::{Bits, Number, TURNS, Test};
use super::wheres::About;
use super::{Compiler, place};
use crate::engine::word::Word;
use crate::model::expr::{Field, Type};
use crate::program::node::{Node, NodeId};
use crate::syntax::ast::Order;

/// The most single sites that a test of a whole set counts.
const COUNTED: usize = 16;

impl<B: Word> Compiler<'_, B> {
    /// `X < Y` as a test of a whole set; none if it must be evaluated for each element.
    pub(super) fn compare_test(&mut self, order: Order, a: NodeId, b: NodeId, about: &About<'_>) -> Option<TestId> {
        if let Some(test) = self.count_test(order, a, b, about) {
            return Some(test);
        }
        match (self.mentions(a, about.it), self.mentions(b, about.it)) {
            (true, false) => self.member_test(order, a, b, about),
            (false, true) => self.member_test(order.mirrored(), b, a, about),
            _ => None,
        }
    }

    /// `value of it <= N`, `grade of it <= V`: equal for all pieces of a kind, or for all that bear a value.
    fn member_test(&mut self, order: Order, of_it: NodeId, other: NodeId, about: &About<'_>) -> Option<TestId> {
        let program = self.program;
        if let Node::Field(Field::Worth, of) = program.node(of_it) {
            if !self.is_element(*of, about) || program.type_of(*of) != Type::Piece {
                return None;
            }
            let worths = program.equipment.kinds.iter().map(|kind| kind.value);
            let kinds = self.members_that(order, worths, other, about)?;
            let all = self.phrases.constant_bits(u64::MAX);
            let set = self.phrases.boards(all, kinds, true);
            return Some(self.phrases.put_test(Test::In(set)));
        }
        let Type::Value(_) = program.type_of(of_it) else { return None };
        // `!=` also holds of pieces that bear no value.
        if order == Order::Unequal {
            return None;
        }
        let borne = self.borne_by_element(of_it, about)?;
        let values = self.members_that(order, 1..=self.universe(of_it) as i64, other, about)?;
        Some(self.bears_one(borne, values))
    }

    /// The members whose number, of those given, stands in this order to another number.
    fn members_that(
        &mut self,
        order: Order,
        numbers: impl Iterator<Item = i64>,
        other: NodeId,
        about: &About<'_>,
    ) -> Option<BitsId> {
        let other = self.number(other, about.context)?;
        let truths = numbers.map(|number| {
            let number = self.phrases.put_num(Number::Known([number; TURNS]));
            self.phrases.compared(order, number, other)
        });
        let truths = truths.collect();
        let list = place(&mut self.phrases.tables.truth_lists, truths);
        let all = self.phrases.constant_bits(u64::MAX);
        Some(self.phrases.put_bits(Bits::Where(all, list)))
    }

    /// `count A >= n`, where A consists of single steps from the element.
    fn count_test(&mut self, order: Order, a: NodeId, b: NodeId, about: &About<'_>) -> Option<TestId> {
        let program = self.program;
        let (order, count, number) = match (program.node(a), program.node(b)) {
            (Node::Count(of), Node::Number(number)) => (order, *of, *number),
            (Node::Number(number), Node::Count(of)) => (order.mirrored(), *of, *number),
            _ => return None,
        };
        if !matches!(program.type_of(count), Type::Site | Type::Piece) {
            return None;
        }
        let number = u8::try_from(number).ok().filter(|number| (*number as usize) < COUNTED)?;
        let every = self.every();
        let mut chains = Vec::new();
        self.chains(count, every, &[], about, &mut chains)?;
        if chains.len() > COUNTED || !self.apart(&chains) {
            return None;
        }
        let list = place(&mut self.phrases.tables.lists, chains.iter().map(|chain| chain.leads).collect());
        let mut at_least = |number: u8| self.phrases.put_test(Test::AtLeast(list, number));
        let (few, more) = (at_least(number), at_least(number + 1));
        let not = |compiler: &mut Self, test: TestId| compiler.phrases.put_test(Test::Not(test));
        Some(match order {
            Order::AtLeast => few,
            Order::More => more,
            Order::Less => not(self, few),
            Order::AtMost => not(self, more),
            Order::Equal => {
                let no_more = not(self, more);
                self.both_tests(few, no_more)
            }
            Order::Unequal => {
                let fewer = not(self, few);
                self.either_test(fewer, more)
            }
        })
    }
}
