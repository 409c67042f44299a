//! The steps of a turn's script.

use super::ops::By;
use super::phrases::Term;
use super::rules::{BlockAt, Test, TurnRules};

/// A step of the script of a turn; other steps are given by their indices.
#[cfg_attr(all(test, unit_games), derive(strum::VariantNames, strum::IntoStaticStr))]
pub(super) enum Step {
    Play(Play),
    /// The mover chooses which of these steps comes next.
    Way(Vec<usize>),
    /// Continues with the next step if the test holds, else with this one.
    Unless(Test, usize),
    Jump(usize),
    /// Statements.
    Do(BlockAt),
    /// Sets a counter.
    Times(usize, Term),
    /// Decrements a counter and continues with the next step; if it is 0 already, continues with this one.
    Count(usize, usize),
    /// Begins a loop over things; the number identifies the loop.
    Each(u8, Term),
    /// Gives the next thing of a loop a name and continues with the next step; if none is left, continues with the last one
    /// given.
    Next(u8, u8, usize),
}

/// The most counted loops inside one another in the script of a turn.
pub(super) const LOOPS: usize = 4;

/// A decision of a turn.
#[derive(Clone, Copy)]
pub(super) struct Play {
    /// The classes of its moves, as bits.
    pub(super) groups: u64,
    /// The restriction on its moves, if any, as an index into [`TurnRules::admitted`].
    pub(super) admits: Option<u16>,
    /// The condition on the piece that moves, if the restriction is no more than that.
    pub(super) only: Option<Term>,
    /// Who chooses and makes the move, if not the player on turn.
    pub(super) by: Option<By>,
    pub(super) optional: bool,
    /// The decision is repeated until it is declined.
    pub(super) again: bool,
}

impl TurnRules {
    /// Whether some `play` has a condition that must be evaluated for each move.
    pub(super) fn asks_about_moves(&self) -> bool {
        let asks = |at: u16| !self.admitted[usize::from(at)].by_class();
        let mut plays = self.steps.iter().filter_map(|step| if let Step::Play(play) = step { Some(play) } else { None });
        plays.any(|play| play.only.is_none() && play.admits.is_some_and(asks))
    }
}
