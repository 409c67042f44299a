//! What rules ask beyond steps and captures: the places where a generator stops to ask, and the answer of rules that never object.

use std::fmt::Debug;

use super::super::word::Word;
use super::board::Board;
use super::form::Sets;
use super::moves::Move;

/// Most rules of a game that hold only if.
pub(in crate::engine) const MOST_ASKED: usize = 4;

/// What somebody has answered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) struct Answers<B> {
    /// For each rule that holds only if, the pieces for which it does.
    pub(in crate::engine) may: [B; MOST_ASKED],
    /// A capture must be made if there is one.
    pub(in crate::engine) must: bool,
}

/// What a game's rules look at beside the pieces, and where they may object. What is not told otherwise objects to nothing and
/// costs nothing.
pub(in crate::engine) trait Law<B: Word, K: Sets<B>>: Sized + Send + Sync + 'static {
    /// What a position carries beside its pieces.
    type State: Copy + Eq + Debug + Send + Sync;

    /// Some capture may be refused at its end.
    const MAY_REFUSE: bool;

    /// What a position carries where nobody was asked.
    fn unasked(&self) -> Self::State;

    /// What it carries by these answers.
    fn answered(answers: &Answers<B>) -> Self::State;

    /// The pieces, of the mover's of that kind, for which the rule of that index in `Kernels::quiet[kind]` holds now.
    #[inline(always)]
    fn quiet(&self, board: &Board<K, Self::State>, kind: usize, _rule: usize) -> B {
        board.own[kind]
    }

    /// Whether a capture may end as it does. Asked only where some capture may be refused.
    #[inline(always)]
    fn may_end(&self, _board: &Board<K, Self::State>, _mv: &Move<B, K>) -> bool {
        true
    }

    /// Whether a capture must be made now, if there is one and captures are compulsory at all.
    #[inline(always)]
    fn must(&self, _board: &Board<K, Self::State>) -> bool {
        true
    }

    /// What the position after a move carries. Its pieces are in place, and it is the other side's turn.
    fn after(&self, board: &Board<K, Self::State>, mv: &Move<B, K>, next: &Board<K, Self::State>) -> Self::State;
}

/// Rules that ask for nothing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) struct Nothing;

impl<B: Word, K: Sets<B>> Law<B, K> for Nothing {
    type State = ();
    const MAY_REFUSE: bool = false;

    #[inline(always)]
    fn unasked(&self) {}

    #[inline(always)]
    fn answered(_: &Answers<B>) {}

    #[inline(always)]
    fn after(&self, _: &Board<K, ()>, _: &Move<B, K>, _: &Board<K, ()>) {}
}
