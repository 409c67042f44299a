//! Building terms: what can be known beforehand is worked out, and what amounts to the same is built the same.

use super::Phrases;
use super::term::{
    ACTOR, Bits, BitsId, BoardsId, ELEMENT, MOVE, Needs, Num, NumId, Off, OffId, Set, SetId, TURNS, Test, TestId, Truth,
    TruthId,
};
use crate::engine::word::Word;

impl<B: Word> Phrases<B> {
    /// A set known beforehand, the same at each place of the turn order.
    pub(super) fn constant(&mut self, set: B) -> SetId {
        self.constant_by_turn([set; TURNS])
    }

    pub(super) fn constant_by_turn(&mut self, sets: [B; TURNS]) -> SetId {
        let place = self.known.iter().position(|known| *known == sets).unwrap_or_else(|| {
            self.known.push(sets);
            self.known.len() - 1
        });
        self.put_set(Set::Known(place as u32))
    }

    /// What a set is known to be.
    pub(super) fn is_known(&self, id: SetId) -> Option<[B; TURNS]> {
        match *self.sets.get(id) {
            Set::Known(known) => Some(self.known[known as usize]),
            _ => None,
        }
    }

    pub(super) fn nothing(&mut self) -> SetId {
        self.constant(B::ZERO)
    }

    /// Every piece that is not taken.
    pub(super) fn every_piece(&mut self) -> SetId {
        let all = self.put_boards([self.every_board; TURNS]);
        self.put_set(Set::Boards(all))
    }

    /// Every piece of a side, those included that wait to be taken off.
    pub(super) fn standing(&mut self, side: usize) -> SetId {
        let boards = self.put_boards([self.sides_boards[side]; TURNS]);
        self.put_set(Set::Standing(boards))
    }

    /// Every piece, those included that wait to be taken off.
    pub(super) fn everybody(&mut self) -> SetId {
        let all = self.put_boards([self.every_board; TURNS]);
        self.put_set(Set::Standing(all))
    }

    fn put_boards(&mut self, boards: [u64; TURNS]) -> BoardsId {
        let known = self.boards.iter().position(|known| *known == boards);
        let place = known.unwrap_or_else(|| {
            self.boards.push(boards);
            self.boards.len() - 1
        });
        BoardsId(place as u32)
    }

    /// Boards of two sets, by place of the turn order.
    fn join(&mut self, a: BoardsId, b: BoardsId, of: impl Fn(u64, u64) -> u64) -> BoardsId {
        let (a, b) = (self.boards[usize::from(a)], self.boards[usize::from(b)]);
        self.put_boards(std::array::from_fn(|turn| of(a[turn], b[turn])))
    }

    /// Pieces of these sides and kinds.
    pub(super) fn boards(&mut self, sides: BitsId, kinds: BitsId, waiting: bool) -> SetId {
        match (*self.bits.get(sides), *self.bits.get(kinds)) {
            (Bits::Known(sides), Bits::Known(kinds)) => {
                let boards = std::array::from_fn(|turn| self.boards_of(sides[turn], kinds[turn]));
                let boards = self.put_boards(boards);
                self.put_set(if waiting { Set::Standing(boards) } else { Set::Boards(boards) })
            }
            _ => self.put_set(Set::Pieces(sides, kinds, waiting)),
        }
    }

    pub(super) fn and(&mut self, a: SetId, b: SetId) -> SetId {
        let (a, b) = (a.min(b), a.max(b));
        let every = self.geometry.every;
        if a == b || self.is_known(b) == Some([every; TURNS]) {
            return a;
        }
        if self.is_known(a) == Some([every; TURNS]) {
            return b;
        }
        match (*self.sets.get(a), *self.sets.get(b)) {
            (Set::Known(x), Set::Known(y)) => {
                let (x, y) = (self.known[x as usize], self.known[y as usize]);
                self.constant_by_turn(std::array::from_fn(|turn| x[turn] & y[turn]))
            }
            (Set::Known(x), _) if self.known[x as usize] == [B::ZERO; TURNS] => a,
            (_, Set::Known(y)) if self.known[y as usize] == [B::ZERO; TURNS] => b,
            (Set::Standing(x), Set::Standing(y)) => {
                let both = self.join(x, y, |x, y| x & y);
                self.put_set(Set::Standing(both))
            }
            (Set::Boards(x) | Set::Standing(x), Set::Boards(y) | Set::Standing(y)) => {
                let both = self.join(x, y, |x, y| x & y);
                self.put_set(Set::Boards(both))
            }
            // What is already among the pieces is not asked for once more.
            (Set::Boards(x), Set::And(p, q)) if self.narrower(p, x) || self.narrower(q, x) => b,
            (Set::And(p, q), Set::Boards(x)) if self.narrower(p, x) || self.narrower(q, x) => a,
            _ => self.put_set(Set::And(a, b)),
        }
    }

