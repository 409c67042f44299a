//! Rules that ask more than steps and captures do, where somebody else answers: of a position beforehand, of a capture at its end.

use super::super::word::Word;
use super::board::Board;
use super::form::Sets;
use super::law::{Answers, Law, MOST_ASKED};
use super::moves::Move;

/// A position after a capture, of which is asked whether that may end so.
pub(in crate::engine) struct Ended<'b, B> {
    /// The pieces of the side that has captured, by kind, and of the other.
    pub(in crate::engine) own: &'b [B],
    pub(in crate::engine) enemy: &'b [B],
    /// Those of the other side before.
    pub(in crate::engine) before: &'b [B],
    /// Who has captured.
    pub(in crate::engine) side: u8,
    /// From where to where.
    pub(in crate::engine) from: B,
    pub(in crate::engine) to: B,
    /// What was taken, and what last.
    pub(in crate::engine) taken: B,
    pub(in crate::engine) last: B,
}

/// Who says whether a capture may end as it does.
pub(in crate::engine) type Judge<B> = Box<dyn Fn(&Ended<'_, B>) -> bool + Send + Sync>;

/// What a game asks of positions: by kind, of each rule of moves that take nothing, its place among those that hold only if.
pub(in crate::engine) struct Asked(Vec<Vec<Option<usize>>>);

/// What a game asks where somebody says of captures, too, whether they may end.
pub(super) struct Judged<B> {
    pub(super) asked: Asked,
    pub(super) judge: Judge<B>,
}

impl Asked {
    /// What is asked by these places; `None` if more rules hold only if than there is room for.
    pub(in crate::engine) fn new(places: Vec<Vec<Option<usize>>>) -> Option<Asked> {
        let fits = places.iter().flatten().flatten().all(|place| *place < MOST_ASKED);
        fits.then_some(Asked(places))
    }

    /// Nothing is asked of so many kinds.
    pub(super) fn none(kinds: usize) -> Asked {
        Asked(vec![Vec::new(); kinds])
    }

    #[inline]
    fn quiet<B: Word, K: Sets<B>>(&self, board: &Board<K, Answers<B>>, kind: usize, rule: usize) -> B {
        match self.0[kind].get(rule).copied().flatten() {
            Some(place) => board.own[kind] & board.state.may[place],
            None => board.own[kind],
        }
    }
}

/// Where nobody was asked.
fn unasked<B: Word>() -> Answers<B> {
    Answers { may: [!B::ZERO; MOST_ASKED], must: true }
}

impl<B: Word, K: Sets<B>> Law<B, K> for Asked {
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
        Asked::quiet(self, board, kind, rule)
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
