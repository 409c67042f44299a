//! Adding terms to their arenas, each with what it depends on.

use super::Phrases;
use super::ids::{BitsId, NumberId, SetId, TakenSetId, TestId, TruthId};
use super::questions::{BoundTo, Trial, TrialOf, TriedMovers};
use super::term::{ACTOR, Bits, ELEMENT, MOVE, Needs, Number, OffBoardSet, Set, TRIED, TURNS, Test, Truth};
use crate::engine::word::Word;
use crate::syntax::ast::Order;

impl<B: Word> Phrases<B> {
    pub(super) fn put_set(&mut self, set: Set) -> SetId {
        let needs = self.needs_of(&set);
        SetId(self.terms.sets.put(set, needs))
    }

    fn needs_of(&self, set: &Set) -> Needs {
        let of = |id: SetId| self.terms.sets.needs(id);
        match *set {
            Set::Known(_) | Set::Empty | Set::Kept(_) => 0,
            // They depend on which pieces wait to be removed as well, which is not counted as progress of the move.
            Set::Boards(_) | Set::Standing(_) => 0,
            Set::Bearing(_, classes, _) => self.terms.bits.needs(classes),
            Set::Pieces(sides, kinds, _) => self.terms.bits.needs(sides) | self.terms.bits.needs(kinds),
            Set::Actor => ACTOR,
            Set::Start | Set::Landing | Set::Trail | Set::Passed | Set::Local(_) => MOVE,
            Set::It(depth) => ELEMENT << depth,
            Set::KeptOf(_, owners) => self.terms.bits.needs(owners),
            Set::And(a, b) | Set::Or(a, b) | Set::Without(a, b) => of(a) | of(b),
            Set::Near(_, from) | Set::Leading(_, from) | Set::First(from) => of(from),
            Set::Steps(ways, from) | Set::StepsBack(ways, from) | Set::Rays(ways, from) => {
                self.terms.bits.needs(ways) | of(from)
            }
            Set::If(condition, yes, no) => self.terms.truths.needs(condition) | of(yes) | of(no),
            Set::Whose(_, a, b) => ACTOR | of(a) | of(b),
            Set::Where(what, test) => of(what) | self.terms.tests.needs(test),
            Set::Taken(off) | Set::TowersOf(off) => self.terms.off_board.needs(off),
            Set::Towers(lying) => self.terms.pile_pieces.needs(lying),
            Set::Extreme(set, off, depth, _, key) => {
                of(set) | self.terms.off_board.needs(off) | self.terms.nums.needs(key) & !(ELEMENT << depth)
            }
            Set::Last(set, off) => of(set) | self.terms.off_board.needs(off),
        }
    }

    pub(super) fn put_off_board(&mut self, off: OffBoardSet) -> TakenSetId {
        let of = |id: TakenSetId| self.terms.off_board.needs(id);
        let none = TakenSetId(0);
        let off = match off {
            OffBoardSet::And(a, b) if a == none || b == none => OffBoardSet::None,
            OffBoardSet::And(a, b) if a == b => return a,
            OffBoardSet::Or(a, b) if a == b || b == none => return a,
            OffBoardSet::Or(a, b) if a == none => return b,
            OffBoardSet::Without(a, b) if a == b || a == none => OffBoardSet::None,
            OffBoardSet::Without(a, b) if b == none => return a,
            OffBoardSet::If(_, a, b) if a == b => return a,
            OffBoardSet::Where(a, ..) | OffBoardSet::Last(a) | OffBoardSet::First(_, a) if a == none => OffBoardSet::None,
            off => off,
        };
        let needs = match off {
            OffBoardSet::None => 0,
            OffBoardSet::Among(lying) => MOVE | self.terms.pile_pieces.needs(lying),
            OffBoardSet::On(a, sites) => of(a) | self.terms.sets.needs(sites),
            OffBoardSet::All
            | OffBoardSet::Local(_)
            | OffBoardSet::Kinds(_)
            | OffBoardSet::Sides(_)
            | OffBoardSet::Bearing(..) => MOVE,
            OffBoardSet::It(depth) => ELEMENT << depth,
            OffBoardSet::And(a, b) | OffBoardSet::Or(a, b) | OffBoardSet::Without(a, b) => of(a) | of(b),
            OffBoardSet::If(condition, a, b) => self.terms.truths.needs(condition) | of(a) | of(b),
            OffBoardSet::Where(a, depth, condition) => of(a) | self.terms.truths.needs(condition) & !(ELEMENT << depth),
            OffBoardSet::Extreme(set, a, depth, _, key) => {
                self.terms.sets.needs(set) | of(a) | self.terms.nums.needs(key) & !(ELEMENT << depth)
            }
            OffBoardSet::First(set, a) => self.terms.sets.needs(set) | of(a),
            OffBoardSet::Last(a) => of(a),
        };
        let needs = match off {
            OffBoardSet::Kinds(bits) | OffBoardSet::Sides(bits) | OffBoardSet::Bearing(_, bits) => {
                needs | self.terms.bits.needs(bits)
            }
            _ => needs,
        };
        TakenSetId(self.terms.off_board.put(off, needs))
    }

