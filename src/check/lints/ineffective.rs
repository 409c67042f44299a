//! What has no effect where it is, or another than it seems: a `require` where nothing can be forbidden any more, towers on a
//! board without them, pieces that are moved and were to be made.

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;
use crate::model::RuleId;
use crate::model::expr::{Expr, ExprKind, Field, Given, Type};
use crate::model::rules::{Block, Event, PieceDestination, StatementKind};
use crate::model::walk::{any_in_rules, any_phrase, any_statement, blocks};
use crate::source::Span;

use super::Looked;

impl Looked<'_> {
    /// W0846, W0847 and W0848.
    pub(super) fn ineffective(&mut self) {
        self.barred_too_late();
        self.towers();
        self.pieces_put_down();
    }

    /// W0846: a `require` that forbids no move.
    fn barred_too_late(&mut self) {
        let mut found = Vec::new();
        for block in blocks(self.rules) {
            any_statement(block, &mut |one| {
                if let StatementKind::Require(condition) = &one.kind
                    && any_phrase(condition, &mut |part| part.kind == ExprKind::Given(Given::Repeats))
                {
                    found.push((
                        condition.span,
                        "this bars no repetition: as long as a turn lasts, the same player is to move as before",
                        "who repeats a position can lose by it, or draw: `mover loses if repeats >= 3` in `victory`",
                    ));
                }
                false
            });
        }
        for trigger in self.rules.triggers.iter().filter(|one| self.asked_line(one.rule)) {
            if matches!(trigger.event, Event::TurnBegins | Event::TurnEnds) {
                last_demands(&trigger.body, &mut |at| {
                    let at = self.within(at, trigger.rule);
                    if !found.iter().any(|(told, ..)| *told == at) {
                        found.push((
                            at,
                            "this forbids nothing: a turn is no move, and what is not met here bars none",
                            "a move is forbidden by `require` in its rule, or by `when move ends: require …`",
                        ));
                    }
                });
            }
        }
        for (at, says, help) in found {
            if self.asked(at) {
                self.report(Diagnostic::warning("W0846", at, says).help(help));
            }
        }
    }

    /// W0847: `top` or `bottom` on a board where pieces do not stand on one another.
    fn towers(&mut self) {
        if self.equipment.stacks > 1 {
            return;
        }
        let mut found: BTreeSet<(Span, bool)> = BTreeSet::new();
        any_in_rules(self.rules, &mut |phrase| {
            if let ExprKind::Field(Field::Top | Field::Bottom, of) = &phrase.kind
                && of.ty == Type::Piece
            {
                found.insert((phrase.span, false));
            }
            false
        });
        for block in blocks(self.rules) {
            any_statement(block, &mut |one| {
                if let StatementKind::MovePiece(_, PieceDestination::TopOf(of) | PieceDestination::BottomOf(of)) = &one.kind {
                    found.insert((of.span, true));
                }
                false
            });
        }
        for (at, onto) in found.into_iter().filter(|(at, _)| self.asked(*at)).collect::<Vec<_>>() {
            let says = match onto {
                true => "no piece of this board stands on another: nothing can be put there",
                false => "no piece of this board stands on another: this is the piece itself",
            };
            let help = "`stacks = 22` under `[board]` lets pieces stand on one another, so many at most";
            self.report(Diagnostic::warning("W0847", at, says).help(help));
        }
    }

    /// W0848: `place stone at c3`, which moves the stones that are on the board.
    fn pieces_put_down(&mut self) {
        let mut found: Vec<Span> = Vec::new();
        for block in blocks(self.rules) {
            any_statement(block, &mut |one| {
                if let StatementKind::MovePiece(pieces, PieceDestination::Site(_)) = &one.kind
                    && let ExprKind::PiecesOfKinds(kinds) = &pieces.kind
                    && let ExprKind::Kinds(bits) = kinds.kind
                    && self.standing(bits) != 1
                {
                    found.push(pieces.span);
                }
                false
            });
        }
        for at in found.into_iter().filter(|at| self.asked(*at)).collect::<Vec<_>>() {
            let name = self.sources.text(at).trim();
            let says = format!("this moves every `{name}` that stands on the board");
            let found = Diagnostic::warning("W0848", at, says)
                .help(format!("a fresh one is `new {name}`, as in `place new {name} at SITE`; one of a pile is chosen: `choose one in piece in PILE`"));
            self.report(found);
        }
    }

    /// The number of pieces of these kinds on the board at the start.
    fn standing(&self, kinds: u32) -> usize {
        let pieces = self.start.board.iter().flat_map(|(_, tower)| tower);
        pieces.filter(|piece| kinds >> piece.kind.index() & 1 == 1).count()
    }

    /// The place itself; if a definition brought it into the line, the line.
    fn within(&self, at: Span, rule: RuleId) -> Span {
        let line = self.line_span(rule);
        if line.contains(at) { at } else { line }
    }
}

/// Calls `tell` for each `require` after which the block, and each block around it, does nothing more.
fn last_demands(block: &Block, tell: &mut dyn FnMut(Span)) {
    let Some(last) = block.statements.last() else { return };
    if let StatementKind::Require(Expr { span, .. }) = &last.kind {
        tell(*span);
    }
    last.kind.blocks().into_iter().for_each(|inner| last_demands(inner, tell));
}
