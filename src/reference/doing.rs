//! What is being carried out.

use crate::model::RuleId;
use crate::source::Span;

use super::phrases::Thing;

/// A statement under way. Two runs that have come to the same place of it have the same still to come.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Doing {
    /// Where it is written.
    at: Span,
    /// Its line.
    pub(super) rule: RuleId,
    /// So many rounds of it are left, or one for each of these things.
    pub(super) left: (i64, Vec<Thing>),
}

impl Doing {
    pub(super) fn of(at: Span, rule: RuleId) -> Doing {
        Doing { at, rule, left: (0, Vec::new()) }
    }
}
