//! `A where C`: asked of all elements at once wherever C lets it, else of each.

use smallvec::SmallVec;

use super::super::term::{Off, OffId, Set, SetId, Test, TestId, Truth, TruthId};
use super::{Bound, ByOwner, Compiler, Context, place};
use crate::engine::word::Word;
use crate::model::expr::{Field, Type};
use crate::model::{LocalId, SlotId};
use crate::program::node::{Node, NodeId};
use crate::syntax::ast::Order;

/// Most sets that are counted through at once.
const COUNTED: usize = 16;

/// The name that a condition binds, and what it stands inside of.
struct About<'c> {
    it: LocalId,
    context: &'c Context,
    depth: u8,
}

impl<B: Word> Compiler<'_, B> {
    /// The sites for which a condition holds.
    pub(super) fn filtered(&mut self, what: SetId, it: LocalId, condition: NodeId, context: &Context) -> Option<SetId> {
        let test = self.condition(it, condition, context)?;
        Some(self.put_where(what, test))
    }

    /// The pieces for which a condition holds.
    pub(super) fn filtered_pieces(
        &mut self,
        board: SetId,
        off: OffId,
        it: LocalId,
        condition: NodeId,
        context: &Context,
    ) -> Option<(SetId, OffId)> {
        let none = self.phrases.put_off(Off::None);
        let set = self.filtered(board, it, condition, context)?;
        if off == none {
            return Some((set, none));
        }
        let (inner, depth) = context.with_element(it)?;
        let truth = self.truth(condition, &inner)?;
        Some((set, self.phrases.put_off(Off::Where(off, depth, truth))))
    }

    /// Whether a test is passed by something of a set.
    pub(super) fn any_where(&mut self, what: SetId, test: TestId) -> TruthId {
        let set = self.put_where(what, test);
        self.phrases.put_truth(Truth::Any(set))
    }

    fn put_where(&mut self, what: SetId, test: TestId) -> SetId {
        match *self.phrases.tests.get(test) {
            Test::In(set) => self.phrases.and(what, set),
            Test::Holds(truth) => {
                let nothing = self.phrases.nothing();
                self.phrases.set_if(truth, what, nothing)
            }
            _ => self.phrases.put_set(Set::Where(what, test)),
        }
    }

    /// A condition as a test.
    fn condition(&mut self, it: LocalId, condition: NodeId, context: &Context) -> Option<TestId> {
        let (inner, depth) = context.with_element(it)?;
        self.test(condition, &About { it, context: &inner, depth })
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

    /// A condition as a test of a whole set; none if it must be asked of each element.
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
            Node::Compare(order, a, b) => self.count_test(*order, *a, *b, about),
            Node::CanPath(who, path) if self.is_element(*who, about) && !self.path_mentions(*path, about.it) => {
                self.can_path(*path, about.context)
            }
            Node::CanGroup(who, groups, prey)
                if self.is_element(*who, about) && prey.is_none_or(|prey| !self.mentions(prey, about.it)) =>
            {
                self.can_group(groups, *prey, about.context)
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

    fn every(&mut self) -> SetId {
        let every = self.phrases.geometry.every;
        self.phrases.constant(every)
    }

    fn is_element(&self, id: NodeId, about: &About<'_>) -> bool {
        *self.program.node(id) == Node::Local(about.it)
    }

    fn both_tests(&mut self, a: TestId, b: TestId) -> TestId {
        match (*self.phrases.tests.get(a), *self.phrases.tests.get(b)) {
            (Test::In(x), Test::In(y)) => {
                let both = self.phrases.and(x, y);
                self.phrases.put_test(Test::In(both))
            }
            _ => self.phrases.put_test(Test::And(a, b)),
        }
    }

    fn either_test(&mut self, a: TestId, b: TestId) -> TestId {
        match (*self.phrases.tests.get(a), *self.phrases.tests.get(b)) {
            (Test::In(x), Test::In(y)) => {
                let either = self.phrases.or(x, y);
                self.phrases.put_test(Test::In(either))
            }
            _ => self.phrases.put_test(Test::Or(a, b)),
        }
    }

    /// Whether what a phrase denotes for an element meets a set: the elements from which it does.
    fn meets(&mut self, id: NodeId, wanted: SetId, about: &About<'_>) -> Option<TestId> {
        let program = self.program;
        let piece = program.type_of(id) == Type::Piece;
        match program.node(id) {
            Node::Local(local) if *local == about.it => {
                matches!(about.context.bound(*local), Some(Bound::Element(_))).then(|| self.phrases.put_test(Test::In(wanted)))
            }
            Node::Field(Field::Site, of) => self.meets(*of, wanted, about),
            Node::From(ways, from, pieces) => self.steps_meet(*ways, *from, *pieces, wanted, about),
            Node::Intersect(parts) => {
                let dependent: SmallVec<[NodeId; 2]> =
                    parts.iter().copied().filter(|part| self.mentions(*part, about.it)).collect();
                let [dependent] = dependent[..] else { return None };
                let mut wanted = wanted;
                for part in parts.iter().filter(|part| **part != dependent) {
                    let part = self.set_of(*part, about.context)?;
                    wanted = self.phrases.and(wanted, part);
                }
                self.meets(dependent, wanted, about)
            }
            Node::Union(parts) => {
                let mut any = None;
                for part in parts {
                    let part = self.meets_any(*part, wanted, about)?;
                    any = Some(match any {
                        Some(any) => self.either_test(any, part),
                        None => part,
                    });
                }
                any
            }
            Node::Without(a, b) if !self.mentions(*b, about.it) => {
                let less = self.set_of(*b, about.context)?;
                let wanted = self.phrases.without(wanted, less);
                self.meets(*a, wanted, about)
            }
            Node::On(what, on, not) if !self.mentions(*on, about.it) => {
                if !piece {
                    let on = self.sites(*on, about.context)?;
                    let wanted = if *not { self.phrases.without(wanted, on) } else { self.phrases.and(wanted, on) };
                    return self.meets(*what, wanted, about);
                }
                let wanted = self.among_pieces(wanted);
                let wanted = self.standing_on(wanted, *on, *not, about.context)?;
                self.meets(*what, wanted, about)
            }
            Node::On(what, on, false) if !self.mentions(*what, about.it) => {
                if !piece {
                    let what = self.sites(*what, about.context)?;
                    let wanted = self.phrases.and(wanted, what);
                    return self.meets(*on, wanted, about);
                }
                // Pieces off the board stand nowhere.
                let (what, _) = self.pieces(*what, about.context)?;
                let what = self.phrases.and(wanted, what);
                let what = self.among_pieces(what);
                match self.by_owner(|compiler, context| compiler.sites(*on, context), about.context)? {
                    ByOwner::Same(_) => self.meets(*on, what, about),
                    ByOwner::Each(..) => None,
                }
            }
            _ => None,
        }
    }

    /// The same of a phrase that may not ask for the element at all.
    fn meets_any(&mut self, id: NodeId, wanted: SetId, about: &About<'_>) -> Option<TestId> {
        if self.mentions(id, about.it) {
            return self.meets(id, wanted, about);
        }
        let set = self.set_of(id, about.context)?;
        let both = self.phrases.and(set, wanted);
        let truth = self.phrases.put_truth(Truth::Any(both));
        Some(self.phrases.put_test(Test::Holds(truth)))
    }

    /// A phrase as a set; none if it denotes pieces that may be off the board.
    fn set_of(&mut self, id: NodeId, context: &Context) -> Option<SetId> {
        match self.program.type_of(id) {
            Type::Site => self.sites(id, context),
            Type::Piece => {
                let none = self.phrases.put_off(Off::None);
                self.pieces(id, context).filter(|(_, off)| *off == none).map(|(set, _)| set)
            }
            _ => None,
        }
    }

    fn steps_meet(&mut self, ways: NodeId, from: NodeId, pieces: bool, wanted: SetId, about: &About<'_>) -> Option<TestId> {
        if self.mentions(ways, about.it) {
            return None;
        }
        let own = pieces && self.is_element(from, about);
        let ways = match self.by_owner(|compiler, context| compiler.bits(ways, context), about.context)? {
            ByOwner::Same(ways) => ways,
            ByOwner::Each(..) if !pieces => self.bits(ways, about.context)?,
            ByOwner::Each(sides, _) if own => {
                // The element is the piece described: its owner says where it looks.
                let mut all = self.phrases.nothing();
                for (side, ways) in sides.into_iter().enumerate() {
                    let back = self.phrases.step_back(ways, wanted);
                    let standing = self.phrases.standing(side);
                    let back = self.phrases.and(back, standing);
                    all = self.phrases.or(all, back);
                }
                return Some(self.phrases.put_test(Test::In(all)));
            }
            ByOwner::Each(..) => return None,
        };
        let start = match self.program.node(from) {
            Node::Field(Field::Site, of) => *of,
            _ => from,
        };
        if let (true, Some(ways)) = (self.is_element(start, about), self.phrases.same_bits(ways)) {
            let near = self.phrases.geometry.nearness(ways);
            if !self.phrases.geometry.quickly(near) && self.phrases.is_known(wanted).is_none() {
                return Some(self.phrases.put_test(Test::Beside(near, wanted)));
            }
        }
        let back = self.phrases.step_back(ways, wanted);
        self.meets(from, back, about)
    }

    /// `A is B`, where only A asks for the element.
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
            let (slot, attribute) = match program.node(a) {
                Node::Field(Field::Attribute(i), token) => (self.slot_of_element(*token, about)?, Some(*i)),
                _ => (self.slot_of_element(a, about)?, None),
            };
            let values = self.bits(b, about.context)?;
            let classes = self.classes_borne(slot, attribute, values);
            let bearing = self.bearing(slot, classes, true);
            return Some(self.phrases.put_test(Test::In(bearing)));
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

    /// `count A >= n`, where A is made of single steps from the element.
    fn count_test(&mut self, order: Order, a: NodeId, b: NodeId, about: &About<'_>) -> Option<TestId> {
        let program = self.program;
        let (order, count, number) = match (program.node(a), program.node(b)) {
            (Node::Count(of), Node::Number(number)) => (order, *of, *number),
            (Node::Number(number), Node::Count(of)) => (turned(order), *of, *number),
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
        let list = place(&mut self.phrases.lists, chains.iter().map(|chain| chain.leads).collect());
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

    /// The single sites that a phrase is made of, each reached by steps in one direction after the other.
    fn chains(&mut self, id: NodeId, wanted: SetId, steps: &[u8], about: &About<'_>, found: &mut Vec<Chain>) -> Option<()> {
        let program = self.program;
        match program.node(id) {
            Node::Local(local) if *local == about.it => {
                let steps = steps.iter().rev().copied().collect();
                found.push(Chain { steps, leads: wanted });
                Some(())
            }
            Node::Field(Field::Site, of) => self.chains(*of, wanted, steps, about, found),
            Node::Union(parts) => parts.iter().try_for_each(|part| self.chains(*part, wanted, steps, about, found)),
            Node::From(ways, from, _) if !self.mentions(*ways, about.it) => {
                let ways = match self.by_owner(|compiler, context| compiler.bits(*ways, context), about.context)? {
                    ByOwner::Same(ways) => self.phrases.same_bits(ways)?,
                    ByOwner::Each(..) => return None,
                };
                for way in super::super::ones(ways, self.phrases.geometry.ways) {
                    let one = self.phrases.constant_bits(1 << way);
                    let back = self.phrases.step_back(one, wanted);
                    let steps: SmallVec<[u8; 4]> = steps.iter().copied().chain([way as u8]).collect();
                    self.chains(*from, back, &steps, about, found)?;
                }
                Some(())
            }
            Node::Intersect(parts) => {
                let dependent: SmallVec<[NodeId; 2]> =
                    parts.iter().copied().filter(|part| self.mentions(*part, about.it)).collect();
                let [dependent] = dependent[..] else { return None };
                let mut wanted = wanted;
                for part in parts.iter().filter(|part| **part != dependent) {
                    let part = self.set_of(*part, about.context)?;
                    wanted = self.phrases.and(wanted, part);
                }
                self.chains(dependent, wanted, steps, about, found)
            }
            Node::On(what, on, false) if !self.mentions(*what, about.it) => {
                let what = if program.type_of(id) == Type::Piece {
                    let (what, _) = self.pieces(*what, about.context)?;
                    self.among_pieces(what)
                } else {
                    self.sites(*what, about.context)?
                };
                if let ByOwner::Each(..) = self.by_owner(|compiler, context| compiler.sites(*on, context), about.context)? {
                    return None;
                }
                let wanted = self.phrases.and(wanted, what);
                self.chains(*on, wanted, steps, about, found)
            }
            _ => None,
        }
    }

    /// Whether no two chains ever lead from one site to the same.
    fn apart(&self, chains: &[Chain]) -> bool {
        let geometry = &self.phrases.geometry;
        let mut starts = geometry.every;
        while let Some(start) = starts.take() {
            let mut reached = B::ZERO;
            for chain in chains {
                let step = |site: B, way: &u8| if site.any() { geometry.step(*way as usize, site) } else { site };
                let end = chain.steps.iter().fold(start, step);
                if (end & reached).any() {
                    return false;
                }
                reached |= end;
            }
        }
        true
    }
}

/// Steps from an element to a single site.
struct Chain {
    /// In order.
    steps: SmallVec<[u8; 4]>,
    /// The elements from which they lead to a site that counts.
    leads: SetId,
}

/// The same comparison with its sides exchanged.
fn turned(order: Order) -> Order {
    match order {
        Order::Equal | Order::Unequal => order,
        Order::Less => Order::More,
        Order::AtMost => Order::AtLeast,
        Order::More => Order::Less,
        Order::AtLeast => Order::AtMost,
    }
}
