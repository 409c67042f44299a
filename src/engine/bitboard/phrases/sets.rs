//! Evaluation of terms that are sets of sites or pieces.

use smallvec::SmallVec;

use super::super::geometry::ones;
use super::super::move_state::{MoveState, NamedValue, Taken};
use super::ids::{SetId, TakenSetId, TestId};
use super::term::{DEPTH, OffBoardSet, Set, TURNS, Test};
use super::{NumberId, Phrases};
use crate::engine::word::Word;

/// Where a term is evaluated: the state of the move, the acting piece, and the elements of the conditions around the term.
#[derive(Clone, Copy)]
pub(in crate::engine::bitboard) struct At<'s, B: Word> {
    pub(in crate::engine::bitboard) moving: &'s MoveState<B>,
    pub(super) turn: usize,
    pub(in crate::engine::bitboard) actor: B,
    pub(super) its: [(B, u64); DEPTH],
}

impl<'s, B: Word> At<'s, B> {
    #[inline(always)]
    pub(in crate::engine::bitboard) fn of(moving: &'s MoveState<B>) -> At<'s, B> {
        At { moving, turn: moving.state.turn as usize % TURNS, actor: moving.actor, its: [(B::ZERO, 0); DEPTH] }
    }

    /// The same with another acting piece.
    #[inline(always)]
    pub(in crate::engine::bitboard) fn acting(&self, actor: B) -> At<'s, B> {
        At { actor, ..*self }
    }

    /// The element at a depth: a site, or the bits of a piece off the board.
    #[inline(always)]
    pub(super) fn it(&self, depth: u8) -> (B, u64) {
        match self.its.get(usize::from(depth)) {
            Some(it) => *it,
            None => self.moving.deep.borrow().get(usize::from(depth) - DEPTH).copied().unwrap_or((B::ZERO, 0)),
        }
    }

    /// Makes something the element of the condition at a depth.
    #[inline(always)]
    pub(super) fn bind(&mut self, depth: u8, it: (B, u64)) {
        match self.its.get_mut(usize::from(depth)) {
            Some(place) => *place = it,
            None => {
                let mut deep = self.moving.deep.borrow_mut();
                let place = usize::from(depth) - DEPTH;
                if deep.len() <= place {
                    deep.resize(place + 1, (B::ZERO, 0));
                }
                deep[place] = it;
            }
        }
    }

