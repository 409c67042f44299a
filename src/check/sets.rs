//! Combines sets: words side by side, `or`, `not`, and the filters `on`, `in`, `where`, `with most`.

use crate::diagnostic::Diagnostic;
use crate::model::LocalId;
use crate::model::expr::{Expr, ExprKind, Field, Given, Type};
use crate::source::Span;
use crate::syntax::ast::{self, Filter};

use super::checker::Checker;
use super::env::{Env, It, Relative};
use super::reading::{Many, Reading, is_set};

impl<'a> Checker<'a> {
    /// Words side by side: their intersection.
    pub(super) fn together(&mut self, env: &Env<'a>, words: &'a [ast::Expr], span: Span) -> Vec<Reading> {
        let (mut kept, mut taken_away) = (Vec::new(), Vec::new());
        let (mut spans, mut away_spans) = (Vec::new(), Vec::new());
        let mut failed = false;
        for word in words {
            let (inner, away) = match &word.kind {
                ast::ExprKind::Without(inner) => (&**inner, true),
                _ => (word, false),
            };
            let readings = self.phrase(env, inner);
            failed |= readings.is_empty();
            if away {
                taken_away.push(readings);
                away_spans.push(inner.span);
            } else {
                kept.push(readings);
                spans.push(inner.span);
            }
        }
        if failed {
            return Vec::new();
        }
        if kept.is_empty() {
            self.report(
                Diagnostic::error("E0325", span, "this takes away, but not from anything")
                    .help("say from what: `piece not …`, `site not …`"),
            );
            return Vec::new();
        }
        if kept.len() == 1 && taken_away.is_empty() {
            return kept.remove(0);
        }
        spans.extend(away_spans);
        let rewritten = if taken_away.is_empty() { self.rewritten(words, &kept) } else { None };
        let errors = self.findings.found.len();
        let found = self.intersect(kept, taken_away, &spans, span);
        if let (Some((help, text)), Some(error)) = (rewritten, self.findings.found.get_mut(errors))
            && error.code == "E0310"
        {
            *error = error.clone().help(help).propose(span, text);
        }
        found
    }

    /// What was probably meant by words that do not fit together: `man of White` for `White man`,
    /// `(forward diagonal) from it` for `forward diagonal from it`. Returns the help and the new text.
    fn rewritten(&self, words: &[ast::Expr], readings: &[Vec<Reading>]) -> Option<(&'static str, String)> {
        let text = |from: Span, to: Span| self.sources.text(from.to(to));
        let is = |readings: &Vec<Reading>, types: &[Type]| readings.iter().any(|one| types.contains(&one.ty()));
        let (first, last) = (words.first()?, words.last()?);
        let rest = words.get(1..).filter(|rest| !rest.is_empty())?;
        let ways = readings[..readings.len() - 1].iter().rev().take_while(|one| is(one, &[Type::Direction])).count();
        if let ast::ExprKind::From(way, from) = &last.kind
            && ways > 0
        {
            let help = "`from` takes one word before it; bracket more than one";
            let begin = words[words.len() - 1 - ways].span;
            let (all, from) = (text(begin, way.span), text(Span { start: way.span.end, ..from.span }, from.span));
            let before = text(Span { end: begin.start, ..first.span }, Span { end: begin.start, ..first.span });
            return Some((help, format!("{before}({all}){from}")));
        }
        if is(&readings[0], &[Type::Player, Type::Side]) && readings[1..].iter().all(|one| is(one, &[Type::Kind, Type::Piece]))
        {
            let (owner, what) = (text(first.span, first.span), text(rest[0].span, last.span));
            let what = if rest.len() == 1 { what.to_owned() } else { format!("({what})") };
            return Some(("whose a piece is, is said behind it", format!("{what} of {owner}")));
        }
        None
    }

