//! Conditions that always hold or never hold, as the bounds of numbers and sets decide before any game.

use std::collections::HashMap;

use crate::diagnostic::Diagnostic;
use crate::model::expr::{CanVerb, Expr, ExprKind, Given};
use crate::model::rules::{Block, EndingKind, Event, MoveVerb, Path, PathItem, Statement, StatementKind, Subject};
use crate::model::{LocalId, RuleId};
use crate::source::Span;

use super::number::on_board;
use super::reckon::{Around, Known, Reckoner};
use super::{Looked, Only};

/// The verdict on a condition.
#[derive(Clone, Debug, PartialEq)]
struct Verdict {
    /// `None`: undecided, or decided differently in different uses of a definition.
    holds: Option<bool>,
    /// The reason, for the message.
    why: Option<String>,
    /// The number of conditions around it.
    depth: usize,
}

/// Conditions by place, with the verdict on each. One in a definition is read wherever the definition is used.
struct Judge<'a> {
    reckoner: Reckoner<'a>,
    verdicts: HashMap<Span, Verdict>,
    /// Whether the endings are being read: by then taken pieces have left the board.
    at_end: bool,
}

impl Looked<'_> {
    /// W0830 and W0831.
    pub(super) fn truths(&mut self) {
        let mut judge = Judge { reckoner: self.reckoner(), verdicts: HashMap::new(), at_end: false };
        // conditions in a definition are read wherever it is used: if definitions are examined, all lines are
        let defines = |only: &Only<'_>| {
            only.lines.iter().any(|line| self.lines.get(line.index()).is_some_and(|line| line.chapter == "definitions"))
        };
        match self.only.as_ref().is_none_or(defines) {
            true => judge.rules(&|_| true),
            false => judge.rules(&|rule| self.asked_line(rule)),
        }
        let decided = judge.verdicts.into_iter().filter(|(span, verdict)| verdict.holds.is_some() && self.asked(*span));
        let decided: Vec<(Span, Verdict)> = decided.collect();
        for (span, verdict) in &decided {
            let smaller = |other: &Span| other != span && span.contains(*other);
            if decided.iter().any(|(other, inner)| smaller(other) && inner.depth > verdict.depth) {
                continue; // the part decides the whole
            }
            let (code, says, help) = match verdict.holds {
                Some(true) => ("W0830", "always holds", "without it the rule says the same"),
                _ => ("W0831", "never holds", "what it guards is never done"),
            };
            let message = match &verdict.why {
                Some(why) => format!("this {says}: {why}"),
                None => format!("this {says}"),
            };
            self.found.push(Diagnostic::warning(code, *span, message).help(help));
        }
        self.found.sort_by_key(|one| (one.span.file, one.span.start));
    }
}

