//! Phrases: finds every reading of what is written, from the innermost words outwards. The rules are in the documentation of
//! `check`.

use crate::diagnostic::Diagnostic;
use crate::model::expr::{Arithmetic, Expr, ExprKind, Type};
use crate::model::walk::any_phrase;
use crate::source::Span;
use crate::syntax::ast::{self, Quantifier, Sign};

use super::checker::Checker;
use super::coerce::Refusal;
use super::env::Env;
use super::reading::{Many, Reading, is_set};

/// Maximum nesting depth of phrases and statements, with definitions expanded.
const DEPTH: usize = 150;
/// Maximum number of words of one rule, with definitions expanded.
const FUEL: usize = 20_000;
/// Maximum number of words of all rules together, with definitions expanded.
const WORDS: usize = 300_000;

impl<'a> Checker<'a> {
    /// Starts a new rule: resets the word limit of a rule, and what only concerns the previous one.
    pub(super) fn refuel(&mut self) {
        (self.room.fuel, self.room.spent) = (FUEL, false);
        self.unknown.perhaps.clear();
        self.findings.once();
    }

    /// Whether one more word is allowed; otherwise E0602 for the rule or E0608 for all rules, each reported once.
    pub(super) fn enter(&mut self, span: Span) -> bool {
        if self.findings.flooded || self.room.words > WORDS {
            return false;
        }
        self.room.words += 1;
        if self.room.words > WORDS {
            let message = format!("with their definitions put in, all rules together may have {WORDS} words");
            self.report_plain(Diagnostic::error("E0608", span, message));
            return false;
        }
        if self.room.depth >= DEPTH || self.room.fuel == 0 {
            if !self.room.spent {
                self.room.spent = true;
                self.report(
                    Diagnostic::error("E0602", span, "with its definitions put in, this rule is too long")
                        .help(format!("a rule may have {FUEL} words, and {DEPTH} inside one another")),
                );
            }
            return false;
        }
        self.room.fuel -= 1;
        true
    }

    /// Every reading of a phrase; none after an error in it, which has been reported.
    pub(super) fn phrase(&mut self, env: &Env<'a>, phrase: &'a ast::Expr) -> Vec<Reading> {
        if !self.enter(phrase.span) {
            return Vec::new();
        }
        self.room.depth += 1;
        let readings = self.phrase_inside(env, phrase);
        self.room.depth -= 1;
        readings
    }

    fn phrase_inside(&mut self, env: &Env<'a>, phrase: &'a ast::Expr) -> Vec<Reading> {
        use ast::ExprKind::*;
        let span = phrase.span;
        let one = |reading: Option<Reading>| reading.into_iter().collect();
        match &phrase.kind {
            Name(name) => self.word(env, name, span),
            Number(number) => self.number_readings(*number, span),
            Text(_) => {
                self.report(
                    Diagnostic::error("E0413", span, "a text in quotes can only be the reason for a result")
                        .help("as in `draw \"third repetition\"`"),
                );
                Vec::new()
            }
            Together(words) => self.together(env, words, span),
            Without(_) => self.together(env, std::slice::from_ref(phrase), span),
            Or(all) => self.either(env, all, span),
            And(all) => one(self.all_hold(env, all, span)),
            Not(inner) => {
                let holds = self.truth(env, inner);
                one(holds.map(|holds| holds.wrap(Type::Truth, ExprKind::Not).at(span)))
            }
            Of(field, of) => self.field_of(env, field, of, span),
            From(ways, from) => one(self.from(env, ways, from, span)),
            Beyond(ways, from) => one(self.beyond(env, ways, from, span)),
            Filtered(base, filter) => self.filtered(env, base, filter, span),
            Is(left, negated, tail) => one(self.is(env, left, *negated, tail, span)),
            Compare(left, order, right) => one(self.compare(env, left, *order, right, span)),
            Can(who, verb) => one(self.can(env, who, verb, span)),
            Sum(left, sign, right) => {
                let how = match sign.value {
                    Sign::Plus => Arithmetic::Add,
                    Sign::Minus => Arithmetic::Subtract,
                };
                one(self.arithmetic(env, how, left, right, span))
            }
            Product(left, right) => one(self.arithmetic(env, Arithmetic::Multiply, left, right, span)),
            Quantified(quantifier, inner) => one(self.quantified(env, quantifier.value, inner, span)),
            IfElse(condition, then, otherwise) => self.if_else(env, condition, then, otherwise, span),
            Function(call) => self.function(env, call, span),
            New(_) => {
                self.report(
                    Diagnostic::error("E0410", span, "a new piece must be put somewhere at once, and is its kind's owner's or the mover's")
                        .help("as in `place new man at spot`; another's it becomes after that: `set owner of (piece on spot) to opponent`"),
                );
                Vec::new()
            }
        }
    }