    fn intersect(&mut self, kept: Vec<Vec<Reading>>, away: Vec<Vec<Reading>>, spans: &[Span], span: Span) -> Vec<Reading> {
        let count = kept.len();
        let build = move |parts: Vec<Reading>| -> Option<Reading> {
            let ty = parts.first()?.ty();
            if !is_set(ty) {
                return None;
            }
            let many = if count == 1 { parts[0].many } else { parts.iter().map(|one| one.many.fewer()).min()? };
            let many = if parts.len() > count { many.fewer() } else { many };
            let named = parts.iter().all(|one| one.named);
            let mut exprs = parts.into_iter().map(|one| one.expr);
            let mut all: Vec<Expr> = exprs.by_ref().take(count).collect();
            let first = if all.len() == 1 { all.remove(0).kind } else { ExprKind::Intersect(all) };
            let kind =
                exprs.fold(first, |kept, away| ExprKind::Without(Box::new(Expr { kind: kept, ty, span }), Box::new(away)));
            Some(Reading { named, ..Reading::new(kind, ty, span, many) })
        };
        let mut parts = kept;
        // What is taken away may be of another natural type than what is kept: `own not ghost`.
        let bases = parts.len();
        parts.extend(away);
        let types_from_kept = &parts[..bases];
        let (found, refusal) = self.common_or_why(&parts, true, &build);
        if found.len() > 1 && bases > 0 {
            let natural: Vec<Type> = types_from_kept.iter().flatten().map(|one| one.ty()).collect();
            let kept_only: Vec<Reading> = found.iter().filter(|one| natural.contains(&one.ty())).cloned().collect();
            if !kept_only.is_empty() {
                return kept_only;
            }
        }
        if found.is_empty() {
            self.no_common_type(&parts, spans, span, refusal);
        }
        found
    }

    /// `A or B`: a union of sets, or a disjunction of truths.
    pub(super) fn either(&mut self, env: &Env<'a>, all: &'a [ast::Expr], span: Span) -> Vec<Reading> {
        let parts: Vec<Vec<Reading>> = all.iter().map(|one| self.phrase(env, one)).collect();
        if parts.iter().any(Vec::is_empty) {
            return Vec::new();
        }
        let truths = |part: &Vec<Reading>| part.iter().any(|one| one.ty() == Type::Truth && !one.open);
        if parts.iter().any(truths) {
            let holds: Option<Vec<Expr>> = parts
                .iter()
                .zip(all)
                .map(|(part, one)| self.pick(part, Type::Truth, one.span).map(|holds| holds.expr))
                .collect();
            let or = holds.map(|all| Reading::new(ExprKind::Or(all), Type::Truth, span, Many::One));
            return or.into_iter().collect();
        }
        let build = |parts: Vec<Reading>| -> Option<Reading> {
            let ty = parts.first()?.ty();
            let named = parts.iter().all(|one| one.named);
            let all = parts.into_iter().map(|one| one.expr).collect();
            Some(Reading { named, ..Reading::new(ExprKind::Union(all), ty, span, Many::Several) })
        };
        let (found, refusal) = self.common_or_why(&parts, true, &build);
        if !found.is_empty() {
            return found;
        }
        let spans: Vec<Span> = all.iter().map(|one| one.span).collect();
        self.no_common_type(&parts, &spans, span, refusal);
        Vec::new()
    }

    /// `P on S`, `X in C`, `A where C`, `A with most N`.
    pub(super) fn filtered(&mut self, env: &Env<'a>, base: &'a ast::Expr, filter: &'a Filter, span: Span) -> Vec<Reading> {
        let readings = self.phrase(env, base);
        if readings.is_empty() {
            // These filters do not depend on the base: they are still checked for mistakes.
            if let Filter::On(_, set) | Filter::In(_, set) = filter {
                self.phrase(env, set);
            }
            return Vec::new();
        }
        self.filter_readings(env, readings, base.span, filter, span)
    }

    /// Applies a filter to phrases that have been read.
    pub(super) fn filter_readings(
        &mut self,
        env: &Env<'a>,
        readings: Vec<Reading>,
        base: Span,
        filter: &'a Filter,
        span: Span,
    ) -> Vec<Reading> {
        match filter {
            Filter::On(not, set) => self.on(env, readings, base, *not, set, span).into_iter().collect(),
            Filter::In(not, set) => self.within(env, readings, base, *not, set, span).into_iter().collect(),
            Filter::Where(name, condition) => self.described(
                env,
                (readings, name),
                |this, env, base, local| {
                    let holds = this.truth(env, condition)?;
                    let ty = base.expr.ty;
                    let kind = match ty {
                        Type::Move => this.moves_where(base.expr, local, holds.expr)?,
                        _ => ExprKind::Where(Box::new(base.expr), local, Box::new(holds.expr)),
                    };
                    Some(Reading::new(kind, ty, span, base.many.fewer()))
                },
                base,
            ),
            Filter::Most(name, key) | Filter::Least(name, key) => {
                let most = matches!(filter, Filter::Most(..));
                self.described(
                    env,
                    (readings, name),
                    |this, env, base, local| {
                        let key = this.key(env, key)?;
                        let ty = base.expr.ty;
                        if ty == Type::Move {
                            this.key_of_moves(&key.expr, local)?;
                        }
                        let kind = ExprKind::Extreme(Box::new(base.expr), local, most, Box::new(key.expr));
                        Some(Reading::new(kind, ty, span, base.many))
                    },
                    base,
                )
            }
        }
    }

