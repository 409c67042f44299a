//! Whether something can be done: runs are tried until one succeeds.

use smallvec::SmallVec;

use super::eval::Eval;
use super::list::{ListedRun, describe, explore, explore_choice, groups_of, rules_of, whole_classes};
use super::machine::{Machine, MoveSoFar, Task};
use super::oblige::select;
use super::run::{Actor, Choice, LimitReached, MOST_DEEDS, MOST_MOVES, Pick, Runner};
use crate::model::{GroupId, PlayerId, RuleId, SiteId};
use crate::program::code::{RuleRef, Verb};
use crate::program::node::{Node, NodeId};
use crate::program::{BlockId, Program};

/// Whether a `play` admits any move that begins with one of these options.
pub(super) fn any_admitted(runner: &mut Runner<'_>, moves: NodeId, options: &[Pick]) -> bool {
    if whole_classes(runner.program, moves) {
        return any_run(runner, options);
    }
    let (by, routes) = (runner.machine_player(), runner.program.equipment.routes);
    let (mut found, mut deeds) = (Vec::new(), 0);
    for pick in options {
        runner.trying(|trial| {
            trial.machine.deeds.clear();
            trial.take(pick);
            explore(trial, by, &mut Vec::new(), 1, &mut |end, record, weight| {
                let one = describe(end, record, weight, routes);
                deeds += one.mv.deeds.len();
                found.push(one);
                found.len() <= MOST_MOVES && deeds <= MOST_DEEDS
            })
        });
    }
    let found: Vec<&ListedRun> = found.iter().collect();
    select(runner, moves, &found, 0).contains(&true)
}

/// Whether any run that begins with one of these options of a `play` succeeds.
fn any_run(runner: &mut Runner<'_>, options: &[Pick]) -> bool {
    let by = runner.machine_player();
    // First the options that can be decided without being run.
    let mut others: SmallVec<[&Pick; 8]> = SmallVec::new();
    let run = std::mem::take(&mut runner.machine.moving);
    let told = options.iter().any(|pick| {
        let told = match pick {
            Pick::Rule(rule, Some(_)) if runner.body_runs_through(*rule) => Some(true),
            Pick::Rule(rule, Some(site)) => runner.some_leg(*rule, *site),
            _ => None,
        };
        if told.is_none() {
            others.push(pick);
        }
        told == Some(true)
    });
    runner.machine.moving = run;
    told || others.into_iter().any(|pick| {
        runner.trying(|trial| {
            trial.take(pick);
            // If this reaches a limit, listing the moves reaches it too and reports it.
            !explore(trial, by, &mut Vec::new(), 1, &mut |_, _, _| false)
        })
    })
}

impl Runner<'_> {
    /// Whether some option of a choice does not fail. For a `play` and for chance this has been made sure before.
    ///
    /// # Errors
    /// A limit that is reached before that is known.
    pub(super) fn can_choose(&mut self, choice: &Choice) -> Result<bool, LimitReached> {
        if choice.by == Actor::Chance || matches!(self.machine.tasks.last(), Some(Task::Play { .. })) {
            return Ok(true);
        }
        // Listing the moves will do the same work again, so it is not counted here.
        let effort = std::mem::take(&mut self.effort);
        let found = self.trying(|trial| {
            let mut found = false;
            explore_choice(trial, choice, &mut Vec::new(), 1, &mut |_, _, _| {
                found = true;
                false
            });
            trial.limit.take().map_or(Ok(found), Err)
        });
        self.effort = effort;
        found
    }

    /// The rules by which the piece on a site may begin a move of those asked about. Rules of players do not apply to pieces.
    fn openings_with(&self, asked: &AskedMoves<'_>, site: SiteId) -> Vec<Pick> {
        let mut rules = rules_of(self.program, asked.groups);
        rules.retain(|rule| {
            let compiled = &self.program.groups[rule.group.index()].rules[rule.index as usize];
            !asked.without.contains(&compiled.rule) && self.eval(0).admits(compiled, site)
        });
        rules.into_iter().map(|rule| Pick::Rule(rule, Some(site))).collect()
    }

    /// Who decides the `play` on top of the stack.
    pub(super) fn machine_player(&self) -> Actor {
        match self.machine.tasks.last() {
            Some(Task::Play { by: Some(by), .. }) => Actor::Player(*by),
            _ => Actor::Player(self.machine.chooser.unwrap_or_else(|| self.mover())),
        }
    }
}

/// Whether some run of a task succeeds from here.
pub(super) fn task_runs(runner: &Runner<'_>, task: Task) -> bool {
    some_run(runner, task, |_| true)
}

/// Whether some run of a task succeeds and changes something.
pub(super) fn task_changes(runner: &Runner<'_>, task: Task) -> bool {
    some_run(runner, task, |after| after.store != runner.store || after.machine.moving != runner.machine.moving)
}

/// Whether some run of a task, on a copy of this one, succeeds and ends as wanted.
fn some_run(runner: &Runner<'_>, task: Task, ends: impl Fn(&Runner<'_>) -> bool) -> bool {
    let mut trial = Runner::new(runner.program, runner.store.clone(), runner.machine.clone(), runner.past.clone());
    trial.effort = runner.effort.clone();
    let by = trial.machine_player();
    trial.machine.tasks.clear();
    trial.push(Task::Cut);
    trial.push(task);
    any(&mut trial, by, &ends)
}