    /// A phrase as a set of one type.
    pub(super) fn expect(&mut self, env: &Env<'a>, phrase: &'a ast::Expr, ty: Type) -> Option<Reading> {
        let readings = self.phrase(env, phrase);
        self.pick(&readings, ty, phrase.span)
    }

    /// A phrase as its nearest reading, whatever the type.
    pub(super) fn expect_any(&mut self, env: &Env<'a>, phrase: &'a ast::Expr) -> Option<Reading> {
        let readings = self.phrase(env, phrase);
        let reading = self.settle(readings, phrase.span)?;
        if reading.open {
            self.report(
                Diagnostic::error("E0321", phrase.span, "`none` of what? Nothing here says which type it is")
                    .help("use it where something else gives the type, as in `set rover to none`"),
            );
            return None;
        }
        Some(reading)
    }

    /// A phrase as a condition.
    pub(super) fn truth(&mut self, env: &Env<'a>, phrase: &'a ast::Expr) -> Option<Reading> {
        self.expect(env, phrase, Type::Truth)
    }

    /// A phrase as a number.
    pub(super) fn number(&mut self, env: &Env<'a>, phrase: &'a ast::Expr) -> Option<Reading> {
        self.expect(env, phrase, Type::Number)
    }

    fn number_readings(&self, number: i64, span: Span) -> Vec<Reading> {
        let mut all = vec![Reading::new(ExprKind::Number(number), Type::Number, span, Many::One)];
        let text = number.to_string();
        for (i, values) in (0u8..).zip(&self.equipment.enums) {
            if let Some(value) = values.values.iter().position(|value| *value == text) {
                let ty = Type::Value(crate::model::EnumId(i));
                let reading = Reading::new(ExprKind::Values(1 << value), ty, span, Many::One);
                all.push(Reading { named: true, ..reading.farther(1) });
            }
        }
        all
    }

    fn all_hold(&mut self, env: &Env<'a>, all: &'a [ast::Expr], span: Span) -> Option<Reading> {
        let parts: Vec<Option<Reading>> = all.iter().map(|one| self.truth(env, one)).collect();
        let parts: Option<Vec<_>> = parts.into_iter().map(|part| part.map(|part| part.expr)).collect();
        Some(Reading::new(ExprKind::And(parts?), Type::Truth, span, Many::One))
    }

    fn arithmetic(
        &mut self,
        env: &Env<'a>,
        how: Arithmetic,
        left: &'a ast::Expr,
        right: &'a ast::Expr,
        span: Span,
    ) -> Option<Reading> {
        let (left, right) = (self.number(env, left), self.number(env, right));
        let (left, right) = (left?.expr, right?.expr);
        let kind = match (&left.kind, &right.kind) {
            (ExprKind::Number(a), ExprKind::Number(b)) => ExprKind::Number(how.of(*a, *b)),
            _ => ExprKind::Arithmetic(how, Box::new(left), Box::new(right)),
        };
        Some(Reading::new(kind, Type::Number, span, Many::One))
    }

