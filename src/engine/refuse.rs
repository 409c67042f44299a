//! The reasons for a refusal: which rules of the decision at hand are about a piece, and whether they apply to it now.

use std::borrow::Cow;

use crate::model::{GroupId, PlayerId, RuleId, SiteId};
use crate::program::code::{EventKind, Op, RuleRef, Verb};
use crate::program::node::{Node, NodeId};
use crate::program::{BlockId, Program};

use super::eval::nearest::PathFailure;
use super::list::{self, explore_choice};
use super::machine::Task;
use super::oblige;
use super::position::{Counting, Position, Struck};
use super::run::{Actor, LimitReached, Options, Pick, Runner, Step};
use super::trace::Trace;
use super::value::Element;

/// A rule that is about a piece, or about the player who decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleVerdict {
    /// The line.
    pub rule: RuleId,
    /// Its class.
    pub group: GroupId,
    /// The part of it that does not fit. `None`: subject and condition hold now, and nothing else is known to fail.
    pub fails: Option<RuleFailure>,
}

/// The part of a rule that does not fit what somebody wanted to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleFailure {
    /// Its subject: what it says about the place or state of the piece, or about the player.
    Subject {
        /// Whether its path leads to the target.
        leads: bool,
    },
    /// Its condition.
    Condition {
        /// Whether its path leads to the target.
        leads: bool,
    },
    /// Its path: how far it can be followed, or where it leads.
    Path(PathFailure),
    /// Its path leads to the target, but a `require` on the way fails.
    Required(Unfulfilled),
    /// It is a body, not a path, and cannot be carried out now; with the `require` that fails, if it is one.
    Body(Option<Unfulfilled>),
    /// Its class is not among the moves to be played now.
    Unplayed {
        /// The line of the `play` at hand.
        by: RuleId,
        /// Whether its path leads to the target.
        leads: bool,
    },
}

/// A `require` that fails during a move: the farthest one that runs of the rule reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfulfilled {
    /// The line of the requirement: that of the rule, of a definition that the rule uses, or of a trigger.
    pub line: RuleId,
    /// Its index among the requirements of that line, from 0. Those of a definition that is used more than once are counted each
    /// time.
    pub nth: usize,
    /// The two numbers that it compares, if it compares numbers.
    pub compared: Option<(i64, i64)>,
}

