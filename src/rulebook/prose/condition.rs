//! Truths: clauses that hold or not.

use super::names::Word;
use super::{Form, Prose, joined};
use crate::syntax::ast::{Expr, ExprKind, Filter, IsTail, Order, Quantifier};

impl Prose<'_> {
    /// A clause: `there is no enemy piece`.
    pub(super) fn condition(&self, phrase: &Expr) -> String {
        match &phrase.kind {
            ExprKind::And(parts) => {
                let parts: Vec<String> = parts.iter().map(|one| self.condition(one)).collect();
                joined(&parts, "and")
            }
            ExprKind::Or(parts) if parts.iter().any(|one| self.is_clause(one)) => {
                let parts: Vec<String> = parts.iter().map(|one| self.condition(one)).collect();
                joined(&parts, "or")
            }
            ExprKind::Not(what) | ExprKind::Without(what) => self.denied(what),
            ExprKind::Is(what, not, tail) => self.is(what, *not, tail),
            ExprKind::Compare(left, order, right) => self.compare(left, order.value, right),
            ExprKind::Can(who, verb) => format!("{} can {}", self.subject(who), self.ability(verb)),
            ExprKind::Quantified(word, of) => match word.value {
                Quantifier::Some => self.there_is(of, true),
                Quantifier::No => self.there_is(of, false),
                Quantifier::Every => format!("every {}", self.np(of, Form::Bare)),
                Quantifier::Count | Quantifier::Total => format!("{} is not 0", self.number(phrase)),
            },
            ExprKind::Name(name) => match self.word(name) {
                Word::Truth(text) => text,
                _ => self.there_is(phrase, true),
            },
            ExprKind::Function(call) if self.is_defined(&call.name.value) => format!("{} holds", self.np(phrase, Form::The)),
            ExprKind::IfElse(condition, then, otherwise) => {
                let (then, otherwise) = (self.condition(then), self.condition(otherwise));
                format!("{then} (if {}) or else {otherwise}", self.condition(condition))
            }
            _ => self.there_is(phrase, true),
        }
    }

    fn is_clause(&self, phrase: &Expr) -> bool {
        match &phrase.kind {
            ExprKind::Is(..) | ExprKind::Compare(..) | ExprKind::Can(..) | ExprKind::And(_) | ExprKind::Not(_) => true,
            ExprKind::Quantified(word, _) => !matches!(word.value, Quantifier::Count | Quantifier::Total),
            ExprKind::Or(parts) => parts.iter().any(|one| self.is_clause(one)),
            ExprKind::Name(name) => matches!(self.word(name), Word::Truth(_)),
            ExprKind::Function(_) => true,
            _ => false,
        }
    }

    fn denied(&self, what: &Expr) -> String {
        match &what.kind {
            ExprKind::Is(what, not, tail) => self.is(what, !*not, tail),
            ExprKind::Quantified(word, of) if word.value == Quantifier::Some => self.there_is(of, false),
            ExprKind::Quantified(word, of) if word.value == Quantifier::No => self.there_is(of, true),
            ExprKind::Name(name) => match self.word(name) {
                Word::Truth(text) => text.replace(" holds", " does not hold"),
                _ => self.there_is(what, false),
            },
            ExprKind::Can(who, verb) => format!("{} cannot {}", self.subject(who), self.ability(verb)),
            _ => format!("it is not so that {}", self.condition(what)),
        }
    }

    /// `there is no enemy piece`, `it has a potion`
    fn there_is(&self, of: &Expr, some: bool) -> String {
        match &of.kind {
            ExprKind::Name(name) if name == "taken" => {
                format!("{} has been taken in this move", if some { "something" } else { "nothing" })
            }
            ExprKind::Name(name) if name == "passed" => {
                format!("{} has been passed over", if some { "a piece" } else { "no piece" })
            }
            ExprKind::Of(what, whose) => match &what.kind {
                ExprKind::Name(field) if !matches!(field.as_str(), "piece" | "site" | "owner") => {
                    let thing = self.plain(field, false);
                    let thing = thing.strip_prefix("the ").unwrap_or(&thing);
                    let whose = self.np(whose, Form::The);
                    if some { format!("{whose} has {}", super::a(thing)) } else { format!("{whose} has no {thing}") }
                }
                ExprKind::Name(field) if field == "piece" => {
                    format!("{} has {} piece", self.np(whose, Form::The), if some { "a" } else { "no" })
                }
                _ => self.existence(of, some),
            },
            ExprKind::Filtered(base, filter) => match (&base.kind, &**filter) {
                (ExprKind::Of(_, _), Filter::Where(condition)) => {
                    format!("{} for which {}", self.there_is(base, some), self.condition(condition))
                }
                _ => self.existence(of, some),
            },
            _ => self.existence(of, some),
        }
    }

    fn existence(&self, of: &Expr, some: bool) -> String {
        if some { format!("there is {}", self.np(of, Form::One)) } else { format!("there is no {}", self.np(of, Form::Bare)) }
    }

    fn is(&self, what: &Expr, not: bool, tail: &IsTail) -> String {
        let not = if not { " not" } else { "" };
        let what = self.subject(what);
        match tail {
            IsTail::Set(set) => format!("{what} is{not} {}", self.complement(set)),
            IsTail::Filter(filter) => match &**filter {
                Filter::On(never, place) => {
                    format!("{what} is{not}{} on {}", if *never { " not" } else { "" }, self.place(place))
                }
                Filter::In(never, place) => {
                    format!("{what} is{not}{} {}", if *never { " not" } else { "" }, self.within(place))
                }
                Filter::Where(condition) => format!("{what} is{not} such that {}", self.condition(condition)),
                Filter::Most(number) => format!("{what} is{not} that with the most {}", self.measure(number)),
                Filter::Least(number) => format!("{what} is{not} that with the least {}", self.measure(number)),
            },
        }
    }

    /// What stands behind `is`: an adjective alone needs no noun.
    fn complement(&self, set: &Expr) -> String {
        match &set.kind {
            ExprKind::Name(name) => match self.word(name) {
                Word::Adjective(word, _) if !matches!(word.as_str(), "own" | "enemy") => word,
                _ if self.stored.iter().any(|one| one.name == *name) => {
                    format!("what is remembered as {}", self.np(set, Form::Bare))
                }
                _ => self.np(set, Form::One),
            },
            ExprKind::Or(parts) => joined(&parts.iter().map(|one| self.complement(one)).collect::<Vec<_>>(), "or"),
            _ => self.np(set, Form::One),
        }
    }

    /// Who a clause is about.
    pub(super) fn subject(&self, who: &Expr) -> String {
        match &who.kind {
            ExprKind::Quantified(word, of) if word.value == Quantifier::Every => format!("every {}", self.np(of, Form::Bare)),
            _ => self.np(who, Form::One),
        }
    }

    fn compare(&self, left: &Expr, order: Order, right: &Expr) -> String {
        if let ExprKind::Name(name) = &left.kind {
            match name.as_str() {
                "repeats" => {
                    return format!("the position has stood {} times, with the same player to move", self.amount(order, right));
                }
                "turns" => return format!("{} turns have been played", self.amount(order, right)),
                _ => {}
            }
        }
        let counted = match &left.kind {
            ExprKind::Quantified(word, of) if word.value == Quantifier::Count => Some(&**of),
            _ if !self.is_number(left) && self.is_number(right) => Some(left),
            _ => None,
        };
        if let (Some(of), ExprKind::Number(number)) = (counted, &right.kind) {
            let things = if *number == 1 { self.np(of, Form::Bare) } else { self.counted_things(of) };
            let verb = if *number == 1 { "is" } else { "are" };
            return format!("there {verb} {} {things}", self.amount(order, right));
        }
        let say = |side: &Expr| {
            if self.is_number(left) || self.is_number(right) { self.number(side) } else { self.np(side, Form::The) }
        };
        let word = match order {
            Order::Equal => "is",
            Order::Unequal => "is not",
            Order::Less => "is less than",
            Order::AtMost => "is at most",
            Order::More => "is more than",
            Order::AtLeast => "is at least",
        };
        format!("{} {word} {}", say(left), say(right))
    }

    fn amount(&self, order: Order, number: &Expr) -> String {
        let word = match order {
            Order::Equal => "exactly",
            Order::Unequal => "not exactly",
            Order::Less => "fewer than",
            Order::AtMost => "at most",
            Order::More => "more than",
            Order::AtLeast => "at least",
        };
        format!("{word} {}", self.number(number))
    }
}
