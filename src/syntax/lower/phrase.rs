//! Lowers phrases: conditions, sets and numbers.

use super::{Lower, first, parts};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{Expr, ExprKind, Filter, IsTail, Order, Quantifier, Sign};
use crate::syntax::grammar::{Found, Rule};

impl Lower<'_, '_> {
    /// Lowers any phrase. A missing one, which the grammar excludes, becomes an empty name.
    pub(super) fn phrase(&mut self, found: Option<Found<'_>>, at: Span) -> Expr {
        match found {
            Some(found) => self.expr(found),
            None => Expr { kind: ExprKind::Name(String::new()), span: at },
        }
    }

    pub(super) fn expr(&mut self, found: Found<'_>) -> Expr {
        let span = self.span(&found);
        match found.as_rule() {
            Rule::expr | Rule::class | Rule::union | Rule::arg => self.several(found, span, ExprKind::Or),
            Rule::conj => self.several(found, span, ExprKind::And),
            Rule::plain | Rule::words => self.several(found, span, ExprKind::Together),
            Rule::neg | Rule::applied | Rule::applied_word => self.maybe_not(found, span),
            Rule::cmp => self.comparison(found, span),
            Rule::sum | Rule::product => self.arithmetic(found, span),
            Rule::quantified => self.quantified(found, span),
            Rule::phrase => self.filtered(found, span),
            Rule::number | Rule::signed => self.number(&found),
            Rule::name | Rule::bare | Rule::any_name => Expr { kind: ExprKind::Name(found.as_str().to_string()), span },
            Rule::if_expr => {
                let mut inner = parts(found);
                let mut next = || Box::new(self.phrase(inner.next(), span));
                Expr { kind: ExprKind::IfElse(next(), next(), next()), span }
            }
            Rule::function => Expr { kind: ExprKind::Function(self.call(found)), span },
            Rule::fresh => Expr { kind: ExprKind::New(self.word(parts(found).next(), span)), span },
            // atom, word, bound and similar: a single part, apart from brackets and articles
            _ => {
                let inner = parts(found).next();
                let bracketed = inner.as_ref().is_some_and(|inner| matches!(inner.as_rule(), Rule::expr | Rule::if_expr));
                let phrase = self.phrase(inner, span);
                if bracketed { Expr { span, ..phrase } } else { phrase }
            }
        }
    }

    fn several(&mut self, found: Found<'_>, span: Span, of: fn(Vec<Expr>) -> ExprKind) -> Expr {
        let mut list: Vec<Expr> = parts(found).map(|part| self.expr(part)).collect();
        match list.len() {
            1 => list.remove(0),
            _ => Expr { kind: of(list), span },
        }
    }

    /// Lowers `not C`, `not A` among words, `F of X`, `D from S`, `D beyond S`, or the phrase alone.
    fn maybe_not(&mut self, found: Found<'_>, span: Span) -> Expr {
        let negated = first(&found) == Some(Rule::k_not);
        let condition = found.as_rule() == Rule::neg;
        let mut inner = parts(found);
        let head = self.phrase(inner.next(), span);
        if negated {
            let kind = if condition { ExprKind::Not(Box::new(head)) } else { ExprKind::Without(Box::new(head)) };
            return Expr { kind, span };
        }
        let Some(relation) = inner.next() else { return head };
        let relation = match relation.as_str() {
            "of" => ExprKind::Of,
            "beyond" => ExprKind::Beyond,
            _ => ExprKind::From,
        };
        let rest = Box::new(self.phrase(inner.next(), span));
        let kind = relation(Box::new(head), rest);
        Expr { kind, span }
    }

    fn comparison(&mut self, found: Found<'_>, span: Span) -> Expr {
        let mut inner = parts(found);
        let left = self.phrase(inner.next(), span);
        let Some(tail) = inner.next() else { return left };
        let left = Box::new(left);
        let kind = match tail.as_rule() {
            Rule::is_tail => {
                let negated = tail.clone().into_inner().any(|part| part.as_rule() == Rule::k_not);
                let tail = match parts(tail).next() {
                    Some(place) if place.as_rule() == Rule::place => IsTail::Filter(Box::new(self.place(place, false))),
                    set => IsTail::Set(Box::new(self.phrase(set, span))),
                };
                ExprKind::Is(left, negated, tail)
            }
            Rule::can_tail => match parts(tail).next() {
                Some(verb) => ExprKind::Can(left, Box::new(self.verb(verb))),
                None => return *left,
            },
            _ => {
                let mut inner = parts(tail);
                let order = inner.next().map(|order| Spanned::new(order_of(order.as_str()), self.span(&order)));
                let right = Box::new(self.phrase(inner.next(), span));
                ExprKind::Compare(left, order.unwrap_or(Spanned::new(Order::Equal, span)), right)
            }
        };
        Expr { kind, span }
    }

