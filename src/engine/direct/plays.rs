//! What the script of a turn is made of.

use super::ops::By;
use super::phrases::Term;
use super::rules::{BlockAt, Test, TurnRules};

/// A step of the script of a turn.
pub(super) enum Step {
    Play(Play),
    /// Whoever moves chooses one of these steps to go on with.
    Way(Vec<usize>),
    /// On with the next step if it holds, else with this one.
    Unless(Test, usize),
    Jump(usize),
    /// Statements.
    Do(BlockAt),
    /// A counter is set.
    Times(usize, Term),
    /// A counter goes down, and on with the next step; with this one if it is at its end.
    Count(usize, usize),
    /// Things, for each of which the steps that follow are taken: loops within each other have other numbers.
    Each(u8, Term),
    /// The next of them gets a name, and on with the next step; with this one if none is left.
    Next(u8, u8, usize),
}

/// Most loops of the script of a turn.
pub(super) const LOOPS: usize = 4;

/// A decision of a turn.
#[derive(Clone, Copy)]
pub(super) struct Play {
    /// The classes of its moves, as bits.
    pub(super) groups: u64,
    /// Which of them it admits, if not all: its place in [`TurnRules::admitted`].
    pub(super) admits: Option<u16>,
    /// What is asked about the piece that moves, if that is all that it asks.
    pub(super) only: Option<Term>,
    /// Whose they are, if not whose turn it is.
    pub(super) by: Option<By>,
    pub(super) optional: bool,
    /// Another follows, until one is declined.
    pub(super) again: bool,
}

impl TurnRules {
    /// Whether some play asks about each move.
    pub(super) fn asks_about_moves(&self) -> bool {
        let asks = |at: u16| !self.admitted[usize::from(at)].by_class();
        let mut plays = self.steps.iter().filter_map(|step| if let Step::Play(play) = step { Some(play) } else { None });
        plays.any(|play| play.only.is_none() && play.admits.is_some_and(asks))
    }
}