impl Judge<'_> {
    /// Judges the conditions of the lines for which `of` holds.
    fn rules(&mut self, of: &dyn Fn(RuleId) -> bool) {
        let rules = self.reckoner.rules;
        let nothing = Around::default();
        for group in &rules.groups {
            for rule in group.rules.iter().filter(|rule| of(rule.rule)) {
                let around = match &rule.subject {
                    Subject::Pieces(set) => {
                        self.inside(set, &nothing);
                        let kinds = self.reckoner.kinds(set, &nothing);
                        let actor = Known { kinds, sites: self.reckoner.sites(set, &nothing) };
                        Around { actor: Some(actor), ..Around::default() }
                    }
                    Subject::Players(set) => {
                        self.inside(set, &nothing);
                        nothing.clone()
                    }
                };
                self.maybe(&rule.condition, &around);
                match &rule.verb {
                    // the condition and the path are read as the leg begins; what comes later may have changed the piece
                    MoveVerb::Path(_, path) => self.path(path, &around),
                    MoveVerb::Body(_, body) => self.block(body, &nothing),
                }
                self.block(&rule.then, &nothing);
            }
            for law in group.chain.iter().filter(|law| of(law.rule)) {
                self.maybe(&law.condition, &nothing);
            }
        }
        for obligation in rules.obligations.iter().filter(|one| of(one.rule)) {
            self.inside(&obligation.moves, &nothing);
            self.maybe(&obligation.condition, &nothing);
        }
        for trigger in rules.triggers.iter().filter(|one| of(one.rule)) {
            let around = match &trigger.event {
                Event::Lands(set, on) | Event::Rests(set, on) => {
                    self.inside(set, &nothing);
                    on.iter().for_each(|on| self.inside(on, &nothing));
                    let mut it = self.reckoner.one_of(set, &nothing);
                    if let Some(on) = on {
                        it.sites.intersect(&self.reckoner.sites(on, &nothing));
                    }
                    nothing.with(LocalId(0), it)
                }
                Event::BeforeTaken(set) | Event::Taken(set) | Event::Leaves(set) => {
                    self.inside(set, &nothing);
                    nothing.with(LocalId(0), self.reckoner.one_of(set, &nothing))
                }
                _ => nothing.clone(),
            };
            self.maybe(&trigger.condition, &around);
            self.block(&trigger.body, &nothing);
        }
        for script in rules.setup.iter().chain([&rules.turn]) {
            for statement in script.body.statements.iter().filter(|one| of(one.rule)) {
                self.statement(statement, &nothing);
            }
        }
        self.at_end = true;
        for ending in rules.endings.iter().filter(|one| of(one.rule)) {
            match &ending.kind {
                EndingKind::AsSoonAs(condition) => self.condition(condition, &nothing),
                EndingKind::CannotMove(players) => self.inside(players, &nothing),
                EndingKind::AfterTurn => {}
            }
            self.block(&ending.body, &nothing);
        }
        for score in rules.scores.iter().filter(|one| of(one.rule)) {
            self.inside(&score.value, &nothing);
        }
    }

    fn maybe(&mut self, condition: &Option<Expr>, around: &Around) {
        if let Some(condition) = condition {
            self.condition(condition, around);
        }
    }

    /// Judges a condition, and those within it.
    fn condition(&mut self, condition: &Expr, around: &Around) {
        self.judge(condition, around, 0);
        self.inside(condition, around);
    }

    fn judge(&mut self, condition: &Expr, around: &Around, depth: usize) {
        let gone = self.at_end && is_on_board_and_taken(condition);
        let holds = if gone { Some(false) } else { self.reckoner.truth(condition, around) };
        let why = holds.and_then(|holds| self.why(condition, holds, around));
        let verdict = Verdict { holds, why, depth };
        self.verdicts
            .entry(condition.span)
            .and_modify(|known| {
                if known.holds != verdict.holds {
                    known.holds = None;
                }
            })
            .or_insert(verdict);
        let parts: &[Expr] = match &condition.kind {
            ExprKind::And(parts) | ExprKind::Or(parts) => parts,
            ExprKind::Not(inner) => std::slice::from_ref(inner),
            _ => &[],
        };
        for part in parts.iter().filter(|part| part.span != condition.span) {
            self.judge(part, around, depth + 1);
        }
    }

    /// The reason why a condition is decided, if it can be said.
    fn why(&self, condition: &Expr, holds: bool, around: &Around) -> Option<String> {
        let text = |phrase: &Expr| self.reckoner.sources.map_or("", |sources| sources.text(phrase.span)).trim().to_owned();
        match &condition.kind {
            ExprKind::Not(inner) if inner.span == condition.span => self.why(inner, !holds, around),
            ExprKind::Compare(_, a, b) => {
                let say = |number: &Expr| {
                    let name = text(number);
                    match self.reckoner.range(number, around) {
                        (least, most) if least == most => None,
                        (i64::MIN, i64::MAX) => {
                            self.reckoner.greatest_named(number).map(|most| format!("`{name}` is at most `{most}`"))
                        }
                        (i64::MIN, most) => Some(format!("`{name}` is at most {most}")),
                        (least, i64::MAX) => Some(format!("`{name}` is at least {least}")),
                        (least, most) => Some(format!("`{name}` is {least} to {most}")),
                    }
                };
                say(a).or_else(|| say(b))
            }
            ExprKind::Is(set, _) if !holds && self.at_end && is_on_board_and_taken(condition) => Some(format!(
                "what has been taken is no longer on the board; whether one was taken is asked by `some {} in taken`",
                written(&text(condition), &text(set))
            )),
            ExprKind::Some(set) if !holds => Some(format!("nothing can be in `{}`", text(set))),
            ExprKind::Is(a, b) if !holds => Some(format!("nothing in `{}` can be `{}`", text(a), text(b))),
            ExprKind::Is(a, b) if holds => Some(format!("`{}` is always `{}`", text(a), text(b))),
            _ => None,
        }
    }

    /// Judges the conditions within a phrase.
    fn inside(&mut self, phrase: &Expr, around: &Around) {
        match &phrase.kind {
            ExprKind::Where(from, local, condition) => {
                self.inside(from, around);
                let inner = around.with(*local, self.reckoner.one_of(from, around));
                self.condition(condition, &inner);
            }
            ExprKind::Extreme(from, local, _, key) => {
                self.inside(from, around);
                self.inside(key, &around.with(*local, self.reckoner.one_of(from, around)));
            }
            ExprKind::If(condition, then, otherwise) => {
                self.condition(condition, around);
                self.inside(then, around);
                self.inside(otherwise, around);
            }
            ExprKind::Can(who, verb) => {
                self.inside(who, around);
                // another piece or player acts there
                let other = Around { actor: None, ..around.clone() };
                match verb {
                    CanVerb::Path(path) => self.path(path, &other),
                    CanVerb::Group(_, prey, _) => prey.iter().for_each(|prey| self.inside(prey, &other)),
                    CanVerb::Body(body) => self.block(body, &other),
                }
            }
            _ => {
                for part in phrase.kind.parts() {
                    self.inside(part, around);
                }
            }
        }
    }

    fn path(&mut self, path: &Path, around: &Around) {
        self.inside(&path.ways, around);
        path.items.iter().for_each(|item| self.item(item, around));
    }

    fn item(&mut self, item: &PathItem, around: &Around) {
        match item {
            PathItem::Past(_, set) | PathItem::Taking(_, set) | PathItem::To(set) => self.inside(set, around),
            PathItem::Here => {}
            PathItem::Group(_, items) => items.iter().for_each(|item| self.item(item, around)),
            PathItem::Counted(number, items) => {
                self.inside(number, around);
                items.iter().for_each(|item| self.item(item, around));
            }
        }
    }

    fn block(&mut self, block: &Block, around: &Around) {
        for statement in &block.statements {
            self.statement(statement, around);
        }
    }

    fn statement(&mut self, statement: &Statement, around: &Around) {
        match &statement.kind {
            StatementKind::If(condition, ..) | StatementKind::Require(condition) => self.condition(condition, around),
            StatementKind::Path(path) => self.path(path, around),
            _ => statement.kind.phrases().into_iter().for_each(|phrase| self.inside(phrase, around)),
        }
        // an inner block may have another actor (`as`), and what a name is bound to may have changed by then
        for inner in statement.kind.blocks() {
            self.block(inner, &Around { actor: None, ..around.clone() });
        }
    }
}

/// The text before `is` in a condition, else `set`: the span of a definition such as `enemy` is where it is defined.
fn written<'t>(condition: &'t str, set: &'t str) -> &'t str {
    let before = condition.split_once(" is ").map_or(set, |(before, _)| before);
    before.trim_start_matches("every ")
}

/// Whether it is like `enemy king is taken`, of pieces on the board.
fn is_on_board_and_taken(condition: &Expr) -> bool {
    matches!(&condition.kind, ExprKind::Is(set, taken) if taken.kind == ExprKind::Given(Given::Taken) && on_board(set))
}
