//! What conditions and numbers come to, at one moment of a game of sets of bits.

use crate::program::shape::KINDS;
use crate::program::shape::terms::{Condition, DEEPEST, Number, Squares, Who};

use super::super::word::Word;

/// What is known of the move under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts<B> {
    /// Where the acting piece stands.
    pub(super) actor: B,
    /// Where it stood.
    pub(super) start: B,
    /// How many were taken, by kind.
    pub(super) taken: [u32; KINDS],
    /// Where the last one taken stood.
    pub(super) last: B,
    /// Its kind.
    pub(super) last_kind: Option<usize>,
}

/// A moment of a game.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a, B> {
    pub(super) ground: &'a Ground<B>,
    pub(super) own: &'a [B; KINDS],
    pub(super) enemy: &'a [B; KINDS],
    pub(super) side: u8,
    /// Numbers carried along.
    pub(super) cells: &'a [i32],
    pub(super) facts: &'a Facts<B>,
    pub(super) repeats: u32,
    /// The sides spoken of, the innermost last.
    it: [u8; DEEPEST],
    depth: u8,
}

/// What a board is, so far as conditions ask.
#[derive(Clone, Debug)]
pub(super) struct Ground<B> {
    /// All sites.
    pub(super) all: B,
    /// For sets of directions, the neighbours of each bit.
    pub(super) near: Vec<(u32, Box<[B]>)>,
}

impl<B: Word> Facts<B> {
    /// Between moves nothing is known.
    pub(super) const NONE: Facts<B> =
        Facts { actor: B::ZERO, start: B::ZERO, taken: [0; KINDS], last: B::ZERO, last_kind: None };

    /// Whether something was taken of these kinds.
    pub(super) fn took(&self, kinds: u32) -> bool {
        (0..KINDS).any(|kind| kinds >> kind & 1 != 0 && self.taken[kind] > 0)
    }
}

