//! `raise` and `lower`: of counters and clocks, and of attributes of pieces, whose values are ordered.

use crate::diagnostic::Diagnostic;
use crate::model::equipment::SlotType;
use crate::model::expr::{Arithmetic, Expr, ExprKind, Field, Type};
use crate::model::rules::{Block, Statement, StatementKind, StoredType};
use crate::model::{EnumId, SlotId};
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as Phrase};

use super::checker::Checker;
use super::env::{Env, unfold};
use super::reading::{Many, Reading};

impl<'a> Checker<'a> {
    pub(super) fn raise(
        &mut self,
        env: &Env<'a>,
        target: &'a ast::Expr,
        by: &'a ast::Expr,
        down: bool,
        statement: Span,
    ) -> Option<StatementKind> {
        let (inside, target, span) = unfold(env, target);
        let Some((id, of)) = self.stored_target(&inside, target)? else {
            return match self.value_slot(target) {
                Some((slot, values, pieces)) => {
                    let pieces = self.expect(&inside, pieces, Type::Piece);
                    let by = self.known_number(env, by)?;
                    let by = if down { by.saturating_neg() } else { by };
                    Some(self.step_values(env, (slot, values), pieces?, by, statement))
                }
                None => {
                    self.cannot_set(env, target, span);
                    None
                }
            };
        };
        let by = self.number(env, by)?;
        if !matches!(self.stored[id.index()].holds, StoredType::Number { .. }) {
            let word = if down { "lowered" } else { "raised" };
            let line = self.line_span(self.stored[id.index()].rule);
            self.report(Diagnostic::error("E0343", span, format!("only a number can be {word}")).label(line, "declared here"));
            return None;
        }
        let by = match (down, by.expr.kind) {
            (false, kind) => Expr { kind, ..by.expr },
            (true, ExprKind::Number(number)) => Expr { kind: ExprKind::Number(number.saturating_neg()), ..by.expr },
            (true, kind) => {
                let (ty, span) = (by.expr.ty, by.expr.span);
                let zero = Expr { kind: ExprKind::Number(0), ty, span };
                let some = Expr { kind, ty, span };
                Expr { kind: ExprKind::Arithmetic(Arithmetic::Subtract, Box::new(zero), Box::new(some)), ty, span }
            }
        };
        Some(StatementKind::Raise(id, of, by))
    }

    /// `strength of it`: an attribute that holds a value of a set. Returns the slot, the set and the phrase for the pieces.
    fn value_slot(&self, target: &'a ast::Expr) -> Option<(SlotId, EnumId, &'a ast::Expr)> {
        let Phrase::Of(field, of) = &target.kind else { return None };
        let Phrase::Name(name) = &field.kind else { return None };
        let slot = self.spellings(name).find_map(|name| self.equipment.slots.iter().position(|slot| slot.name == *name))?;
        self.note_field(name, field.span);
        match self.equipment.slots[slot].holds {
            SlotType::Value(values) => Some((SlotId(slot as u8), values, of)),
            SlotType::Token(_) => None,
        }
    }

    /// A number that is the same in every position, or E0343.
    fn known_number(&mut self, env: &Env<'a>, by: &'a ast::Expr) -> Option<i64> {
        match self.number(env, by)?.expr.kind {
            ExprKind::Number(number) => Some(number),
            _ => {
                self.report(
                    Diagnostic::error("E0343", by.span, "an attribute goes up or down by a number that is known beforehand")
                        .help("a number of the file, or written out: `raise strength of it by 1`"),
                );
                None
            }
        }
    }

    /// Moves the attribute of each piece `by` places on in its set; a piece for which there is no such place keeps its value. The
    /// values are tested in an order in which no piece is changed twice.
    fn step_values(
        &mut self,
        env: &Env<'a>,
        (slot, values): (SlotId, EnumId),
        pieces: Reading,
        by: i64,
        span: Span,
    ) -> StatementKind {
        let local = self.scope.add("it", Type::Piece, Many::One, None);
        let many = self.equipment.enums[values.index()].values.len() as i64;
        let expr = |kind, ty| Expr { kind, ty, span };
        let value = |i: i64| expr(ExprKind::Values(1 << i), Type::Value(values));
        let piece = || expr(ExprKind::Local(local), Type::Piece);
        let statement = |kind| Statement { kind, rule: env.rule, span };
        let step = |from: i64| {
            let has = expr(ExprKind::Field(Field::Slot(slot), Box::new(piece())), Type::Value(values));
            let is = expr(ExprKind::Is(Box::new(has), Box::new(value(from))), Type::Truth);
            let set = statement(StatementKind::SetSlot(slot, piece(), value(from + by)));
            statement(StatementKind::If(is, Block { statements: vec![set] }, Block::default()))
        };
        let goes_on = |from: &i64| by != 0 && (0..many).contains(&from.saturating_add(by));
        let mut changed: Vec<i64> = (0..many).filter(goes_on).collect();
        if by > 0 {
            changed.reverse();
        }
        let statements = changed.into_iter().map(step).collect();
        StatementKind::For(local, pieces.expr, Block { statements })
    }
}
