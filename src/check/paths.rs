//! `go WAYS, ITEM, …`

use crate::diagnostic::Diagnostic;
use crate::model::expr::{Expr, ExprKind, Field, Type};
use crate::model::rules::{Path, PathItem, PathMode, Times};
use crate::source::Span;
use crate::syntax::ast::{self, Quantity};

use super::Checker;
use super::coerce::Refusal;
use super::env::{Env, Relative};

impl<'a> Checker<'a> {
    /// A path where it is used.
    pub(super) fn path(&mut self, env: &Env<'a>, path: &'a ast::Path) -> Option<Path> {
        if env.moment.actor.is_none() {
            self.report(
                Diagnostic::error("E0405", path.mode.span, "no piece is acting here that could go along a path")
                    .help("name the piece: `as PIECE: …`"),
            );
            return None;
        }
        let inside = env.relative_to(Relative::Default);
        let ways = self.expect(&inside, &path.ways, Type::Direction);
        let items: Vec<Option<PathItem>> = path.items.iter().map(|item| self.item(&inside, item)).collect();
        let items: Vec<PathItem> = items.into_iter().collect::<Option<_>>()?;
        self.lands_once(path);
        Some(Path { mode: path.mode.value, ways: ways?.expr, items, rule: env.rule, span: path.span })
    }

    fn item(&mut self, env: &Env<'a>, item: &'a ast::PathItem) -> Option<PathItem> {
        Some(match item {
            ast::PathItem::Past(quantity, set) => {
                let times = self.times(env, quantity);
                PathItem::Past(times?, self.past(env, set)?)
            }
            ast::PathItem::Taking(quantity, set) => {
                let times = self.times(env, quantity);
                let prey = self.expect(env, set, Type::Piece);
                PathItem::Taking(times?, prey?.expr)
            }
            ast::PathItem::To(set) => PathItem::To(self.expect(env, set, Type::Site)?.expr),
            ast::PathItem::Here(_) => PathItem::Here,
            ast::PathItem::Group(quantity, items) => {
                let times = self.times(env, quantity);
                let items: Vec<Option<PathItem>> = items.iter().map(|item| self.item(env, item)).collect();
                PathItem::Group(times?, items.into_iter().collect::<Option<_>>()?)
            }
        })
    }

    /// A set of sites, or of pieces.
    fn past(&mut self, env: &Env<'a>, set: &'a ast::Expr) -> Option<Expr> {
        let readings = self.phrase(env, set);
        let pieces = self.nearest_as(&readings, Type::Piece);
        let chosen = match pieces {
            Ok(pieces) => Some(pieces),
            Err(Refusal::TwoWays(_)) if !readings.iter().any(|one| one.ty() == Type::Site) => {
                self.pick(&readings, Type::Piece, set.span)
            }
            Err(_) => self.pick(&readings, Type::Site, set.span),
        };
        let mut expr = chosen?.expr;
        // an argument declared as a site, given as pieces
        while let ExprKind::Field(Field::Site, inner) = expr.kind {
            expr = *inner;
        }
        Some(expr)
    }

    fn times(&mut self, env: &Env<'a>, quantity: &'a Quantity) -> Option<Times> {
        let times = |least, most, whole| Times { least, most, whole };
        let bound = |number: i64| u16::try_from(number.clamp(0, 1000)).unwrap_or(1000);
        Some(match quantity {
            Quantity::One => times(1, Some(1), false),
            Quantity::Any => times(0, None, false),
            Quantity::Some => times(1, None, false),
            Quantity::All => times(1, None, true),
            Quantity::Exactly(number) => {
                let number = bound(self.constant(env, number)?);
                times(number, Some(number), false)
            }
            Quantity::Range(least, most) => {
                let (a, b) = (self.constant(env, least), self.constant(env, most));
                let (a, b) = (a?, b?);
                if b < a {
                    self.report(
                        Diagnostic::error("E0320", least.span.to(most.span), format!("from {a} to {b} there is no number"))
                            .help("the lesser number stands first"),
                    );
                    return None;
                }
                times(bound(a), Some(bound(b)), false)
            }
        })
    }

    /// A piece that goes lands in one place.
    fn lands_once(&mut self, path: &'a ast::Path) {
        let landings: Vec<Span> = path.items.iter().filter_map(landing).collect();
        if let Some(grouped) = path.items.iter().find_map(grouped_landing) {
            self.report(
                Diagnostic::error("E0502", grouped, "a landing cannot be repeated")
                    .help("in a group say `past empty`; the one landing stands outside it"),
            );
            return;
        }
        if let [first, .., last] = landings[..] {
            self.report(Diagnostic::error("E0502", last, "a path has one landing").label(first, "and this is one already"));
        }
        let takes_last = matches!(path.items.last(), Some(ast::PathItem::Taking(..)));
        if landings.is_empty() && path.mode.value == PathMode::Go && !takes_last {
            self.report(
                Diagnostic::error("E0501", path.span, "this path lands nowhere")
                    .help("end it with `to empty`, or with `taking PIECES` to land on what is taken; write `strike` for `go` if the piece stays"),
            );
        }
    }
}

fn landing(item: &ast::PathItem) -> Option<Span> {
    match item {
        ast::PathItem::To(set) => Some(set.span),
        _ => None,
    }
}

fn grouped_landing(item: &ast::PathItem) -> Option<Span> {
    match item {
        ast::PathItem::Group(_, items) => items.iter().find_map(|item| landing(item).or_else(|| grouped_landing(item))),
        _ => None,
    }
}