    /// The pieces of these boards, those included that wait to be removed.
    #[inline(always)]
    pub(in crate::engine::bitboard) fn boards(&self, boards: u64) -> B {
        let (mut left, mut all) = (boards, B::ZERO);
        while left != 0 {
            all |= self.moving.state.boards[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        all
    }

    /// Every taken piece, as bits.
    pub(super) fn all_taken(&self) -> u64 {
        let many = self.moving.taken.len();
        if many >= 64 { u64::MAX } else { (1 << many) - 1 }
    }

    /// The taken pieces for which something holds, as bits.
    pub(super) fn taken_where(&self, holds: impl Fn(&Taken<B>) -> bool) -> u64 {
        let taken = self.moving.taken.iter().take(64).enumerate();
        taken.filter(|(_, taken)| holds(taken)).fold(0, |all, (i, _)| all | 1 << i)
    }
}

impl<B: Word> Phrases<B> {
    /// The sites of a set.
    pub(in crate::engine::bitboard) fn set(&self, id: SetId, at: &At<'_, B>) -> B {
        let moving = at.moving;
        match *self.terms.sets.get(id) {
            Set::Known(known) => self.tables.known[known as usize][at.turn],
            Set::Boards(boards) => at.boards(self.tables.boards[usize::from(boards)][at.turn]) & !moving.waiting,
            Set::Standing(boards) => at.boards(self.tables.boards[usize::from(boards)][at.turn]),
            Set::Bearing(slot, classes, waiting) => {
                let pieces = self.bearing(slot, classes, at);
                if waiting { pieces } else { pieces & !moving.waiting }
            }
            Set::Pieces(sides, kinds, waiting) => {
                let boards = self.boards_of(self.members(sides, at), self.members(kinds, at));
                let pieces = at.boards(boards);
                if waiting { pieces } else { pieces & !moving.waiting }
            }
            Set::Empty => self.geometry.every & !moving.state.occupied(),
            Set::Actor => at.actor,
            Set::Start => moving.start,
            Set::Landing => moving.landing,
            Set::Trail => moving.trail,
            Set::Passed => moving.passed,
            Set::Local(local) => match moving.names[local as usize] {
                NamedValue::Sites(set) | NamedValue::Pieces(set) => set,
                _ => B::ZERO,
            },
            Set::It(depth) => at.it(depth).0,
            Set::Kept(slot) => self.slots.kept(&moving.state, slot[at.turn] as usize),
            Set::KeptOf(stored, owners) => {
                let stored = self.slots.all_stored()[stored as usize];
                let owners = ones(self.members(owners, at), stored.owners);
                owners.fold(B::ZERO, |all, owner| all | self.slots.kept(&moving.state, stored.start + owner * stored.width))
            }
            Set::And(a, b) => {
                let a = self.set(a, at);
                if a.any() { a & self.set(b, at) } else { a }
            }
            Set::Or(a, b) => self.set(a, at) | self.set(b, at),
            Set::Without(a, b) => {
                let a = self.set(a, at);
                if a.any() { a & !self.set(b, at) } else { a }
            }
            Set::Near(near, from) => self.geometry.around(near, self.set(from, at)),
            Set::Steps(ways, from) => {
                let from = self.set(from, at);
                let ways = ones(self.members(ways, at), self.geometry.ways);
                ways.fold(B::ZERO, |all, way| all | self.geometry.go(way, from))
            }
            Set::Rays(ways, from) => {
                let (ways, mut left, mut all) = (self.members(ways, at), self.set(from, at), B::ZERO);
                while let Some(one) = left.take() {
                    for way in ones(ways, self.geometry.ways) {
                        all = self.geometry.ray(way, one).iter().fold(all, |all, site| all | *site);
                    }
                }
                all
            }
            Set::Leading(near, to) => self.geometry.leading(near, self.set(to, at)),
            Set::StepsBack(ways, to) => {
                let to = self.set(to, at);
                let ways = ones(self.members(ways, at), self.geometry.ways);
                ways.fold(B::ZERO, |all, way| all | self.geometry.come(way, to))
            }
            Set::If(condition, yes, no) => self.set(if self.holds(condition, at) { yes } else { no }, at),
            Set::Whose(side, first, other) => {
                self.set(if self.actor_side(at) == usize::from(side) { first } else { other }, at)
            }
            Set::Where(what, test) => self.pass(test, self.set(what, at), at),
            Set::Taken(off) => {
                let places = ones(self.off(off, at), moving.taken.len().min(64));
                places.fold(B::ZERO, |all, place| all | moving.taken[place].site)
            }
            Set::Towers(lying) => self.towers_of(self.lot(lying, at).into_iter().map(|(lies, ..)| lies)),
            Set::TowersOf(off) => {
                let places = ones(self.lying_places(self.off(off, at), at), 64);
                self.towers_of(places.filter_map(|place| self.lying_at(place, at)).map(|(lies, _)| lies))
            }
            Set::Extreme(board, off, depth, most, key) => {
                let (board, off) = (self.set(board, at), self.off(off, at));
                self.extreme((board, off), depth, most, key, at).0
            }
            Set::First(of) => self.set(of, at).lowest(),
            Set::Last(of, off) => {
                if self.off(off, at) == 0 {
                    self.set(of, at).highest()
                } else {
                    B::ZERO
                }
            }
        }
    }

    /// The pieces off the board of a set, as bits: by index those taken, behind them names and elements.
    pub(in crate::engine::bitboard) fn off(&self, id: TakenSetId, at: &At<'_, B>) -> u64 {
        match *self.terms.off_board.get(id) {
            OffBoardSet::None => 0,
            OffBoardSet::All => at.all_taken(),
            OffBoardSet::Local(local) => self.place_named(local, at),
            OffBoardSet::It(depth) => self.place_of_it(depth, at),
            OffBoardSet::Kinds(kinds) => {
                let kinds = self.members(kinds, at);
                self.off_where(at, |gone| kinds >> gone.kind & 1 != 0)
            }
            OffBoardSet::Sides(sides) => {
                let sides = self.members(sides, at);
                self.off_where(at, |gone| sides >> gone.side & 1 != 0)
            }
            OffBoardSet::Bearing(slot, classes) => {
                let (slot, classes) = (&self.slots.borne[slot as usize], self.members(classes, at));
                self.off_where(at, |gone| slot.class(gone.code).is_some_and(|class| classes >> class & 1 != 0))
            }
            OffBoardSet::Among(lying) => {
                let lot = self.lot(lying, at);
                let among = |place: &usize| {
                    let piece = self.lying_at(*place, at);
                    lot.iter().any(|(lies, code, _)| piece == Some((*lies, *code)))
                };
                ones(self.lying_places(u64::MAX, at), 64).filter(among).fold(0, |all, place| all | 1 << place)
            }
            OffBoardSet::On(off, sites) => {
                let sites = self.set(sites, at);
                let stands = |place: &usize| match self.lying_at(*place, at) {
                    Some((lies, _)) => (self.towers_of(std::iter::once(lies)) & sites).any(),
                    None => false,
                };
                ones(self.lying_places(self.off(off, at), at), 64).filter(stands).fold(0, |all, place| all | 1 << place)
            }
            OffBoardSet::And(a, b) => self.off(a, at) & self.off(b, at),
            OffBoardSet::Or(a, b) => self.off(a, at) | self.off(b, at),
            OffBoardSet::Without(a, b) => self.off(a, at) & !self.off(b, at),
            OffBoardSet::If(condition, yes, no) => self.off(if self.holds(condition, at) { yes } else { no }, at),
            OffBoardSet::Where(what, depth, condition) => {
                let mut inner = *at;
                ones(self.off(what, at), 64).fold(0, |all, place| {
                    at.moving.works();
                    inner.bind(depth, (B::ZERO, 1 << place));
                    if self.holds(condition, &inner) { all | 1 << place } else { all }
                })
            }
            OffBoardSet::Extreme(board, off, depth, most, key) => {
                let (board, off) = (self.set(board, at), self.off(off, at));
                self.extreme((board, off), depth, most, key, at).1
            }
            OffBoardSet::First(board, off) => {
                let off = self.off(off, at);
                if self.set(board, at).any() { 0 } else { off & off.wrapping_neg() }
            }
            OffBoardSet::Last(off) => self.off(off, at).highest(),
        }
    }

    /// Those of the sites that pass a test.
    pub(super) fn pass(&self, test: TestId, among: B, at: &At<'_, B>) -> B {
        if !among.any() {
            return among;
        }
        match *self.terms.tests.get(test) {
            Test::Holds(truth) => {
                if self.holds(truth, at) {
                    among
                } else {
                    B::ZERO
                }
            }
            Test::In(set) => among & self.set(set, at),
            Test::Beside(near, wanted) => self.geometry.beside(near, among, self.set(wanted, at)),
            Test::And(a, b) => self.pass(b, self.pass(a, among, at), at),
            Test::Or(a, b) => {
                let found = self.pass(a, among, at);
                found | self.pass(b, among & !found, at)
            }
            Test::Not(of) => among & !self.pass(of, among, at),
            Test::AtLeast(list, least) => self.at_least(list, least as usize, among, at),
            Test::Each(depth, truth) => {
                let (mut left, mut found, mut inner) = (among, B::ZERO, *at);
                while let Some(one) = left.take().filter(|_| at.moving.works()) {
                    inner.bind(depth, (one, 0));
                    if self.holds(truth, &inner) {
                        found |= one;
                    }
                }
                found
            }
            Test::Able(leg_path) => self.able_at(leg_path, among, 0, None, at),
            Test::Legs(list, mine) => self.legs_of(list, mine, among, at),
            Test::Asked(question) => self.pieces_that_can(question, among, at),
        }
    }

    /// Whether some of the sites pass a test.
    pub(super) fn any_pass(&self, test: TestId, among: B, at: &At<'_, B>) -> bool {
        match *self.terms.tests.get(test) {
            Test::Each(depth, truth) => {
                let (mut left, mut inner) = (among, *at);
                while let Some(one) = left.take().filter(|_| at.moving.works()) {
                    inner.bind(depth, (one, 0));
                    if self.holds(truth, &inner) {
                        return true;
                    }
                }
                false
            }
            Test::Or(a, b) => self.any_pass(a, among, at) || self.any_pass(b, among, at),
            Test::And(a, b) => {
                let among = self.pass(a, among, at);
                among.any() && self.any_pass(b, among, at)
            }
            Test::Legs(list, mine) => self.any_leg_of(list, mine, among, at),
            _ => self.pass(test, among, at).any(),
        }
    }

    /// Those of the sites that are in at least `least` of the sets of a list.
    fn at_least(&self, list: u32, least: usize, among: B, at: &At<'_, B>) -> B {
        let sets = &self.tables.lists[list as usize];
        if least == 0 {
            return among;
        }
        if least > sets.len() {
            return B::ZERO;
        }
        // `so_many[i]`: the sites in at least i + 1 of the sets so far.
        let mut so_many: SmallVec<[B; 8]> = SmallVec::from_elem(B::ZERO, least);
        for set in sets {
            let set = self.set(*set, at) & among;
            for i in (1..least).rev() {
                so_many[i] = so_many[i] | so_many[i - 1] & set;
            }
            so_many[0] |= set;
        }
        so_many[least - 1]
    }

    /// The pieces for which a number is greatest, if `most`, or least.
    fn extreme(&self, (board, off): (B, u64), depth: u8, most: bool, key: NumberId, at: &At<'_, B>) -> (B, u64) {
        let (mut left, mut inner) = (board, *at);
        let mut best: Option<SmallVec<[i64; 4]>> = None;
        let mut found = (B::ZERO, 0);
        let mut tries = |it: (B, u64)| {
            at.moving.works();
            inner.bind(depth, it);
            let key = self.many(key, &inner);
            let better = best.as_ref().is_none_or(|best| if most { key > *best } else { key < *best });
            if better {
                found = it;
                best = Some(key);
            } else if best.as_ref() == Some(&key) {
                found = (found.0 | it.0, found.1 | it.1);
            }
        };
        while let Some(one) = left.take() {
            tries((one, 0));
        }
        ones(off, 64).for_each(|place| tries((B::ZERO, 1 << place)));
        found
    }

    /// The side of the acting piece; without one, of the mover.
    pub(in crate::engine::bitboard) fn actor_side(&self, at: &At<'_, B>) -> usize {
        if at.actor.any() {
            let owns = |boards: &u64| (at.actor & at.boards(*boards)).any();
            if let Some(side) = self.sides_boards.iter().position(owns) {
                return side;
            }
        }
        self.seats.sides[at.turn] as usize
    }

    /// The boards of these sides and kinds, as bits.
    pub(super) fn boards_of(&self, sides: u64, kinds: u64) -> u64 {
        let all = ones(sides, self.sides_boards.len())
            .flat_map(|side| ones(kinds, self.slots.kinds).map(move |kind| side * self.slots.kinds + kind));
        all.fold(0, |boards, board| boards | 1 << board)
    }
}
