//! Moves as whoever sees to the rest of a turn takes them: what takes nothing in sets, captures one by one.

use std::any::Any;

use super::super::word::Word;
use super::asked::{Answered, Answers};
use super::board::Board;
use super::captures::{Scratch, ScratchOf};
use super::form::{Form, Sets};
use super::geometry::Geometry;
use super::moves::Move;

/// A position: the sets of the first side by kind, then those of the second; whose turn it is, and what was answered.
pub(in crate::engine) struct Standing<'b, B> {
    pub(in crate::engine) sets: &'b [B],
    pub(in crate::engine) side: usize,
    pub(in crate::engine) answers: Answers<B>,
}

/// Moves found.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) enum Found<B> {
    /// Steps in a direction by a rule, by its kind and place: one by each piece of a set.
    Steps { kind: usize, rule: usize, way: u8, movers: B },
    /// What a piece can reach without taking anything.
    Slides { kind: usize, from: B, to: B },
    /// A capture; the kind that the piece has become.
    Capture { from: B, to: B, becomes: usize, taken: B, last: B },
}

/// Memory for finding moves; a copy of it is empty.
#[derive(Default)]
pub(in crate::engine) struct Spare(Option<Box<dyn Any + Send>>);

impl Clone for Spare {
    fn clone(&self) -> Spare {
        Spare(None)
    }
}

impl<F: Form<Law: Answered<<F as Form>::Word, <F as Form>::Sets>>> Geometry<F> {
    /// Shows every move of a position, each once; whether that was all, and not more captures than are ever listed. `keep`: routes
    /// are told apart.
    pub(super) fn find(
        &self,
        at: &Standing<'_, F::Word>,
        keep: bool,
        spare: &mut Spare,
        found: &mut dyn FnMut(Found<F::Word>),
    ) -> bool {
        let kinds = at.sets.len() / 2;
        let of = |side: usize| {
            let mut sets = F::Sets::none();
            for (kind, set) in at.sets[side * kinds..(side + 1) * kinds].iter().enumerate() {
                sets[kind] = *set;
            }
            sets
        };
        let state = F::Law::answers(&at.answers);
        let board = Board { own: of(at.side), enemy: of(1 - at.side), side: at.side as u8, state };
        let us = &self.sides[at.side];
        let look = self.look(us, &board);
        if look.any {
            let mut some = true;
            if self.single(us, &board, &look) {
                self.singles(us, &board, &look, |mv| found(capture::<F>(mv)));
            } else {
                let room = spare.0.get_or_insert_with(|| Box::new(Scratch::<F::Word, F::Sets>::new(keep)));
                let Some(scratch) = room.downcast_mut::<ScratchOf<F>>() else { return false };
                let captures = self.captures(us, &board, &look, scratch);
                some = !captures.is_empty();
                scratch.list[captures].iter().for_each(|taking| found(capture::<F>(&taking.mv)));
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
}

fn capture<F: Form>(mv: &Move<F::Word, F::Sets>) -> Found<F::Word> {
    let becomes = (0..F::Sets::KINDS).find(|kind| mv.to[*kind].any()).unwrap_or(0);
    Found::Capture { from: mv.from, to: mv.to[becomes], becomes, taken: mv.taken, last: mv.last }
}
