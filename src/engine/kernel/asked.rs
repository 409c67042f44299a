//! Laws whose conditions the bitboard engine evaluates: those on positions beforehand, those on a capture at its end.

use super::super::word::Word;
use super::board::Board;
use super::form::Sets;
use super::law::{Answers, Law, MOST_ASKED};
use super::moves::Move;

/// A position after a capture, for the judge who decides whether the capture may end so.
pub(in crate::engine) struct Ended<'b, B> {
    /// The pieces of the side that has captured, by kind, and those of the other side.
    pub(in crate::engine) own: &'b [B],
    pub(in crate::engine) enemy: &'b [B],
    /// The pieces of the other side before the capture.
    pub(in crate::engine) before: &'b [B],
    /// The side that has captured.
    pub(in crate::engine) side: u8,
    /// The start and the last landing of the capturing piece.
    pub(in crate::engine) from: B,
    pub(in crate::engine) to: B,
    /// The captured pieces, and the last of them.
    pub(in crate::engine) taken: B,
    pub(in crate::engine) last: B,
}

/// Decides whether a capture may end as it does.
pub(in crate::engine) type Judge<B> = Box<dyn Fn(&Ended<'_, B>) -> bool + Send + Sync>;

/// Conditions on positions: by kind, for each rule that takes nothing, the index of its condition in [`Answers::may`], if any.
pub(in crate::engine) struct PositionQuestions(Vec<Vec<Option<usize>>>);

/// Conditions on positions, and a judge who may refuse captures.
pub(super) struct Judged<B> {
    pub(super) asked: PositionQuestions,
    pub(super) judge: Judge<B>,
}

impl PositionQuestions {
    /// The conditions with these indices; `None` if there are more than [`MOST_ASKED`].
    pub(in crate::engine) fn new(places: Vec<Vec<Option<usize>>>) -> Option<PositionQuestions> {
        let fits = places.iter().flatten().flatten().all(|place| *place < MOST_ASKED);
        fits.then_some(PositionQuestions(places))
    }

    /// No conditions, for this number of kinds.
    pub(super) fn none(kinds: usize) -> PositionQuestions {
        PositionQuestions(vec![Vec::new(); kinds])
    }

    #[inline]
    fn quiet<B: Word, K: Sets<B>>(&self, board: &Board<K, Answers<B>>, kind: usize, rule: usize) -> B {
        match self.0[kind].get(rule).copied().flatten() {
            Some(place) => board.own[kind] & board.state.may[place],
            None => board.own[kind],
        }
    }
}

/// What holds where no condition was evaluated: every rule may be used, and capturing is compulsory.
fn unasked<B: Word>() -> Answers<B> {
    Answers { may: [!B::ZERO; MOST_ASKED], must: true }
}

impl<B: Word, K: Sets<B>> Law<B, K> for PositionQuestions {
    type State = Answers<B>;
    const MAY_REFUSE: bool = false;

    fn unasked(&self) -> Answers<B> {
        unasked()
    }

    fn answered(answers: &Answers<B>) -> Answers<B> {
        *answers
    }

    #[inline]
    fn quiet(&self, board: &Board<K, Answers<B>>, kind: usize, rule: usize) -> B {
        PositionQuestions::quiet(self, board, kind, rule)
    }

    #[inline(always)]
    fn must(&self, board: &Board<K, Answers<B>>) -> bool {
        board.state.must
    }

    #[inline(always)]
    fn after(&self, board: &Board<K, Answers<B>>, _: &Move<B, K>, _: &Board<K, Answers<B>>) -> Answers<B> {
        board.state
    }
}

impl<B: Word, K: Sets<B>> Law<B, K> for Judged<B> {
    type State = Answers<B>;
    const MAY_REFUSE: bool = true;

    fn unasked(&self) -> Answers<B> {
        unasked()
    }

    fn answered(answers: &Answers<B>) -> Answers<B> {
        *answers
    }

    #[inline]
    fn quiet(&self, board: &Board<K, Answers<B>>, kind: usize, rule: usize) -> B {
        self.asked.quiet(board, kind, rule)
    }

    fn may_end(&self, board: &Board<K, Answers<B>>, mv: &Move<B, K>) -> bool {
        let (mut own, mut enemy) = (board.own, board.enemy);
        let mut to = B::ZERO;
        for kind in 0..K::KINDS {
            own[kind] = own[kind] & !mv.from | mv.to[kind];
            enemy[kind] &= !mv.taken;
            to |= mv.to[kind];
        }
        (self.judge)(&Ended {
            own: own.as_ref(),
            enemy: enemy.as_ref(),
            before: board.enemy.as_ref(),
            side: board.side,
            from: mv.from,
            to,
            taken: mv.taken,
            last: mv.last,
        })
    }

    fn must(&self, board: &Board<K, Answers<B>>) -> bool {
        board.state.must
    }

    fn after(&self, board: &Board<K, Answers<B>>, _: &Move<B, K>, _: &Board<K, Answers<B>>) -> Answers<B> {
        board.state
    }
}
