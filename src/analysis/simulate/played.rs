//! A game while it is played, and what comes of it.

use super::course::{Course, Noting};
use crate::engine::Standing;
use crate::model::PlayerId;
use crate::model::setup::Outcome;

/// One game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// How it ended; none if it was cut off, or somebody ran out of time.
    pub outcome: Option<Outcome>,
    /// Who has run out of time.
    pub overstepped: Option<PlayerId>,
    /// Decisions of players.
    pub decisions: u32,
    /// Options that they had, all decisions together.
    pub options: u64,
    /// What happened on the way, if that was to be noted.
    pub course: Option<Course>,
}

/// A game that is being played.
pub struct Record<'v> {
    pub(super) played: Played,
    pub(super) noting: Option<Noting<'v>>,
}

impl Record<'_> {
    /// How many decisions of players there were so far.
    pub fn decisions(&self) -> u32 {
        self.played.decisions
    }

    /// A player is to decide among so many options; who that is, and what stands on the board, is asked only where it is noted.
    #[inline]
    pub fn decision(
        &mut self,
        options: u64,
        player: impl FnOnce() -> Option<PlayerId>,
        stands: impl FnOnce(&mut dyn FnMut(Standing)),
    ) {
        self.played.decisions += 1;
        self.played.options += options;
        if let Some(noting) = &mut self.noting {
            noting.decision(player(), options, stands);
        }
    }

    /// The game is over, or cut off.
    pub fn end(mut self, outcome: Option<Outcome>, stands: impl FnOnce(&mut dyn FnMut(Standing))) -> Played {
        self.played.course = self.noting.map(|noting| noting.end(outcome.as_ref(), stands));
        self.played.outcome = outcome;
        self.played
    }
}
