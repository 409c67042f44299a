//! Questions that come back to the line that asks them: `mover may pass if not (mover can move)`.
//!
//! Lines are joined by what is looked at where a question is answered: of a rule its set, its condition and its path or statements,
//! and of statements the triggers that they set off. Where such a way leads back to where it began, the rules on it leave each other
//! out of their questions. A trigger that asks while it is being asked about cannot be left out: it is part of what a rule does.

use std::collections::BTreeMap;

use super::{Block, Effects, Event, MoveRule, MoveVerb, Rules, Subject, Trigger};
use crate::model::expr::{CanVerb, Expr, ExprKind, Type};
use crate::model::walk::{any_in_block, any_in_path, any_phrase, classes_of};
use crate::model::{GroupId, RuleId};
use crate::source::Span;

/// For each line that asks what comes back to it: the rules that its questions leave out.
pub type LeftOut = BTreeMap<RuleId, Vec<RuleId>>;

/// A question that cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unanswered {
    /// The question.
    pub at: Span,
    /// Why not.
    pub why: Why,
}

/// Why a question cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// Every rule that it is about asks in turn: these.
    NothingLeft(Vec<RuleId>),
    /// The way back leads through this trigger.
    ThroughTrigger(RuleId),
    /// It asks whether moves can be made without saying whose, so that no rule can be left out.
    Nameless,
}

/// What the questions of the rules leave out, and those that cannot be answered so.
pub fn questions(rules: &Rules) -> (LeftOut, Vec<Unanswered>) {
    let lines = lines_of(rules);
    let (mut left_out, mut unanswered) = (LeftOut::new(), Vec::new());
    if lines.iter().all(|line| line.questions.is_empty()) {
        return (left_out, unanswered);
    }
    let next: Vec<Vec<usize>> = lines.iter().map(|line| line.leads_to(&lines)).collect();
    let reached: Vec<Vec<bool>> = (0..lines.len()).map(|from| reached(from, &next)).collect();
    let in_circle = |a: usize, b: usize| reached[a][b] && reached[b][a];
    for (i, line) in lines.iter().enumerate().filter(|(i, line)| in_circle(*i, *i) && !line.questions.is_empty()) {
        let trigger = (0..lines.len()).find(|other| in_circle(i, *other) && lines[*other].rule.is_none());
        for question in &line.questions {
            let about = || (0..lines.len()).filter(|other| question.is_about(&lines[*other]));
            let back: Vec<RuleId> = about().filter(|other| in_circle(i, *other)).map(|other| lines[other].line).collect();
            let runs_back = question
                .sets_off
                .is_some_and(|events| (0..lines.len()).any(|other| lines[other].is_set_off_by(events) && in_circle(i, other)));
            if back.is_empty() && !runs_back {
                continue;
            }
            let why = match trigger {
                Some(trigger) => Why::ThroughTrigger(lines[trigger].line),
                None if question.nameless => Why::Nameless,
                None if back.len() == about().count() => Why::NothingLeft(back),
                None => {
                    let without = left_out.entry(line.line).or_default();
                    without.extend(back);
                    without.sort_unstable();
                    without.dedup();
                    continue;
                }
            };
            unanswered.push(Unanswered { at: question.at, why });
        }
    }
    (left_out, unanswered)
}

/// A line that asks, or that is asked.
struct Line<'v> {
    line: RuleId,
    /// None for a trigger.
    rule: Option<(GroupId, &'v MoveRule)>,
    trigger: Option<&'v Trigger>,
    questions: Vec<Question>,
    /// What is set off where the line is tried.
    sets_off: Events,
}

/// What can somebody do?
struct Question {
    at: Span,
    classes: Vec<GroupId>,
    /// It is asked of players: then rules without an acting piece count too.
    of_players: bool,
    /// `no capture`: it is asked of the moves.
    nameless: bool,
    /// What is set off by trying the statements that the question is about.
    sets_off: Option<Events>,
}

/// What happens where something is tried that triggers may wait for.
#[derive(Clone, Copy, Default)]
struct Events {
    legs: bool,
    lands: bool,
    taken: bool,
    leaves: bool,
}

