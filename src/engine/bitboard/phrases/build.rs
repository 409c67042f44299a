//! Building terms: constants are folded, and equivalent sets get one form.

use super::Phrases;
use super::ids::{BitsId, BoardsId, SetId, TruthId};
use super::term::{Bits, Set, TURNS, Truth};
use crate::engine::word::Word;

impl<B: Word> Phrases<B> {
    /// A constant set, the same at each place of the turn order.
    pub(super) fn constant(&mut self, set: B) -> SetId {
        self.constant_by_turn([set; TURNS])
    }

    pub(super) fn constant_by_turn(&mut self, sets: [B; TURNS]) -> SetId {
        let place = self.tables.known.iter().position(|known| *known == sets).unwrap_or_else(|| {
            self.tables.known.push(sets);
            self.tables.known.len() - 1
        });
        self.put_set(Set::Known(place as u32))
    }

    /// The value of a set, if it is constant.
    pub(super) fn is_known(&self, id: SetId) -> Option<[B; TURNS]> {
        match *self.terms.sets.get(id) {
            Set::Known(known) => Some(self.tables.known[known as usize]),
            _ => None,
        }
    }

    pub(super) fn nothing(&mut self) -> SetId {
        self.constant(B::ZERO)
    }

    /// Every piece on the board that is not taken.
    pub(super) fn every_piece(&mut self) -> SetId {
        let all = self.put_boards([self.every_board; TURNS]);
        self.put_set(Set::Boards(all))
    }

    /// Every piece of a side, those included that wait to be removed.
    pub(super) fn standing(&mut self, side: usize) -> SetId {
        let boards = self.put_boards([self.sides_boards[side]; TURNS]);
        self.put_set(Set::Standing(boards))
    }

    /// Every piece, those included that wait to be removed.
    pub(super) fn everybody(&mut self) -> SetId {
        let all = self.put_boards([self.every_board; TURNS]);
        self.put_set(Set::Standing(all))
    }

    fn put_boards(&mut self, boards: [u64; TURNS]) -> BoardsId {
        let known = self.tables.boards.iter().position(|known| *known == boards);
        let place = known.unwrap_or_else(|| {
            self.tables.boards.push(boards);
            self.tables.boards.len() - 1
        });
        BoardsId(place as u32)
    }

    /// Combines two sets of boards, at each place of the turn order.
    fn join(&mut self, a: BoardsId, b: BoardsId, of: impl Fn(u64, u64) -> u64) -> BoardsId {
        let (a, b) = (self.tables.boards[usize::from(a)], self.tables.boards[usize::from(b)]);
        self.put_boards(std::array::from_fn(|turn| of(a[turn], b[turn])))
    }

    /// Pieces of these sides and kinds; with `waiting`, those included that wait to be removed.
    pub(super) fn boards(&mut self, sides: BitsId, kinds: BitsId, waiting: bool) -> SetId {
        match (*self.terms.bits.get(sides), *self.terms.bits.get(kinds)) {
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
        match (*self.terms.sets.get(a), *self.terms.sets.get(b)) {
            (Set::Known(x), Set::Known(y)) => {
                let (x, y) = (self.tables.known[x as usize], self.tables.known[y as usize]);
                self.constant_by_turn(std::array::from_fn(|turn| x[turn] & y[turn]))
            }
            (Set::Known(x), _) if self.tables.known[x as usize] == [B::ZERO; TURNS] => a,
            (_, Set::Known(y)) if self.tables.known[y as usize] == [B::ZERO; TURNS] => b,
            (Set::Standing(x), Set::Standing(y)) => {
                let both = self.join(x, y, |x, y| x & y);
                self.put_set(Set::Standing(both))
            }
            (Set::Boards(x) | Set::Standing(x), Set::Boards(y) | Set::Standing(y)) => {
                let both = self.join(x, y, |x, y| x & y);
                self.put_set(Set::Boards(both))
            }
            // A set within these boards already is not intersected with them again.
            (Set::Boards(x), Set::And(p, q)) if self.narrower(p, x) || self.narrower(q, x) => b,
            (Set::And(p, q), Set::Boards(x)) if self.narrower(p, x) || self.narrower(q, x) => a,
            _ => self.put_set(Set::And(a, b)),
        }
    }

    /// Whether a set is the pieces, without waiting ones, of boards that are all among these.
    fn narrower(&self, id: SetId, boards: BoardsId) -> bool {
        let Set::Boards(own) = *self.terms.sets.get(id) else { return false };
        let pairs = self.tables.boards[usize::from(own)].iter().zip(&self.tables.boards[usize::from(boards)]);
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
        match (*self.terms.sets.get(a), *self.terms.sets.get(b)) {
            (Set::Known(x), Set::Known(y)) => {
                let (x, y) = (self.tables.known[x as usize], self.tables.known[y as usize]);
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
        match (*self.terms.sets.get(a), *self.terms.sets.get(b)) {
            (Set::Known(x), Set::Known(y)) => {
                let (x, y) = (self.tables.known[x as usize], self.tables.known[y as usize]);
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

    /// The sites one step from a set, in these directions.
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

    /// All sites on the rays from a set in these directions.
    pub(super) fn beyond(&mut self, ways: BitsId, from: SetId) -> SetId {
        self.put_set(Set::Rays(ways, from))
    }

    /// The sites from which a step in these directions leads into a set.
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

    /// The members of a term, if they are constant and the same at each place of the turn order.
    pub(super) fn same_bits(&self, id: BitsId) -> Option<u64> {
        match *self.terms.bits.get(id) {
            Bits::Known(bits) if bits == [bits[0]; TURNS] => Some(bits[0]),
            _ => None,
        }
    }

    /// The set, of those given for each side, of the side of the acting piece (without one, of the mover).
    pub(super) fn whose(&mut self, sides: &[SetId]) -> SetId {
        let mut sides = sides.iter().copied().enumerate().rev();
        let last = sides.next().map_or_else(|| self.nothing(), |(_, set)| set);
        let of = |rest: SetId, (side, set): (usize, SetId)| {
            if set == rest { rest } else { self.put_set(Set::Whose(side as u8, set, rest)) }
        };
        sides.fold(last, of)
    }

    /// The members, of those given for each side, of the side of the acting piece (without one, of the mover).
    pub(super) fn whose_bits(&mut self, sides: &[BitsId]) -> BitsId {
        let mut sides = sides.iter().copied().enumerate().rev();
        let last = sides.next().map_or_else(|| self.constant_bits(0), |(_, bits)| bits);
        sides.fold(last, |rest, (side, bits)| self.put_bits(Bits::Whose(side as u8, bits, rest)))
    }

    pub(super) fn set_if(&mut self, condition: TruthId, yes: SetId, no: SetId) -> SetId {
        match *self.terms.truths.get(condition) {
            _ if yes == no => yes,
            Truth::Known(known) if known == [true; TURNS] => yes,
            Truth::Known(known) if known == [false; TURNS] => no,
            _ => self.put_set(Set::If(condition, yes, no)),
        }
    }
}
