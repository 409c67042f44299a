//! The record of one game, during and after play.

use super::course::{Course, Noting};
use crate::engine::BoardPiece;
use crate::model::PlayerId;
use crate::model::setup::Outcome;

/// One game that has been played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// How it ended; `None` if it was cut off or a player ran out of time.
    pub outcome: Option<Outcome>,
    /// The player who ran out of time, if any.
    pub overstepped: Option<PlayerId>,
    /// Number of players' decisions.
    pub decisions: u32,
    /// Sum of the number of options over these decisions.
    pub options: u64,
    /// The course of the game, if it was recorded.
    pub course: Option<Course>,
}

/// A game in progress.
pub struct Record<'v> {
    pub(super) played: Played,
    pub(super) noting: Option<Noting<'v>>,
}

impl Record<'_> {
    /// The number of players' decisions so far.
    pub fn decisions(&self) -> u32 {
        self.played.decisions
    }

    /// Records a decision among `options` options. `player` and `stands` are called only if the course is recorded.
    #[inline]
    pub fn decision(
        &mut self,
        options: u64,
        player: impl FnOnce() -> Option<PlayerId>,
        stands: impl FnOnce(&mut dyn FnMut(BoardPiece)),
    ) {
        self.played.decisions += 1;
        self.played.options += options;
        if let Some(noting) = &mut self.noting {
            noting.decision(player(), options, stands);
        }
    }

    /// Finishes the record; `outcome` is `None` if the game was cut off.
    pub fn end(mut self, outcome: Option<Outcome>, stands: impl FnOnce(&mut dyn FnMut(BoardPiece))) -> Played {
        self.played.course = self.noting.map(|noting| noting.end(outcome.as_ref(), stands));
        self.played.outcome = outcome;
        self.played
    }
}
