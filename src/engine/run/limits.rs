//! Limits of one decision, and what is said where one is reached.

/// A rule that does not come to an end, or offers more than anybody can list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}{}{course}", self.told())]
pub struct LimitReached {
    /// Which limit: "more than 1,000 legs in one move".
    pub what: &'static str,
    /// The rule line.
    pub rule: String,
    /// Where it is written: `file:line`.
    pub place: String,
    /// What the piece was doing, where a chain has gone on and on: sentences on lines of their own.
    pub course: String,
}

impl LimitReached {
    /// ` (my.draughts:12: repeat { … })`, where a line is known.
    fn told(&self) -> String {
        if self.place.is_empty() { String::new() } else { format!(" ({}: {})", self.place, self.rule) }
    }
}

/// Most legs of one move.
pub const MOST_LEGS: u16 = 1_000;

/// Most moves of one decision.
pub const MOST_MOVES: usize = 100_000;

/// Most triggers that set each other off.
pub const MOST_TRIGGERS: u8 = 8;

/// Most steps of the machine between two choices.
pub(super) const MOST_STEPS: u32 = 1_000_000;

/// Most choices that one move is made of.
pub const MOST_CHOICES: usize = 1_000;

/// Most options tried for one decision, whether moves come of them or not.
pub(super) const MOST_TRIED: u32 = 1_000_000;
