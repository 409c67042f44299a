//! `movement`, `capture`, `moves NAME`: move rules and the laws of chains.

use crate::diagnostic::Diagnostic;
use crate::model::RuleId;
use crate::model::expr::{self, CanVerb, ExprKind, Field, Given, Type};
use crate::model::rules::{
    Block, ChainLaw, MoveGroup, MoveRule, MoveVerb, Path, PathMode, Removal, Statement, StatementKind, Subject,
};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{ChainWord, ChapterName, Expr, Modal, RemovalTime, Rule, Suite, Verb};

use super::chapters::Line;
use super::checker::Checker;
use super::env::{Env, Stage};
use super::flat::FlatLine;
use super::mentions::Sort;
use super::reading::{Many, Reading};
use super::verbs::Meant;

impl<'a> Checker<'a> {
    /// Records the names of the classes of moves.
    pub(super) fn name_groups(&mut self, names: &[ChapterName]) {
        self.groups = names
            .iter()
            .map(|name| match name {
                ChapterName::Moves(name) => name.clone(),
                other => other.to_string(),
            })
            .collect();
    }

    /// One class of moves.
    pub(super) fn group(&mut self, name: &ChapterName, lines: &[Line<'a>]) -> MoveGroup {
        let name = match name {
            ChapterName::Moves(name) => name.clone(),
            other => other.to_string(),
        };
        let mut group = MoveGroup {
            name,
            rules: Vec::new(),
            chain: Vec::new(),
            must_not_reverse: None,
            must_turn: None,
            must_not_turn: None,
            removal: Removal::AtOnce(None),
        };
        let mut removed: Option<Span> = None;
        for (rule, line) in lines {
            self.refuel();
            match line.rule {
                Rule::May { subject, verb, condition, suite } => {
                    let may = self.made(&[line.rule], |this| this.may(*rule, subject, verb, condition, suite));
                    group.rules.extend(may);
                }
                Rule::Chain { modal, word, condition } => {
                    self.chain(&mut group, (*rule, line), *modal, *word, condition);
                }
                Rule::Removal(time) => {
                    if let Some(first) = removed.replace(line.span) {
                        self.report(
                            Diagnostic::error("E0423", line.span, "taken pieces leave either at once or after the move")
                                .label(first, "this has been said already"),
                        );
                    }
                    group.removal = match time.value {
                        RemovalTime::AtOnce => Removal::AtOnce(Some(*rule)),
                        RemovalTime::AfterMove => Removal::AfterMove(*rule),
                    };
                }
                _ => {}
            }
        }
        group
    }

    pub(super) fn may(
        &mut self,
        rule: RuleId,
        subject: &'a Expr,
        verb: &'a Verb,
        condition: &'a Option<Expr>,
        suite: &'a Option<Suite>,
    ) -> Option<MoveRule> {
        let outside = Env::new(rule, Stage::Move);
        let subject = self.subject(&outside, subject);
        let env = match &subject {
            Some(Subject::Players(_)) => {
                self.always_actor = false;
                let mut env = outside;
                env.moment.facts = true;
                env
            }
            _ => outside.acting(Many::One),
        };
        let holds = self.condition(&env, condition);
        let meant = match condition {
            Some(condition) => self.under(condition, true, |this| this.move_verb(&env, verb, suite)),
            None => self.move_verb(&env, verb, suite),
        };
        let scope = self.scope.finish();
        let (verb, then) = meant?;
        Some(MoveRule { rule, scope, subject: subject?, verb, condition: holds?, then })
    }

    /// Who may move: pieces or players.
    fn subject(&mut self, env: &Env<'a>, subject: &'a Expr) -> Option<Subject> {
        let readings = self.phrase(env, subject);
        if readings.is_empty() {
            return None;
        }
        let players = readings.iter().find(|one| one.ty() == Type::Player).cloned();
        let sides = readings.iter().find(|one| one.ty() == Type::Side);
        let players =
            players.or_else(|| sides.map(|sides| sides.wrap(Type::Player, |set| ExprKind::Field(Field::PlayersOf, set))));
        match players {
            Some(players) => Some(Subject::Players(players.expr)),
            None => self.pick(&readings, Type::Piece, subject.span).map(|pieces| Subject::Pieces(pieces.expr)),
        }
    }

    /// The verb and what follows it: a path or defined verb with the suite after it, or a new verb whose statements are the
    /// suite.
    fn move_verb(&mut self, env: &Env<'a>, verb: &'a Verb, suite: &'a Option<Suite>) -> Option<(MoveVerb, Block)> {
        if let (Verb::Call(call), Some(suite)) = (verb, suite)
            && call.args.is_empty()
            && call.labelled.is_empty()
            && self.definitions.verbs(&call.name.value).is_empty()
        {
            self.mentions.note(call.name.span, Sort::Verb, &call.name.value, Some(call.name.span));
            let body = self.block(env, suite);
            return Some((MoveVerb::Body(call.name.value.clone(), body), Block::default()));
        }
        let meant = self.verb(env, verb);
        let then = suite.as_ref().map(|suite| self.block(env, suite)).unwrap_or_default();
        Some(match meant? {
            Meant::Path(name, path) if path.mode == PathMode::Sweep => {
                (MoveVerb::Body(name.unwrap_or_else(|| "sweep".to_owned()), swept(path)), then)
            }
            Meant::Path(name, path) => (MoveVerb::Path(name, path), then),
            Meant::Body(name, body) => (MoveVerb::Body(name, body), then),
        })
    }

    fn chain(
        &mut self,
        group: &mut MoveGroup,
        (rule, line): (RuleId, &FlatLine<'a>),
        modal: Spanned<Modal>,
        word: Spanned<ChainWord>,
        condition: &'a Option<Expr>,
    ) {
        let bars = match (word.value, modal.value) {
            (ChainWord::Continue, Modal::Must | Modal::May) => None,
            (ChainWord::Reverse, Modal::MustNot) => Some(&mut group.must_not_reverse),
            (ChainWord::Turn, Modal::Must) => Some(&mut group.must_turn),
            (ChainWord::Turn, Modal::MustNot) => Some(&mut group.must_not_turn),
            _ => {
                self.report(
                    Diagnostic::error("E0421", modal.span.to(word.span), "there is no such law of chains")
                        .help("there are `chain must continue`, `chain may continue`, `chain must not reverse`, `chain must turn` and `chain must not turn`")
                        .help("without a law a move is one leg"),
                );
                return;
            }
        };
        if let Some(bar) = bars {
            *bar = Some(rule);
            if let Some(condition) = condition {
                self.report(
                    Diagnostic::error("E0422", condition.span, "this law holds for every leg; it has no condition")
                        .label(modal.span.to(word.span), "this law"),
                );
            }
            return;
        }
        let law = self.made(&[line.rule], |this| {
            let env = Env::new(rule, Stage::Move).acting(Many::One);
            let condition = this.condition(&env, condition);
            let scope = this.scope.finish();
            Some(ChainLaw { rule, scope, must: modal.value == Modal::Must, condition: condition? })
        });
        if let Some(first) = group.chain.iter().find(|law| law.condition.is_none()) {
            let first = self.line_span(first.rule);
            self.report(
                Diagnostic::warning("W0801", line.span, "this law never applies: the one before it always does")
                    .label(first, "the first law whose condition holds applies"),
            );
        }
        group.chain.extend(law);
    }

    /// The players that a phrase denotes; a side stands for its players.
    pub(super) fn players(&mut self, env: &Env<'a>, players: &'a Expr) -> Option<Reading> {
        let readings = self.phrase(env, players);
        if let Some(found) = readings.iter().find(|one| one.ty() == Type::Player) {
            return Some(found.clone());
        }
        if let Some(sides) = readings.iter().find(|one| one.ty() == Type::Side) {
            return Some(sides.wrap(Type::Player, |set| ExprKind::Field(Field::PlayersOf, set)));
        }
        self.pick(&readings, Type::Player, players.span)
    }
}

/// A `sweep` as a rule's own path: there must be a match, then all matches apply at once.
fn swept(path: Path) -> Block {
    let (rule, span) = (path.rule, path.span);
    let phrase = |kind, ty| expr::Expr { kind, ty, span };
    let actor = Box::new(phrase(ExprKind::Given(Given::Actor), Type::Piece));
    let some = phrase(ExprKind::Can(actor, CanVerb::Path(Box::new(path.clone()))), Type::Truth);
    let kinds = [StatementKind::Require(some), StatementKind::Path(Box::new(path))];
    Block { statements: kinds.map(|kind| Statement { kind, rule, span }).into() }
}
