//! Counting where something is carried from turn to turn that moves or endings depend on. Who carries it plays the moves that have
//! led to a position only if it matters there: as long as nobody has a king, nobody asks how often kings have moved.

use crate::program::kernels::Watched;

use super::super::word::Word;
use super::form::{BoardOf, Form, MoveOf, Sets};
use super::found::Found;
use super::law::{Answers, Law};

/// Who carries what generators do not.
pub(in crate::engine) trait Carries<B> {
    /// Plays a move where so many have been played.
    fn play(&mut self, ply: usize, mv: &Found<B>) -> Went;
    /// What rules of movement ask of the position after the last move played.
    fn answers(&mut self) -> Answers<B>;
}

/// How a game has gone by a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) enum Went {
    On,
    Over,
    /// Beyond bounds.
    Lost,
}

/// Who carries something, and the moves on the way to where the count is.
pub(super) struct Carried<'c, F: Form> {
    carries: &'c mut dyn Carries<F::Word>,
    /// Of the kinds that matter every site, of others none: of who is to move, and of the other.
    own: F::Sets,
    other: F::Sets,
    depth: u32,
    moves: Vec<Option<MoveOf<F>>>,
    /// How many of them have been played.
    played: usize,
    lost: bool,
}

impl<'c, F: Form> Carried<'c, F> {
    /// Nothing is played yet of a count so deep, in which it matters where one of these is.
    pub(super) fn new(depth: u32, watched: Watched, carries: &'c mut dyn Carries<F::Word>) -> Carried<'c, F> {
        let of = |kinds: u32| {
            let mut sets = F::Sets::none();
            for kind in (0..F::Sets::KINDS).filter(|kind| kinds >> kind & 1 != 0) {
                sets[kind] = !F::Word::ZERO;
            }
            sets
        };
        let (own, other) = (of(watched.own), of(watched.other));
        Carried { carries, own, other, depth, moves: vec![None; depth as usize], played: 0, lost: false }
    }

    /// Something went beyond bounds.
    pub(super) fn lost(&self) -> bool {
        self.lost
    }

    /// Plays the moves up to this ply; whether the game goes on.
    #[inline(never)]
    fn catch_up(&mut self, ply: usize) -> bool {
        while self.played <= ply && !self.lost {
            let Some(mv) = &self.moves[self.played] else { break };
            match self.carries.play(self.played, &Found::of(mv)) {
                Went::On => self.played += 1,
                Went::Over if self.played == ply => return false,
                Went::Over | Went::Lost => self.lost = true,
            }
        }
        !self.lost
    }

    /// A move was made, so many plies above the leaves; see [`super::others::Beside::goes_on`].
    #[inline(always)]
    pub(super) fn goes_on(&mut self, mv: &MoveOf<F>, depth: u32, next: &mut BoardOf<F>) -> bool {
        let ply = (self.depth - depth) as usize;
        self.moves[ply] = Some(*mv);
        self.played = self.played.min(ply);
        let mut matters = F::Word::ZERO;
        for kind in 0..F::Sets::KINDS {
            matters |= next.own[kind] & self.own[kind] | next.enemy[kind] & self.other[kind];
        }
        if !matters.any() {
            return true;
        }
        if !self.catch_up(ply) {
            return false;
        }
        next.state = F::Law::answered(&self.carries.answers());
        true
    }
}
