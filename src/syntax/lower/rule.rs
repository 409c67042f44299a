//! Lowers rules, and edits of a parent's rules.

use super::{Lower, first, parts};
use crate::diagnostic::Diagnostic;
use crate::source::{Span, Spanned};
use crate::syntax::ast::{
    ChainWord, Define, DefineBody, Event, EventVerb, Expr, ExprKind, Holds, Item, ItemKind, Modal, Param, RemovalTime, Rule,
    Statement, StatementKind, Stored, StoredKind, Suite,
};
use crate::syntax::grammar::{Found, Rule as Grammar};
use crate::syntax::mistake::Place;
use crate::syntax::print::words::beginning;

impl Lower<'_, '_> {
    /// Lowers a rule with its `##` lines, or an edit of the parent's rules.
    pub(super) fn item(&mut self, found: Found<'_>) -> Option<Item> {
        let (doc, rest) = self.docs(found);
        let part = rest.into_iter().next()?;
        let span = self.span(&part);
        let kind = match part.as_rule() {
            Grammar::edit => self.edit(parts(part).next()?, span)?,
            _ => ItemKind::Rule(self.rule(part)?),
        };
        Some(Item { doc, kind, span })
    }

    fn edit(&mut self, found: Found<'_>, span: Span) -> Option<ItemKind> {
        let kind = found.as_rule();
        let mut inner = parts(found);
        let head = inner.next()?;
        if kind == Grammar::add {
            return Some(ItemKind::Add(self.rule(head)?));
        }
        let old_span = self.span(&head);
        let old = Spanned::new(beginning(head.as_str()), old_span);
        if old.value.is_empty() {
            let found = Diagnostic::error("E0122", old_span, "this names no rule");
            self.found.push(found.help("name the old rule by its first words"));
            return None;
        }
        if kind == Grammar::remove {
            return Some(ItemKind::Remove { old });
        }
        let new = inner.next()?;
        let new = match new.as_rule() {
            Grammar::new_rules => self.new_rules(new, span),
            _ => {
                let span = self.span(&new);
                vec![Item { doc: None, kind: ItemKind::Rule(self.rule(new)?), span }]
            }
        };
        Some(ItemKind::Replace { old, new })
    }

    fn new_rules(&mut self, found: Found<'_>, span: Span) -> Vec<Item> {
        let mut items = Vec::new();
        for part in parts(found) {
            match part.as_rule() {
                Grammar::new_rule => items.extend(self.item(part)),
                Grammar::junk => self.junk(&part, Place::Chapter),
                Grammar::dangling => self.dangling(&part),
                Grammar::unclosed => self.unclosed(span),
                _ => {}
            }
        }
        items
    }

    pub(super) fn rule(&mut self, found: Found<'_>) -> Option<Rule> {
        let span = self.span(&found);
        let part = parts(found).next()?;
        let kind = part.as_rule();
        let whole = part.clone();
        let mut inner = parts(part);
        Some(match kind {
            Grammar::define => Rule::Define(self.define(inner, span)?),
            Grammar::stored => Rule::Stored(self.stored(inner, span)?),
            Grammar::chain => Rule::Chain {
                modal: self.modal(&inner.next()?),
                word: self.chain_word(&inner.next()?),
                condition: inner.next().map(|part| self.condition(part)),
            },
            Grammar::removal => {
                let time = inner.next()?;
                let value = if first(&time) == Some(Grammar::k_at) { RemovalTime::AtOnce } else { RemovalTime::AfterMove };
                Rule::Removal(Spanned::new(value, self.span(&time)))
            }
            Grammar::must => {
                Rule::Must { moves: self.expr(inner.next()?), condition: inner.next().map(|part| self.condition(part)) }
            }
            Grammar::trigger => {
                let before = first(&inner.next()?) == Some(Grammar::k_before);
                let event = self.event(inner.next()?)?;
                let (condition, suite) = self.condition_and_suite(inner);
                Rule::Trigger { before, event, condition, suite: suite? }
            }
            Grammar::soon => Rule::Soon { condition: self.expr(inner.next()?), suite: self.maybe_suite(inner.next(), span) },
            Grammar::score => Rule::Score { player: self.expr(inner.next()?), value: self.expr(inner.next()?) },
            Grammar::phrase_rule => {
                let subject = self.expr(inner.next()?);
                self.phrase_rule(subject, inner.next()?, span)?
            }
            _ => Rule::Statement(self.statement(whole)),
        })
    }