    /// The key of `with most`: a number, or one value of a set, which is compared by its place in the set. Several values are
    /// counted.
    fn key(&mut self, env: &Env<'a>, key: &'a ast::Expr) -> Option<Reading> {
        let readings = self.phrase(env, key);
        let value = readings.iter().find(|one| matches!(one.ty(), Type::Value(_)) && !one.named && one.many <= Many::Maybe);
        match value {
            Some(value) if readings.iter().all(|one| one.ty() != Type::Number) => Some(value.clone()),
            _ => self.pick(&readings, Type::Number, key.span),
        }
    }

    fn on(
        &mut self,
        env: &Env<'a>,
        readings: Vec<Reading>,
        base: Span,
        not: bool,
        set: &'a ast::Expr,
        span: Span,
    ) -> Option<Reading> {
        if readings.iter().all(|one| one.ty() == Type::Site) {
            let sites = self.settle(readings, base)?;
            let on = self.expect(env, set, Type::Site)?;
            let many = sites.many.fewer();
            let kind = if not {
                ExprKind::Without(Box::new(sites.expr), Box::new(on.expr))
            } else {
                ExprKind::Intersect(vec![sites.expr, on.expr])
            };
            return Some(Reading::new(kind, Type::Site, span, many));
        }
        let pieces = self.pick(&readings, Type::Piece, base);
        let sites = self.expect(&env.relative_to(Relative::Described), set, Type::Site);
        let (pieces, sites) = (pieces?, sites?);
        // One site has at most one piece on it.
        let many = if !not && sites.many <= Many::Maybe { Many::Maybe } else { pieces.many.fewer() };
        let kind = ExprKind::On(Box::new(pieces.expr), Box::new(sites.expr), not);
        Some(Reading::new(kind, Type::Piece, span, many))
    }

    fn within(
        &mut self,
        env: &Env<'a>,
        readings: Vec<Reading>,
        base: Span,
        not: bool,
        set: &'a ast::Expr,
        span: Span,
    ) -> Option<Reading> {
        let containers = self.phrase(env, set);
        let container = self.settle(self.bearing(containers), set.span)?;
        let inside = match container.ty() {
            Type::Pile => match self.contents(&container) {
                Some(inside) => inside,
                None => {
                    self.unknown_pile(set.span);
                    return None;
                }
            },
            // A tower contains what is below its commander.
            Type::Piece if container.many <= Many::Maybe && self.equipment.stacks > 1 => {
                container.wrap(Type::Piece, ExprKind::Contents).times(Many::Several)
            }
            Type::Site if readings.iter().any(|one| self.coerce(one, Type::Piece).is_ok()) => {
                let mut found = Diagnostic::error("E0326", set.span, "pieces stand on sites, not in them");
                found = found.help("write `on` for `in`");
                self.report(found);
                return None;
            }
            Type::Piece
                if container.many <= Many::Maybe
                    && !matches!(container.expr.kind, ExprKind::Field(Field::First | Field::Last, _)) =>
            {
                let says = "no piece of this board stands on another: nothing lies below this one, and it is in itself";
                let found = Diagnostic::warning("W0847", set.span, says);
                self.report(found.help("`stacks = 22` under `[board]` lets pieces stand on one another, so many at most"));
                container
            }
            ty if is_set(ty) => self.themselves(container, set.span),
            ty => {
                let name = self.type_name(ty);
                self.report(Diagnostic::error("E0323", set.span, format!("expected something that holds things, not {name}")));
                return None;
            }
        };
        let base = self.pick(&readings, inside.ty(), base)?;
        let many = base.many.fewer();
        let ty = inside.ty();
        if ty == Type::Move {
            let kind = match not {
                true => ExprKind::Without(Box::new(base.expr), Box::new(inside.expr)),
                false => ExprKind::Intersect(vec![base.expr, inside.expr]),
            };
            return Some(Reading::new(kind, ty, span, many));
        }
        Some(Reading::new(ExprKind::In(Box::new(base.expr), Box::new(inside.expr), not), ty, span, many))
    }