    /// Whether a set holds only pieces of these boards that are not taken.
    fn narrower(&self, id: SetId, boards: BoardsId) -> bool {
        let Set::Boards(own) = *self.sets.get(id) else { return false };
        let pairs = self.boards[usize::from(own)].iter().zip(&self.boards[usize::from(boards)]);
        pairs.into_iter().all(|(own, boards)| own & !boards == 0)
    }

    pub(super) fn or(&mut self, a: SetId, b: SetId) -> SetId {
        let (a, b) = (a.min(b), a.max(b));
        if a == b || self.is_known(b) == Some([B::ZERO; TURNS]) {
            return a;
        }
        if self.is_known(a) == Some([B::ZERO; TURNS]) {
            return b;
        }
        match (*self.sets.get(a), *self.sets.get(b)) {
            (Set::Known(x), Set::Known(y)) => {
                let (x, y) = (self.known[x as usize], self.known[y as usize]);
                self.constant_by_turn(std::array::from_fn(|turn| x[turn] | y[turn]))
            }
            (Set::Standing(x), Set::Standing(y)) => {
                let either = self.join(x, y, |x, y| x | y);
                self.put_set(Set::Standing(either))
            }
            (Set::Boards(x), Set::Boards(y)) => {
                let either = self.join(x, y, |x, y| x | y);
                self.put_set(Set::Boards(either))
            }
            _ => self.put_set(Set::Or(a, b)),
        }
    }

    pub(super) fn without(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b {
            return self.nothing();
        }
        if self.is_known(b) == Some([B::ZERO; TURNS]) || self.is_known(a) == Some([B::ZERO; TURNS]) {
            return a;
        }
        match (*self.sets.get(a), *self.sets.get(b)) {
            (Set::Known(x), Set::Known(y)) => {
                let (x, y) = (self.known[x as usize], self.known[y as usize]);
                self.constant_by_turn(std::array::from_fn(|turn| x[turn] & !y[turn]))
            }
            (Set::Standing(x), Set::Standing(y)) => {
                let less = self.join(x, y, |x, y| x & !y);
                self.put_set(Set::Standing(less))
            }
            (Set::Boards(x), Set::Boards(y) | Set::Standing(y)) => {
                let less = self.join(x, y, |x, y| x & !y);
                self.put_set(Set::Boards(less))
            }
            _ => self.put_set(Set::Without(a, b)),
        }
    }

    /// One step from a set, in directions.
    pub(super) fn step(&mut self, ways: BitsId, from: SetId) -> SetId {
        let Some(ways) = self.same_bits(ways) else { return self.put_set(Set::Steps(ways, from)) };
        let near = self.geometry.nearness(ways);
        match self.is_known(from) {
            Some(sets) => {
                let sets = sets.map(|set| self.geometry.around(near, set));
                self.constant_by_turn(sets)
            }
            None => self.put_set(Set::Near(near, from)),
        }
    }

    /// Everything that lies in directions beyond a set.
    pub(super) fn beyond(&mut self, ways: BitsId, from: SetId) -> SetId {
        self.put_set(Set::Rays(ways, from))
    }

    /// From where a step in directions leads into a set.
    pub(super) fn step_back(&mut self, ways: BitsId, to: SetId) -> SetId {
        let Some(ways) = self.same_bits(ways) else { return self.put_set(Set::StepsBack(ways, to)) };
        let near = self.geometry.nearness(ways);
        match self.is_known(to) {
            Some(sets) => {
                let sets = sets.map(|set| self.geometry.leading(near, set));
                self.constant_by_turn(sets)
            }
            None => self.put_set(Set::Leading(near, to)),
        }
    }

    /// Members that are known and the same at each place of the turn order.
    pub(super) fn same_bits(&self, id: BitsId) -> Option<u64> {
        match *self.bits.get(id) {
            Bits::Known(bits) if bits == [bits[0]; TURNS] => Some(bits[0]),
            _ => None,
        }
    }

    /// A set by the side of the acting piece, else of the mover: one for each side.
    pub(super) fn whose(&mut self, sides: &[SetId]) -> SetId {
        let mut sides = sides.iter().copied().enumerate().rev();
        let last = sides.next().map_or_else(|| self.nothing(), |(_, set)| set);
        let of = |rest: SetId, (side, set): (usize, SetId)| {
            if set == rest { rest } else { self.put_set(Set::Whose(side as u8, set, rest)) }
        };
        sides.fold(last, of)
    }

