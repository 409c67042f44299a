//! The compiled endings of a game.

use super::phrases::Term;
use super::rules::{BlockAt, Test};
use crate::model::RuleId;

/// How games end.
pub(super) struct Ends {
    pub(super) immediate: Vec<ImmediateEnding>,
    /// Stretches of immediate endings that are evaluated together.
    pub(super) immediate_stretches: Vec<Stretch>,
    /// Immediate endings depend on nothing but where pieces are.
    pub(super) immediate_of_boards: bool,
    /// Endings tested between turns.
    pub(super) between: Vec<Ending>,
    /// Stretches of these endings that are evaluated together.
    pub(super) stretches: Vec<Stretch>,
    /// Whether some ending reads `repeats`.
    pub(super) repeats: bool,
    pub(super) scores: Vec<(Term, Term)>,
    /// The line by which a game ends, and the reason if the line gives one.
    pub(super) reasons: Vec<(RuleId, String)>,
}

/// An ending tested as soon as it holds.
pub(super) struct ImmediateEnding {
    pub(super) locals: u8,
    pub(super) condition: Test,
    pub(super) body: BlockAt,
    pub(super) patience: bool,
}

/// An ending tested between turns.
pub(super) struct Ending {
    pub(super) locals: u8,
    pub(super) cannot_move: Option<Term>,
    pub(super) condition: Option<Test>,
    pub(super) body: BlockAt,
    pub(super) patience: bool,
    pub(super) rule: RuleId,
}

/// A row of consecutive endings, each of which requires something that depends only on how many pieces of each kind each side
/// has. These requirements are evaluated together: if none is met, the whole row is skipped.
pub(super) struct Stretch {
    /// The first ending, and the one after the last.
    pub(super) from: usize,
    pub(super) to: usize,
    /// Its bit in the cache of such answers: see [`super::counted`].
    pub(super) at: u8,
    /// For each ending what it requires of the piece counts.
    pub(super) tests: Vec<Test>,
}
