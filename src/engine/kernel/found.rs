//! Lists of moves for the bitboard engine, which plays the rest of a turn: quiet moves in sets, captures one by one.

use std::any::Any;

use super::super::word::Word;
use super::board::Board;
use super::captures::{Scratch, ScratchOf};
use super::form::{BoardOf, Form, Sets};
use super::geometry::{Geometry, Side};
use super::law::{Answers, Law};
use super::moves::Move;
use super::view::Every;
use super::ways::{Rules as _, Ways as _};

/// A position: the sets of the first side by kind, then of the second; the side to move; the values of conditions.
pub(in crate::engine) struct Standing<'b, B> {
    pub(in crate::engine) sets: &'b [B],
    pub(in crate::engine) side: usize,
    pub(in crate::engine) answers: Answers<B>,
}

/// Moves that differ in one thing only.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Found<B> {
    pub(in crate::engine) how: How,
    /// The number of moves.
    pub(in crate::engine) count: u32,
    /// The site of the piece, and the landing of a capture.
    pub(in crate::engine) from: B,
    pub(in crate::engine) to: B,
    /// The pieces that step, the sites that are reached, or the pieces that are captured.
    pub(in crate::engine) set: B,
    /// The piece captured last.
    pub(in crate::engine) last: B,
}

/// A list of moves, and their number.
#[derive(Clone, Debug)]
pub(in crate::engine) struct List<B> {
    pub(in crate::engine) moves: Vec<Found<B>>,
    pub(in crate::engine) total: usize,
}

impl<B> Default for List<B> {
    fn default() -> List<B> {
        List { moves: Vec::new(), total: 0 }
    }
}

impl<B> List<B> {
    /// Empties the list.
    pub(in crate::engine) fn clear(&mut self) {
        self.moves.clear();
        self.total = 0;
    }

    #[inline(always)]
    pub(super) fn push(&mut self, found: Found<B>) {
        self.total += found.count as usize;
        self.moves.push(found);
    }
}

/// What the moves of an entry have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) enum How {
    /// Steps in a direction, one by each piece of a set.
    Steps { way: u8 },
    /// Moves of one piece that take nothing, one to each site of a set.
    Slides,
    /// One capture; `becomes` is the kind that the piece has afterwards.
    Capture { becomes: u8 },
}

impl<B: Word> Found<B> {
    #[inline(always)]
    pub(super) fn steps(way: u8, set: B) -> Found<B> {
        let none = B::ZERO;
        Found { how: How::Steps { way }, count: set.count(), from: none, to: none, set, last: none }
    }

    #[inline(always)]
    pub(super) fn slides(from: B, set: B) -> Found<B> {
        let none = B::ZERO;
        Found { how: How::Slides, count: set.count(), from, to: none, set, last: none }
    }

    #[inline(always)]
    fn capture<K: Sets<B>>(mv: &Move<B, K>) -> Found<B> {
        let becomes = mv.to.some_kind();
        let how = How::Capture { becomes: becomes as u8 };
        Found { how, count: 1, from: mv.from, to: mv.to[becomes], set: mv.taken, last: mv.last }
    }

    /// An entry for one move.
    pub(super) fn of<K: Sets<B>>(mv: &Move<B, K>) -> Found<B> {
        if mv.taken.any() { Found::capture(mv) } else { Found::slides(mv.from, mv.to[mv.to.some_kind()]) }
    }
}

impl<B: Word> Standing<'_, B> {
    /// The same in the form of the generators.
    #[inline]
    pub(super) fn board<F: Form<Word = B>>(&self) -> BoardOf<F> {
        let kinds = self.sets.len() / 2;
        let of = |side: usize| {
            let mut sets = F::Sets::none();
            for (kind, set) in self.sets[side * kinds..(side + 1) * kinds].iter().enumerate() {
                sets[kind] = *set;
            }
            sets
        };
        Board { own: of(self.side), enemy: of(1 - self.side), side: self.side as u8, state: F::Law::answered(&self.answers) }
    }
}

/// Memory reused from one list to the next; a clone of it is empty.
#[derive(Default)]
pub(in crate::engine) struct Spare(Option<Box<dyn Any + Send>>);

impl Clone for Spare {
    fn clone(&self) -> Spare {
        Spare(None)
    }
}

impl<F: Form> Geometry<F> {
    /// Lists every move once; returns whether the list is complete, with no more captures than are ever listed. `keep`: routes
    /// are distinct.
    pub(super) fn find(&self, at: &Standing<'_, F::Word>, keep: bool, spare: &mut Spare, found: &mut List<F::Word>) -> bool {
        let board = at.board::<F>();
        let us = &self.sides[at.side];
        let look = self.look(us, &board);
        if look.any {
            let mut some = true;
            if look.single {
                self.singles::<Every>(us, &board, &look, |mv| found.push(Found::capture(mv)));
            } else {
                let room = spare.0.get_or_insert_with(|| Box::new(Scratch::<F::Word, F::Sets>::new(keep)));
                let Some(scratch) = room.downcast_mut::<ScratchOf<F>>() else { return false };
                let captures = self.captures::<Every>(us, &board, look, scratch);
                some = !captures.is_empty();
                scratch.list[captures].iter().for_each(|taking| found.push(Found::capture(&taking.mv)));
                let beyond = scratch.beyond();
                scratch.list.clear();
                if beyond {
                    *spare = Spare(None);
                    return false;
                }
            }
            if some && self.compulsory && super::law::Law::must(&self.law, &board) {
                return true;
            }
        }
        self.find_quiet(us, &board, look.empty, found);
        true
    }
    /// Lists every move that takes nothing, in sets.
    fn find_quiet(&self, us: &Side<F>, board: &BoardOf<F>, empty: F::Word, found: &mut List<F::Word>) {
        for kind in 0..F::Sets::KINDS {
            let of = &us.kinds[kind];
            if !board.own[kind].any() {
                continue;
            }
            if of.meets {
                let mut movers = board.own[kind];
                while let Some(from) = movers.take() {
                    let to = self.reached(us, board, kind, from, empty);
                    if to.any() {
                        found.push(Found::slides(from, to));
                    }
                }
                continue;
            }
            for (i, rule) in of.quiet.each().enumerate() {
                let own = self.law.quiet(board, kind, i);
                if F::FLYING && rule.far {
                    let mut movers = own;
                    while let Some(from) = movers.take() {
                        let mut to = F::Word::ZERO;
                        for way in 0..rule.ways.many() {
                            to |= rule.ways.run(way, self.line(&rule.ways, way), from, empty).0;
                        }
                        if to.any() {
                            found.push(Found::slides(from, to));
                        }
                    }
                    continue;
                }
                for way in 0..rule.ways.many() {
                    let movers = rule.ways.come(way, empty) & own;
                    if movers.any() {
                        found.push(Found::steps(rule.ways.direction(way) as u8, movers));
                    }
                }
            }
        }
    }
}
