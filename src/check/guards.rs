//! Conditions that make sure of something: under `if some card of it`, `card of it` is there.

use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Filter, Quantifier};

use super::checker::Checker;

impl<'a> Checker<'a> {
    /// Reads something under a condition that holds (`true`) or does not: what it makes sure of gives no warning there.
    pub(super) fn under<T>(&mut self, condition: &'a Expr, holds: bool, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.sure.len();
        self.make_sure(condition, holds);
        let result = read(self);
        self.sure.truncate(before);
        result
    }

    /// What follows in the same list stands under the condition too: `require some card of it`.
    pub(super) fn make_sure(&mut self, condition: &'a Expr, holds: bool) {
        let sure: Vec<String> = made_sure(condition, holds).into_iter().map(|at| fold(self.sources.text(at))).collect();
        self.sure.extend(sure);
    }

    /// Whether a condition around has made sure that the phrase written at this place is something.
    pub(super) fn is_sure(&self, span: Span) -> bool {
        let text = fold(self.sources.text(span));
        self.sure.contains(&text)
    }
}

fn fold(text: &str) -> String {
    let text = text.trim().trim_start_matches('(').trim_end_matches(')');
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Where the phrases stand that are something if the condition holds, or if it does not.
fn made_sure(condition: &Expr, holds: bool) -> Vec<Span> {
    match &condition.kind {
        ExprKind::And(all) if holds => all.iter().flat_map(|one| made_sure(one, true)).collect(),
        ExprKind::Or(all) if !holds => all.iter().flat_map(|one| made_sure(one, false)).collect(),
        ExprKind::Not(inner) => made_sure(inner, !holds),
        ExprKind::Together(words) if words.len() == 1 => made_sure(&words[0], holds),
        ExprKind::Quantified(how, inner) => {
            let some = matches!((how.value, holds), (Quantifier::Some, true) | (Quantifier::No, false));
            let all = std::iter::once(inner.span).chain(place(inner)).chain(parts(inner));
            all.filter(|_| some).collect()
        }
        // `some piece on spot`: all of it is something, and so is where it stands
        ExprKind::Filtered(base, _) => {
            let all = made_sure(base, holds).into_iter().map(|at| Span { end: condition.span.end, ..at });
            all.flat_map(|at| std::iter::once(at).chain(place(condition))).collect()
        }
        ExprKind::Is(left, negated, _) if holds && !negated => vec![left.span],
        ExprKind::Name(_) | ExprKind::Of(..) | ExprKind::Together(_) | ExprKind::From(..) if holds => vec![condition.span],
        _ => Vec::new(),
    }
}

/// The parts of `empty north from it`, each of which is something if all of it is.
fn parts(things: &Expr) -> Vec<Span> {
    match &things.kind {
        ExprKind::Together(words) => words.iter().map(|word| word.span).collect(),
        ExprKind::From(ways, _) => match &ways.kind {
            ExprKind::Together(words) => words.last().map(|way| way.span.to(things.span)).into_iter().collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Where things stand that are something.
fn place(things: &Expr) -> Option<Span> {
    match &things.kind {
        ExprKind::Filtered(_, filter) => match &**filter {
            Filter::On(false, place) => Some(place.span),
            _ => None,
        },
        _ => None,
    }
}
