//! `M where it is N`: tests whether the move in question is in another set of moves. The moves that satisfy a condition form a
//! set, so the condition is rewritten as one, and `M where C` becomes M without the moves for which C does not hold. The checked
//! phrase therefore never contains a variable that stands for a single move, other than in `actor of it`.

use crate::diagnostic::Diagnostic;
use crate::model::LocalId;
use crate::model::expr::{Expr, ExprKind, Field, Type};
use crate::model::walk::{any_phrase, classes_of};
use crate::source::Span;

use super::checker::Checker;

/// The move in question.
struct InQuestion<'e> {
    /// Its variable in the condition.
    it: LocalId,
    /// A set of moves that contains it.
    all: &'e Expr,
}

impl Checker<'_> {
    /// `M where C`: the moves of M for which C holds. E0616 if C uses the move itself in a way that cannot be rewritten as a set.
    pub(super) fn moves_where(&mut self, moves: Expr, it: LocalId, holds: Expr) -> Option<ExprKind> {
        if !speaks_of(&holds, it) {
            return Some(ExprKind::Where(Box::new(moves), it, Box::new(holds)));
        }
        let all = Expr { kind: ExprKind::Moves(classes_of(&moves)), ty: Type::Move, span: holds.span };
        match (InQuestion { it, all: &all }).among(&holds, false) {
            Ok(others) => Some(ExprKind::Without(Box::new(moves), Box::new(others))),
            Err(at) => {
                self.move_itself(at);
                None
            }
        }
    }

    /// E0616 if a key of `with most` uses the move itself, and not only its actor.
    pub(super) fn key_of_moves(&mut self, key: &Expr, it: LocalId) -> Option<()> {
        if speaks_of(key, it) {
            self.move_itself(key.span);
            return None;
        }
        Some(())
    }

    fn move_itself(&mut self, at: Span) {
        self.report(
            Diagnostic::error("E0616", at, "a move cannot be asked for like this")
                .help("that it is one of some moves is said behind `where`, by itself or with `and`, `or`, `not`: `move where it is capture and actor is king`")
                .help("of the move itself are `actor`, `taken`, `start`, `landing`, `trail` and `legs`"),
        );
    }
}

impl InQuestion<'_> {
    /// The moves of `all` for which the condition has the value `holds`; if that is not a set of moves, the span of the part that
    /// prevents it.
    fn among(&self, condition: &Expr, holds: bool) -> Result<Expr, Span> {
        let phrase = |kind, ty| Expr { kind, ty, span: condition.span };
        let moves = |kind| phrase(kind, Type::Move);
        if !speaks_of(condition, self.it) {
            let condition = condition.clone();
            let holds = if holds { condition } else { phrase(ExprKind::Not(Box::new(condition)), Type::Truth) };
            return Ok(moves(ExprKind::Where(Box::new(self.all.clone()), self.it, Box::new(holds))));
        }
        match &condition.kind {
            ExprKind::Not(inner) => self.among(inner, !holds),
            ExprKind::And(parts) | ExprKind::Or(parts) => {
                let parts = parts.iter().map(|part| self.among(part, holds)).collect::<Result<Vec<_>, _>>()?;
                let is_both = matches!(condition.kind, ExprKind::And(_)) == holds;
                Ok(moves(if is_both { ExprKind::Intersect(parts) } else { ExprKind::Union(parts) }))
            }
            ExprKind::Is(one, set) if self.is_it(one) => self.told_apart(set, holds).ok_or(condition.span),
            ExprKind::Some(set) => {
                let set = self.as_all(set).ok_or(condition.span)?;
                self.told_apart(&set, holds).ok_or(condition.span)
            }
            _ => Err(condition.span),
        }
    }

    /// The moves of the set, or all others if `is_in` is false; `None` if the set depends on the move in question, or contains
    /// another player's moves.
    fn told_apart(&self, set: &Expr, is_in: bool) -> Option<Expr> {
        if any_phrase(set, &mut |one| self.is_it(one) || matches!(one.kind, ExprKind::MovesOf(..))) {
            return None;
        }
        let kind = ExprKind::Without(Box::new(self.all.clone()), Box::new(set.clone()));
        Some(if is_in { set.clone() } else { Expr { kind, ty: Type::Move, span: set.span } })
    }

    /// `it capture`, `it where …`: the phrase with `it` replaced by all moves, so that it denotes every move it would hold for.
    fn as_all(&self, set: &Expr) -> Option<Expr> {
        let kind = match &set.kind {
            _ if self.is_it(set) => self.all.kind.clone(),
            ExprKind::Intersect(parts) => {
                let parts: Option<Vec<Expr>> = parts
                    .iter()
                    .map(|part| if speaks_of(part, self.it) { self.as_all(part) } else { Some(part.clone()) })
                    .collect();
                ExprKind::Intersect(parts?)
            }
            ExprKind::Without(kept, away) => ExprKind::Without(Box::new(self.as_all(kept)?), away.clone()),
            ExprKind::Where(kept, it, holds) => ExprKind::Where(Box::new(self.as_all(kept)?), *it, holds.clone()),
            _ => return None,
        };
        Some(Expr { kind, ty: set.ty, span: set.span })
    }

    fn is_it(&self, phrase: &Expr) -> bool {
        phrase.ty == Type::Move && phrase.kind == ExprKind::Local(self.it)
    }
}

/// Whether a phrase uses the move in question itself, other than in `actor of it`.
fn speaks_of(phrase: &Expr, it: LocalId) -> bool {
    let (mut all, mut actors) = (0_usize, 0);
    any_phrase(phrase, &mut |one| {
        all += usize::from(one.kind == ExprKind::Local(it));
        actors += usize::from(matches!(&one.kind, ExprKind::Field(Field::ActorOf, of) if of.kind == ExprKind::Local(it)));
        false
    });
    all > actors
}
