//! `go WAYS, ITEM, …`

use crate::diagnostic::Diagnostic;
use crate::model::expr::{Expr, ExprKind, Field, Type};
use crate::model::rules::{Path, PathItem, PathMode, Times};
use crate::source::Span;
use crate::syntax::ast::{self, Quantity};

use super::checker::Checker;
use super::coerce::Refusal;
use super::env::{Bound, Env, Relative};
use super::verbs::is_a_number;

impl<'a> Checker<'a> {
    /// A path at the place where it is used.
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
                let (times, words) = self.how_often(env, quantity, set);
                let sites = self.past(env, set, words);
                times?.of(|times| Some(PathItem::Past(times, sites?)))?
            }
            ast::PathItem::Taking(quantity, set) => {
                let (times, words) = self.how_often(env, quantity, set);
                let prey = match words {
                    Some(words) => self.together(env, words, set.span),
                    None => self.phrase(env, set),
                };
                let prey = self.pick(&prey, Type::Piece, set.span);
                times?.of(|times| Some(PathItem::Taking(times, prey?.expr)))?
            }
            ast::PathItem::To(set) => PathItem::To(self.expect(env, set, Type::Site)?.expr),
            ast::PathItem::Here(_) => PathItem::Here,
            ast::PathItem::Group(quantity, items) => {
                let times = self.times(env, quantity);
                let items: Vec<Option<PathItem>> = items.iter().map(|item| self.item(env, item)).collect();
                let items = items.into_iter().collect::<Option<_>>()?;
                match times? {
                    Often::Times(times) => PathItem::Group(times, items),
                    Often::Reckoned(number) => PathItem::Counted(number, items),
                }
            }
        })
    }

    /// The quantity of an item; also the words of its set without the first, if that is the number, as in `past n empty`.
    fn how_often(
        &mut self,
        env: &Env<'a>,
        quantity: &'a Quantity,
        set: &'a ast::Expr,
    ) -> (Option<Often>, Option<&'a [ast::Expr]>) {
        if let (Quantity::One, ast::ExprKind::Together(words)) = (quantity, &set.kind)
            && let [number, rest @ ..] = words.as_slice()
            && self.is_reckoned(env, number)
        {
            return (self.often(env, number), Some(rest));
        }
        (self.times(env, quantity), None)
    }

    /// Whether a word or a bracketed phrase can be nothing but a number.
    fn is_reckoned(&self, env: &Env<'a>, number: &'a ast::Expr) -> bool {
        use ast::ExprKind::{Function, Name};
        match &number.kind {
            Function(call) => self.is_number_function(&call.name.value),
            Name(name) => match env.find(name) {
                Some(Bound::Local(local)) => self.scope.ty(*local) == Type::Number,
                Some(Bound::Argument(argument)) => argument.ty == Type::Number,
                Some(Bound::Unknown) => false,
                None => self.is_number(name),
            },
            _ => is_a_number(number),
        }
    }

    /// The sites or pieces of a `past` item, pieces if it can be read as such; `words` are those of the set without the number,
    /// if there is one.
    fn past(&mut self, env: &Env<'a>, set: &'a ast::Expr, words: Option<&'a [ast::Expr]>) -> Option<Expr> {
        let readings = match words {
            Some(words) => self.together(env, words, set.span),
            None => self.phrase(env, set),
        };
        let pieces = self.nearest_as(&readings, Type::Piece);
        let chosen = match pieces {
            Ok(pieces) => Some(pieces),
            Err(Refusal::TwoWays(_)) if !readings.iter().any(|one| one.ty() == Type::Site) => {
                self.pick(&readings, Type::Piece, set.span)
            }
            Err(_) => self.pick(&readings, Type::Site, set.span),
        };
        let mut expr = chosen?.expr;
        // A parameter of type `site` that was given pieces.
        while let ExprKind::Field(Field::Site, inner) = expr.kind {
            expr = *inner;
        }
        Some(expr)
    }

    /// A quantity given by a number, which may be known already.
    fn often(&mut self, env: &Env<'a>, number: &'a ast::Expr) -> Option<Often> {
        Some(match self.number(env, number)?.expr {
            Expr { kind: ExprKind::Number(number), .. } if number >= 0 => {
                let number = bound(number);
                Often::Times(Times { least: number, most: Some(number), whole: false })
            }
            number => Often::Reckoned(number),
        })
    }

    fn times(&mut self, env: &Env<'a>, quantity: &'a Quantity) -> Option<Often> {
        let times = |least, most, whole| Often::Times(Times { least, most, whole });
        Some(match quantity {
            Quantity::One => times(1, Some(1), false),
            Quantity::Any => times(0, None, false),
            Quantity::Some => times(1, None, false),
            Quantity::All => times(1, None, true),
            Quantity::Exactly(number) => self.often(env, number)?,
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

    /// E0502 for several landings or one in a group, E0501 for `go` without a landing.
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

/// The quantity of an item.
enum Often {
    Times(Times),
    /// A number that is evaluated when the path begins.
    Reckoned(Expr),
}

impl Often {
    fn of(self, item: impl FnOnce(Times) -> Option<PathItem>) -> Option<PathItem> {
        match self {
            Often::Times(times) => item(times),
            Often::Reckoned(number) => Some(PathItem::Counted(number, vec![item(ONCE)?])),
        }
    }
}

const ONCE: Times = Times { least: 1, most: Some(1), whole: false };

/// A quantity limited to what can be matched at all.
fn bound(number: i64) -> u16 {
    number.clamp(0, 1000) as u16
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
