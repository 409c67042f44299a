//! Rules that ask more: conditions on moves and on the duty to capture, captures refused at their end, numbers carried along, and
//! endings. What a rule file asks is told to the generators here.

use crate::model::SiteSet;
use crate::program::Program;
use crate::program::shape::terms::Condition;
use crate::program::shape::{KINDS, Shape};

use super::super::kernel::{Board, Embedding, Law, Move};
use super::super::position::Position;
use super::super::word::Word;
use super::Kinds;
use super::carried::Carried;
use super::course::{Course, set_of};
use super::pieces::Pieces;
use super::terms::{Facts, Scene};

/// What a game asks, so far as counting needs it: with room for `N` numbers, captures that may be refused or not, and numbers or endings
/// that go on beside the moves or none.
pub(super) struct Told<B, const N: usize, const REFUSES: bool, const GOES_ON: bool> {
    course: Course<B>,
    /// By kind, for each rule of moves that take nothing.
    quiet: [Vec<Option<Asked<B>>>; KINDS],
    requires: Vec<Condition<B>>,
    duty: Option<Condition<B>>,
}

/// A condition on a move.
struct Asked<B> {
    condition: Condition<B>,
    /// It is about the piece that is to move.
    of_piece: bool,
}

/// What a position carries beside its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State<const N: usize> {
    carried: Carried<N>,
    over: bool,
}

impl<B: Word, const N: usize, const REFUSES: bool, const GOES_ON: bool> Told<B, N, REFUSES, GOES_ON> {
    pub(super) fn new(program: &Program, shape: &Shape, embedding: &Embedding) -> Told<B, N, REFUSES, GOES_ON> {
        let to = |sites: &SiteSet| set_of::<B>(embedding, sites);
        let all = set_of(embedding, &SiteSet::full(program.layout.sites));
        let asked = |kind: usize| {
            let rules = shape.conditions.get(kind).into_iter().flatten();
            let asked =
                |condition: &Condition<SiteSet>| Asked { condition: condition.map(&to), of_piece: condition.asks_move() };
            rules.map(|condition| condition.as_ref().map(asked)).collect()
        };
        Told {
            course: Course::new(program, shape, &shape.counting, embedding, all),
            quiet: std::array::from_fn(asked),
            requires: shape.requires.iter().map(|condition| condition.map(&to)).collect(),
            duty: shape.duty_if.as_ref().map(|condition| condition.map(&to)),
        }
    }

    fn holds(&self, board: &Board<Kinds<B>, State<N>>, facts: &Facts<B>, condition: &Condition<B>) -> bool {
        let pieces = (&board.own, &board.enemy, board.side);
        Scene::new(&self.course.ground, pieces, &board.state.carried.cells, facts).truth(condition)
    }
}

impl<B: Word, const N: usize, const REFUSES: bool, const GOES_ON: bool> Law<B, Kinds<B>> for Told<B, N, REFUSES, GOES_ON> {
    type State = State<N>;
    const MAY_REFUSE: bool = REFUSES;
    const MAY_END: bool = GOES_ON;

    fn state(&self, program: &Program, position: &Position, embedding: &Embedding) -> Option<State<N>> {
        Some(State { carried: self.course.carried(program, position, embedding)?, over: false })
    }

    fn of_numbers(&self, numbers: &[i32]) -> State<N> {
        State { carried: Carried::of(numbers), over: false }
    }

    #[inline]
    fn quiet(&self, board: &Board<Kinds<B>, State<N>>, kind: usize, rule: usize) -> B {
        let Some(Some(asked)) = self.quiet[kind].get(rule) else { return board.own[kind] };
        if !asked.of_piece {
            let none = Facts::NONE;
            return if self.holds(board, &none, &asked.condition) { board.own[kind] } else { B::ZERO };
        }
        let mut movers = board.own[kind];
        let mut allowed = B::ZERO;
        while let Some(piece) = movers.take() {
            let facts = Facts { actor: piece, ..Facts::NONE };
            if self.holds(board, &facts, &asked.condition) {
                allowed |= piece;
            }
        }
        allowed
    }

    fn may_end(&self, board: &Board<Kinds<B>, State<N>>, mv: &Move<B, Kinds<B>>) -> bool {
        let (pieces, facts) = Pieces::of(board).after(mv);
        // A game that is over before the move is asks no more.
        if self.course.ends_at_once(&pieces, &facts, &board.state.carried) {
            return true;
        }
        let cells = &board.state.carried.cells;
        let scene = Scene::new(&self.course.ground, pieces.views(), cells, &facts);
        self.requires.iter().all(|condition| scene.truth(condition))
    }

    fn must(&self, board: &Board<Kinds<B>, State<N>>) -> bool {
        self.duty.as_ref().is_none_or(|duty| self.holds(board, &Facts::NONE, duty))
    }

    #[inline]
    fn over(&self, board: &Board<Kinds<B>, State<N>>) -> bool {
        board.state.over
    }

    fn after(&self, board: &Board<Kinds<B>, State<N>>, mv: &Move<B, Kinds<B>>, _: &Board<Kinds<B>, State<N>>) -> State<N> {
        if !GOES_ON {
            return board.state;
        }
        let mut carried = board.state.carried;
        let (after, facts, soon) = self.course.moved(&Pieces::of(board), mv, &mut carried);
        if soon.is_some() || self.course.over(&after, &facts, &carried, 1).is_some() {
            return State { carried, over: true };
        }
        let (_, soon) = self.course.passed(&after, &mut carried);
        State { carried, over: soon.is_some() }
    }
}