    fn condition_and_suite<'f>(&mut self, inner: impl Iterator<Item = Found<'f>>) -> (Option<Expr>, Option<Suite>) {
        let (mut condition, mut suite) = (None, None);
        for part in inner {
            match part.as_rule() {
                Grammar::condition => condition = Some(self.condition(part)),
                _ => suite = Some(self.suite(part)),
            }
        }
        (condition, suite)
    }

    /// Lowers a rule that begins with a phrase: `SET may VERB`, `PLAYERS who cannot move …`, `PLAYERS wins`.
    fn phrase_rule(&mut self, subject: Expr, tail: Found<'_>, span: Span) -> Option<Rule> {
        let kind = tail.as_rule();
        let tail_span = self.span(&tail);
        let mut inner = parts(tail);
        let head = inner.next()?;
        Some(match kind {
            Grammar::may_tail => {
                let verb = self.verb(head);
                let (condition, suite) = self.condition_and_suite(inner);
                Rule::May { subject, verb, condition, suite }
            }
            Grammar::stuck_tail if head.as_rule() == Grammar::suite => {
                Rule::CannotMove { player: subject, suite: self.suite(head) }
            }
            Grammar::stuck_tail => {
                let result = self.span(&head);
                let span = result.to(tail_span);
                let it = Expr { kind: ExprKind::Name("it".to_string()), span: result };
                let kind = self.result(it, &head, inner.next());
                let suite = Suite { statements: vec![Statement { doc: None, kind, span }], span, braced: false };
                Rule::CannotMove { player: subject, suite }
            }
            _ => {
                let mut next = inner.next();
                let why = next.clone().filter(|part| part.as_rule() == Grammar::string);
                if why.is_some() {
                    next = inner.next();
                }
                let end = why.as_ref().map_or(self.span(&head), |why| self.span(why));
                let kind = self.result(subject, &head, why);
                match next {
                    Some(condition) => {
                        let condition = self.condition(condition);
                        let simple = Statement { doc: None, kind, span: Span { end: end.end, ..span } };
                        let kind = StatementKind::Conditional(Box::new(simple), condition);
                        Rule::Statement(Statement { doc: None, kind, span })
                    }
                    None => Rule::Statement(Statement { doc: None, kind, span }),
                }
            }
        })
    }

    fn result(&self, who: Expr, word: &Found<'_>, why: Option<Found<'_>>) -> StatementKind {
        let why = self.text(why);
        match first(word) {
            Some(Grammar::k_wins) => StatementKind::Wins(who, why),
            _ => StatementKind::Loses(who, why),
        }
    }

    fn define<'f>(&mut self, inner: impl Iterator<Item = Found<'f>>, span: Span) -> Option<Define> {
        let (mut name, mut params, mut labelled, mut body) = (None, Vec::new(), Vec::new(), None);
        for part in inner {
            match part.as_rule() {
                Grammar::name => name = Some(self.word(Some(part), span)),
                Grammar::params => params = self.params(part),
                Grammar::labelled_params => {
                    let mut inner = parts(part);
                    let label = self.label(inner.next(), span);
                    labelled.push((label, self.params(inner.next()?)));
                }
                Grammar::path => body = Some(DefineBody::Path(self.path(part))),
                Grammar::suite => body = Some(DefineBody::Suite(self.suite(part))),
                _ => body = Some(DefineBody::Expr(self.expr(part))),
            }
        }
        Some(Define { name: name?, params, labelled, body: body? })
    }

    fn params(&mut self, found: Found<'_>) -> Vec<Param> {
        let mut params = Vec::new();
        for part in parts(found) {
            let span = self.span(&part);
            let mut inner = parts(part);
            params.push(Param { name: self.word(inner.next(), span), ty: self.word(inner.next(), span) });
        }
        params
    }

    fn stored<'f>(&mut self, mut inner: impl Iterator<Item = Found<'f>>, span: Span) -> Option<Stored> {
        let kind = match first(&inner.next()?) {
            Some(Grammar::k_clock) => StoredKind::Clock,
            Some(Grammar::k_keep) => StoredKind::Keep,
            _ => StoredKind::Counter,
        };
        let name = self.word(inner.next(), span);
        let (mut of, mut holds, mut start, mut each) = (None, None, None, None);
        for part in inner {
            match part.as_rule() {
                Grammar::of_each => of = Some(self.word(parts(part).next(), span)),
                Grammar::range => {
                    let (least, greatest) = self.range(part);
                    holds = Some(Holds::Range(least, greatest));
                }
                Grammar::start => start = Some(self.phrase(parts(part).next(), span)),
                Grammar::each => each = Some(self.word(parts(part).next(), span)),
                _ => holds = Some(Holds::Type(self.word(Some(part), span))),
            }
        }
        Some(Stored { kind, name, of, holds: holds?, start, each })
    }

    fn modal(&self, found: &Found<'_>) -> Spanned<Modal> {
        let negated = found.clone().into_inner().any(|part| part.as_rule() == Grammar::k_not);
        let value = match first(found) {
            _ if negated => Modal::MustNot,
            Some(Grammar::k_must) => Modal::Must,
            _ => Modal::May,
        };
        Spanned::new(value, self.span(found))
    }

    fn chain_word(&self, found: &Found<'_>) -> Spanned<ChainWord> {
        let value = match first(found) {
            Some(Grammar::k_reverse) => ChainWord::Reverse,
            Some(Grammar::k_turn) => ChainWord::Turn,
            _ => ChainWord::Continue,
        };
        Spanned::new(value, self.span(found))
    }

    fn event(&mut self, found: Found<'_>) -> Option<Event> {
        let span = self.span(&found);
        let mut inner = parts(found);
        let subject = self.expr(inner.next()?);
        let word = inner.next()?;
        let verb = match first(&word)? {
            Grammar::k_leaves => EventVerb::Leaves,
            Grammar::k_begins => EventVerb::Begins,
            Grammar::k_ends => EventVerb::Ends,
            Grammar::k_is => EventVerb::Taken,
            other => {
                let on_sites = parts(word).next().and_then(|event| parts(event).next());
                let sites = on_sites.and_then(|on| parts(on).next()).map(|set| self.expr(set));
                if other == Grammar::lands { EventVerb::Lands(sites) } else { EventVerb::Rests(sites) }
            }
        };
        Some(Event { subject, verb, span })
    }
}
