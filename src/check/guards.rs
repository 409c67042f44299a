//! Conditions that make sure of something: under `if some card of it`, `card of it` is there.

use crate::syntax::ast::{Expr, ExprKind, Quantifier};

use super::Checker;

impl<'a> Checker<'a> {
    /// Reads something under a condition that holds (`true`) or does not: what it makes sure of gives no warning there.
    pub(super) fn under<T>(&mut self, condition: &'a Expr, holds: bool, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.sure.len();
        let sure: Vec<String> = made_sure(condition, holds).into_iter().map(|phrase| self.folded(phrase)).collect();
        self.sure.extend(sure);
        let result = read(self);
        self.sure.truncate(before);
        result
    }

    /// Whether a condition around has made sure that the phrase written at this place is something.
    pub(super) fn is_sure(&self, span: crate::source::Span) -> bool {
        let text = fold(self.sources.text(span));
        self.sure.contains(&text)
    }

    fn folded(&self, phrase: &Expr) -> String {
        fold(self.sources.text(phrase.span))
    }
}

fn fold(text: &str) -> String {
    let text = text.trim().trim_start_matches('(').trim_end_matches(')');
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The phrases that are something if the condition holds, or if it does not.
fn made_sure(condition: &Expr, holds: bool) -> Vec<&Expr> {
    match &condition.kind {
        ExprKind::And(all) if holds => all.iter().flat_map(|one| made_sure(one, true)).collect(),
        ExprKind::Or(all) if !holds => all.iter().flat_map(|one| made_sure(one, false)).collect(),
        ExprKind::Not(inner) => made_sure(inner, !holds),
        ExprKind::Together(words) if words.len() == 1 => made_sure(&words[0], holds),
        ExprKind::Quantified(how, inner) => match how.value {
            Quantifier::Some if holds => vec![inner],
            Quantifier::No if !holds => vec![inner],
            _ => Vec::new(),
        },
        ExprKind::Is(left, negated, _) if holds && !negated => vec![left],
        ExprKind::Name(_) | ExprKind::Of(..) | ExprKind::Together(_) | ExprKind::From(..) if holds => vec![condition],
        _ => Vec::new(),
    }
}
