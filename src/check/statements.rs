//! Statements.

use crate::diagnostic::Diagnostic;
use crate::model::expr::{ExprKind, Type};
use crate::model::rules::{Block, ChooseCount, Chooser, Ending, Statement, StatementKind};
use crate::source::Span;
use crate::syntax::ast::{self, Quantity, StatementKind as Ast, Suite};

use super::checker::Checker;
use super::env::{Env, Stage};
use super::offers::{either, offered};
use super::reading::{Many, Reading, is_set};
use super::stages::stage_text;
use super::verbs::Meant;

/// Maximum number of names that one rule may bind, with definitions expanded.
const NAMES: usize = 2_000;

impl<'a> Checker<'a> {
    /// Statements in a scope of their own.
    pub(super) fn block(&mut self, env: &Env<'a>, suite: &'a Suite) -> Block {
        self.statements(&mut env.clone(), &suite.statements)
    }

    /// Statements in order. A name bound by one is visible in the next, and remains bound in `env`.
    pub(super) fn statements(&mut self, env: &mut Env<'a>, all: &'a [ast::Statement]) -> Block {
        let before = self.sure.len();
        let mut statements = Vec::with_capacity(all.len());
        for one in all {
            statements.extend(self.statement(env, one));
            if let Ast::Require(condition) = &one.kind {
                self.make_sure(condition, true);
            }
        }
        self.sure.truncate(before);
        Block { statements }
    }

    /// One statement; `None` after an error.
    pub(super) fn statement(&mut self, env: &mut Env<'a>, statement: &'a ast::Statement) -> Option<Statement> {
        if !self.enter(statement.span) {
            return None;
        }
        self.room.depth += 1;
        let kind = self.statement_kind(env, statement);
        self.room.depth -= 1;
        Some(Statement { kind: kind?, rule: env.rule, span: statement.span })
    }

    fn statement_kind(&mut self, env: &mut Env<'a>, statement: &'a ast::Statement) -> Option<StatementKind> {
        let span = statement.span;
        Some(match &statement.kind {
            Ast::Either(suites) => {
                self.asks(env, span)?;
                either(suites.iter().map(|suite| self.block(env, suite)).collect(), env.rule, span)
            }
            Ast::May(suite) => {
                self.asks(env, span)?;
                match &suite.statements[..] {
                    [ast::Statement { kind: Ast::Repeat(None, inner), .. }] => StatementKind::MayRepeat(self.block(env, inner)),
                    // `may play` needs no guard: nobody is asked if there is no such move.
                    [ast::Statement { kind: Ast::Play(..), .. }] => StatementKind::May(self.block(env, suite)),
                    _ => StatementKind::May(offered(self.block(env, suite))),
                }
            }
            Ast::Repeat(times, suite) => {
                let times = match times {
                    Some(times) => Some(self.number(env, times)?.expr),
                    None => None,
                };
                StatementKind::Repeat(times, self.block(env, suite))
            }
            Ast::For(name, set, suite) => self.for_each(env, name, set, suite)?,
            Ast::If(condition, then, otherwise) => {
                let holds = self.truth(env, condition);
                let then = self.under(condition, true, |this| this.block(env, then));
                let otherwise = otherwise
                    .as_ref()
                    .map(|suite| self.under(condition, false, |this| this.block(env, suite)))
                    .unwrap_or_default();
                StatementKind::If(holds?.expr, then, otherwise)
            }
            Ast::As(who, suite) => self.acting_as(env, who, suite)?,
            Ast::Conditional(inner, condition) => {
                let holds = self.truth(env, condition);
                let inner = self.under(condition, true, |this| this.statement(&mut env.clone(), inner));
                StatementKind::If(holds?.expr, Block { statements: vec![inner?] }, Block::default())
            }
            Ast::Choose { quantity, name, from, by } => self.choose(env, quantity, name, from, by.as_ref(), span)?,
            Ast::Let(name, value) => self.named(env, name, value)?,
            Ast::Require(condition) => StatementKind::Require(self.truth(env, condition)?.expr),
            Ast::Verb(verb) => match self.verb(env, verb)? {
                Meant::Path(_, path) => {
                    self.changes(env, span)?;
                    StatementKind::Path(Box::new(path))
                }
                Meant::Body(name, body) => StatementKind::Verb(name, body),
            },
            Ast::Prevent => self.prevented(env, span)?,
            Ast::End(what, why) => self.end(env, what.value, why, span)?,
            Ast::Play(moves, by) => self.play(env, moves, by.as_ref(), span)?,
            Ast::Wins(who, why) => {
                self.decides(env, span)?;
                StatementKind::Wins(self.decided(env, who, "wins")?, text(why))
            }
            Ast::Loses(who, why) => {
                self.decides(env, span)?;
                StatementKind::Loses(self.decided(env, who, "loses")?, text(why))
            }
            Ast::Draw(why) => {
                self.decides(env, span)?;
                StatementKind::Draw(text(why))
            }
            Ast::Set(target, value) => self.changes(env, span)?.set(env, target, value)?,
            Ast::Raise(target, by) => self.changes(env, span)?.raise(env, target, by, false, span)?,
            Ast::Lower(target, by) => self.changes(env, span)?.raise(env, target, by, true, span)?,
            Ast::Move(what, to) => self.changes(env, span)?.transfer(env, what, to)?,
            Ast::Take(what) => StatementKind::Take(self.changes(env, span)?.expect(env, what, Type::Piece)?.expr),
            Ast::Exchange(all) => self.changes(env, span)?.exchange(env, all, span)?,
            Ast::Shuffle(pile) => StatementKind::Shuffle(self.changes(env, span)?.expect(env, pile, Type::Pile)?.expr),
            Ast::Show(what, to) => self.changes(env, span)?.show(env, what, to)?,
        })
    }