/// Whether any run of one decider ends as wanted; `false` if a limit is reached before one does.
fn any<'a>(runner: &mut Runner<'a>, by: Actor, ends: &dyn Fn(&Runner<'a>) -> bool) -> bool {
    let mut found = false;
    explore(runner, by, &mut Vec::new(), 1, &mut |after, _, _| {
        found = ends(after);
        !found
    });
    found
}

fn trial<'a>(eval: &Eval<'a>, actor: Option<SiteId>) -> Runner<'a> {
    let mut machine: Machine = eval.machine.clone();
    machine.tasks.clear();
    machine.moving.actor = actor;
    if let Some(site) = eval.sets_out {
        (machine.moving.start, machine.moving.trail) = (Some(site), SmallVec::from_slice(&[site]));
    }
    let past = super::run::Past { patience: false, tried: true, ..super::run::Past::of(&[]) };
    let mut runner = Runner::new(eval.program, eval.store.clone(), machine, past);
    runner.effort = eval.effort.clone();
    runner
}

/// Whether a rule with a body can be carried out by the piece on a site, or by a player (`None`).
pub(super) fn body_runs(eval: &Eval<'_>, rule: RuleRef, piece: Option<SiteId>) -> bool {
    let mut runner = trial(eval, piece);
    runner.machine.moving.under_way = true;
    runner.push(Task::Cut);
    runner.push(Task::Leg { rule });
    let by = runner.machine_player();
    any(&mut runner, by, &|_| true)
}

/// Whether some run of a block succeeds with the piece on a site acting.
pub(super) fn block_runs(eval: &mut Eval<'_>, block: BlockId, site: SiteId) -> bool {
    let mut runner = trial(eval, Some(site));
    // A phrase outside any script has no room yet for the names that the block binds.
    let values = &mut runner.machine.values;
    let room =
        eval.base + names_of(eval.program, block).max(eval.bound.iter().map(|(name, _)| name.index() + 1).max().unwrap_or(0));
    if values.len() < room {
        values.resize(room, Default::default());
    }
    for (name, value) in &eval.bound {
        values[eval.base + name.index()] = value.clone();
    }
    let base = eval.base as u16;
    task_runs(&runner, Task::Block { block, next: 0, base })
}

/// The number of values needed for the names that a block binds, including the names before them.
fn names_of(program: &Program, block: BlockId) -> usize {
    let most = std::cell::Cell::new(0);
    program.some_op(block, &|op| {
        if let Some((name, _)) = op.binds() {
            most.set(most.get().max(name.index() + 1));
        }
        false
    });
    most.get()
}

/// Whether the mover, or the players that the phrase names, could begin a move of these classes.
pub(super) fn any_move(eval: &mut Eval<'_>, moves: NodeId) -> bool {
    let players = match eval.program.node(moves) {
        Node::MovesOf(_, players) => eval.bits(*players),
        _ => 1 << eval.mover().0,
    };
    let groups = groups_of(eval.program, moves);
    any_move_of(eval, &AskedMoves { groups: &groups, without: &[], prey: None, with: None }, players)
}

/// The moves of a question whether there is any. Only the first leg of each is considered.
pub(super) struct AskedMoves<'q> {
    /// The classes of the moves.
    pub(super) groups: &'q [GroupId],
    /// Lines whose rules are left out.
    pub(super) without: &'q [RuleId],
    /// A set of which the leg must take something; evaluated at the point of the caller.
    pub(super) prey: Option<NodeId>,
    /// The site of the piece that must make the move.
    pub(super) with: Option<SiteId>,
}

/// Whether one of these players (as bits) could begin such a move if it were that player's turn.
pub(super) fn any_move_of(eval: &mut Eval<'_>, asked: &AskedMoves<'_>, players: u64) -> bool {
    let mut players = (0..8).filter(|player| players >> player & 1 != 0);
    players.any(|player| any_move_by(eval, asked, PlayerId(player)))
}

/// What a move under way has taken stays taken.
fn any_move_by(eval: &mut Eval<'_>, asked: &AskedMoves<'_>, player: PlayerId) -> bool {
    let mut runner = trial(eval, None);
    let taken = if eval.machine.moving.under_way { eval.machine.moving.taken.clone() } else { SmallVec::new() };
    runner.machine.moving = MoveSoFar { taken, ..MoveSoFar::default() };
    runner.fresh_each_move();
    runner.put_on_turn(player);
    let options = match asked.with {
        Some(site) => runner.openings_with(asked, site),
        None => runner.openings_of(asked.groups, asked.without, None),
    };
    options.iter().any(|pick| {
        let Pick::Rule(rule, piece) = pick else { return false };
        match (&runner.program.groups[rule.group.index()].rules[rule.index as usize].verb, piece, asked.prey) {
            (Verb::Path(path), Some(site), None) => match runner.known_legs(*rule, *site) {
                Some(legs) => !legs.is_empty(),
                None => runner.eval(0).setting_out(*site).can_follow(*path, *site),
            },
            (Verb::Path(path), Some(site), Some(prey)) => {
                let ways = runner.eval(0).setting_out(*site).matches(*path, *site).unwrap_or_default();
                eval.is_prey(prey, *site, &ways)
            }
            (Verb::Body(..), Some(site), None) => body_runs(&runner.eval(0).setting_out(*site), *rule, Some(*site)),
            (Verb::Body(..), None, None) => body_runs(&runner.eval(0), *rule, None),
            (Verb::Path(_), None, _) | (Verb::Body(..), _, Some(_)) => false,
        }
    })
}
