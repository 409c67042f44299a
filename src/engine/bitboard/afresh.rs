//! Stored things (counters, kept sets) that are reset with each turn or before each choice of a move, and which of them count
//! when moves are compared.

use std::borrow::Cow;

use super::super::word::Word;
use super::move_state::State;
use super::rules::Rules;
use super::run::Run;
use super::stored::StoredCells;
use crate::model::rules::Each;

impl<B: Word> Rules<B> {
    /// Resets the stored things that last for one move or one turn.
    pub(super) fn begin_afresh(&self, state: &mut State<B>, each: Each) {
        self.reset(self.kept_for(each), state);
    }

    /// The stored things that last for one move or one turn.
    pub(super) fn kept_for(&self, each: Each) -> &[StoredCells] {
        match each {
            Each::Move => &self.turn.fresh.of_move,
            Each::Turn => &self.turn.fresh.of_turn,
            Each::Game => &[],
        }
    }

    fn reset(&self, all: &[StoredCells], state: &mut State<B>) {
        for stored in all {
            for at in &stored.at {
                stored.reset(&self.slots, state, *at as usize);
            }
        }
    }

    fn are_fresh(&self, all: &[StoredCells], state: &State<B>) -> bool {
        all.iter().all(|stored| stored.at.iter().all(|at| stored.is_fresh(&self.slots, state, *at as usize)))
    }
}

impl<B: Word> Run<'_, B> {
    /// A player is about to choose a move: resets what is kept for one move only. Returns the state before that if anything
    /// was reset.
    pub(super) fn choice_comes(&mut self) -> Option<State<B>> {
        if self.rules.are_fresh(self.rules.kept_for(Each::Move), &self.moving.state) {
            return None;
        }
        let before = self.moving.state.clone();
        self.rules.begin_afresh(&mut self.moving.state, Each::Move);
        Some(before)
    }

    /// There is no move to choose after all: restores what the last move of the turn left behind.
    pub(super) fn no_choice_came(&mut self, before: Option<State<B>>) {
        if let Some(before) = before {
            self.moving.state = before;
        }
        self.at_last();
    }

    /// The state after a move as far as it distinguishes moves. Values kept for one move only are reset: all of them at the
    /// end of the game, otherwise those that nothing reads once the move is over; none if the move has stopped at a question
    /// to somebody else.
    pub(super) fn what_stays(&self) -> Cow<'_, State<B>> {
        let (rules, state) = (self.rules, &self.moving.state);
        let gone = match &self.over {
            Some(_) => rules.kept_for(Each::Move),
            None if self.asking.stopped && !self.asking.script => return Cow::Borrowed(state),
            None => rules.turn.fresh.forgotten.as_slice(),
        };
        if rules.are_fresh(gone, state) {
            return Cow::Borrowed(state);
        }
        let mut stays = state.clone();
        rules.reset(gone, &mut stays);
        Cow::Owned(stays)
    }
}