    fn for_each(
        &mut self,
        env: &Env<'a>,
        name: &'a ast::Word,
        set: &'a ast::Expr,
        suite: &'a ast::Suite,
    ) -> Option<StatementKind> {
        let set = self.choosable(env, set);
        let mut inside = env.clone();
        let local = self.bind(&mut inside, name, set.as_ref().map(Reading::ty), Many::One, None);
        if local.is_none() && set.is_some() {
            return None;
        }
        let body = self.block(&inside, suite);
        Some(StatementKind::For(local?, set?.expr, body))
    }

    fn acting_as(&mut self, env: &Env<'a>, who: &'a ast::Expr, suite: &'a ast::Suite) -> Option<StatementKind> {
        let piece = self.expect(env, who, Type::Piece);
        if let Some(piece) = &piece {
            self.not_many(piece, who.span, "as");
        }
        let body = self.block(&env.acting(Many::One), suite);
        Some(StatementKind::As(piece?.expr, body))
    }

    /// `let NAME = PHRASE`
    fn named(&mut self, env: &mut Env<'a>, name: &'a ast::Word, value: &'a ast::Expr) -> Option<StatementKind> {
        let value = self.expect_any(env, value);
        let (ty, many) = (value.as_ref().map(Reading::ty), value.as_ref().map_or(Many::Several, |value| value.many));
        let holds = value.as_ref().filter(|one| one.ty() == Type::Pile).and_then(|one| self.pile_holds(&one.expr));
        let local = self.bind(env, name, ty, many, holds)?;
        Some(StatementKind::Let(local, value?.expr))
    }

    /// Binds a new name in `env`; `ty` is `None` after an error, and the name then has an unknown type.
    fn bind(
        &mut self,
        env: &mut Env<'a>,
        name: &'a ast::Word,
        ty: Option<Type>,
        many: Many,
        holds: Option<crate::model::equipment::PileHolds>,
    ) -> Option<crate::model::LocalId> {
        if self.scope.len() >= NAMES {
            if !self.room.spent {
                self.room.spent = true;
                self.report(Diagnostic::error("E0603", name.span, format!("one rule may bind {NAMES} names")));
            }
            return None;
        }
        self.told_if_given("something else", &name.value, name.span);
        let Some(ty) = ty else {
            *env = self.bound_unknown(env, name);
            return None;
        };
        let local = self.scope.add(&name.value, ty, many, holds);
        *env = self.bound(env, name, local);
        Some(local)
    }

