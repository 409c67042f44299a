//! Lowers statements and suites.

use super::{Lower, first, parts};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{Ending, Expr, Quantity, Statement, StatementKind, Suite};
use crate::syntax::grammar::{Found, Rule};
use crate::syntax::mistake::Place;

impl Lower<'_, '_> {
    /// Lowers a suite: `{ … }` or `: …`.
    pub(super) fn suite(&mut self, found: Found<'_>) -> Suite {
        let span = self.span(&found);
        let braced = first(&found) == Some(Rule::lbrace);
        let mut statements = Vec::new();
        for part in parts(found) {
            match part.as_rule() {
                Rule::line => {
                    let (doc, mut rest) = self.docs(part);
                    if let Some(statement) = rest.pop() {
                        statements.push(Statement { doc, ..self.statement(statement) });
                    }
                }
                Rule::statement => statements.push(self.statement(part)),
                Rule::junk => self.junk(&part, Place::Suite),
                Rule::dangling => self.dangling(&part),
                Rule::unclosed => self.unclosed(span),
                _ => {}
            }
        }
        Suite { statements, span, braced }
    }

    pub(super) fn maybe_suite(&mut self, found: Option<Found<'_>>, at: Span) -> Suite {
        match found {
            Some(found) if found.as_rule() == Rule::statement => {
                let statement = self.statement(found);
                Suite { span: statement.span, statements: vec![statement], braced: false }
            }
            Some(found) => self.suite(found),
            None => Suite { statements: Vec::new(), span: at, braced: true },
        }
    }

    pub(super) fn statement(&mut self, found: Found<'_>) -> Statement {
        let span = self.span(&found);
        let mut inner = parts(found);
        let kind = match inner.next() {
            Some(part) => self.statement_kind(part),
            None => StatementKind::Prevent,
        };
        match inner.next() {
            Some(condition) => {
                let condition = self.condition(condition);
                let end = kind_end(self.text, span, condition.span);
                let simple = Statement { doc: None, kind, span: end };
                Statement { doc: None, kind: StatementKind::Conditional(Box::new(simple), condition), span }
            }
            None => Statement { doc: None, kind, span },
        }
    }

    /// Lowers a condition: `if C`.
    pub(super) fn condition(&mut self, found: Found<'_>) -> Expr {
        let span = self.span(&found);
        self.phrase(parts(found).next(), span)
    }

    fn statement_kind(&mut self, found: Found<'_>) -> StatementKind {
        let span = self.span(&found);
        let which = found.as_rule();
        let whole = found.clone();
        let mut inner = parts(found);
        match which {
            Rule::either => StatementKind::Either(inner.map(|suite| self.suite(suite)).collect()),
            Rule::may => optional(self.maybe_suite(inner.next(), span), span),
            Rule::repeat => match inner.next() {
                Some(count) if count.as_rule() != Rule::suite => {
                    let count = self.expr(count);
                    StatementKind::Repeat(Some(count), self.maybe_suite(inner.next(), span))
                }
                suite => StatementKind::Repeat(None, self.maybe_suite(suite, span)),
            },
            Rule::for_in => {
                let name = self.word(inner.next(), span);
                let set = self.phrase(inner.next(), span);
                StatementKind::For(name, set, self.maybe_suite(inner.next(), span))
            }
            Rule::if_else => {
                let condition = self.phrase(inner.next(), span);
                let suite = self.maybe_suite(inner.next(), span);
                StatementKind::If(condition, suite, inner.next().map(|suite| self.suite(suite)))
            }
            Rule::as_actor => {
                let actor = self.phrase(inner.next(), span);
                StatementKind::As(actor, self.maybe_suite(inner.next(), span))
            }
            Rule::simple => match inner.next() {
                Some(part) => self.simple(part),
                None => StatementKind::Prevent,
            },
            Rule::result => {
                let who = self.phrase(inner.next(), span);
                let wins = inner.next().is_some_and(|word| first(&word) == Some(Rule::k_wins));
                let why = self.text(inner.next());
                if wins { StatementKind::Wins(who, why) } else { StatementKind::Loses(who, why) }
            }
            _ => StatementKind::Verb(self.verb(whole)),
        }
    }