    pub(super) fn constant_bits(&mut self, bits: u64) -> BitsId {
        self.put_bits(Bits::Known([bits; TURNS]))
    }

    pub(super) fn put_bits(&mut self, bits: Bits) -> BitsId {
        let known = |id: BitsId| match *self.terms.bits.get(id) {
            Bits::Known(known) => Some(known),
            _ => None,
        };
        let folded = match bits {
            Bits::And(a, b) => known(a).zip(known(b)).map(|(a, b)| std::array::from_fn(|turn| a[turn] & b[turn])),
            Bits::Or(a, b) => known(a).zip(known(b)).map(|(a, b)| std::array::from_fn(|turn| a[turn] | b[turn])),
            Bits::Without(a, b) => known(a).zip(known(b)).map(|(a, b)| std::array::from_fn(|turn| a[turn] & !b[turn])),
            Bits::Map(of, table) => {
                let table = &self.tables.maps[table as usize];
                let map = |bits: u64| {
                    let members = table.iter().enumerate().filter(|(member, _)| bits >> member & 1 != 0);
                    members.fold(0, |all, (_, to)| all | to)
                };
                known(of).map(|of| of.map(map))
            }
            Bits::Where(of, list) => {
                let truths = self.tables.truth_lists[list as usize].iter().map(|truth| match *self.terms.truths.get(*truth) {
                    Truth::Known(known) => Some(known),
                    _ => None,
                });
                let truths = truths.collect::<Option<Vec<_>>>();
                let chosen = |turn: usize, truths: &[[bool; TURNS]]| {
                    let members = truths.iter().enumerate().filter(|(_, truth)| truth[turn]);
                    members.fold(0, |all, (member, _)| all | 1 << member)
                };
                known(of).zip(truths).map(|(of, truths)| std::array::from_fn(|turn| of[turn] & chosen(turn, &truths)))
            }
            _ => None,
        };
        let bits = folded.map_or(bits, Bits::Known);
        match bits {
            Bits::And(a, b) | Bits::Or(a, b) | Bits::Whose(_, a, b) | Bits::If(_, a, b) if a == b => return a,
            _ => {}
        }
        let of = |id: BitsId| self.terms.bits.needs(id);
        let needs = match bits {
            Bits::Known(_) | Bits::Kept(_) => 0,
            Bits::And(a, b) | Bits::Or(a, b) | Bits::Without(a, b) => of(a) | of(b),
            Bits::If(condition, a, b) => self.terms.truths.needs(condition) | of(a) | of(b),
            Bits::Whose(_, a, b) => ACTOR | of(a) | of(b),
            Bits::Classes(tokens) => self.terms.toks.needs(tokens),
            Bits::ClassesOf(cards) | Bits::Faces(cards) => self.terms.hands.needs(cards),
            Bits::OwnersLying(lying) | Bits::KindsLying(lying) | Bits::BorneLying(_, lying) => {
                self.terms.pile_pieces.needs(lying)
            }
            Bits::Owners(set, off) | Bits::Kinds(set, off) | Bits::Borne(_, set, off) => {
                self.terms.sets.needs(set) | self.terms.off_board.needs(off)
            }
            Bits::KeptOf(_, owners) => of(owners),
            Bits::Local(_) => MOVE,
            Bits::Map(a, _) => of(a),
            Bits::Where(a, list) => self.tables.truth_lists[list as usize]
                .iter()
                .fold(of(a), |needs, truth| needs | self.terms.truths.needs(*truth)),
            Bits::Extreme(a, _, list) => self.tables.number_lists[list as usize]
                .iter()
                .fold(of(a), |needs, number| needs | self.terms.nums.needs(*number)),
        };
        BitsId(self.terms.bits.put(bits, needs))
    }

