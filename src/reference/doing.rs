//! The statements under way in a run.

use crate::model::RuleId;
use crate::source::Span;

use super::phrases::Thing;

/// A statement under way. Two runs whose stacks of these are equal have the same remaining statements.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ActiveStatement {
    /// Its place in the source.
    at: Span,
    /// The rule line it belongs to.
    pub(super) rule: RuleId,
    /// For a loop: the number of rounds left, or the things still to be visited.
    pub(super) left: (i64, Vec<Thing>),
}

impl ActiveStatement {
    pub(super) fn of(at: Span, rule: RuleId) -> ActiveStatement {
        ActiveStatement { at, rule, left: (0, Vec::new()) }
    }
}
