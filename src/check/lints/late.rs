//! Endings that end every game at once, endings that an earlier line forestalls, chain laws that leave no second leg.

use crate::diagnostic::Diagnostic;
use crate::model::expr::{Expr, ExprKind, Field, Given};
use crate::model::rules::{Block, EndingKind, MoveVerb, StatementKind};
use crate::source::Span;
use crate::syntax::ast::Ending;

use super::Looked;

impl Looked<'_> {
    /// W0873, W0874 and W0875.
    pub(super) fn late(&mut self) {
        self.at_once();
        self.too_late();
        self.no_second_leg();
    }

    /// W0873: an ending without a condition.
    fn at_once(&mut self) {
        let ends = self.rules.endings.iter().filter(|one| one.kind == EndingKind::AfterTurn && always_ends(&one.body));
        let lines: Vec<Span> = ends.map(|one| self.line_span(one.rule)).collect();
        // whatever the first turn does, it is the last
        if let Some(at) = lines.into_iter().find(|at| self.asked(*at)) {
            self.report(
                Diagnostic::warning("W0873", at, "this ends every game after its first turn: it asks for nothing")
                    .help("say when, behind `if`: `mover wins if no enemy`, `draw if turns = 200`"),
            );
        }
    }

    /// W0874: an ending for players who cannot move, after another that always ends the game for them.
    fn too_late(&mut self) {
        let mut found = Vec::new();
        let stuck = self.rules.endings.iter().filter_map(|one| match &one.kind {
            EndingKind::CannotMove(players) => Some((one, self.sources.text(players.span))),
            _ => None,
        });
        let stuck: Vec<_> = stuck.collect();
        for (i, (late, players)) in stuck.iter().enumerate() {
            let first = stuck[..i].iter().find(|(early, who)| who == players && always_ends(&early.body));
            if let Some((early, _)) = first {
                found.push((self.line_span(late.rule), self.line_span(early.rule)));
            }
        }
        for (late, early) in found {
            let says = "this never comes to be: the game has ended by another line";
            self.report(
                Diagnostic::warning("W0874", late, says)
                    .label(early, "this one comes first")
                    .help("of endings for the same players the first decides"),
            );
        }
    }

    /// W0875: `chain must turn` and `chain must not turn` in one class.
    fn no_second_leg(&mut self) {
        let laws: Vec<(Span, Span)> = self
            .rules
            .groups
            .iter()
            .filter(|group| group.rules.iter().all(|rule| matches!(rule.verb, MoveVerb::Path(..))))
            .filter_map(|group| Some((self.line_span(group.must_turn?), self.line_span(group.must_not_turn?))))
            .collect();
        for (turn, straight) in laws {
            let says = "no second leg can follow both of these laws: one asks to turn, the other forbids it";
            self.report(
                Diagnostic::warning("W0875", turn.max(straight), says)
                    .label(turn.min(straight), "the other law")
                    .help("to bar nothing but going back is `chain must not reverse`"),
            );
        }
    }
}

/// Whether the first statement ends the game in every position.
fn always_ends(block: &Block) -> bool {
    block.statements.first().is_some_and(|first| match &first.kind {
        StatementKind::Draw(_) | StatementKind::End(Ending::Game, _) => true,
        StatementKind::Wins(who, _) | StatementKind::Loses(who, _) => is_somebody(who),
        _ => false,
    })
}

/// Whether the set is never empty.
fn is_somebody(who: &Expr) -> bool {
    match &who.kind {
        ExprKind::Given(Given::Mover | Given::Opponent | Given::Players) | ExprKind::Local(_) => true,
        ExprKind::Players(bits) | ExprKind::Sides(bits) => *bits != 0,
        ExprKind::Field(Field::SideOf, of) => is_somebody(of),
        _ => false,
    }
}