    pub(super) fn put_num(&mut self, num: Number) -> NumberId {
        let known = |id: NumberId| match *self.terms.nums.get(id) {
            Number::Known(known) => Some(known),
            _ => None,
        };
        let num = match num {
            Number::Arithmetic(op, a, b) => match known(a).zip(known(b)) {
                Some((a, b)) => Number::Known(std::array::from_fn(|turn| op.of(a[turn], b[turn]))),
                None => num,
            },
            Number::CountBits(bits) => match *self.terms.bits.get(bits) {
                Bits::Known(bits) => Number::Known(bits.map(|bits| i64::from(bits.count_ones()))),
                _ => num,
            },
            Number::CountSites(set) => match self.is_known(set) {
                Some(sets) => Number::Known(sets.map(|set| i64::from(set.count()))),
                None => num,
            },
            Number::CountPieces(set, TakenSetId(0)) => return self.put_num(Number::CountSites(set)),
            num => num,
        };
        let of = |id: NumberId| self.terms.nums.needs(id);
        let pieces = |set: SetId, off: TakenSetId| self.terms.sets.needs(set) | self.terms.off_board.needs(off);
        let needs = match num {
            Number::Known(_) | Number::Turns | Number::Repeats | Number::Slot(_) => 0,
            Number::SlotOf(_, bits)
            | Number::CountBits(bits)
            | Number::WorthOfKinds(bits)
            | Number::EachKind(bits)
            | Number::Places(bits) => self.terms.bits.needs(bits),
            Number::Legs | Number::Local(_) => MOVE,
            Number::CountSites(set) => self.terms.sets.needs(set),
            Number::CountTokens(tokens) => self.terms.toks.needs(tokens),
            Number::CountCards(cards) => self.terms.hands.needs(cards),
            Number::CountLying(lying) | Number::WorthLying(lying) | Number::EachLying(lying) => {
                self.terms.pile_pieces.needs(lying)
            }
            Number::CountPieces(set, off)
            | Number::Worth(set, off)
            | Number::Total(_, set, off)
            | Number::Each(_, set, off) => pieces(set, off),
            Number::Order(set, off, like, like_off) => pieces(set, off) | pieces(like, like_off),
            Number::Arithmetic(_, a, b) | Number::Union(a, b) => of(a) | of(b),
            Number::If(condition, a, b) => self.terms.truths.needs(condition) | of(a) | of(b),
        };
        NumberId(self.terms.nums.put(num, needs))
    }

    /// Whether two numbers stand in an order, as a truth.
    pub(super) fn compared(&mut self, order: Order, a: NumberId, b: NumberId) -> TruthId {
        let truth = match (*self.terms.nums.get(a), *self.terms.nums.get(b)) {
            (Number::Known(a), Number::Known(b)) => Truth::Known(std::array::from_fn(|turn| order.holds(&a[turn], &b[turn]))),
            _ if self.single(a) && self.single(b) => Truth::Weigh(order, a, b),
            _ => Truth::Compare(order, a, b),
        };
        self.put_truth(truth)
    }

    pub(super) fn constant_truth(&mut self, truth: bool) -> TruthId {
        self.put_truth(Truth::Known([truth; TURNS]))
    }

