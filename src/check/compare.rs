//! Conditions: `is`, `=`, `<`, `can`.

use crate::diagnostic::Diagnostic;
use crate::model::GroupId;
use crate::model::expr::{CanVerb, Expr, ExprKind, Type};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{self, Filter, IsTail, Order, Quantifier, Verb};

use super::checker::Checker;
use super::env::{Env, Relative, Stage};
use super::reading::{Many, Reading, is_set};

impl<'a> Checker<'a> {
    /// `A is B`, `every A is on S`, `A is not B`
    pub(super) fn is(
        &mut self,
        env: &Env<'a>,
        left: &'a ast::Expr,
        negated: bool,
        tail: &'a IsTail,
        span: Span,
    ) -> Option<Reading> {
        let left = match &left.kind {
            ast::ExprKind::Quantified(how, inner) if how.value == Quantifier::Every => &**inner,
            _ => left,
        };
        let readings = self.phrase(env, left);
        let holds = match tail {
            IsTail::Filter(filter) => self.is_filtered(env, left, readings, filter, span),
            IsTail::Set(set) => self.is_in(env, left, readings, set, span),
        }?;
        Some(if negated { holds.wrap(Type::Truth, ExprKind::Not).at(span) } else { holds })
    }

    /// `A is on S`: A is not empty, and all of it is on S.
    fn is_filtered(
        &mut self,
        env: &Env<'a>,
        left: &'a ast::Expr,
        readings: Vec<Reading>,
        filter: &'a Filter,
        span: Span,
    ) -> Option<Reading> {
        if let Filter::Most(_, key) | Filter::Least(_, key) = filter {
            self.report(
                Diagnostic::error("E0330", key.span, "`is with most` compares a thing with itself")
                    .help("say among which things: `… is (player with most …)`"),
            );
            return None;
        }
        if readings.is_empty() {
            return None;
        }
        // If A is at most one thing, the condition holds if the filter keeps anything; otherwise everything must be kept.
        let one = self.bearing(readings.clone()).iter().all(|one| one.many <= Many::Maybe);
        let filtered = self.filter_readings(env, readings, left.span, filter, span);
        let filtered = self.settle(filtered, left.span)?;
        let whole = match &filtered.expr.kind {
            ExprKind::On(whole, ..) | ExprKind::In(whole, ..) | ExprKind::Where(whole, ..) => (**whole).clone(),
            ExprKind::Without(whole, _) => (**whole).clone(),
            ExprKind::Intersect(all) => all.first()?.clone(),
            _ => return None,
        };
        let kind =
            if one { ExprKind::Some(Box::new(filtered.expr)) } else { ExprKind::Is(Box::new(whole), Box::new(filtered.expr)) };
        Some(Reading::new(kind, Type::Truth, span, Many::One))
    }

    /// `A is B`: A is not empty and contained in B. `A is none`: A is empty.
    fn is_in(
        &mut self,
        env: &Env<'a>,
        left_phrase: &'a ast::Expr,
        left: Vec<Reading>,
        set: &'a ast::Expr,
        span: Span,
    ) -> Option<Reading> {
        let pieces = left.iter().any(|one| one.ty() == Type::Piece);
        let inside = if pieces { env.relative_to(Relative::Described) } else { env.clone() };
        let right = self.phrase(&inside, set);
        if left.is_empty() || right.is_empty() {
            return None;
        }
        if right.iter().any(|one| one.open) {
            let things = self.things(left, left_phrase.span)?;
            let some = things.wrap(Type::Truth, ExprKind::Some).times(Many::One);
            return Some(some.wrap(Type::Truth, ExprKind::Not).at(span));
        }
        if let Some(value) = self.comparable(&left, &right) {
            let (a, b) = value;
            if a.ty() == Type::Number || a.ty() == Type::Truth {
                self.report(
                    Diagnostic::error(
                        "E0331",
                        span,
                        format!("{}s are not things; `is` compares things", &self.type_name(a.ty())[2..]),
                    )
                    .help("compare numbers with `=`, `<` or `>`"),
                );
                return None;
            }
            return Some(Reading::new(ExprKind::Is(Box::new(a.expr), Box::new(b.expr)), Type::Truth, span, Many::One));
        }
        self.never_same(&left, &right, left_phrase.span, set.span);
        None
    }

    /// The two sides as a common type, of least total rank; the type of the left side is preferred.
    fn comparable(&self, left: &[Reading], right: &[Reading]) -> Option<(Reading, Reading)> {
        let mut best: Option<(u8, Reading, Reading)> = None;
        let mut offer = |a: Reading, b: Reading, away: u8| {
            let rank = a.rank.saturating_add(b.rank).saturating_add(away);
            if best.as_ref().is_none_or(|(least, ..)| *least > rank) {
                best = Some((rank, a, b));
            }
        };
        let things = |ty: Type| is_set(ty);
        for a in left.iter().filter(|one| !one.open) {
            for b in right {
                if a.ty() == b.ty() {
                    offer(a.clone(), b.clone(), 0);
                } else if things(a.ty()) && things(b.ty()) {
                    if let Ok(b) = self.coerce(b, a.ty()) {
                        offer(a.clone(), b, 0);
                    }
                    if let Ok(a) = self.coerce(a, b.ty()) {
                        offer(a, b.clone(), 1);
                    }
                }
            }
        }
        best.map(|(_, a, b)| (a, b))
    }