    /// Members by the side of the acting piece, else of the mover: one for each side.
    pub(super) fn whose_bits(&mut self, sides: &[BitsId]) -> BitsId {
        let mut sides = sides.iter().copied().enumerate().rev();
        let last = sides.next().map_or_else(|| self.constant_bits(0), |(_, bits)| bits);
        sides.fold(last, |rest, (side, bits)| self.put_bits(Bits::Whose(side as u8, bits, rest)))
    }

    pub(super) fn set_if(&mut self, condition: TruthId, yes: SetId, no: SetId) -> SetId {
        match *self.truths.get(condition) {
            _ if yes == no => yes,
            Truth::Known(known) if known == [true; TURNS] => yes,
            Truth::Known(known) if known == [false; TURNS] => no,
            _ => self.put_set(Set::If(condition, yes, no)),
        }
    }

    pub(super) fn put_set(&mut self, set: Set) -> SetId {
        let needs = self.needs_of(&set);
        SetId(self.sets.put(set, needs))
    }

    fn needs_of(&self, set: &Set) -> Needs {
        let of = |id: SetId| self.sets.needs(id);
        match *set {
            Set::Known(_) | Set::Empty | Set::Kept(_) => 0,
            // What waits to be taken off is part of the move.
            Set::Boards(_) | Set::Standing(_) => 0,
            Set::Bearing(_, classes, _) => self.bits.needs(classes),
            Set::Pieces(sides, kinds, _) => self.bits.needs(sides) | self.bits.needs(kinds),
            Set::Actor => ACTOR,
            Set::Start | Set::Landing | Set::Trail | Set::Passed | Set::Local(_) => MOVE,
            Set::It(depth) => ELEMENT << depth,
            Set::KeptOf(_, owners) => self.bits.needs(owners),
            Set::And(a, b) | Set::Or(a, b) | Set::Without(a, b) => of(a) | of(b),
            Set::Near(_, from) | Set::Leading(_, from) | Set::First(from) => of(from),
            Set::Steps(ways, from) | Set::StepsBack(ways, from) | Set::Rays(ways, from) => self.bits.needs(ways) | of(from),
            Set::If(condition, yes, no) => self.truths.needs(condition) | of(yes) | of(no),
            Set::Whose(_, a, b) => ACTOR | of(a) | of(b),
            Set::Where(what, test) => of(what) | self.tests.needs(test),
            Set::Taken(off) => self.offs.needs(off),
            Set::Extreme(set, off, depth, _, key) => {
                of(set) | self.offs.needs(off) | self.nums.needs(key) & !(ELEMENT << depth)
            }
            Set::Last(set, off) => of(set) | self.offs.needs(off),
        }
    }

    pub(super) fn put_off(&mut self, off: Off) -> OffId {
        let of = |id: OffId| self.offs.needs(id);
        let none = OffId(0);
        let off = match off {
            Off::And(a, b) if a == none || b == none => Off::None,
            Off::And(a, b) if a == b => return a,
            Off::Or(a, b) if a == b || b == none => return a,
            Off::Or(a, b) if a == none => return b,
            Off::Without(a, b) if a == b || a == none => Off::None,
            Off::Without(a, b) if b == none => return a,
            Off::If(_, a, b) if a == b => return a,
            Off::Where(a, ..) | Off::Last(a) | Off::First(_, a) if a == none => Off::None,
            off => off,
        };
        let needs = match off {
            Off::None => 0,
            Off::All | Off::Local(_) | Off::Kinds(_) | Off::Sides(_) | Off::Bearing(..) => MOVE,
            Off::It(depth) => ELEMENT << depth,
            Off::And(a, b) | Off::Or(a, b) | Off::Without(a, b) => of(a) | of(b),
            Off::If(condition, a, b) => self.truths.needs(condition) | of(a) | of(b),
            Off::Where(a, depth, condition) => of(a) | self.truths.needs(condition) & !(ELEMENT << depth),
            Off::Extreme(set, a, depth, _, key) => self.sets.needs(set) | of(a) | self.nums.needs(key) & !(ELEMENT << depth),
            Off::First(set, a) => self.sets.needs(set) | of(a),
            Off::Last(a) => of(a),
        };
        let needs = match off {
            Off::Kinds(bits) | Off::Sides(bits) | Off::Bearing(_, bits) => needs | self.bits.needs(bits),
            _ => needs,
        };
        OffId(self.offs.put(off, needs))
    }

    pub(super) fn constant_bits(&mut self, bits: u64) -> BitsId {
        self.put_bits(Bits::Known([bits; TURNS]))
    }

