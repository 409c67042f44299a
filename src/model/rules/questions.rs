//! Circular `can` questions, whose evaluation leads back to the line they are in: `mover may pass if not (mover can move)`.
//!
//! A graph connects each line to the lines that evaluating it involves: a question leads to the rules it is about (their sets,
//! conditions, paths and statements), and statements lead to the triggers they set off. Rules on a common cycle leave each
//! other out of their questions. A trigger on such a cycle cannot be left out, because it is part of the effect of a rule; the
//! question is then an error.

use std::collections::BTreeMap;

use super::{Block, Effects, Event, MoveRule, MoveVerb, Rules, Subject, Trigger};
use crate::model::expr::{CanVerb, Expr, ExprKind, Type};
use crate::model::walk::{any_in_block, any_in_path, any_phrase, classes_of};
use crate::model::{GroupId, RuleId};
use crate::source::Span;

/// For each line with a circular question, the rules that its questions leave out.
pub type LeftOut = BTreeMap<RuleId, Vec<RuleId>>;

/// A question that has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unanswered {
    /// The question.
    pub at: Span,
    /// The reason.
    pub why: Why,
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// All rules that it is about, listed here, lead back to it, so that none is left to evaluate.
    NothingLeft(Vec<RuleId>),
    /// The cycle leads through this trigger.
    ThroughTrigger(RuleId),
    /// It asks whether moves exist without naming a player, and such a question cannot leave out rules.
    Nameless,
}

/// Finds the rules to leave out of each circular question, and the questions that have no answer.
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

/// A rule or a trigger, as a node of the graph.
struct Line<'v> {
    line: RuleId,
    /// The rule; none for a trigger.
    rule: Option<(GroupId, &'v MoveRule)>,
    trigger: Option<&'v Trigger>,
    questions: Vec<Question>,
    /// The events that may occur when the line is tried.
    sets_off: Events,
}

/// A phrase that asks what somebody can do.
struct Question {
    at: Span,
    classes: Vec<GroupId>,
    /// It is about players, so rules without an acting piece are included.
    of_players: bool,
    /// It is about moves (`no capture`), without naming a player.
    nameless: bool,
    /// For a question about statements, the events that may occur when they are tried.
    sets_off: Option<Events>,
}

/// Events in a trial that may set off triggers.
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

/// All rules and triggers, with the questions evaluated when each is tried.
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
        // Legs made by a trigger do not produce the event `lands`.
        let sets_off = Events { lands: false, ..events_of(&trigger.body) };
        lines.push(Line { line: trigger.rule, rule: None, trigger: Some(trigger), questions, sets_off });
    }
    lines
}

/// Collects the question that a phrase is, if any. Returns false, so that the search continues.
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

/// The events that statements may cause.
fn events_of(block: &Block) -> Events {
    let effects = block.effects();
    Events {
        legs: false,
        lands: effects.any(Effects::LANDS),
        taken: effects.any(Effects::TAKES),
        leaves: effects.any(Effects::MOVES),
    }
}

/// The lines that can be reached from a line, in one step or more.
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
