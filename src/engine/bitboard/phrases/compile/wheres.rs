//! `A where C`: evaluated for all elements at once wherever C allows it, else for each.

use super::super::ids::{BitsId, SetId, TakenSetId, TestId, TruthId};
use super::super::term::{OffBoardSet, Set, Test, Truth};
use super::{ByOwner, Compiler, Context};
use crate::engine::word::Word;
use crate::model::expr::{Field, Type};
use crate::model::{LocalId, SlotId};
use crate::program::node::{Node, NodeId};

/// The name that a condition binds, and what surrounds the condition.
pub(super) struct About<'c> {
    pub(super) it: LocalId,
    pub(super) context: &'c Context,
    pub(super) depth: u8,
}

impl<B: Word> Compiler<'_, B> {
    /// The sites for which a condition holds.
    pub(super) fn filtered(&mut self, what: SetId, it: LocalId, condition: NodeId, context: &Context) -> Option<SetId> {
        self.filtered_as((what, false), it, condition, context)
    }

    /// The same; the flag says that the elements are pieces.
    fn filtered_as(
        &mut self,
        (what, pieces): (SetId, bool),
        it: LocalId,
        condition: NodeId,
        context: &Context,
    ) -> Option<SetId> {
        let (inner, depth) = context.with_element(it, pieces)?;
        let test = self.test(condition, &About { it, context: &inner, depth })?;
        Some(self.put_where(what, test))
    }

    /// The pieces for which a condition holds.
    pub(super) fn filtered_pieces(
        &mut self,
        (what, board, off): (NodeId, SetId, TakenSetId),
        it: LocalId,
        condition: NodeId,
        context: &Context,
    ) -> Option<(SetId, TakenSetId)> {
        let with_mine = self.mine(what, context).then(|| context.with_mine(it));
        let context = with_mine.as_ref().unwrap_or(context);
        let none = self.phrases.put_off_board(OffBoardSet::None);
        let set = self.filtered_as((board, true), it, condition, context)?;
        if off == none {
            return Some((set, none));
        }
        let (inner, depth) = context.with_element(it, true)?;
        let truth = self.truth(condition, &inner)?;
        Some((set, self.phrases.put_off_board(OffBoardSet::Where(off, depth, truth))))
    }

    /// Whether some site of a set passes a test, as a truth.
    pub(super) fn any_where(&mut self, what: SetId, test: TestId) -> TruthId {
        let set = self.put_where(what, test);
        self.phrases.put_truth(Truth::Any(set))
    }

    fn put_where(&mut self, what: SetId, test: TestId) -> SetId {
        match *self.phrases.terms.tests.get(test) {
            Test::In(set) => self.phrases.and(what, set),
            Test::Holds(truth) => {
                let nothing = self.phrases.nothing();
                self.phrases.set_if(truth, what, nothing)
            }
            _ => self.phrases.put_set(Set::Where(what, test)),
        }
    }

    fn test(&mut self, condition: NodeId, about: &About<'_>) -> Option<TestId> {
        if !self.mentions(condition, about.it) {
            let truth = self.truth(condition, about.context)?;
            return Some(self.phrases.put_test(Test::Holds(truth)));
        }
        if let Some(test) = self.set_test(condition, about) {
            return Some(test);
        }
        let truth = self.truth(condition, about.context)?;
        Some(self.phrases.put_test(Test::Each(about.depth, truth)))
    }

    /// A condition as a test of a whole set; none if it must be evaluated for each element.
    fn set_test(&mut self, condition: NodeId, about: &About<'_>) -> Option<TestId> {
        let program = self.program;
        match program.node(condition) {
            node @ (Node::And(parts) | Node::Or(parts)) => {
                let join = if matches!(node, Node::And(_)) { Self::both_tests } else { Self::either_test };
                let mut joined = self.test(parts[0], about)?;
                for part in &parts[1..] {
                    let part = self.test(*part, about)?;
                    joined = join(self, joined, part);
                }
                Some(joined)
            }
            Node::Not(part) => {
                let part = self.test(*part, about)?;
                Some(self.phrases.put_test(Test::Not(part)))
            }
            Node::Some(of) if matches!(program.type_of(*of), Type::Site | Type::Piece) => {
                let every = self.every();
                self.meets(*of, every, about)
            }
            Node::Some(of) => {
                let slot = self.slot_of_element(*of, about)?;
                let bearing = self.bearing_any(slot);
                Some(self.phrases.put_test(Test::In(bearing)))
            }
            Node::Is(a, b) if !self.mentions(*b, about.it) => self.is_test(*a, *b, about),
            Node::Compare(order, a, b) => self.compare_test(*order, *a, *b, about),
            Node::CanPath(who, path) if self.is_element(*who, about) && !self.path_mentions(*path, about.it) => {
                self.can_path(*path, about.context)
            }
            Node::CanGroup(who, groups, prey, without)
                if self.is_element(*who, about) && prey.is_none_or(|prey| !self.mentions(prey, about.it)) =>
            {
                self.can_group(groups, *prey, (without, self.mine(*who, about.context)), about.context)
            }
            _ => None,
        }
    }

    /// The slot, if a phrase is what the element bears in it.
    fn slot_of_element(&self, id: NodeId, about: &About<'_>) -> Option<SlotId> {
        match self.program.node(id) {
            Node::Field(Field::Slot(slot), of) if self.is_element(*of, about) && self.program.type_of(*of) == Type::Piece => {
                Some(*slot)
            }
            _ => None,
        }
    }

    /// The slot, and the attribute of the token in it, if a phrase is the value that the element bears in a slot.
    pub(super) fn borne_by_element(&self, id: NodeId, about: &About<'_>) -> Option<(SlotId, Option<u8>)> {
        match self.program.node(id) {
            Node::Field(Field::Attribute(i), token) => Some((self.slot_of_element(*token, about)?, Some(*i))),
            _ => Some((self.slot_of_element(id, about)?, None)),
        }
    }

    /// A test of whether the element bears one of these values in a slot.
    pub(super) fn bears_one(&mut self, (slot, attribute): (SlotId, Option<u8>), values: BitsId) -> TestId {
        let classes = self.classes_borne(slot, attribute, values);
        let bearing = self.bearing(slot, classes, true);
        self.phrases.put_test(Test::In(bearing))
    }

    pub(super) fn every(&mut self) -> SetId {
        let every = self.phrases.geometry.every;
        self.phrases.constant(every)
    }

    pub(super) fn is_element(&self, id: NodeId, about: &About<'_>) -> bool {
        *self.program.node(id) == Node::Local(about.it)
    }

    pub(super) fn both_tests(&mut self, a: TestId, b: TestId) -> TestId {
        match (*self.phrases.terms.tests.get(a), *self.phrases.terms.tests.get(b)) {
            (Test::In(x), Test::In(y)) => {
                let both = self.phrases.and(x, y);
                self.phrases.put_test(Test::In(both))
            }
            _ => self.phrases.put_test(Test::And(a, b)),
        }
    }

    pub(super) fn either_test(&mut self, a: TestId, b: TestId) -> TestId {
        match (*self.phrases.terms.tests.get(a), *self.phrases.terms.tests.get(b)) {
            (Test::In(x), Test::In(y)) => {
                let either = self.phrases.or(x, y);
                self.phrases.put_test(Test::In(either))
            }
            _ => self.phrases.put_test(Test::Or(a, b)),
        }
    }

    /// `A is B`, where only A depends on the element.
    fn is_test(&mut self, a: NodeId, b: NodeId, about: &About<'_>) -> Option<TestId> {
        let program = self.program;
        if let (Node::Field(Field::Kind | Field::Owner, of), Type::Kind | Type::Side) = (program.node(a), program.type_of(a)) {
            if !self.is_element(*of, about) || program.type_of(*of) != Type::Piece {
                return None;
            }
            let (of_kind, bits) = (program.type_of(a) == Type::Kind, self.bits(b, about.context)?);
            let all = self.phrases.constant_bits(u64::MAX);
            let set = if of_kind { self.phrases.boards(all, bits, true) } else { self.phrases.boards(bits, all, true) };
            return Some(self.phrases.put_test(Test::In(set)));
        }
        if let Type::Value(_) = program.type_of(a) {
            if program.type_of(a) != program.type_of(b) {
                return None;
            }
            let borne = self.borne_by_element(a, about)?;
            let values = self.bits(b, about.context)?;
            return Some(self.bears_one(borne, values));
        }
        let like = match program.type_of(a) {
            Type::Piece => self.like(b, about.context)?.0,
            Type::Site if matches!(program.node(a), Node::Field(Field::Site, _)) => {
                match self.by_owner(|compiler, context| compiler.like_site(b, context), about.context)? {
                    ByOwner::Same(like) => like,
                    ByOwner::Each(..) => return None,
                }
            }
            Type::Site => self.like_site(b, about.context)?,
            _ => return None,
        };
        let every = self.every();
        let outside = self.phrases.without(every, like);
        let itself = match program.node(a) {
            Node::Field(Field::Site, of) => self.is_element(*of, about),
            _ => self.is_element(a, about),
        };
        if itself {
            return Some(self.phrases.put_test(Test::In(like)));
        }
        let some = self.meets(a, every, about)?;
        let other = self.meets(a, outside, about)?;
        let none_other = self.phrases.put_test(Test::Not(other));
        Some(self.both_tests(some, none_other))
    }
}
