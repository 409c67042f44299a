//! Where a statement may stand: nothing happens while the game is judged, and nothing is decided while it is set up.

use crate::diagnostic::Diagnostic;
use crate::model::rules::StatementKind;
use crate::source::Span;

use super::checker::Checker;
use super::env::{Env, Stage};

impl<'a> Checker<'a> {
    /// Whether the game can be decided here.
    pub(super) fn decides(&mut self, env: &Env<'a>, span: Span) -> Option<()> {
        if env.moment.stage == Stage::Setup {
            self.report(
                Diagnostic::error("E0406", span, "the game cannot end before it has begun").help("results belong in `victory`"),
            );
            return None;
        }
        Some(())
    }

    /// Whether somebody can be asked here.
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

    /// Who looks at what changes, where anything may change.
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

    /// `prevent`, where there is something to prevent.
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