    fn choose(
        &mut self,
        env: &mut Env<'a>,
        quantity: &'a Quantity,
        name: &'a ast::Word,
        from: &'a ast::Expr,
        by: Option<&'a ast::Expr>,
        span: Span,
    ) -> Option<StatementKind> {
        self.asks(env, span)?;
        let set = self.choosable(env, from);
        let count = match quantity {
            Quantity::One => None,
            Quantity::Exactly(number) => Some(ChooseCount::Exactly(self.number(env, number)?.expr)),
            Quantity::Range(least, most) => {
                let (least, most) = (self.number(env, least), self.number(env, most));
                Some(ChooseCount::Between(least?.expr, Some(most?.expr)))
            }
            Quantity::Any | Quantity::Some => {
                let least = if *quantity == Quantity::Any { 0 } else { 1 };
                let least = Reading::new(ExprKind::Number(least), Type::Number, span, Many::One);
                Some(ChooseCount::Between(least.expr, None))
            }
            Quantity::All => {
                self.report(
                    Diagnostic::error("E0336", span, "there is nothing to choose if all are taken")
                        .help("write `let NAME = …`, or `for NAME in …`"),
                );
                // Later statements may use the name.
                self.bind(env, name, set.as_ref().map(Reading::ty), Many::Several, None);
                return None;
            }
        };
        let by = match by {
            None => Chooser::Current,
            Some(by) => self.chooser(env, by)?,
        };
        if env.moment.stage == Stage::Can && by != Chooser::Current {
            self.report(
                Diagnostic::error(
                    "E0411",
                    span,
                    "`can` asks what one player can do alone, but here chance or another player chooses",
                )
                .help("a verb behind `can` may only leave choices to its own player"),
            );
        }
        let ty = set.as_ref().map(Reading::ty);
        let many = if count.is_none() { Many::One } else { Many::Several };
        let local = self.bind(env, name, ty, many, None)?;
        Some(StatementKind::Choose { local, name: name.value.clone(), count, from: set?.expr, by })
    }

    /// A set from which things can be chosen.
    pub(super) fn choosable(&mut self, env: &Env<'a>, from: &'a ast::Expr) -> Option<Reading> {
        let readings = self.phrase(env, from);
        // A name of a kind means its pieces; values are themselves chosen.
        let things = readings.into_iter().map(|one| match one.ty() {
            Type::Kind if one.named => self.coerce(&one, Type::Piece).map_or(one, |pieces| Reading { rank: 0, ..pieces }),
            _ => one,
        });
        let things = things.collect();
        let reading = self.settle(things, from.span)?;
        match reading.ty() {
            Type::Pile => {
                let inside = self.contents(&reading);
                if inside.is_none() {
                    self.unknown_pile(from.span);
                }
                inside
            }
            Type::Number if matches!(reading.expr.kind, ExprKind::Union(_)) => Some(reading),
            ty if is_set(ty) && !reading.open && ty != Type::Move => Some(reading),
            ty => {
                let name = if reading.open { "nothing".to_string() } else { self.type_name(ty) };
                self.report(
                    Diagnostic::error("E0323", from.span, format!("expected things to choose from, but this is {name}"))
                        .help("numbers to choose from are written `(1 or 2 or 3)`"),
                );
                None
            }
        }
    }

    fn end(
        &mut self,
        env: &Env<'a>,
        what: Ending,
        why: &Option<crate::source::Spanned<String>>,
        span: Span,
    ) -> Option<StatementKind> {
        let stage = env.moment.stage;
        let fits = match what {
            Ending::Leg | Ending::Move => {
                matches!(stage, Stage::Move | Stage::Trigger { .. } | Stage::Can | Stage::Loose)
            }
            Ending::Turn => !matches!(stage, Stage::Setup | Stage::Ending),
            Ending::Game => stage != Stage::Setup,
        };
        if !fits {
            let place = stage_text(stage);
            let what = match what {
                Ending::Leg => "leg",
                Ending::Move => "move",
                Ending::Turn => "turn",
                Ending::Game => "game",
            };
            self.report(Diagnostic::error("E0407", span, format!("there is no {what} to end {place}")));
            return None;
        }
        if what == Ending::Game && !self.scored {
            self.report(
                Diagnostic::error("E0409", span, "`end game` lets the score decide, and no line says what the score is")
                    .help("add `score of player is …` to `victory`, or say who wins"),
            );
        }
        Some(StatementKind::End(what, text(why)))
    }

    fn play(&mut self, env: &Env<'a>, moves: &'a ast::Expr, by: Option<&'a ast::Expr>, span: Span) -> Option<StatementKind> {
        if !matches!(env.moment.stage, Stage::Turn | Stage::Loose) {
            let place = stage_text(env.moment.stage);
            self.report(
                Diagnostic::error("E0404", span, format!("`play` is a decision of the turn; it cannot stand {place}"))
                    .help("it belongs in the `turn` chapter"),
            );
            return None;
        }
        let moves = self.expect(env, moves, Type::Move);
        let by = match by {
            Some(by) => Some(self.somebody_single(env, by)?.expr),
            None => None,
        };
        Some(StatementKind::Play { moves: moves?.expr, by })
    }
}

fn text(why: &Option<crate::source::Spanned<String>>) -> Option<String> {
    why.as_ref().map(|why| why.value.clone())
}
