//! Phrases that denote numbers and truths.

use crate::model::expr::{Expr, ExprKind, Field, Given, Type};
use crate::syntax::ast::Order;

use super::phrases::{EvalContext, Thing, Value};
use super::position::Kept;

impl<'v> EvalContext<'_, 'v> {
    /// The number that a phrase denotes; 0 if none, the first if several.
    pub(super) fn number(&self, phrase: &'v Expr) -> i64 {
        self.numbers(phrase).first().copied().unwrap_or(0)
    }

    /// The numbers that a phrase denotes: one, or several to choose from or compare as a list. A value counts as its index plus
    /// 1.
    pub(super) fn numbers(&self, phrase: &'v Expr) -> Vec<i64> {
        self.watch(phrase);
        if self.run.is_spent() {
            return Vec::new();
        }
        if phrase.ty != Type::Number {
            let place = |thing: Thing| if let Thing::Member(place) = thing { Some(i64::from(place) + 1) } else { None };
            return self.things(phrase).into_iter().filter_map(place).collect();
        }
        match &phrase.kind {
            ExprKind::Number(number) => vec![*number],
            ExprKind::Given(Given::Legs) => vec![self.legs() as i64],
            ExprKind::Given(Given::Turns) => vec![i64::from(self.run.position.turns)],
            ExprKind::Given(Given::Repeats) => vec![self.repeats()],
            ExprKind::Stored(stored, of) => {
                let number = |kept: Option<&Kept>| if let Some(Kept::Number(number)) = kept { *number } else { 0 };
                let all = self.stored(*stored, of.as_deref());
                vec![all.iter().map(|stored| number(self.run.position.stored.get(stored))).sum()]
            }
            ExprKind::Count(of) if of.ty == Type::Truth => vec![i64::from(self.truth(of))],
            ExprKind::Count(of) => vec![self.things(of).len() as i64],
            ExprKind::Total(field, of) => vec![self.things(of).into_iter().map(|thing| self.has(*field, thing)).sum()],
            ExprKind::Field(field @ (Field::Worth | Field::Measure(_) | Field::Attribute(_)), of) => {
                self.things(of).into_iter().map(|thing| self.has(*field, thing)).collect()
            }
            ExprKind::Order(what, list) => {
                let list = self.things(list);
                let places = list.iter().enumerate().filter(|(_, thing)| self.among(what, **thing));
                places.map(|(i, _)| i as i64 + 1).collect()
            }
            ExprKind::Arithmetic(how, a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                vec![how.of(a, b)]
            }
            ExprKind::Union(parts) => {
                let mut numbers: Vec<i64> = parts.iter().flat_map(|part| self.numbers(part)).collect();
                numbers.sort_unstable();
                numbers.dedup();
                numbers
            }
            ExprKind::If(condition, yes, no) => self.numbers(if self.truth(condition) { yes } else { no }),
            ExprKind::Local(name) => match self.named(*name) {
                Some(Value::Things(things)) => things.iter().filter_map(number_of).collect(),
                _ => Vec::new(),
            },
            ExprKind::Where(what, it, condition) => {
                let mut numbers = self.numbers(what);
                numbers.retain(|number| self.naming(*it, vec![Thing::Number(*number)]).truth(condition));
                numbers
            }
            ExprKind::Extreme(what, it, most, key) => {
                let numbers = self.numbers(what);
                let key = |number: &i64| self.naming(*it, vec![Thing::Number(*number)]).numbers(key);
                let keys: Vec<Vec<i64>> = numbers.iter().map(key).collect();
                let best = if *most { keys.iter().max() } else { keys.iter().min() };
                numbers.iter().zip(&keys).filter(|(_, key)| Some(*key) == best).map(|(number, _)| *number).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A numeric field of a thing.
    fn has(&self, field: Field, thing: Thing) -> i64 {
        let equipment = &self.run.variant.equipment;
        match (field, thing) {
            (Field::Worth, _) => self.kind_of(thing).map_or(0, |kind| equipment.kinds[kind.index()].value),
            (Field::Measure(measure), _) => self.site_of(thing).map_or(0, |site| measure.of(&equipment.board, site)),
            (Field::Attribute(i), Thing::Token(token)) => self.attribute(token, i).map_or(0, |value| i64::from(value) + 1),
            _ => 0,
        }
    }

    /// How many times the position has occurred, this time included. Once the turn is over, the position is the one that the
    /// next player faces.
    fn repeats(&self) -> i64 {
        let (position, variant) = (&self.run.position, self.run.variant);
        let (now, before) = if self.run.turn.over {
            let mut next = position.clone();
            next.pass_on(variant);
            (next.standing(variant), &position.stood[..])
        } else {
            (position.standing(variant), position.stood.split_last().map_or(&[][..], |(_, before)| before))
        };
        1 + before.iter().filter(|one| **one == now).count() as i64
    }

    /// Whether a phrase holds. A set holds if it is not empty.
    pub(super) fn truth(&self, phrase: &'v Expr) -> bool {
        self.watch(phrase);
        if self.run.is_spent() {
            return false;
        }
        match &phrase.kind {
            ExprKind::Truth(truth) => *truth,
            ExprKind::And(parts) => parts.iter().all(|part| self.truth(part)),
            ExprKind::Or(parts) => parts.iter().any(|part| self.truth(part)),
            ExprKind::Not(of) => !self.truth(of),
            ExprKind::Some(of) => match of.ty {
                Type::Move => self.can_be_made(of),
                Type::Truth => self.truth(of),
                _ => !self.things(of).is_empty(),
            },
            ExprKind::Compare(order, a, b) => self.compare(*order, a, b),
            ExprKind::Is(a, b) => self.is(a, b),
            ExprKind::Can(who, verb) => self.can(who, verb),
            ExprKind::Stored(stored, of) => {
                let all = self.stored(*stored, of.as_deref());
                all.iter().any(|stored| self.run.position.stored.get(stored) == Some(&Kept::Truth(true)))
            }
            ExprKind::If(condition, yes, no) => self.truth(if self.truth(condition) { yes } else { no }),
            ExprKind::Local(name) => match self.named(*name) {
                Some(Value::Truth(truth)) => *truth,
                Some(Value::Things(things)) => !things.is_empty(),
                None => false,
            },
            _ => !self.things(phrase).is_empty(),
        }
    }

    /// Compares two phrases. If one side has no value, only `!=` can hold, and only if the other side has one.
    fn compare(&self, order: Order, a: &'v Expr, b: &'v Expr) -> bool {
        let (a, b) = (self.numbers(a), self.numbers(b));
        if a.is_empty() || b.is_empty() { order == Order::Unequal && a != b } else { order.holds(&a, &b) }
    }

    /// `A is B`: A is not empty, and all of it is in B.
    fn is(&self, a: &'v Expr, b: &'v Expr) -> bool {
        if a.ty == Type::Truth {
            return self.truth(a) == self.truth(b);
        }
        if let (ExprKind::Field(Field::Site, pieces), Type::Site) = (&a.kind, b.ty) {
            // `site of` a piece: relative words in B refer to the owner of the piece.
            let pieces = self.things(pieces);
            let there = |piece: &Thing| {
                let asking = self.describing(self.owner_of(*piece));
                self.site_of(*piece).is_some_and(|site| asking.among(b, Thing::Site(site)))
            };
            return !pieces.is_empty() && pieces.iter().all(there);
        }
        let things = self.things(a);
        !things.is_empty() && things.iter().all(|thing| self.among(b, *thing))
    }
}

fn number_of(thing: &Thing) -> Option<i64> {
    if let Thing::Number(number) = thing { Some(*number) } else { None }
}
