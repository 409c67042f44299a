//! The endings of a game as they are carried out.

use super::phrases::Term;
use super::rules::{BlockAt, Test};
use crate::model::RuleId;

/// How games end.
pub(super) struct Ends {
    pub(super) soon: Vec<Soon>,
    /// Of those, which need not be asked one by one.
    pub(super) soon_stretches: Vec<Stretch>,
    /// Those ask about nothing but where pieces stand.
    pub(super) soon_of_boards: bool,
    /// Tested between turns.
    pub(super) between: Vec<Ending>,
    /// Of those, which need not be asked one by one.
    pub(super) stretches: Vec<Stretch>,
    /// Some ending asks how often the position has stood.
    pub(super) repeats: bool,
    pub(super) scores: Vec<(Term, Term)>,
    /// Why games end: the line, and the reason if it gives one.
    pub(super) reasons: Vec<(RuleId, String)>,
}

/// An ending tested as soon as it holds.
pub(super) struct Soon {
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

/// Endings that follow each other, none of which holds where of each one a part does not that only asks how many pieces of each kind
/// everybody has: all these parts are asked at once.
pub(super) struct Stretch {
    /// The first one, and the one behind the last.
    pub(super) from: usize,
    pub(super) to: usize,
    /// Its place among what is remembered of such phrases.
    pub(super) at: u8,
    /// These parts, of each ending.
    pub(super) tests: Vec<Test>,
}