    fn never_same(&mut self, left: &[Reading], right: &[Reading], at: Span, right_at: Span) {
        let names = |this: &Self, all: &[Reading]| {
            super::coerce::any_of(&all.iter().map(|one| this.type_name(one.ty())).collect::<Vec<_>>())
        };
        let (a, b) = (names(self, left), names(self, right));
        let mut found = Diagnostic::error("E0332", right_at, format!("{a} is never {b}")).label(at, a.clone());
        if left.iter().any(|one| one.ty() == Type::Piece) && right.iter().any(|one| matches!(one.ty(), Type::Token(_))) {
            found = found.help("to ask for what the piece has, write `… of it`");
        }
        self.report(found);
    }

    /// `a < b`
    pub(super) fn compare(
        &mut self,
        env: &Env<'a>,
        left: &'a ast::Expr,
        order: Spanned<Order>,
        right: &'a ast::Expr,
        span: Span,
    ) -> Option<Reading> {
        let (a, b) = (self.phrase(env, left), self.phrase(env, right));
        if a.is_empty() || b.is_empty() {
            return None;
        }
        let ordered = |ty: Type| matches!(ty, Type::Number | Type::Value(_));
        let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
        let same = pairs.filter(|(a, b)| a.ty() == b.ty() && ordered(a.ty()));
        let nearest = same.min_by_key(|(a, b)| a.rank.saturating_add(b.rank)).map(|(a, b)| (a.clone(), b.clone()));
        let (a, b) = match nearest {
            Some(both) => both,
            None if a.iter().chain(&b).any(|one| one.ty() == Type::Number) => {
                (self.pick(&a, Type::Number, left.span)?, self.pick(&b, Type::Number, right.span)?)
            }
            None => {
                let mut found =
                    Diagnostic::error("E0308", order.span, "only numbers, and values of one set, can be compared so");
                found = match order.value {
                    Order::Equal => found.help("whether a thing is another is asked with `is`"),
                    Order::Unequal => found.help("whether a thing is another is asked with `is not`"),
                    _ => found.help("how many there are is `count …`"),
                };
                for (readings, at) in [(&a, left.span), (&b, right.span)] {
                    let names: Vec<String> = readings.iter().map(|one| self.type_name(one.ty())).collect();
                    found = found.label(at, super::coerce::any_of(&names));
                }
                self.report(found);
                return None;
            }
        };
        for (side, at) in [(&a, left.span), (&b, right.span)] {
            if matches!(side.ty(), Type::Value(_)) {
                self.not_many(side, at, "a comparison");
            }
        }
        let kind = ExprKind::Compare(order.value, Box::new(a.expr), Box::new(b.expr));
        Some(Reading::new(kind, Type::Truth, span, Many::One))
    }

    /// `A can VERB`
    pub(super) fn can(&mut self, env: &Env<'a>, who: &'a ast::Expr, verb: &'a Verb, span: Span) -> Option<Reading> {
        let readings = self.phrase(env, who);
        if let Verb::Call(call) = verb
            && let Some(groups) = self.class_verb(call)
        {
            self.note_moves(&call.name.value, call.name.span);
            return self.can_class(env, readings, who.span, groups, call, span);
        }
        let who = self.pick(&readings, Type::Piece, who.span);
        if let Verb::Call(call) = verb
            && self.definitions.verb(call).is_none()
        {
            self.unknown_verb(call, true);
            return None;
        }
        let mut inside = env.acting(Many::One);
        inside.moment.stage = Stage::Can;
        let verb = match self.verb(&inside, verb)? {
            super::verbs::Meant::Path(_, path) => CanVerb::Path(Box::new(path)),
            super::verbs::Meant::Body(_, block) => CanVerb::Body(Box::new(block)),
        };
        let kind = ExprKind::Can(Box::new(who?.expr), verb);
        Some(Reading::new(kind, Type::Truth, span, Many::One))
    }

    /// The classes of moves that a call names, unless it is a defined verb.
    fn class_verb(&self, call: &'a ast::Call) -> Option<Vec<GroupId>> {
        if self.definitions.verb(call).is_some() || !call.labelled.is_empty() {
            return None;
        }
        if call.name.value == "move" {
            return Some((0..self.groups.len()).map(|i| GroupId(i as u8)).collect());
        }
        let found = self.groups.iter().position(|group| *group == call.name.value)?;
        Some(vec![GroupId(found as u8)])
    }

    fn can_class(
        &mut self,
        env: &Env<'a>,
        readings: Vec<Reading>,
        who_span: Span,
        groups: Vec<GroupId>,
        call: &'a ast::Call,
        span: Span,
    ) -> Option<Reading> {
        let players = readings.iter().find(|one| one.ty() == Type::Player).cloned();
        let who = match players {
            Some(players) => Some(players),
            None => self.pick(&readings, Type::Piece, who_span),
        };
        let inside = env.acting(Many::One);
        let mut prey: Option<Expr> = None;
        for argument in &call.args {
            prey = Some(self.expect(&inside, argument, Type::Piece)?.expr);
        }
        if call.args.len() > 1 {
            self.report(Diagnostic::error("E0313", call.span, format!("`can {}` takes one set at most", call.name.value)));
        }
        let verb = CanVerb::Group(groups, prey.map(Box::new), env.moment.line);
        Some(Reading::new(ExprKind::Can(Box::new(who?.expr), verb), Type::Truth, span, Many::One))
    }
}