impl Line<'_> {
    fn leads_to(&self, lines: &[Line<'_>]) -> Vec<usize> {
        let asked = |other: &Line<'_>| {
            let tried = |question: &Question| question.sets_off.is_some_and(|events| other.is_set_off_by(events));
            other.is_set_off_by(self.sets_off) || self.questions.iter().any(|one| one.is_about(other) || tried(one))
        };
        (0..lines.len()).filter(|other| asked(&lines[*other])).collect()
    }

    fn is_set_off_by(&self, events: Events) -> bool {
        self.trigger.is_some_and(|trigger| match trigger.event {
            Event::LegBegins | Event::LegEnds => events.legs,
            Event::Lands(..) => events.lands,
            Event::BeforeTaken(_) | Event::Taken(_) => events.taken,
            Event::Leaves(_) => events.leaves || events.taken,
            Event::Rests(..) | Event::MoveBegins | Event::MoveEnds | Event::TurnBegins | Event::TurnEnds => false,
        })
    }
}

impl Question {
    fn is_about(&self, line: &Line<'_>) -> bool {
        line.rule.is_some_and(|(class, rule)| {
            self.classes.contains(&class) && (self.of_players || matches!(rule.subject, Subject::Pieces(_)))
        })
    }
}

/// Every line with what is asked where it is tried.
fn lines_of(rules: &Rules) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    for (i, group) in rules.groups.iter().enumerate() {
        for rule in &group.rules {
            let mut questions = Vec::new();
            let (Subject::Pieces(set) | Subject::Players(set)) = &rule.subject;
            for phrase in std::iter::once(set).chain(&rule.condition) {
                any_phrase(phrase, &mut |phrase| noted(phrase, &mut questions));
            }
            let mut sets_off = Events::default();
            match &rule.verb {
                MoveVerb::Path(_, path) => {
                    any_in_path(path, &mut |phrase| noted(phrase, &mut questions));
                }
                MoveVerb::Body(_, body) => {
                    for block in [body, &rule.then] {
                        any_in_block(block, &mut |phrase| noted(phrase, &mut questions));
                        sets_off = sets_off.and(events_of(block));
                    }
                    sets_off.legs = true;
                }
            }
            lines.push(Line { line: rule.rule, rule: Some((GroupId(i as u8), rule)), trigger: None, questions, sets_off });
        }
    }
    for trigger in &rules.triggers {
        let mut questions = Vec::new();
        for phrase in trigger.phrases() {
            any_phrase(phrase, &mut |phrase| noted(phrase, &mut questions));
        }
        any_in_block(&trigger.body, &mut |phrase| noted(phrase, &mut questions));
        // nothing that a trigger does is a landing
        let sets_off = Events { lands: false, ..events_of(&trigger.body) };
        lines.push(Line { line: trigger.rule, rule: None, trigger: Some(trigger), questions, sets_off });
    }
    lines
}

/// Notes a question; goes on looking.
fn noted(phrase: &Expr, questions: &mut Vec<Question>) -> bool {
    let question = |classes, of_players| Question { at: phrase.span, classes, of_players, nameless: false, sets_off: None };
    match &phrase.kind {
        ExprKind::Can(who, CanVerb::Group(classes, ..)) => {
            questions.push(question(classes.clone(), who.ty == Type::Player));
        }
        ExprKind::Can(_, CanVerb::Body(body)) => {
            questions.push(Question { sets_off: Some(events_of(body)), ..question(Vec::new(), false) });
        }
        ExprKind::Some(moves) if moves.ty == Type::Move => {
            questions.push(Question { nameless: true, ..question(classes_of(moves), true) });
        }
        _ => {}
    }
    false
}

impl Events {
    fn and(self, other: Events) -> Events {
        Events {
            legs: self.legs || other.legs,
            lands: self.lands || other.lands,
            taken: self.taken || other.taken,
            leaves: self.leaves || other.leaves,
        }
    }
}

/// What statements may set off.
fn events_of(block: &Block) -> Events {
    let effects = block.effects();
    Events {
        legs: false,
        lands: effects.any(Effects::LANDS),
        taken: effects.any(Effects::TAKES),
        leaves: effects.any(Effects::MOVES),
    }
}

/// Which lines a line leads to, by one step or more.
fn reached(from: usize, next: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; next.len()];
    let mut ahead = next[from].clone();
    while let Some(line) = ahead.pop() {
        if !std::mem::replace(&mut reached[line], true) {
            ahead.extend(&next[line]);
        }
    }
    reached
}
