//! The documented limits, and the error for a rule that exceeds one.

use std::cell::Cell;
use std::rc::Rc;

use super::run::{Ran, Run, Stop};
use crate::model::RuleId;
use crate::model::rules::Rules;

/// Maximum number of legs of one move.
pub(super) const MOST_LEGS: usize = 1_000;
/// Maximum number of options of one choice, and of moves of one decision.
pub(super) const MOST_OPTIONS: usize = 100_000;
/// Maximum total number of things in all options of one choice.
pub(super) const MOST_THINGS: usize = 1_000_000;
/// Maximum number of options tried for one decision, including those that lead to no move.
pub(super) const MOST_TRIED: usize = 1_000_000;
/// Maximum number of choices in one move.
pub(super) const MOST_CHOICES: usize = 1_000;
/// Maximum number of steps between two choices.
const MOST_STEPS: usize = 1_000_000;
/// Maximum nesting of triggers that set each other off.
pub(super) const MOST_TRIGGERS: usize = 64;
/// Maximum number of alternative ways to match a path in one direction.
pub(super) const MOST_WAYS: usize = 10_000;
/// Maximum number of matching steps along a path in one direction. Nested groups visit the same sites repeatedly.
pub(super) const MOST_STEPS_OF_A_PATH: usize = 1_000_000;

/// Maximum total number of deeds (legs, choices and others) in all moves of one decision.
pub(super) const MOST_DEEDS: usize = 2_500_000;
/// Maximum number of statements and phrases evaluated for one decision, over all options tried.
const MOST_WORK: usize = 40_000_000;

/// The remaining work budget of a decision, in statements and phrases. Clones share it, so trial runs draw on the same budget.
#[derive(Clone, Debug)]
pub(super) struct Work(Rc<Cell<usize>>);

impl Default for Work {
    fn default() -> Work {
        Work(Rc::new(Cell::new(MOST_WORK)))
    }
}

impl Work {
    /// Charges one statement or phrase.
    pub(super) fn spend(&self) {
        self.0.set(self.0.get().saturating_sub(1));
    }

    /// Whether the budget is exhausted; results computed after that are invalid.
    pub(super) fn is_spent(&self) -> bool {
        self.0.get() == 0
    }
}

/// Which limit was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    Legs,
    Options,
    Things,
    Moves,
    Tried,
    Choices,
    Steps,
    Work,
    Deeds,
    Triggers,
    Tower,
    Ways,
}

/// A rule does not terminate, or produces more options than are listed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} ({place}: {rule})")]
pub struct LimitReached {
    /// Which limit, as text: "more than 1,000 legs in one move".
    pub what: &'static str,
    /// The text of the rule line.
    pub rule: String,
    /// Where the line is: `file:line`.
    pub place: String,
}

impl LimitReached {
    pub(super) fn new(limit: Limit, rule: Option<RuleId>, rules: &Rules) -> LimitReached {
        let what = match limit {
            Limit::Legs => "more than 1,000 legs in one move",
            Limit::Options => "more than 100,000 options of one choice",
            Limit::Things => "more than 1,000,000 things in the options of one choice",
            Limit::Moves => "more than 100,000 moves of one decision",
            Limit::Tried => "more than 1,000,000 options tried for one decision",
            Limit::Choices => "more than 1,000 choices in one move",
            Limit::Steps => "more than 1,000,000 steps without a choice",
            Limit::Work => "more than 40,000,000 steps for one decision",
            Limit::Deeds => "more than 2,500,000 legs and choices in the moves of one decision",
            Limit::Triggers => "triggers that set each other off more than 64 deep",
            Limit::Tower => "more pieces on one another than `stacks` allows",
            Limit::Ways => "more than 10,000 ways, or 1,000,000 steps, along one path",
        };
        let line = rule.and_then(|rule| rules.lines.get(rule.index()));
        LimitReached {
            what,
            rule: line.map_or_else(String::new, |line| line.text.clone()),
            place: line.map_or_else(String::new, |line| line.place.clone()),
        }
    }
}

impl Run<'_> {
    /// Counts one step since the last choice, and charges it as work.
    pub(super) fn step(&mut self) -> Ran {
        self.decision.steps += 1;
        self.works();
        self.counts().map_err(Stop::Limit)?;
        if self.decision.steps > MOST_STEPS { Err(self.limit(Limit::Steps)) } else { Ok(()) }
    }

    /// Charges one statement or phrase, unless the run only replays its record: replayed work was charged the first time.
    pub(super) fn works(&self) {
        if !self.repeats_itself() {
            self.decision.work.spend();
        }
    }

    /// Whether the decision has exhausted its budget; phrases then evaluate to nothing, because the result is discarded.
    pub(super) fn is_spent(&self) -> bool {
        self.decision.work.is_spent()
    }

    /// Succeeds if the results computed so far are valid.
    ///
    /// # Errors
    /// The decision has exhausted its budget.
    pub(super) fn counts(&self) -> Result<(), LimitReached> {
        if self.is_spent() { Err(self.reached(Limit::Work)) } else { Ok(()) }
    }

    /// Stops the run with this limit.
    pub(super) fn limit(&self, limit: Limit) -> Stop {
        Stop::Limit(self.reached(limit))
    }

    /// The error for this limit, naming the innermost statement under way, else the rule of the move.
    pub(super) fn reached(&self, limit: Limit) -> LimitReached {
        let of_move = self.moving.rule.map(|(_, rule)| rule.rule);
        let rule = self.doing.last().map(|doing| doing.rule).or(of_move);
        LimitReached::new(limit, rule, &self.variant.rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;
    use crate::model::rules::EndingKind;
    use crate::reference::phrases::EvalContext;
    use crate::reference::position::Position;

    /// The five phrases counted: a comparison, a sum, its two operands, and the number it is compared with.
    #[test]
    fn each_phrase_is_work() {
        let text = "+++\nname = \"Work\"\n[players]\nWhite = {}\nBlack = {}\n[board]\ngrid = \"2x2\"\n[pieces]\nman = { symbol = \"m\" }\n\
                    [setup]\nman = { White = [\"a1\"], Black = [\"b2\"] }\n+++\nmovement {\n  man may step any-way\n}\n\
                    victory {\n  as soon as turns + turns < 9: draw\n}\n";
        let loaded = library::load_text("work", "work.draughts", text.into(), None);
        let variant = loaded.check(&Default::default()).variant.expect("it checks");
        let EndingKind::AsSoonAs(condition) = &variant.rules.endings[0].kind else { panic!("no `as soon as`") };
        let run = Run::new(&variant, Position::from_setup(&variant, &variant.start), Vec::new());
        assert!(EvalContext::new(&run, None).truth(condition));
        assert_eq!(MOST_WORK - run.decision.work.0.get(), 5);
        run.decision.work.0.set(4);
        EvalContext::new(&run, None).truth(condition);
        assert!(run.is_spent() && run.counts().is_err());
    }
}