impl<'a, B: Word> Scene<'a, B> {
    pub(super) fn new(
        ground: &'a Ground<B>,
        (own, enemy, side): (&'a [B; KINDS], &'a [B; KINDS], u8),
        cells: &'a [i32],
        facts: &'a Facts<B>,
    ) -> Scene<'a, B> {
        Scene { ground, own, enemy, side, cells, facts, repeats: 0, it: [0; DEEPEST], depth: 0 }
    }

    /// Speaking of a side.
    pub(super) fn about(mut self, side: u8) -> Scene<'a, B> {
        if let Some(it) = self.it.get_mut(self.depth as usize) {
            *it = side;
            self.depth += 1;
        }
        self
    }

    /// Which side is meant.
    #[inline]
    pub(super) fn who(&self, who: Who) -> u8 {
        match who {
            Who::Mover => self.side,
            Who::Opponent => 1 - self.side,
            Who::It(depth) => self.it[depth as usize % DEEPEST],
            Who::Side(side) => side,
        }
    }

    /// The slot of a thing that each side may have for itself.
    #[inline]
    pub(super) fn slot(&self, slot: usize, who: Option<Who>) -> usize {
        slot + who.map_or(0, |who| self.who(who) as usize)
    }

    fn pieces(&self, who: Option<Who>, kinds: u32) -> B {
        let of = |pieces: &[B; KINDS]| {
            pieces.iter().enumerate().filter(|(kind, _)| kinds >> kind & 1 != 0).fold(B::ZERO, |all, (_, one)| all | *one)
        };
        match who {
            None => of(self.own) | of(self.enemy),
            Some(who) if self.who(who) == self.side => of(self.own),
            Some(_) => of(self.enemy),
        }
    }

    fn side_pieces(&self, side: u8) -> B {
        self.pieces(Some(Who::Side(side)), u32::MAX)
    }

    /// A set of sites.
    pub(super) fn squares(&self, squares: &Squares<B>) -> B {
        match squares {
            Squares::Fixed(sites) => *sites,
            Squares::Of(who, sites) => sites[self.who(*who) as usize & 1],
            Squares::Pieces(who, kinds) => self.pieces(*who, *kinds),
            Squares::Empty => self.ground.all & !self.pieces(None, u32::MAX),
            Squares::Actor => self.facts.actor,
            Squares::Start => self.facts.start,
            Squares::LastTaken => self.facts.last,
            Squares::Kept(slot, who) => kept(self.cells[self.slot(*slot, *who)]),
            Squares::All(parts) => parts.iter().fold(self.ground.all, |all, part| all & self.squares(part)),
            Squares::Any(parts) => parts.iter().fold(B::ZERO, |any, part| any | self.squares(part)),
            Squares::Without(pair) => self.squares(&pair.0) & !self.squares(&pair.1),
            Squares::Steps(ways, from) => {
                let mut from = self.squares(from);
                let mut reached = B::ZERO;
                let Some((_, near)) = self.ground.near.iter().find(|(known, _)| known == ways) else { return reached };
                while let Some(site) = from.take() {
                    reached |= near[site.first() as usize];
                }
                reached
            }
            Squares::OfSides(pair) => {
                let of = |side: u8| {
                    if self.about(side).truth(&pair.1) { self.side_pieces(side) } else { B::ZERO }
                };
                self.squares(&pair.0) & (of(0) | of(1))
            }
            Squares::Standing(what, places) => {
                let what = self.squares(what);
                let on = |side: u8| self.side_pieces(side) & self.squares(&places[side as usize]);
                what & (on(0) | on(1))
            }
        }
    }

    /// A number.
    pub(super) fn number(&self, number: &Number<B>) -> i64 {
        match number {
            Number::Fixed(number) => *number,
            Number::Count(squares) => i64::from(self.squares(squares).count()),
            Number::Worth(squares, worth) => {
                let squares = self.squares(squares);
                let of = |(kind, worth): (usize, &i64)| {
                    let pieces = self.pieces(None, 1 << kind) & squares;
                    worth.saturating_mul(i64::from(pieces.count()))
                };
                worth.iter().enumerate().map(of).fold(0, i64::saturating_add)
            }
            Number::Taken(kinds) => {
                let of = |kind: &usize| kinds >> kind & 1 != 0;
                (0..KINDS).filter(of).map(|kind| i64::from(self.facts.taken[kind])).sum()
            }
            Number::Carried(slot, who) => i64::from(self.cells[self.slot(*slot, *who)]),
            Number::Repeats => i64::from(self.repeats),
            Number::Sum(pair) => self.number(&pair.0).saturating_add(self.number(&pair.1)),
            Number::Difference(pair) => self.number(&pair.0).saturating_sub(self.number(&pair.1)),
            Number::Product(pair) => self.number(&pair.0).saturating_mul(self.number(&pair.1)),
            Number::If(three) => self.number(if self.truth(&three.0) { &three.1 } else { &three.2 }),
        }
    }

    /// Whether a condition holds.
    pub(super) fn truth(&self, condition: &Condition<B>) -> bool {
        match condition {
            Condition::Truth(truth) => *truth,
            Condition::All(parts) => parts.iter().all(|part| self.truth(part)),
            Condition::Any(parts) => parts.iter().any(|part| self.truth(part)),
            Condition::Not(part) => !self.truth(part),
            Condition::Compare(order, pair) => order.holds(&self.number(&pair.0), &self.number(&pair.1)),
            Condition::Some(squares) => self.squares(squares).any(),
            Condition::Within(pair) => {
                let inner = self.squares(&pair.0);
                inner.any() && !(inner & !self.squares(&pair.1)).any()
            }
            Condition::Taken(kinds) => self.facts.took(*kinds),
            Condition::LastTaken(kinds) => self.facts.last_kind.is_some_and(|kind| kinds >> kind & 1 != 0),
            Condition::SomeSide(part) => [0, 1].into_iter().any(|side| self.about(side).truth(part)),
            Condition::Is(who, sides) => sides >> self.who(*who) & 1 != 0,
        }
    }
}

/// The site that a number stands for: one more than its bit; none for 0.
#[inline]
pub(super) fn kept<B: Word>(cell: i32) -> B {
    if cell > 0 { B::bit(cell as u32 - 1) } else { B::ZERO }
}

/// The number that stands for a site.
#[inline]
pub(super) fn site<B: Word>(one: B) -> i32 {
    if one.any() { one.first() as i32 + 1 } else { 0 }
}