    /// A filter in which each element is `it`, and also has the given name, if any. If the base has several readings, those are
    /// kept for which the filter can be read.
    fn described(
        &mut self,
        env: &Env<'a>,
        (readings, name): (Vec<Reading>, &'a Option<ast::Word>),
        mut build: impl FnMut(&mut Self, &Env<'a>, Reading, LocalId) -> Option<Reading>,
        span: Span,
    ) -> Vec<Reading> {
        let mut bases = self.bearing(readings);
        bases.retain(|one| is_set(one.ty()) && !one.open);
        for one in &mut bases {
            if one.ty() == Type::Pile
                && let Some(inside) = self.contents(one)
                && !matches!(one.expr.kind, ExprKind::Field(Field::Pile(_), ref of) if matches!(of.kind, ExprKind::Given(Given::Players | Given::Sides)))
            {
                *one = inside;
            }
        }
        if bases.is_empty() {
            let text = self.sources.text(span).to_string();
            self.report(Diagnostic::error("E0323", span, format!("expected a set of things, but `{text}` is none")));
            return Vec::new();
        }
        if let Some(name) = name {
            self.told_if_given("something else", &name.value, name.span);
        }
        let (mut found, mut first_errors) = (Vec::new(), None);
        let several = bases.len() > 1;
        for base in bases {
            let (errors, names) = (self.findings.found.len(), self.scope.len());
            let (ty, rank) = (base.ty(), base.rank);
            let local = self.scope.add("it", ty, Many::One, None);
            let mut inside = match name {
                Some(name) => self.bound(env, name, local),
                None => env.clone(),
            };
            inside.it = It::Local(local);
            match ty {
                Type::Piece => inside.moment.relative = Relative::Local(local),
                Type::Move => {
                    inside.moment.actor = Some(Many::One);
                    inside.moment.facts = true;
                    inside.moment.relative = Relative::Default;
                }
                _ => {}
            }
            match build(self, &inside, base, local) {
                Some(one) => found.push(one.farther(rank)),
                None if several => {
                    let given = self.findings.found.split_off(errors);
                    self.findings.said -= given.len();
                    first_errors.get_or_insert(given);
                    self.scope.cut(names);
                }
                None => {}
            }
        }
        if found.is_empty() {
            first_errors.into_iter().flatten().for_each(|one| self.report_plain(one));
        }
        found
    }

    /// `D beyond S`: all sites in direction D from S.
    pub(super) fn beyond(&mut self, env: &Env<'a>, ways: &'a ast::Expr, from: &'a ast::Expr, span: Span) -> Option<Reading> {
        let step = self.from(env, ways, from, span)?;
        let ExprKind::From(ways, from) = step.expr.kind else { return None };
        Some(Reading::new(ExprKind::Beyond(ways, from), Type::Site, span, Many::Several))
    }

    /// `D from S`: the sites one step from S in direction D.
    pub(super) fn from(&mut self, env: &Env<'a>, ways: &'a ast::Expr, from: &'a ast::Expr, span: Span) -> Option<Reading> {
        let readings = self.phrase(env, from);
        let sites = self.pick(&readings, Type::Site, from.span);
        let of_pieces = sites.as_ref().is_some_and(|one| matches!(one.expr.kind, ExprKind::Field(Field::Site, _)));
        let inside = if of_pieces { env.relative_to(Relative::Described) } else { env.clone() };
        let ways = self.expect(&inside, ways, Type::Direction)?;
        let sites = sites?;
        let many = match (&ways.expr.kind, sites.many) {
            (ExprKind::Directions(set), Many::One) if set.count_ones() == 1 => {
                let steps = self.equipment.board.steps.get(set.trailing_zeros() as usize);
                let everywhere = steps.is_some_and(|steps| steps.iter().all(Option::is_some));
                if everywhere { Many::One } else { Many::Maybe }
            }
            // A single direction and a single site, but not known here: there may be no step.
            (_, Many::One | Many::Maybe) if ways.many <= Many::Maybe => Many::Maybe,
            _ => Many::Several,
        };
        Some(Reading::new(ExprKind::From(Box::new(ways.expr), Box::new(sites.expr)), Type::Site, span, many))
    }
}
