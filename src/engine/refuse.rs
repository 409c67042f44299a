//! What stands behind a refusal: which rules of the decision at hand speak of a piece, and whether they hold for it now.

use crate::model::{GroupId, RuleId, SiteId};
use crate::program::code::{EventKind, Op, RuleRef, Verb};
use crate::program::node::{Node, NodeId};
use crate::program::{BlockId, Program};

use super::eval::nearest::Unmet;
use super::list::{self, explore_choice};
use super::machine::Task;
use super::oblige;
use super::position::{Counting, Position, Struck};
use super::run::{Actor, Choice, LimitReached, Pick, Step};
use super::trace::Trace;
use super::value::Element;

/// A rule that speaks of a piece, or of the player who decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Concern {
    /// The line.
    pub rule: RuleId,
    /// Its class.
    pub group: GroupId,
    /// What of it does not fit; `None`: it holds for the piece or the player now, and where it leads is another question.
    pub fails: Option<Fails>,
}

/// The part of a rule that does not fit a wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fails {
    /// What its subject says of the place or state of the piece, or of who decides.
    Subject,
    /// Its condition.
    Condition,
    /// Its path.
    Path(Unmet),
    /// It leads where somebody wants to go, and what is required then does not hold.
    Required(Unfulfilled),
    /// It does what it does without a path, and cannot be carried out now.
    Body(Option<Unfulfilled>),
    /// Moves of its class are not what is played now.
    Unplayed {
        /// The line of what is played.
        by: RuleId,
        /// Its path leads where somebody wants to go.
        leads: bool,
    },
}

/// What is required in the course of a move, where no run of its rule comes farther.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfulfilled {
    /// The line in which the requirement stands: the rule's, that of a definition which it uses, or that of a trigger.
    pub line: RuleId,
    /// Which of the requirements of that line it is, from 0; of a definition that is used more than once they count each time.
    pub nth: usize,
    /// The numbers that it compares.
    pub compared: Option<(i64, i64)>,
}

impl Position {
    /// The rules of the decision at hand that speak of the piece on a site, or without one those of the deciding player, in the
    /// order in which they are tried; with `towards`, a direction of the board, also why their paths lead nowhere that way, and with
    /// a `target` what is required where they lead there; then those of classes that are not played now, if they lead there or have no
    /// path. None where the decision is of another sort: the rest of a move, a card, chance.
    pub fn concerning(
        &self,
        program: &Program,
        site: Option<SiteId>,
        towards: Option<usize>,
        target: Option<SiteId>,
    ) -> Vec<Concern> {
        let mut runner = self.resume(program);
        let Step::Choice(choice) = runner.advance() else { return Vec::new() };
        let (Actor::Player(player), Some(Task::Play { moves, .. })) = (choice.by, runner.machine.tasks.last()) else {
            return Vec::new();
        };
        let groups = list::groups_of(program, *moves);
        let played = line_of_play(program, *moves);
        let others: Vec<GroupId> =
            (0..program.groups.len()).map(|i| GroupId(i as u8)).filter(|one| !groups.contains(one)).collect();
        let mut eval = runner.eval(runner.machine.values.len() as u16).moving(player).acting(site);
        let mut found = Vec::new();
        for rule in list::rules_of(program, &groups).into_iter().chain(list::rules_of(program, &others)) {
            let compiled = &program.groups[rule.group.index()].rules[rule.index as usize];
            let spoken_of = match site {
                Some(site) => !compiled.by_player && eval.contains(loosened(program, compiled.subject), &Element::Piece(site)),
                None => compiled.by_player,
            };
            if !spoken_of {
                continue;
            }
            let in_subject = match site {
                Some(site) => eval.contains(compiled.subject, &Element::Piece(site)),
                None => eval.bits(compiled.subject) >> player.0 & 1 != 0,
            };
            let leads = |unmet: &Unmet, target| matches!(unmet, Unmet::Elsewhere(sites) if sites.contains(&target));
            let fails = if let Some(by) = played.filter(|_| others.contains(&rule.group)) {
                let leads = match (&compiled.verb, site.zip(target).zip(towards)) {
                    (Verb::Body(..), _) => false,
                    (Verb::Path(path), Some(((from, to), way)))
                        if in_subject
                            && compiled.condition.is_none_or(|condition| eval.truth(condition))
                            && leads(&eval.unmet(*path, from, way), to) =>
                    {
                        true
                    }
                    (Verb::Path(_), _) => continue,
                };
                Some(Fails::Unplayed { by, leads })
            } else if !in_subject {
                Some(Fails::Subject)
            } else if !compiled.condition.is_none_or(|condition| eval.truth(condition)) {
                Some(Fails::Condition)
            } else {
                match (&compiled.verb, site) {
                    (Verb::Path(path), Some(site)) => {
                        let unmet = towards.map(|way| eval.unmet(*path, site, way));
                        let target = target.filter(|target| unmet.as_ref().is_none_or(|unmet| leads(unmet, *target)));
                        let required = target.and_then(|_| self.where_runs_stop(program, rule, Some(site), target)).flatten();
                        required.map(Fails::Required).or(unmet.map(Fails::Path))
                    }
                    (Verb::Body(..), _) => self.where_runs_stop(program, rule, site, None).map(Fails::Body),
                    (Verb::Path(_), None) => None,
                }
            };
            found.push(Concern { rule: compiled.rule, group: rule.group, fails });
        }
        found
    }

