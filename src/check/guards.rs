//! Conditions that guarantee something: under `if some card of it`, there is a `card of it`.

use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Filter, Quantifier};

use super::checker::Checker;

impl<'a> Checker<'a> {
    /// Reads something where the condition is known to hold (`true`) or not to hold; what that guarantees causes no warnings
    /// there.
    pub(super) fn under<T>(&mut self, condition: &'a Expr, holds: bool, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.sure.len();
        self.make_sure(condition, holds);
        let result = read(self);
        self.sure.truncate(before);
        result
    }

    /// Records what the condition guarantees for the rest of the list, as in `require some card of it`.
    pub(super) fn make_sure(&mut self, condition: &'a Expr, holds: bool) {
        let sure: Vec<String> = made_sure(condition, holds).into_iter().map(|at| fold(self.sources.text(at))).collect();
        self.sure.extend(sure);
    }

    /// Whether an enclosing condition guarantees that the phrase at this span is non-empty.
    pub(super) fn is_sure(&self, span: Span) -> bool {
        let text = fold(self.sources.text(span));
        self.sure.contains(&text)
    }
}

fn fold(text: &str) -> String {
    let text = text.trim().trim_start_matches('(').trim_end_matches(')');
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The spans of the phrases that are non-empty if the condition holds, or if it does not hold.
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
        // `some piece on spot`: the whole phrase is non-empty, and so is `spot`.
        ExprKind::Filtered(base, _) => {
            let all = made_sure(base, holds).into_iter().map(|at| Span { end: condition.span.end, ..at });
            all.flat_map(|at| std::iter::once(at).chain(place(condition))).collect()
        }
        ExprKind::Is(left, negated, _) if holds && !negated => vec![left.span],
        ExprKind::Name(_) | ExprKind::Of(..) | ExprKind::Together(_) | ExprKind::From(..) if holds => vec![condition.span],
        _ => Vec::new(),
    }
}

/// The parts of `empty north from it`, which are all non-empty if the whole is.
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

/// The sites of an `on` filter, which are non-empty if the filtered phrase is.
fn place(things: &Expr) -> Option<Span> {
    match &things.kind {
        ExprKind::Filtered(_, filter) => match &**filter {
            Filter::On(false, place) => Some(place.span),
            _ => None,
        },
        _ => None,
    }
}
