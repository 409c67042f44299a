//! Which statements are allowed where: no changes or choices in endings, and no results during set-up.

use crate::diagnostic::Diagnostic;
use crate::model::rules::StatementKind;
use crate::source::Span;

use super::checker::Checker;
use super::env::{Env, Stage};

impl<'a> Checker<'a> {
    /// E0406 where the game cannot be decided.
    pub(super) fn decides(&mut self, env: &Env<'a>, span: Span) -> Option<()> {
        if env.moment.stage == Stage::Setup {
            self.report(
                Diagnostic::error("E0406", span, "the game cannot end before it has begun").help("results belong in `victory`"),
            );
            return None;
        }
        Some(())
    }

    /// E0408 where nobody can make a choice.
    pub(super) fn asks(&mut self, env: &Env<'a>, span: Span) -> Option<()> {
        if env.moment.stage == Stage::Ending {
            self.report(
                Diagnostic::error("E0408", span, "nobody can choose while the game is being judged")
                    .help("a line of `victory` may use `if`, `let`, `for` and results"),
            );
            return None;
        }
        Some(())
    }

    /// The checker itself, if changes are allowed here; else E0402.
    pub(super) fn changes(&mut self, env: &Env<'a>, span: Span) -> Option<&mut Self> {
        if env.moment.stage == Stage::Ending {
            self.report(
                Diagnostic::error("E0402", span, "nothing may change while the game is being judged")
                    .help("a change belongs in a trigger: `when turn ends: …`"),
            );
            return None;
        }
        Some(self)
    }

    /// `prevent`, or E0403 outside of a `before` trigger.
    pub(super) fn prevented(&mut self, env: &Env<'a>, span: Span) -> Option<StatementKind> {
        if !matches!(env.moment.stage, Stage::Trigger { before: true } | Stage::Loose) {
            self.report(
                Diagnostic::error("E0403", span, "there is nothing to prevent here")
                    .help("`prevent` stands in a `before` trigger: `before PIECES is taken: prevent`"),
            );
            return None;
        }
        Some(StatementKind::Prevent)
    }
}

/// `in a move rule`
pub(super) fn stage_text(stage: Stage) -> &'static str {
    match stage {
        Stage::Loose => "here",
        Stage::Move => "in a move rule",
        Stage::Trigger { .. } => "in a trigger",
        Stage::Turn => "in the `turn` chapter",
        Stage::Setup => "in the `setup` chapter",
        Stage::Ending => "in a line of `victory`",
        Stage::Can => "behind `can`",
    }
}
