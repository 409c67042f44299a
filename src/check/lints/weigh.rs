//! Static bounds of numbers, and whether a condition can hold or fail.

use super::reckon::{Around, Reckoner};
use crate::model::expr::{Arithmetic, Expr, ExprKind, Field, Given, Type};
use crate::model::rules::StoredType;
use crate::model::walk::{any_statement, blocks};
use crate::model::{RuleId, StoredId};
use crate::syntax::ast::Order;

impl Reckoner<'_> {
    /// The least and the greatest value that a number can have.
    pub(super) fn range(&self, number: &Expr, around: &Around) -> (i64, i64) {
        const FAR: (i64, i64) = (i64::MIN, i64::MAX);
        match &number.kind {
            ExprKind::Number(value) => self.number(number, *value),
            ExprKind::Count(set) if self.empty(set, around) => (0, 0),
            ExprKind::Count(set) => {
                let most = match set.ty {
                    Type::Site => self.sites(set, around).len() as i64,
                    Type::Kind | Type::Player | Type::Side | Type::Direction | Type::Value(_) => {
                        i64::from(self.bits(set, around).count_ones())
                    }
                    Type::Piece => self.most_pieces(set, around),
                    _ => i64::MAX,
                };
                (i64::from(self.some(set, around)), most)
            }
            ExprKind::Field(Field::Measure(measure), _) => (0, measure.most(&self.equipment.board)),
            ExprKind::Arithmetic(Arithmetic::Remainder, _, by) => (0, self.range(by, around).1.saturating_sub(1)),
            ExprKind::Given(Given::Turns | Given::Legs) => (0, i64::MAX),
            // the present position counts
            ExprKind::Given(Given::Repeats) => (1, i64::MAX),
            ExprKind::Stored(id, _) => self.stored(*id),
            ExprKind::Arithmetic(how, a, b) => {
                let ((a, b), (c, d)) = (self.range(a, around), self.range(b, around));
                let known = |value: i64| (-1_000_000_000..=1_000_000_000).contains(&value);
                let (least, most) = match how {
                    Arithmetic::Add => (Some((a, c)), Some((b, d))),
                    Arithmetic::Subtract => (Some((a, d)), Some((b, c))),
                    Arithmetic::Multiply | Arithmetic::Remainder => (None, None),
                };
                let reckon = |pair: Option<(i64, i64)>, otherwise: i64| match (pair, how) {
                    (Some((a, b)), Arithmetic::Add) if known(a) && known(b) => a + b,
                    (Some((a, b)), Arithmetic::Subtract) if known(a) && known(b) => a - b,
                    _ => otherwise,
                };
                (reckon(least, i64::MIN), reckon(most, i64::MAX))
            }
            ExprKind::If(_, then, otherwise) => {
                let ((a, b), (c, d)) = (self.range(then, around), self.range(otherwise, around));
                (a.min(c), b.max(d))
            }
            _ => FAR,
        }
    }

    /// The range of a written number: its value or, if it is the name of a number that a group may change, all that this may be.
    fn number(&self, written: &Expr, value: i64) -> (i64, i64) {
        let text = self.sources.map_or("", |sources| sources.text(written.span));
        // computed from written numbers alone, such as `0 - 1`
        if !text.is_empty() && !text.contains(char::is_alphabetic) {
            return (value, value);
        }
        let named = self.equipment.numbers.iter().find(|number| number.name == text);
        named.map_or((i64::MIN, i64::MAX), |number| number.range)
    }

    fn stored(&self, id: StoredId) -> (i64, i64) {
        let Some(stored) = self.rules.stored.get(id.index()) else { return (i64::MIN, i64::MAX) };
        match stored.holds {
            StoredType::Number { start, .. } if !stored.clock && !self.is_set(id) && !self.names_a_number(stored.rule) => {
                (start, start)
            }
            // a bound may be the name of a number that a group may change
            StoredType::Number { least, greatest, .. } if !self.names_a_number(stored.rule) => (least, greatest),
            _ => (i64::MIN, i64::MAX),
        }
    }

    /// Whether some statement sets this counter or clock.
    fn is_set(&self, id: StoredId) -> bool {
        blocks(self.rules).into_iter().any(|block| any_statement(block, &mut |one| one.kind.stores() == Some(id)))
    }

    /// The name of the number that is the upper bound in a declaration: `idle-limit` in `clock idle: 0..idle-limit`.
    pub(super) fn greatest_named(&self, number: &Expr) -> Option<&str> {
        let ExprKind::Stored(id, _) = number.kind else { return None };
        let line = self.lines.get(self.rules.stored.get(id.index())?.rule.index())?;
        let (_, behind) = line.text.split_once("..")?;
        let (_, word) = crate::syntax::words_of(behind).next().filter(|(at, _)| *at == 0)?;
        self.equipment.numbers.iter().any(|number| number.name == word).then_some(word)
    }

    /// Whether a comparison is decided because a counter or clock never exceeds the number that its declaration names.
    fn bounded(&self, order: Order, a: &Expr, b: &Expr) -> Option<bool> {
        let text = |number: &Expr| self.sources.map_or("", |sources| sources.text(number.span));
        let within = |one: &Expr, other: &Expr| {
            matches!(other.kind, ExprKind::Number(_))
                && self.greatest_named(one).is_some_and(|greatest| greatest == text(other))
        };
        match order {
            Order::More if within(a, b) => Some(false),
            Order::AtMost if within(a, b) => Some(true),
            Order::Less if within(b, a) => Some(false),
            Order::AtLeast if within(b, a) => Some(true),
            _ => None,
        }
    }

    fn names_a_number(&self, rule: RuleId) -> bool {
        let text = self.lines.get(rule.index()).map_or("", |line| line.text.as_str());
        crate::syntax::words_of(text).any(|(_, word)| self.equipment.numbers.iter().any(|number| number.name == word))
    }

    /// Whether a condition always holds or never holds; `None` if undecided.
    pub(super) fn truth(&self, condition: &Expr, around: &Around) -> Option<bool> {
        match &condition.kind {
            ExprKind::Truth(truth) => Some(*truth),
            ExprKind::Not(inner) => self.truth(inner, around).map(|truth| !truth),
            ExprKind::And(parts) => {
                let all: Vec<Option<bool>> = parts.iter().map(|part| self.truth(part, around)).collect();
                if all.contains(&Some(false)) { Some(false) } else { all.iter().all(|one| *one == Some(true)).then_some(true) }
            }
            ExprKind::Or(parts) => {
                let all: Vec<Option<bool>> = parts.iter().map(|part| self.truth(part, around)).collect();
                if all.contains(&Some(true)) { Some(true) } else { all.iter().all(|one| *one == Some(false)).then_some(false) }
            }
            ExprKind::Some(set) if self.empty(set, around) => Some(false),
            ExprKind::Some(set) => self.some(set, around).then_some(true),
            ExprKind::Compare(order, a, b) if a.ty == Type::Number => {
                compare(*order, self.range(a, around), self.range(b, around)).or_else(|| self.bounded(*order, a, b))
            }
            ExprKind::Is(a, b) => self.is(a, b, around),
            _ => None,
        }
    }

    /// `A is B`: A is not empty, and contained in B.
    fn is(&self, a: &Expr, b: &Expr, around: &Around) -> Option<bool> {
        if self.empty(a, around) {
            return Some(false);
        }
        let (apart, within) = match a.ty {
            Type::Site => {
                let (one, other) = (self.sites(a, around), self.sites(b, around));
                let exact = matches!(b.kind, ExprKind::Sites(_));
                (!one.meets(&other), exact && one.within(&other))
            }
            Type::Piece => {
                let (one, other) = (self.kinds(a, around), self.kinds(b, around));
                let apart = one & other == 0
                    || self.owners(a) & self.owners(b) == 0
                    || !self.sites(a, around).meets(&self.sites(b, around));
                (apart, self.exact_kinds(b).is_some_and(|kinds| one & !kinds == 0))
            }
            Type::Kind | Type::Player | Type::Side | Type::Direction | Type::Value(_) => {
                let one = self.bits(a, around);
                (one & self.bits(b, around) == 0, self.exact(b).is_some_and(|bits| one & !bits == 0))
            }
            _ => (false, false),
        };
        match (apart, within && self.some(a, around)) {
            (true, _) => Some(false),
            (_, true) => Some(true),
            _ => None,
        }
    }
}

fn compare(order: Order, (a, b): (i64, i64), (c, d): (i64, i64)) -> Option<bool> {
    let (below, above) = (b < c, a > d);
    let apart = below || above;
    let same = a == b && c == d && a == c;
    let told = |always: bool, never: bool| match (always, never) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    match order {
        Order::Equal => told(same, apart),
        Order::Unequal => told(apart, same),
        Order::Less => told(below, a >= d),
        Order::AtMost => told(b <= c, above),
        Order::More => told(above, b <= c),
        Order::AtLeast => told(a >= d, below),
    }
}
