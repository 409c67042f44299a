//! Conditions as clauses.

use super::names::Word;
use super::{Form, Prose, joined};
use crate::syntax::ast::{Expr, ExprKind, Filter, IsTail, Order, Quantifier};

impl Prose<'_> {
    /// A condition as a clause: `there is no enemy piece`.
    pub(super) fn condition(&self, phrase: &Expr) -> String {
        self.truth(phrase, true)
    }

    /// The clause, or its negation unless `holds`: that of `A and B` is `not A or not B`.
    fn truth(&self, phrase: &Expr, holds: bool) -> String {
        match &phrase.kind {
            ExprKind::And(parts) => self.junction(parts, holds, holds),
            ExprKind::Or(parts) if parts.iter().any(|one| self.is_clause(one)) => self.junction(parts, !holds, holds),
            ExprKind::Not(what) | ExprKind::Without(what) => self.truth(what, !holds),
            ExprKind::Is(what, not, tail) => self.is(what, *not == holds, tail),
            ExprKind::Compare(left, order, right) => {
                self.compare(left, if holds { order.value } else { order.value.opposite() }, right)
            }
            ExprKind::Can(who, verb) => match (holds, self.is_set(who)) {
                (true, _) => format!("{} can {}", self.subject(who), self.ability(verb)),
                (false, true) => format!("no {} can {}", self.np(who, Form::Bare), self.ability(verb)),
                (false, false) => format!("{} cannot {}", self.subject(who), self.ability(verb)),
            },
            ExprKind::Quantified(word, of) => match word.value {
                Quantifier::Some => self.there_is(of, holds),
                Quantifier::No => self.there_is(of, !holds),
                Quantifier::Every => format!("{}every {}", if holds { "" } else { "not " }, self.np(of, Form::Bare)),
                Quantifier::Count | Quantifier::Total => {
                    format!("{} is {}0", self.number(phrase), if holds { "not " } else { "" })
                }
            },
            ExprKind::Name(name) => match self.word(name) {
                Word::Truth(text) if holds => text,
                Word::Truth(text) => match text.as_str() {
                    "always" => "never".to_owned(),
                    "never" => "always".to_owned(),
                    text => text.replace(" holds", " does not hold"),
                },
                _ => self.there_is(phrase, holds),
            },
            ExprKind::Function(call) if self.is_defined(&call.name.value) => {
                format!("{} {}", self.np(phrase, Form::The), if holds { "holds" } else { "does not hold" })
            }
            ExprKind::IfElse(condition, then, otherwise) => {
                let (then, otherwise) = (self.truth(then, holds), self.truth(otherwise, holds));
                format!("{then} (if {}) or else {otherwise}", self.condition(condition))
            }
            _ => self.there_is(phrase, holds),
        }
    }

    /// Clauses of which all must hold, or one. A part that is joined the other way is marked by `either` or `both`.
    fn junction(&self, parts: &[Expr], all: bool, holds: bool) -> String {
        let said: Vec<String> = parts
            .iter()
            .map(|part| {
                let text = self.truth(part, holds);
                match self.joins(part, holds) {
                    Some(inner) if inner == all => text,
                    Some(true) => format!("both {text}"),
                    Some(false) => format!("either {text}"),
                    None => text,
                }
            })
            .collect();
        let word = if all { "and" } else { "or" };
        let long = |text: &String| [" and ", " or ", " for which "].iter().any(|word| text.contains(word));
        match &said[..] {
            [init @ .., last] if said.iter().any(long) => format!("{}, {word} {last}", init.join(", ")),
            _ => joined(&said, word),
        }
    }

    /// Whether a clause is made of several: `true` if all of them must hold, `false` if one must, `None` if it is a single one.
    fn joins(&self, phrase: &Expr, holds: bool) -> Option<bool> {
        match &phrase.kind {
            ExprKind::And(_) => Some(holds),
            ExprKind::Or(parts) if parts.iter().any(|one| self.is_clause(one)) => Some(!holds),
            ExprKind::Not(what) | ExprKind::Without(what) => self.joins(what, !holds),
            _ => None,
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

    /// `there is no enemy piece`, `it has a potion`
    fn there_is(&self, of: &Expr, some: bool) -> String {
        if self.contents(of).is_some() {
            return format!("there is {} in {}", if some { "something" } else { "nothing" }, self.np(of, Form::The));
        }
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
                (ExprKind::Of(_, _), Filter::Where(None, condition)) => {
                    format!("{} for which {}", self.there_is(base, some), self.condition(condition))
                }
                _ => self.existence(of, some),
            },
            _ => self.existence(of, some),
        }
    }

    fn existence(&self, of: &Expr, some: bool) -> String {
        let known = self.np(of, Form::Bare);
        if known.starts_with("the ") {
            return format!("there is {} in {known}", if some { "something" } else { "nothing" });
        }
        if some { format!("there is {}", self.np(of, Form::One)) } else { format!("there is no {}", self.np(of, Form::Bare)) }
    }

    /// Of a set, `is` means that all of it is, and that it is not empty; so the negation is true of the empty set as well.
    fn is(&self, what: &Expr, not: bool, tail: &IsTail) -> String {
        let (says, behind) = match (self.is_set(what), not) {
            (false, not) => (format!("{} is{}", self.subject(what), if not { " not" } else { "" }), ""),
            (true, false) => (format!("every {} is", self.np(every(what), Form::Bare)), " (and there is one)"),
            (true, true) => (format!("not every {} is", self.np(every(what), Form::Bare)), " (or there is none)"),
        };
        let tail = match tail {
            IsTail::Set(set) => self.complement(set),
            IsTail::Filter(filter) => match &**filter {
                Filter::On(never, place) => format!("{}on {}", if *never { "not " } else { "" }, self.place(place)),
                Filter::In(never, place) => format!("{}{}", if *never { "not " } else { "" }, self.within(place)),
                Filter::Where(name, condition) => format!("{}such that {}", self.called(name), self.condition(condition)),
                Filter::Most(_, number) => format!("that with the {}", self.most(number)),
                Filter::Least(_, number) => format!("that with the {}", self.least(number)),
            },
        };
        format!("{says} {tail}{behind}")
    }

    /// What follows `is`: an adjective alone needs no noun.
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

    /// The subject of a clause.
    pub(super) fn subject(&self, who: &Expr) -> String {
        match &who.kind {
            ExprKind::Quantified(word, of) if word.value == Quantifier::Every => format!("every {}", self.np(of, Form::Bare)),
            _ => self.np(who, Form::One),
        }
    }

    /// Whether a phrase means a set of any size, and not one thing that is known.
    fn is_set(&self, phrase: &Expr) -> bool {
        match &phrase.kind {
            ExprKind::Quantified(word, _) => word.value == Quantifier::Every,
            ExprKind::Name(name) => matches!(self.word(name), Word::Noun(..) | Word::Adjective(..)),
            ExprKind::Together(_) | ExprKind::Or(_) | ExprKind::From(..) | ExprKind::Beyond(..) => true,
            ExprKind::Filtered(base, _) => self.is_set(base),
            ExprKind::Of(what, _) => matches!(&what.kind, ExprKind::Name(name) if name == "piece"),
            _ => false,
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
            let things =
                if *number == 1 && self.contents(of).is_none() { self.np(of, Form::Bare) } else { self.counted_things(of) };
            let verb = if *number == 1 && self.contents(of).is_none() { "is" } else { "are" };
            return format!("there {verb} {} {things}", self.amount(order, right));
        }
        let say = |side: &Expr| {
            if self.is_number(left) || self.is_number(right) { self.number(side) } else { self.worth(side) }
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

/// `every A` as a subject is treated as `A`.
fn every(what: &Expr) -> &Expr {
    match &what.kind {
        ExprKind::Quantified(word, of) if word.value == Quantifier::Every => of,
        _ => what,
    }
}