impl Position {
    /// The rules of the decision at hand that are about the piece on a site, or without a site about the deciding player, in the
    /// order in which they are tried. With `towards` (a direction of the board) it is also found why their paths do not lead
    /// that way, and with `target` which requirement fails where they lead there. Rules of classes that are not played now
    /// follow, if they lead there or have no path. Empty for other decisions: the rest of a move, a card, chance.
    pub fn concerning(
        &self,
        program: &Program,
        site: Option<SiteId>,
        towards: Option<usize>,
        target: Option<SiteId>,
    ) -> Vec<RuleVerdict> {
        let Some((runner, player, moves)) = self.before_move(program) else { return Vec::new() };
        let groups = list::groups_of(program, moves);
        let played = line_of_play(program, moves);
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
            let holds = compiled.condition.is_none_or(|condition| eval.truth(condition));
            let unmet = match (&compiled.verb, site.zip(towards)) {
                (Verb::Path(path), Some((from, way))) => Some(eval.unmet(*path, from, way)),
                _ => None,
            };
            let reaches = |target: SiteId| matches!(&unmet, Some(PathFailure::Elsewhere(sites)) if sites.contains(&target));
            let leads = target.is_some_and(reaches);
            let fails = if let Some(by) = played.filter(|_| others.contains(&rule.group)) {
                let is_path = matches!(compiled.verb, Verb::Path(_));
                if is_path && !(in_subject && holds && leads) {
                    continue;
                }
                Some(RuleFailure::Unplayed { by, leads })
            } else if !in_subject {
                Some(RuleFailure::Subject { leads })
            } else if !holds {
                Some(RuleFailure::Condition { leads })
            } else {
                match (&compiled.verb, site) {
                    (Verb::Path(_), Some(site)) => {
                        let target = target.filter(|target| unmet.is_none() || reaches(*target));
                        let required = target.and_then(|_| self.where_runs_stop(program, rule, Some(site), target)).flatten();
                        required.map(RuleFailure::Required).or(unmet.map(RuleFailure::Path))
                    }
                    (Verb::Body(..), _) => self.where_runs_stop(program, rule, site, None).map(RuleFailure::Body),
                    (Verb::Path(_), None) => None,
                }
            };
            found.push(RuleVerdict { rule: compiled.rule, group: rule.group, fails });
        }
        found
    }

    /// If the game is over because a player had to move and could not: the position in which that player had to. Then
    /// [`Position::concerning`] tells of the rules there. `None` where the script of a turn does something before its `play`.
    pub fn before_it_was_stuck(&self, program: &Program) -> Option<Position> {
        let outcome = self.outcome()?;
        program.game.endings.iter().find(|line| line.cannot_move.is_some() && line.script.rule == outcome.rule)?;
        let stuck = Position { store: self.store.clone(), machine: None, began: self.began };
        let is_asked = stuck.before_move(program).is_some() && stuck.moves(program, Counting::AsWritten).ok()?.is_empty();
        is_asked.then_some(stuck)
    }

    /// A runner at the move that a player has to make, with that player and the phrase of the moves to be played; `None` for
    /// other decisions. Whether there is a move does not matter.
    fn before_move<'p>(&self, program: &'p Program) -> Option<(Runner<'p>, PlayerId, NodeId)> {
        let mut runner = self.resume(program);
        let Some(Task::Play { moves, by, .. }) = runner.machine.tasks.last() else { return None };
        let (moves, player) = (*moves, by.unwrap_or_else(|| runner.mover()));
        runner.fresh_each_move();
        Some((runner, player, moves))
    }

    /// The moves that rules of the decision at hand make but their `play` does not admit, each with the line of the `play`.
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

    /// Where the runs of a rule fail; with a `target`, only those whose first leg leads there. `None` if some run succeeds,
    /// `Some(None)` if they fail for another reason than a `require`.
    fn where_runs_stop(
        &self,
        program: &Program,
        rule: RuleRef,
        site: Option<SiteId>,
        target: Option<SiteId>,
    ) -> Option<Option<Unfulfilled>> {
        let (mut runner, player, _) = self.before_move(program)?;
        runner.trace = Trace::of_stops();
        runner.take(&Pick::Rule(rule, site));
        let leads = |pick: &Pick| target.is_none_or(|to| matches!(pick, Pick::Leg(_, leg) if leg.to == to));
        match runner.advance() {
            Step::Choice(mut choice) if choice.by == Actor::Player(player) => {
                let leading = choice.options.iter().map(Cow::into_owned).filter(leads);
                choice.options = Options::Listed(leading.collect());
                explore_choice(&mut runner, &choice, &mut Vec::new(), 1, &mut |_, _, _| false).then_some(())
            }
            Step::Failed => Some(()),
            Step::Choice(_) | Step::Cut | Step::Over => None,
        }?;
        Some(unfulfilled(program, rule, &runner.trace))
    }
}

/// The line of the `play` statement with this phrase of moves.
fn line_of_play(program: &Program, moves: NodeId) -> Option<RuleId> {
    let mut all = program.blocks.iter().flat_map(|block| &block.ops);
    all.find_map(|(op, line)| matches!(op, Op::Play { moves: of, .. } if *of == moves).then_some(*line))
}

/// A subject without its restrictions on place and state: `king on home-row` becomes every king.
fn loosened(program: &Program, subject: NodeId) -> NodeId {
    match program.node(subject) {
        Node::On(what, ..) | Node::Where(what, ..) | Node::Without(what, _) => loosened(program, *what),
        _ => subject,
    }
}

/// The requirement at which runs of a rule failed: of several the last, in the order body, statements after the path, triggers.
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

/// Collects the place of every `require` in a block, in the order in which they are written.
fn requirements(program: &Program, block: BlockId, found: &mut Vec<(BlockId, u16, RuleId)>) {
    for (at, (op, line)) in program.block(block).ops.iter().enumerate() {
        if matches!(op, Op::Require(_)) {
            found.push((block, at as u16, *line));
        }
        op.blocks().into_iter().for_each(|inner| requirements(program, *inner, found));
    }
}