    fn simple(&mut self, found: Found<'_>) -> StatementKind {
        let span = self.span(&found);
        let which = found.as_rule();
        if which == Rule::path {
            return StatementKind::Verb(self.verb(found));
        }
        if which == Rule::choose {
            return self.choose(found, span);
        }
        let mut inner = parts(found);
        let first_part = inner.next();
        match which {
            Rule::let_be => {
                let name = self.word(first_part, span);
                StatementKind::Let(name, self.phrase(inner.next(), span))
            }
            Rule::end => {
                let (ending, why) = match &first_part {
                    Some(part) if part.as_rule() == Rule::end_of => {
                        let ending = match first(part) {
                            Some(Rule::k_leg) => Ending::Leg,
                            Some(Rule::k_turn) => Ending::Turn,
                            _ => Ending::Move,
                        };
                        (Spanned::new(ending, self.span(part)), None)
                    }
                    _ => {
                        let why = self.text(first_part);
                        let text = span.of(self.text);
                        let at = span.start as usize + text.find("game").unwrap_or(0);
                        (Spanned::new(Ending::Game, Span::new(self.file, at, at + "game".len())), why)
                    }
                };
                StatementKind::End(ending, why)
            }
            Rule::draw => StatementKind::Draw(self.text(first_part)),
            Rule::exchange => {
                let list = first_part.into_iter().chain(inner);
                StatementKind::Exchange(list.map(|part| self.expr(part)).collect())
            }
            Rule::play => {
                let moves = self.phrase(first_part, span);
                StatementKind::Play(moves, self.by(inner.next()))
            }
            Rule::take => StatementKind::Take(self.phrase(first_part, span)),
            Rule::shuffle => StatementKind::Shuffle(self.phrase(first_part, span)),
            Rule::require => StatementKind::Require(self.phrase(first_part, span)),
            Rule::set_to | Rule::raise | Rule::lower | Rule::move_to | Rule::show => {
                let what = self.phrase(first_part, span);
                let to = self.phrase(inner.next(), span);
                match which {
                    Rule::set_to => StatementKind::Set(what, to),
                    Rule::raise => StatementKind::Raise(what, to),
                    Rule::lower => StatementKind::Lower(what, to),
                    Rule::move_to => StatementKind::Move(what, to),
                    _ => StatementKind::Show(what, to),
                }
            }
            _ => StatementKind::Prevent,
        }
    }

    fn choose(&mut self, found: Found<'_>, at: Span) -> StatementKind {
        // [quantity] name class [by]: the name is the part before the class
        let mut inner: Vec<Found<'_>> = parts(found).collect();
        let by = match inner.last() {
            Some(last) if last.as_rule() == Rule::by => inner.pop(),
            _ => None,
        };
        let from = inner.pop();
        let name = inner.pop();
        let quantity = match inner.pop() {
            Some(part) => self.quantity(part),
            None => Quantity::One,
        };
        let name = self.word(name, at);
        let from = self.phrase(from, at);
        StatementKind::Choose { quantity, name, from, by: self.by(by) }
    }

    fn by(&mut self, found: Option<Found<'_>>) -> Option<Expr> {
        let found = found?;
        let span = self.span(&found);
        Some(self.phrase(parts(found).next(), span))
    }
}

/// Makes `may SUITE`. In `may play MOVES if C` the condition applies to the whole: if it does not hold, nobody is asked.
fn optional(mut suite: Suite, span: Span) -> StatementKind {
    let alone = !suite.braced && suite.statements.len() == 1;
    match suite.statements.pop() {
        Some(Statement { kind: StatementKind::Conditional(play, condition), .. })
            if alone && matches!(play.kind, StatementKind::Play(..)) =>
        {
            suite.span = play.span;
            suite.statements.push(*play);
            let span = Span { end: suite.span.end, ..span };
            StatementKind::Conditional(Box::new(Statement { doc: None, kind: StatementKind::May(suite), span }), condition)
        }
        last => {
            suite.statements.extend(last);
            StatementKind::May(suite)
        }
    }
}

/// The span of the simple statement before `if C`.
fn kind_end(text: &str, whole: Span, condition: Span) -> Span {
    let before = text.get(whole.start as usize..condition.start as usize).unwrap_or("");
    // a bracket or an article may be between `if` and the condition
    let end = before.rfind("if").map_or(before.len(), |i| before[..i].trim_end().len());
    Span { end: whole.start + end as u32, ..whole }
}