    pub(super) fn put_bits(&mut self, bits: Bits) -> BitsId {
        let known = |id: BitsId| match *self.bits.get(id) {
            Bits::Known(known) => Some(known),
            _ => None,
        };
        let folded = match bits {
            Bits::And(a, b) => known(a).zip(known(b)).map(|(a, b)| std::array::from_fn(|turn| a[turn] & b[turn])),
            Bits::Or(a, b) => known(a).zip(known(b)).map(|(a, b)| std::array::from_fn(|turn| a[turn] | b[turn])),
            Bits::Without(a, b) => known(a).zip(known(b)).map(|(a, b)| std::array::from_fn(|turn| a[turn] & !b[turn])),
            Bits::Map(of, table) => {
                let table = &self.maps[table as usize];
                let map = |bits: u64| {
                    let members = table.iter().enumerate().filter(|(member, _)| bits >> member & 1 != 0);
                    members.fold(0, |all, (_, to)| all | to)
                };
                known(of).map(|of| of.map(map))
            }
            _ => None,
        };
        let bits = folded.map_or(bits, Bits::Known);
        match bits {
            Bits::And(a, b) | Bits::Or(a, b) | Bits::Whose(_, a, b) | Bits::If(_, a, b) if a == b => return a,
            _ => {}
        }
        let of = |id: BitsId| self.bits.needs(id);
        let needs = match bits {
            Bits::Known(_) | Bits::Kept(_) => 0,
            Bits::And(a, b) | Bits::Or(a, b) | Bits::Without(a, b) => of(a) | of(b),
            Bits::If(condition, a, b) => self.truths.needs(condition) | of(a) | of(b),
            Bits::Whose(_, a, b) => ACTOR | of(a) | of(b),
            Bits::Classes(tokens) => self.toks.needs(tokens),
            Bits::ClassesOf(cards) | Bits::Faces(cards) => self.hands.needs(cards),
            Bits::OwnersLying(lying) | Bits::KindsLying(lying) => self.lyings.needs(lying),
            Bits::Owners(set, off) | Bits::Kinds(set, off) | Bits::Borne(_, set, off) => {
                self.sets.needs(set) | self.offs.needs(off)
            }
            Bits::KeptOf(_, owners) => of(owners),
            Bits::Local(_) => MOVE,
            Bits::Map(a, _) => of(a),
            Bits::Where(a, list) => {
                self.truth_lists[list as usize].iter().fold(of(a), |needs, truth| needs | self.truths.needs(*truth))
            }
            Bits::Extreme(a, _, list) => {
                self.number_lists[list as usize].iter().fold(of(a), |needs, number| needs | self.nums.needs(*number))
            }
        };
        BitsId(self.bits.put(bits, needs))
    }

    pub(super) fn put_num(&mut self, num: Num) -> NumId {
        let known = |id: NumId| match *self.nums.get(id) {
            Num::Known(known) => Some(known),
            _ => None,
        };
        let num = match num {
            Num::Arithmetic(op, a, b) => match known(a).zip(known(b)) {
                Some((a, b)) => Num::Known(std::array::from_fn(|turn| op.of(a[turn], b[turn]))),
                None => num,
            },
            Num::CountBits(bits) => match *self.bits.get(bits) {
                Bits::Known(bits) => Num::Known(bits.map(|bits| i64::from(bits.count_ones()))),
                _ => num,
            },
            Num::CountSites(set) => match self.is_known(set) {
                Some(sets) => Num::Known(sets.map(|set| i64::from(set.count()))),
                None => num,
            },
            Num::CountPieces(set, OffId(0)) => return self.put_num(Num::CountSites(set)),
            num => num,
        };
        let of = |id: NumId| self.nums.needs(id);
        let pieces = |set: SetId, off: OffId| self.sets.needs(set) | self.offs.needs(off);
        let needs = match num {
            Num::Known(_) | Num::None | Num::Turns | Num::Repeats | Num::Slot(_) => 0,
            Num::SlotOf(_, bits) | Num::CountBits(bits) | Num::WorthOfKinds(bits) | Num::EachKind(bits) | Num::Places(bits) => {
                self.bits.needs(bits)
            }
            Num::Local(_) => MOVE,
            Num::CountSites(set) => self.sets.needs(set),
            Num::CountTokens(tokens) => self.toks.needs(tokens),
            Num::CountCards(cards) => self.hands.needs(cards),
            Num::CountLying(lying) | Num::WorthLying(lying) => self.lyings.needs(lying),
            Num::CountTruth(truth) => self.truths.needs(truth),
            Num::CountNumbers(a) => of(a),
            Num::CountPieces(set, off) | Num::Worth(set, off) | Num::Total(_, set, off) | Num::Each(_, set, off) => {
                pieces(set, off)
            }
            Num::Order(set, off, like, like_off) => pieces(set, off) | pieces(like, like_off),
            Num::Arithmetic(_, a, b) | Num::Union(a, b) => of(a) | of(b),
            Num::If(condition, a, b) => self.truths.needs(condition) | of(a) | of(b),
        };
        NumId(self.nums.put(num, needs))
    }

