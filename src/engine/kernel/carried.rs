//! Counting where moves or endings depend on something that is carried from turn to turn. The bitboard engine, which carries it,
//! plays the moves that have led to a position only if it matters there: without kings, no count of their moves is needed.

use crate::program::kernels::KindsPresent;

use super::super::word::Word;
use super::form::{BoardOf, Form, MoveOf, Sets};
use super::found::Found;
use super::law::{Answers, Law};

/// Carries what generators do not.
pub(in crate::engine) trait Carries<B> {
    /// Plays a move in the position after the first `ply` moves.
    fn play(&mut self, ply: usize, mv: &Found<B>) -> Went;
    /// The values of the conditions on rules in the position after the last move played.
    fn answers(&mut self) -> Answers<B>;
}

/// What has become of the game by a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) enum Went {
    On,
    Over,
    /// A limit was exceeded.
    Lost,
}

/// What is carried, and the moves from the root of the count to the current position.
pub(super) struct Carried<'c, F: Form> {
    carries: &'c mut dyn Carries<F::Word>,
    /// All sites for the kinds that matter, none for others: of the side to move, and of the other.
    own: F::Sets,
    other: F::Sets,
    depth: u32,
    moves: Vec<Option<MoveOf<F>>>,
    /// The number of these moves that have been played.
    played: usize,
    lost: bool,
}

impl<'c, F: Form> Carried<'c, F> {
    /// A count of `depth` plies with no move played yet. What is carried matters where a `watched` piece is on the board.
    pub(super) fn new(depth: u32, watched: KindsPresent, carries: &'c mut dyn Carries<F::Word>) -> Carried<'c, F> {
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

    /// Whether a limit was exceeded.
    pub(super) fn lost(&self) -> bool {
        self.lost
    }

    /// Plays the moves up to this ply. Returns whether the game goes on.
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

    /// Called after a move, `depth` plies above the leaves; see [`super::others::Beside::goes_on`].
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