    /// The moves that the rules of the decision at hand make, and that the `play` does not admit under which they have begun, each with the
    /// line of that.
    ///
    /// # Errors
    /// A rule that does not come to an end, or offers more than 100,000 moves.
    pub fn not_admitted(&self, program: &Program, counting: Counting) -> Result<Vec<Struck>, LimitReached> {
        let mut runner = self.resume(program);
        let Step::Choice(choice) = runner.advance() else { return Ok(Vec::new()) };
        let mut found = list::runs(&mut runner, &choice, counting.routes(program))?;
        let away = oblige::not_admitted(&runner, &mut found);
        let away = list::merge(away);
        Ok(away
            .into_iter()
            .filter_map(|one| Some(Struck { by: line_of_play(program, one.under?.play)?, mv: one.mv }))
            .collect())
    }

    /// What is required where the runs of a rule stop, with a `target` those whose first leg leads there; none where one goes through,
    /// and nothing in it where they stop for another reason.
    fn where_runs_stop(
        &self,
        program: &Program,
        rule: RuleRef,
        site: Option<SiteId>,
        target: Option<SiteId>,
    ) -> Option<Option<Unfulfilled>> {
        let mut runner = self.resume(program);
        let Step::Choice(Choice { by, .. }) = runner.advance() else { return None };
        runner.trace = Trace::of_stops();
        runner.take(&Pick::Rule(rule, site));
        let leads = |pick: &Pick| target.is_none_or(|to| matches!(pick, Pick::Leg(_, leg) if leg.to == to));
        match runner.advance() {
            Step::Choice(mut choice) if choice.by == by => {
                choice.options.retain(leads);
                explore_choice(&mut runner, &choice, &mut Vec::new(), 1, &mut |_, _, _| false).then_some(())
            }
            Step::Failed => Some(()),
            Step::Choice(_) | Step::Cut | Step::Over => None,
        }?;
        Some(unfulfilled(program, rule, &runner.trace))
    }
}

/// Where moves are played.
fn line_of_play(program: &Program, moves: NodeId) -> Option<RuleId> {
    let mut all = program.blocks.iter().flat_map(|block| &block.ops);
    all.find_map(|(op, line)| matches!(op, Op::Play { moves: of, .. } if *of == moves).then_some(*line))
}

/// A subject without what it says of place and state: `king on home-row` is every king.
fn loosened(program: &Program, subject: NodeId) -> NodeId {
    match program.node(subject) {
        Node::On(what, ..) | Node::Where(what, ..) | Node::Without(what, _) => loosened(program, *what),
        _ => subject,
    }
}

/// The requirement at which runs of a rule stopped: of several the one that stands farthest in the rule, or else in the triggers.
fn unfulfilled(program: &Program, rule: RuleRef, trace: &Trace) -> Option<Unfulfilled> {
    let rule = &program.groups[rule.group.index()].rules[rule.index as usize];
    let body = if let Verb::Body(_, body) = &rule.verb { Some(*body) } else { None };
    let triggers = EventKind::ALL.into_iter().flat_map(|event| program.triggers.of(event)).map(|trigger| trigger.body);
    let mut all = Vec::new();
    body.into_iter().chain([rule.then]).chain(triggers).for_each(|block| requirements(program, block, &mut all));
    let (i, (block, at, line)) = all.iter().enumerate().rev().find(|(_, (block, at, _))| trace.has_stopped(*block, *at))?;
    let nth = all[..i].iter().filter(|(_, _, other)| other == line).count();
    Some(Unfulfilled { line: *line, nth, compared: trace.compared(*block, *at) })
}

/// The places of every `require` in a block, in the order in which they are written.
fn requirements(program: &Program, block: BlockId, found: &mut Vec<(BlockId, u16, RuleId)>) {
    for (at, (op, line)) in program.block(block).ops.iter().enumerate() {
        if matches!(op, Op::Require(_)) {
            found.push((block, at as u16, *line));
        }
        op.blocks().into_iter().for_each(|inner| requirements(program, *inner, found));
    }
}
