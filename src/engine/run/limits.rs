//! Limits on one decision, and the error when one is reached.

use super::Runner;
use crate::engine::effort::TOO_MUCH_WORK;
use crate::engine::machine::Task;
use crate::model::RuleId;

/// A limit has been reached: a rule does not come to an end, or offers more than can be listed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}{}{course}", self.told())]
pub struct LimitReached {
    /// Which limit: "more than 1,000 legs in one move".
    pub what: &'static str,
    /// The rule line.
    pub rule: String,
    /// Where it is written: `file:line`.
    pub place: String,
    /// For a chain that does not end: what the piece was doing, as sentences on lines of their own.
    pub course: String,
}

impl LimitReached {
    /// ` (my.draughts:12: repeat { … })`, if a line is known.
    fn told(&self) -> String {
        if self.place.is_empty() { String::new() } else { format!(" ({}: {})", self.place, self.rule) }
    }
}

/// The most legs of one move.
pub const MOST_LEGS: u16 = 1_000;

/// The most moves of one decision.
pub const MOST_MOVES: usize = 100_000;

/// The deepest nesting of triggers that set each other off.
pub const MOST_TRIGGERS: u8 = 64;

/// The most steps of the machine between two choices.
pub(super) const MOST_STEPS: u32 = 1_000_000;

/// The most choices in one move.
pub const MOST_CHOICES: usize = 1_000;

/// The most options tried for one decision, including those that lead to no move.
pub(super) const MOST_TRIED: u32 = 1_000_000;

/// The most legs, choices and other deeds in all moves of one decision together.
pub(in crate::engine) const MOST_DEEDS: usize = 2_500_000;

/// The message when that limit is reached.
pub(in crate::engine) const TOO_MANY_DEEDS: &str = "more than 2,500,000 legs and choices in the moves of one decision";

impl Runner<'_> {
    /// Whether a limit was reached, which makes everything found void.
    #[inline]
    pub(super) fn is_void(&mut self) -> bool {
        if self.effort.is_spent() && self.limit.is_none() {
            self.reach(TOO_MUCH_WORK, self.rule_under_way());
        }
        self.limit.is_some()
    }

    /// Makes sure that what was found is valid.
    ///
    /// # Errors
    /// The limit that was reached on the way.
    pub(in crate::engine) fn counts(&mut self) -> Result<(), LimitReached> {
        if self.is_void() { self.limit.take().map_or(Ok(()), Err) } else { Ok(()) }
    }

    /// Whether one more option may be tried, in a move that has this many choices so far. Counts the option.
    pub(in crate::engine) fn may_try(&mut self, choices: usize) -> bool {
        if choices >= MOST_CHOICES {
            self.reach("more than 1,000 choices in one move", self.rule_under_way());
        } else if self.untried == 0 {
            self.reach("more than 1,000,000 options tried for one decision", self.rule_under_way());
        } else {
            self.untried -= 1;
        }
        self.limit.is_none()
    }

    /// The line of the statement under way, else that of the move's rule.
    pub(in crate::engine) fn rule_under_way(&self) -> Option<RuleId> {
        let line = |task: &Task| match task {
            Task::Block { block, next, .. } => {
                let ops = &self.program.block(*block).ops;
                ops.get((*next as usize).saturating_sub(1)).map(|(_, rule)| *rule)
            }
            // Between two rounds no statement is under way: the first line of the block is named.
            Task::Again { block, .. } => self.program.block(*block).ops.first().map(|(_, rule)| *rule),
            Task::Choose { block, at, .. } => self.program.block(*block).ops.get(*at as usize).map(|(_, rule)| *rule),
            _ => None,
        };
        let of_move =
            || self.machine.moving.rule.map(|rule| self.program.groups[rule.group.index()].rules[rule.index as usize].rule);
        self.machine.tasks.iter().rev().find_map(line).or_else(of_move)
    }

    /// Records that a limit was reached by a rule; the first one stays.
    pub(in crate::engine) fn reach(&mut self, what: &'static str, rule: Option<RuleId>) {
        if self.limit.is_none() {
            self.limit = Some(self.limit_of(what, rule));
        }
    }

    /// The error for a limit that a rule reaches.
    pub(in crate::engine) fn limit_of(&self, what: &'static str, rule: Option<RuleId>) -> LimitReached {
        let line = rule.and_then(|rule| self.program.lines.get(rule.index()));
        LimitReached {
            what,
            rule: line.map_or_else(String::new, |line| line.text.clone()),
            place: line.map_or_else(String::new, |line| line.place.clone()),
            course: self.course(),
        }
    }
}