    pub(super) fn constant_truth(&mut self, truth: bool) -> TruthId {
        self.put_truth(Truth::Known([truth; TURNS]))
    }

    pub(super) fn put_truth(&mut self, truth: Truth) -> TruthId {
        let known = |id: TruthId| match *self.truths.get(id) {
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
            Truth::AnyOff(OffId(0)) => Truth::Known(never),
            Truth::WithinOff(OffId(0), _) => Truth::Known(always),
            Truth::AnyBits(bits) => match *self.bits.get(bits) {
                Bits::Known(bits) => Truth::Known(bits.map(|bits| bits != 0)),
                _ => truth,
            },
            Truth::WithinBits(a, b) => match (*self.bits.get(a), *self.bits.get(b)) {
                (Bits::Known(a), Bits::Known(b)) => Truth::Known(std::array::from_fn(|turn| a[turn] & !b[turn] == 0)),
                _ => truth,
            },
            truth => truth,
        };
        let of = |id: TruthId| self.truths.needs(id);
        let needs = match truth {
            Truth::Known(_) | Truth::Slot(_) => 0,
            Truth::Moves(_) | Truth::Local(_) => MOVE,
            Truth::And(a, b) | Truth::Or(a, b) | Truth::Same(a, b) => of(a) | of(b),
            Truth::Not(a) => of(a),
            Truth::Any(a) => self.sets.needs(a),
            Truth::AnyOff(a) => self.offs.needs(a),
            Truth::AnyBits(a) | Truth::SlotOf(_, a) => self.bits.needs(a),
            Truth::AnyTokens(a) => self.toks.needs(a),
            Truth::AnyCards(cards) => self.hands.needs(cards),
            Truth::AllCards(cards, sort) => self.hands.needs(cards) | self.sorts.needs(sort),
            Truth::AnyNumber(a) => self.nums.needs(a),
            Truth::Within(a, b) => self.sets.needs(a) | self.sets.needs(b),
            Truth::WithinOff(a, b) => self.offs.needs(a) | self.offs.needs(b),
            Truth::WithinBits(a, b) => self.bits.needs(a) | self.bits.needs(b),
            Truth::AllLike(lying, like) => self.lyings.needs(lying) | self.likes.needs(like),
            Truth::Compare(_, a, b) | Truth::Weigh(_, a, b) => self.nums.needs(a) | self.nums.needs(b),
            Truth::If(a, b, c) => of(a) | of(b) | of(c),
        };
        TruthId(self.truths.put(truth, needs))
    }

    pub(super) fn put_test(&mut self, test: Test) -> TestId {
        let of = |id: TestId| self.tests.needs(id);
        let needs = match test {
            Test::Holds(truth) => self.truths.needs(truth),
            Test::In(set) | Test::Beside(_, set) => self.sets.needs(set),
            Test::And(a, b) | Test::Or(a, b) => of(a) | of(b),
            Test::Not(a) => of(a),
            Test::AtLeast(list, _) => self.lists[list as usize].iter().fold(0, |needs, set| needs | self.sets.needs(*set)),
            Test::Each(depth, truth) => self.truths.needs(truth) & !(ELEMENT << depth),
            Test::Able(course) => self.course_needs(course),
            Test::Legs(list) => self.first_legs[list as usize].iter().fold(0, |needs, leg| {
                let own = self.sets.needs(leg.subject)
                    | leg.condition.map_or(0, |condition| self.truths.needs(condition))
                    | leg.prey.map_or(0, |prey| self.sets.needs(prey));
                needs | own & !ACTOR | self.course_needs(leg.course)
            }),
        };
        TestId(self.tests.put(test, needs))
    }

    /// What a path asks for beside the piece that follows it.
    fn course_needs(&self, course: super::Course) -> Needs {
        let form = &self.courses[course.0 as usize];
        let ways = form.sides.iter().fold(0, |needs, side| needs | self.bits.needs(side.ways));
        let sets = form.sides.iter().flat_map(|side| &side.sets).fold(0, |needs, set| needs | self.sets.needs(*set));
        (ways | sets) & !ACTOR
    }
}
