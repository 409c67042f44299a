//! Laws: what rules depend on besides steps and captures, and the law of games that have no such rules.

use std::fmt::Debug;

use super::super::word::Word;
use super::board::Board;
use super::form::Sets;
use super::moves::Move;

/// The greatest number of conditional rules that generators support in a game.
pub(in crate::engine) const MOST_ASKED: usize = 4;

/// The values of the conditions in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) struct Answers<B> {
    /// For each conditional rule, the pieces for which its condition holds.
    pub(in crate::engine) may: [B; MOST_ASKED],
    /// A capture must be made if there is one.
    pub(in crate::engine) must: bool,
}

/// What a game's rules depend on besides the pieces, and where they may refuse a move. The default methods refuse nothing and
/// cost nothing.
pub(in crate::engine) trait Law<B: Word, K: Sets<B>>: Sized + Send + Sync + 'static {
    /// What a position has besides its pieces.
    type State: Copy + Eq + Debug + Send + Sync;

    /// Some capture may be refused at its end.
    const MAY_REFUSE: bool;

    /// The state of a position whose conditions were not evaluated.
    fn unasked(&self) -> Self::State;

    /// The state for these values of the conditions.
    fn answered(answers: &Answers<B>) -> Self::State;

    /// The mover's pieces of that kind for which the rule `Kernels::quiet[kind][rule]` holds now.
    #[inline(always)]
    fn quiet(&self, board: &Board<K, Self::State>, kind: usize, _rule: usize) -> B {
        board.own[kind]
    }

    /// Whether a capture may end as it does. Only called if some capture may be refused.
    #[inline(always)]
    fn may_end(&self, _board: &Board<K, Self::State>, _mv: &Move<B, K>) -> bool {
        true
    }

    /// Whether a capture must be made now, if there is one and captures are compulsory at all.
    #[inline(always)]
    fn must(&self, _board: &Board<K, Self::State>) -> bool {
        true
    }

    /// The state of the position `next` after a move. Its pieces are in place, and the other side is to move.
    fn after(&self, board: &Board<K, Self::State>, mv: &Move<B, K>, next: &Board<K, Self::State>) -> Self::State;
}

/// The law of rules that depend on nothing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) struct NoLaw;

impl<B: Word, K: Sets<B>> Law<B, K> for NoLaw {
    type State = ();
    const MAY_REFUSE: bool = false;

    #[inline(always)]
    fn unasked(&self) {}

    #[inline(always)]
    fn answered(_: &Answers<B>) {}

    #[inline(always)]
    fn after(&self, _: &Board<K, ()>, _: &Move<B, K>, _: &Board<K, ()>) {}
}