    fn quantified(&mut self, env: &Env<'a>, how: Quantifier, inner: &'a ast::Expr, span: Span) -> Option<Reading> {
        match how {
            Quantifier::Total => return self.total(env, inner, span),
            Quantifier::Every => {
                self.report(
                    Diagnostic::error("E0322", span, "`every` must be followed by `is`")
                        .help("as in `every own is on far-row`"),
                );
                return None;
            }
            Quantifier::Count | Quantifier::Some | Quantifier::No => {}
        }
        let readings = self.phrase(env, inner);
        let set = self.things(readings, inner.span)?;
        if set.ty() == Type::Move {
            self.asked_whole(&set.expr, how, inner.span);
        }
        Some(match how {
            Quantifier::Count => set.wrap(Type::Number, ExprKind::Count).times(Many::One).at(span),
            _ => {
                let some = set.wrap(Type::Truth, ExprKind::Some).times(Many::One).at(span);
                if how == Quantifier::No { some.wrap(Type::Truth, ExprKind::Not) } else { some }
            }
        })
    }

    /// E0614 for moves that are counted, or filtered where the question is whether there is one.
    fn asked_whole(&mut self, moves: &Expr, how: Quantifier, span: Span) {
        let narrows = |one: &Expr| !matches!(one.kind, ExprKind::Moves(_) | ExprKind::MovesOf(..) | ExprKind::Union(_));
        let narrowed = any_phrase(moves, &mut |one| one.ty == Type::Move && narrows(one));
        let found = if how == Quantifier::Count {
            Diagnostic::error("E0614", span, "moves are not counted").help("`some capture` asks whether there is one")
        } else if narrowed {
            Diagnostic::error("E0614", span, "whether there is a move is asked of whole chapters")
                .help("of some pieces: `some own king where it can capture`; of a player: `some capture of opponent`")
        } else {
            return;
        };
        self.report(found);
    }

    /// The only set of things among the readings; names of kinds and values stand for what bears them.
    pub(super) fn things(&mut self, readings: Vec<Reading>, span: Span) -> Option<Reading> {
        let reading = self.settle(self.bearing(readings), span)?;
        match reading.ty() {
            Type::Pile => self.contents(&reading).or_else(|| {
                self.unknown_pile(span);
                None
            }),
            ty if is_set(ty) && !reading.open => Some(reading),
            _ => {
                let (text, name) = (self.sources.text(span).to_string(), self.type_name(reading.ty()));
                self.report(Diagnostic::error("E0323", span, format!("expected a set of things, but `{text}` is {name}")));
                None
            }
        }
    }

    pub(super) fn unknown_pile(&mut self, span: Span) {
        self.report(Diagnostic::error("E0324", span, "what this pile holds is not known here"));
    }

    /// The readings, with names of kinds and values replaced by what bears them, if anything does.
    pub(super) fn bearing(&self, readings: Vec<Reading>) -> Vec<Reading> {
        let mut all: Vec<Reading> = Vec::new();
        for reading in readings {
            let bearers = if reading.named { self.bearers_of(&reading) } else { Vec::new() };
            let new = if bearers.is_empty() { vec![reading] } else { bearers };
            all.extend(new);
        }
        all
    }

    fn bearers_of(&self, reading: &Reading) -> Vec<Reading> {
        let tokens = (0..self.equipment.tokens.len()).map(|i| Type::Token(crate::model::TokenId(i as u8)));
        std::iter::once(Type::Piece).chain(tokens).filter_map(|ty| self.coerce(reading, ty).ok()).collect()
    }

    fn if_else(
        &mut self,
        env: &Env<'a>,
        condition: &'a ast::Expr,
        then: &'a ast::Expr,
        otherwise: &'a ast::Expr,
        span: Span,
    ) -> Vec<Reading> {
        let condition = self.truth(env, condition);
        let spans = [then.span, otherwise.span];
        let (then, otherwise) = (self.phrase(env, then), self.phrase(env, otherwise));
        let Some(condition) = condition else { return Vec::new() };
        if then.is_empty() || otherwise.is_empty() {
            return Vec::new();
        }
        self.common(&[then, otherwise], &spans, span, |parts| {
            let many = parts.iter().map(|part| part.many).max().unwrap_or(Many::Several);
            let mut parts = parts.into_iter().map(|part| Box::new(part.expr));
            let (a, b) = (parts.next()?, parts.next()?);
            let ty = a.ty;
            Some(Reading::new(ExprKind::If(Box::new(condition.expr.clone()), a, b), ty, span, many))
        })
    }

