//! What begins afresh with each turn, or when a player comes to choose a move; and what of it tells moves apart.

use std::borrow::Cow;

use super::super::word::Word;
use super::rules::Rules;
use super::run::Run;
use super::scene::State;
use super::stored::Stored;
use crate::model::rules::Each;

impl<B: Word> Rules<B> {
    /// Stored things of such a kind are at their start again.
    pub(super) fn begin_afresh(&self, state: &mut State<B>, each: Each) {
        self.reset(self.kept_for(each), state);
    }

    /// What is kept for so long.
    pub(super) fn kept_for(&self, each: Each) -> &[Stored] {
        match each {
            Each::Move => &self.turn.fresh.of_move,
            Each::Turn => &self.turn.fresh.of_turn,
            Each::Game => &[],
        }
    }

    fn reset(&self, all: &[Stored], state: &mut State<B>) {
        for stored in all {
            for at in &stored.at {
                stored.reset(&self.slots, state, *at as usize);
            }
        }
    }

    fn are_fresh(&self, all: &[Stored], state: &State<B>) -> bool {
        all.iter().all(|stored| stored.at.iter().all(|at| stored.is_fresh(&self.slots, state, *at as usize)))
    }
}

impl<B: Word> Run<'_, B> {
    /// A player comes to choose a move: what was kept for the last one begins afresh. What stood before, if anything of it did.
    pub(super) fn choice_comes(&mut self) -> Option<State<B>> {
        if self.rules.are_fresh(self.rules.kept_for(Each::Move), &self.scene.state) {
            return None;
        }
        let before = self.scene.state.clone();
        self.rules.begin_afresh(&mut self.scene.state, Each::Move);
        Some(before)
    }

    /// There is nothing to choose: what the last move of the turn has left stands again.
    pub(super) fn no_choice_came(&mut self, before: Option<State<B>>) {
        if let Some(before) = before {
            self.scene.state = before;
        }
        self.at_last();
    }

    /// What comes of a move, without what was kept for it alone: at the end of the game all of it, and when the move is over what
    /// nobody reads any more.
    pub(super) fn what_stays(&self) -> Cow<'_, State<B>> {
        let (rules, state) = (self.rules, &self.scene.state);
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