    fn arithmetic(&mut self, found: Found<'_>, span: Span) -> Expr {
        let mut inner = parts(found);
        let mut left = self.phrase(inner.next(), span);
        while let Some(next) = inner.next() {
            if next.as_rule() == Rule::sign {
                let sign = if next.as_str() == "-" { Sign::Minus } else { Sign::Plus };
                let sign = Spanned::new(sign, self.span(&next));
                let right = self.phrase(inner.next(), span);
                let span = left.span.to(right.span);
                left = Expr { kind: ExprKind::Sum(Box::new(left), sign, Box::new(right)), span };
            } else {
                let right = self.expr(next);
                let span = left.span.to(right.span);
                left = Expr { kind: ExprKind::Product(Box::new(left), Box::new(right)), span };
            }
        }
        left
    }

    fn quantified(&mut self, found: Found<'_>, span: Span) -> Expr {
        let mut inner = parts(found);
        let head = inner.next();
        let quantifier = match &head {
            Some(head) if head.as_rule() == Rule::quantifier => Spanned::new(quantifier_of(head.as_str()), self.span(head)),
            _ => return self.phrase(head, span),
        };
        let set = Box::new(self.phrase(inner.next(), span));
        Expr { kind: ExprKind::Quantified(quantifier, set), span }
    }

    /// Lowers juxtaposed words followed by filters.
    fn filtered(&mut self, found: Found<'_>, span: Span) -> Expr {
        let mut words = Vec::new();
        let mut filters = Vec::new();
        for part in parts(found) {
            match part.as_rule() {
                Rule::filter => filters.push(part),
                _ => words.push(self.expr(part)),
            }
        }
        let mut phrase = match (words.len(), words.first(), words.last()) {
            (2.., Some(first), Some(last)) => {
                let span = first.span.to(last.span);
                Expr { kind: ExprKind::Together(words), span }
            }
            _ => words.pop().unwrap_or(Expr { kind: ExprKind::Name(String::new()), span }),
        };
        for filter in filters {
            let span = phrase.span.to(self.span(&filter));
            let filter = Box::new(self.filter(filter));
            phrase = Expr { kind: ExprKind::Filtered(Box::new(phrase), filter), span };
        }
        phrase
    }

    fn filter(&mut self, found: Found<'_>) -> Filter {
        let span = self.span(&found);
        let negated = first(&found) == Some(Rule::k_not);
        let mut inner = parts(found).peekable();
        let called = inner.next_if(|part| part.as_rule() == Rule::called);
        let called = called.map(|called| self.word(parts(called).next(), span));
        match inner.next() {
            Some(part) if part.as_rule() == Rule::place => self.place(part, negated),
            Some(part) if part.as_rule() == Rule::extreme_filter => {
                let mut inner = parts(part);
                let most = inner.next().is_some_and(|extreme| extreme.as_str() == "most");
                let number = self.phrase(inner.next(), span);
                if most { Filter::Most(called, number) } else { Filter::Least(called, number) }
            }
            part => Filter::Where(called, self.phrase(part.and_then(|part| parts(part).next()), span)),
        }
    }

    fn place(&mut self, found: Found<'_>, negated: bool) -> Filter {
        let span = self.span(&found);
        let mut inner = parts(found);
        let on = inner.next().is_some_and(|word| word.as_str() == "on");
        let set = self.phrase(inner.next(), span);
        if on { Filter::On(negated, set) } else { Filter::In(negated, set) }
    }
}

fn order_of(mark: &str) -> Order {
    match mark {
        "!=" => Order::Unequal,
        "<" => Order::Less,
        "<=" => Order::AtMost,
        ">" => Order::More,
        ">=" => Order::AtLeast,
        _ => Order::Equal,
    }
}

fn quantifier_of(word: &str) -> Quantifier {
    match word {
        "count" => Quantifier::Count,
        "some" => Quantifier::Some,
        "no" => Quantifier::No,
        "every" => Quantifier::Every,
        _ => Quantifier::Total,
    }
}