    /// For each type that some part has naturally and all parts can have: the parts as that type, combined by `build`. E0310 if
    /// there is none.
    pub(super) fn common(
        &mut self,
        parts: &[Vec<Reading>],
        spans: &[Span],
        span: Span,
        build: impl Fn(Vec<Reading>) -> Option<Reading>,
    ) -> Vec<Reading> {
        let (found, refusal) = self.common_or_why(parts, false, &build);
        if !found.is_empty() {
            return found;
        }
        self.no_common_type(parts, spans, span, refusal);
        Vec::new()
    }

    /// As [`Checker::common`], but without reporting an error; with `bearers`, also types of things that only bear the parts.
    pub(super) fn common_or_why(
        &self,
        parts: &[Vec<Reading>],
        bearers: bool,
        build: &impl Fn(Vec<Reading>) -> Option<Reading>,
    ) -> (Vec<Reading>, Option<(Type, Vec<String>)>) {
        let mut types: Vec<Type> = Vec::new();
        let natural = parts.iter().flatten().filter(|one| !one.open).map(|one| one.ty());
        for ty in natural {
            if !types.contains(&ty) {
                types.push(ty);
            }
        }
        let mut refusal = None;
        let mut found = self.as_types(parts, &types, &mut refusal, build);
        if found.is_empty() && bearers {
            let tokens = (0..self.equipment.tokens.len()).map(|i| Type::Token(crate::model::TokenId(i as u8)));
            let more: Vec<Type> = std::iter::once(Type::Piece).chain(tokens).filter(|ty| !types.contains(ty)).collect();
            found = self.as_types(parts, &more, &mut refusal, build);
        }
        if found.is_empty() && types.is_empty() && parts.iter().all(|part| part.iter().any(|one| one.open)) {
            found.extend(parts.first().and_then(|part| part.first()).cloned());
        }
        (found, refusal)
    }

    fn as_types(
        &self,
        parts: &[Vec<Reading>],
        types: &[Type],
        refusal: &mut Option<(Type, Vec<String>)>,
        build: &impl Fn(Vec<Reading>) -> Option<Reading>,
    ) -> Vec<Reading> {
        let mut found = Vec::new();
        for ty in types {
            let fitted: Result<Vec<Reading>, Refusal> = parts
                .iter()
                .map(|part| match (self.nearest_as(part, *ty), ty) {
                    // A set next to a number or truth is not converted to one; only the phrase around both may do that.
                    (Ok(one), Type::Number | Type::Truth) if one.rank >= 4 => Err(Refusal::NoWay),
                    (fitted, _) => fitted,
                })
                .collect();
            match fitted {
                Ok(fitted) => {
                    let rank = fitted.iter().map(|one| one.rank).max().unwrap_or(0);
                    found.extend(build(fitted).map(|one| one.farther(rank)));
                }
                Err(Refusal::TwoWays(ways)) => *refusal = Some((*ty, ways)),
                Err(Refusal::NoWay | Refusal::Unclear(_)) => {}
            }
        }
        found
    }

    pub(super) fn no_common_type(
        &mut self,
        parts: &[Vec<Reading>],
        spans: &[Span],
        span: Span,
        refusal: Option<(Type, Vec<String>)>,
    ) {
        if let Some((ty, ways)) = refusal {
            let (text, name) = (self.sources.text(span).to_string(), self.type_name(ty));
            self.report(
                Diagnostic::error("E0305", span, format!("`{text}` says {name} in {} ways", ways.len()))
                    .help(format!("it may be meant by {}", super::coerce::any_of(&ways))),
            );
            return;
        }
        let text = self.sources.text(span).to_string();
        let mut found = Diagnostic::error("E0310", span, format!("nothing fits all the words of `{text}`"));
        for (part, at) in parts.iter().zip(spans) {
            let names: Vec<String> = part.iter().map(|one| self.type_name(one.ty())).collect();
            found = found.label(*at, super::coerce::any_of(&names));
        }
        self.report(found);
    }
}