    pub(super) fn put_truth(&mut self, truth: Truth) -> TruthId {
        let known = |id: TruthId| match *self.terms.truths.get(id) {
            Truth::Known(known) => Some(known),
            _ => None,
        };
        let (always, never) = ([true; TURNS], [false; TURNS]);
        let truth = match truth {
            Truth::And(a, b) => match (known(a), known(b)) {
                (Some(a), Some(b)) => Truth::Known(std::array::from_fn(|turn| a[turn] && b[turn])),
                (Some(known), _) if known == always => return b,
                (_, Some(known)) if known == always => return a,
                (Some(known), _) | (_, Some(known)) if known == never => Truth::Known(never),
                _ => truth,
            },
            Truth::Or(a, b) => match (known(a), known(b)) {
                (Some(a), Some(b)) => Truth::Known(std::array::from_fn(|turn| a[turn] || b[turn])),
                (Some(known), _) if known == never => return b,
                (_, Some(known)) if known == never => return a,
                (Some(known), _) | (_, Some(known)) if known == always => Truth::Known(always),
                _ => truth,
            },
            Truth::Not(a) => known(a).map_or(truth, |a| Truth::Known(a.map(|a| !a))),
            Truth::Any(set) => self.is_known(set).map_or(truth, |sets| Truth::Known(sets.map(|set| set.any()))),
            Truth::AnyOff(TakenSetId(0)) => Truth::Known(never),
            Truth::WithinOff(TakenSetId(0), _) => Truth::Known(always),
            Truth::AnyBits(bits) => match *self.terms.bits.get(bits) {
                Bits::Known(bits) => Truth::Known(bits.map(|bits| bits != 0)),
                _ => truth,
            },
            Truth::WithinBits(a, b) => match (*self.terms.bits.get(a), *self.terms.bits.get(b)) {
                (Bits::Known(a), Bits::Known(b)) => Truth::Known(std::array::from_fn(|turn| a[turn] & !b[turn] == 0)),
                _ => truth,
            },
            truth => truth,
        };
        let of = |id: TruthId| self.terms.truths.needs(id);
        let needs = match truth {
            Truth::Known(_) | Truth::Slot(_) => 0,
            Truth::Local(_) => MOVE,
            Truth::Moves(question) => self.question_needs(question),
            Truth::And(a, b) | Truth::Or(a, b) => of(a) | of(b),
            Truth::Not(a) => of(a),
            Truth::Any(a) => self.terms.sets.needs(a),
            Truth::AnyOff(a) => self.terms.off_board.needs(a),
            Truth::AnyBits(a) | Truth::SlotOf(_, a) => self.terms.bits.needs(a),
            Truth::AnyTokens(a) => self.terms.toks.needs(a),
            Truth::AnyCards(cards) => self.terms.hands.needs(cards),
            Truth::AllCards(cards, sort) => self.terms.hands.needs(cards) | self.terms.card_descriptions.needs(sort),
            Truth::Within(a, b) => self.terms.sets.needs(a) | self.terms.sets.needs(b),
            Truth::WithinOff(a, b) => self.terms.off_board.needs(a) | self.terms.off_board.needs(b),
            Truth::WithinBits(a, b) => self.terms.bits.needs(a) | self.terms.bits.needs(b),
            Truth::AllLike(lying, like) => self.terms.pile_pieces.needs(lying) | self.terms.descriptions.needs(like),
            Truth::Compare(_, a, b) | Truth::Weigh(_, a, b) => self.terms.nums.needs(a) | self.terms.nums.needs(b),
            Truth::If(a, b, c) => of(a) | of(b) | of(c),
        };
        TruthId(self.terms.truths.put(truth, needs))
    }

    pub(super) fn put_test(&mut self, test: Test) -> TestId {
        let of = |id: TestId| self.terms.tests.needs(id);
        let needs = match test {
            Test::Holds(truth) => self.terms.truths.needs(truth),
            Test::In(set) | Test::Beside(_, set) => self.terms.sets.needs(set),
            Test::And(a, b) | Test::Or(a, b) => of(a) | of(b),
            Test::Not(a) => of(a),
            Test::AtLeast(list, _) => {
                self.tables.lists[list as usize].iter().fold(0, |needs, set| needs | self.terms.sets.needs(*set))
            }
            Test::Each(depth, truth) => self.terms.truths.needs(truth) & !(ELEMENT << depth),
            Test::Able(leg_path) => self.course_needs(leg_path),
            Test::Asked(question) => self.question_needs(question) | ACTOR,
            Test::Legs(list, _) => self.tables.first_legs[list as usize].iter().fold(0, |needs, leg| {
                let own = self.terms.sets.needs(leg.subject)
                    | leg.condition.map_or(0, |condition| self.terms.truths.needs(condition))
                    | leg.prey.map_or(0, |prey| self.terms.sets.needs(prey));
                needs | own & !ACTOR | self.course_needs(leg.leg_path)
            }),
        };
        TestId(self.terms.tests.put(test, needs))
    }

    /// What the answer to a question depends on, beside the trial itself.
    fn question_needs(&self, question: u32) -> Needs {
        let Trial { of, names } = &self.tables.questions[question as usize];
        let of = match of {
            TrialOf::Moves { whose, prey, .. } => {
                let whose = if let TriedMovers::Players(players) = whose { self.terms.bits.needs(*players) } else { 0 };
                whose | prey.map_or(0, |prey| self.terms.sets.needs(prey))
            }
            TrialOf::Statements(_) => ACTOR,
        };
        let element = |held: BoundTo| if let BoundTo::Element(depth, _) = held { ELEMENT << depth } else { 0 };
        names.iter().fold(of | MOVE | TRIED, |needs, (_, held)| needs | element(*held))
    }

    /// What a path depends on beside the acting piece.
    pub(super) fn course_needs(&self, leg_path: super::PathAt) -> Needs {
        let form = &self.compiled_paths[leg_path.0 as usize];
        let ways = form.sides.iter().fold(0, |needs, side| needs | self.terms.bits.needs(side.ways));
        let sets = form.sides.iter().flat_map(|side| &side.sets).fold(0, |needs, set| needs | self.terms.sets.needs(*set));
        let numbers = form.sides.iter().flat_map(|side| &side.numbers);
        let numbers = numbers.fold(0, |needs, number| needs | self.terms.nums.needs(*number));
        (ways | sets | numbers) & !ACTOR
    }
}
