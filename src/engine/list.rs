//! Enumeration: every run from a decision to its end, undone one after the other; then obligations, and alike moves made one.

use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use smallvec::SmallVec;

use crate::model::equipment::Routes;
use crate::model::{GroupId, PlayerId, RuleId, SiteId};
use crate::program::code::{RuleRef, Verb};
use crate::program::node::{Node, NodeId};
use crate::program::{BlockId, Program, quiet};

use super::eval::{Candidate, Eval};
use super::machine::{Ended, Machine, Task};
use super::moves::{Deed, Move};
use super::run::{Actor, Choice, LimitReached, MOST_MOVES, Pick, Runner, Step};
use super::trace::Trace;
use super::value::{TakenPiece, Value};

/// The rules of some classes, in class order, then as written.
pub(super) fn rules_of(program: &Program, groups: &[GroupId]) -> SmallVec<[RuleRef; 8]> {
    let mut all = SmallVec::new();
    for group in groups {
        for index in 0..program.groups[group.index()].rules.len() as u16 {
            all.push(RuleRef { group: *group, index });
        }
    }
    all
}

/// The classes that a phrase of moves speaks of.
pub(super) fn groups_of(program: &Program, moves: NodeId) -> SmallVec<[GroupId; 4]> {
    fn collect(program: &Program, node: NodeId, found: &mut SmallVec<[GroupId; 4]>) {
        match program.node(node) {
            Node::Moves(groups) => found.extend(groups.iter().copied()),
            Node::Intersect(parts) | Node::Union(parts) => {
                parts.iter().for_each(|part| collect(program, *part, found));
            }
            Node::Without(a, _) | Node::Where(a, ..) | Node::Extreme(a, ..) | Node::In(a, ..) | Node::MovesOf(a, _) => {
                collect(program, *a, found);
            }
            Node::If(_, a, b) => {
                collect(program, *a, found);
                collect(program, *b, found);
            }
            _ => {}
        }
    }
    let mut found = SmallVec::new();
    collect(program, moves, &mut found);
    found.sort_unstable();
    found.dedup();
    found
}

/// Two runs with equal keys are one move: hashes of the result, of who does what, and of the rest of the turn.
type Key = (u64, u64, u64);

/// One run from a decision to its end.
pub(super) struct Found {
    pub(super) mv: Move,
    key: Key,
    group: Option<GroupId>,
    actor: Option<SiteId>,
    start: Option<SiteId>,
    landing: Option<SiteId>,
    trail: SmallVec<[SiteId; 4]>,
    legs: u16,
    taken: SmallVec<[TakenPiece; 2]>,
    /// The `play` under which it has begun.
    under: Option<NodeId>,
}

/// What every run is shown to; whether to go on.
type Visit<'v, 'a> = dyn FnMut(&Runner<'a>, &[u16], u64) -> bool + 'v;

/// Follows every run of one decider from here to its end.
fn explore<'a>(runner: &mut Runner<'a>, by: Actor, record: &mut Vec<u16>, weight: u64, visit: &mut Visit<'_, 'a>) -> bool {
    match runner.advance() {
        Step::Choice(choice) if choice.by == by => explore_choice(runner, &choice, record, weight, visit),
        Step::Choice(_) | Step::Cut | Step::Over => visit(runner, record, weight),
        Step::Failed => runner.limit.is_none(),
    }
}

fn explore_choice<'a>(
    runner: &mut Runner<'a>,
    choice: &Choice,
    record: &mut Vec<u16>,
    weight: u64,
    visit: &mut Visit<'_, 'a>,
) -> bool {
    for (i, pick) in choice.options.iter().enumerate() {
        if !runner.may_try(record.len()) {
            return false;
        }
        let saved = runner.save();
        runner.take(pick);
        record.push(i as u16);
        let ways = match pick {
            Pick::Things(_, ways) | Pick::Identity(_, ways) => *ways,
            _ => 1,
        };
        // Chance chooses once: what follows is a decision of its own.
        let go_on = if choice.by == Actor::Chance {
            visit(runner, record, weight.saturating_mul(ways))
        } else {
            explore(runner, choice.by, record, weight, visit)
        };
        record.pop();
        runner.restore(saved);
        if !go_on {
            return false;
        }
    }
    true
}

/// Every run of the decision at hand, by the options of its first choice, before obligations. Obligations look at classes, and may
/// look at what a move does on its way, and a `play` at what it admits, so runs that differ in these are kept apart until then.
pub(super) fn runs(runner: &mut Runner<'_>, choice: &Choice, routes: Routes) -> Result<Vec<Found>, LimitReached> {
    let mut found: Vec<Found> = Vec::new();
    let mut known: FxHashMap<(Key, u64), usize> = FxHashMap::default();
    runner.machine.deeds.clear();
    runner.under = None;
    let mut limit = None;
    explore_choice(runner, choice, &mut Vec::new(), 1, &mut |end, record, weight| {
        let one = describe(end, record, weight, routes);
        match known.entry((one.key, one.asked_about(end.program))) {
            Entry::Occupied(at) if choice.by == Actor::Chance => found[*at.get()].mv.weight += weight,
            Entry::Occupied(at) => found[*at.get()].or_route(one),
            Entry::Vacant(free) => {
                free.insert(found.len());
                found.push(one);
            }
        }
        if found.len() > MOST_MOVES {
            limit = Some(end.rule_reached("more than 100,000 moves of one decision"));
        }
        limit.is_none()
    });
    match limit.or_else(|| runner.limit.take()) {
        Some(limit) => Err(limit),
        None => Ok(found),
    }
}

/// One of each move, by the route that comes first in site order.
pub(super) fn merge(found: Vec<Found>) -> Vec<Found> {
    let mut known: FxHashMap<Key, usize> = FxHashMap::default();
    let mut merged: Vec<Found> = Vec::with_capacity(found.len());
    for one in found {
        match known.entry(one.key) {
            Entry::Occupied(at) => merged[*at.get()].or_route(one),
            Entry::Vacant(free) => {
                free.insert(merged.len());
                merged.push(one);
            }
        }
    }
    merged
}

/// Moves struck out that are not there by another route.
pub(super) fn unlike(struck: Vec<(Found, usize)>, found: &[Found]) -> impl Iterator<Item = (Found, usize)> + use<> {
    let kept: FxHashSet<Key> = found.iter().map(|one| one.key).collect();
    struck.into_iter().filter(move |(one, _)| !kept.contains(&one.key))
}

impl Found {
    /// All that the obligations and its `play` can ask about it, as a hash.
    fn asked_about(&self, program: &Program) -> u64 {
        let mut hasher = FxHasher::default();
        (self.under, self.group).hash(&mut hasher);
        let by_class = program.quiet.by_class && self.under.is_none_or(|play| quiet::by_class(program, play));
        if !by_class {
            (self.start, self.landing, &self.trail, self.legs).hash(&mut hasher);
            self.taken.iter().for_each(|taken| taken.site.hash(&mut hasher));
        }
        hasher.finish()
    }

    /// The same move by another route, if that comes first in site order.
    fn or_route(&mut self, other: Found) {
        if other.mv.path() < self.mv.path() {
            *self = other;
        }
    }
}

impl Runner<'_> {
    fn rule_reached(&self, what: &'static str) -> LimitReached {
        let mut copy = self.clone();
        let rule = self.machine.run.rule.map(|rule| self.program.groups[rule.group.index()].rules[rule.index as usize].rule);
        copy.reach(what, rule);
        copy.limit.unwrap_or(LimitReached { what, rule: String::new(), place: String::new(), course: String::new() })
    }
}

fn describe(end: &Runner<'_>, record: &[u16], weight: u64, routes: Routes) -> Found {
    let run = &end.machine.run;
    let rule = run.rule.map(|rule| end.program.groups[rule.group.index()].rules[rule.index as usize].rule);
    let declined = end.machine.deeds.contains(&Deed::Declined);
    let deeds = end.machine.deeds.clone();
    let mut mv = Move {
        rule: rule.filter(|_| !declined),
        group: run.rule.map(|rule| rule.group).filter(|_| !declined),
        deeds,
        weight,
        record: SmallVec::from_slice(record),
    };
    if mv.deeds.is_empty() {
        mv.deeds.push(Deed::Declined);
    }
    let key = key(end, &mv, routes);
    Found {
        key,
        group: mv.group,
        actor: run.start,
        start: run.start,
        landing: run.landing,
        trail: run.trail.clone(),
        legs: run.legs,
        taken: run.taken.clone(),
        under: end.under,
        mv,
    }
}

/// What makes two runs one move: the piece, the names of verbs, what was chosen under which name, and the result; and, where routes
/// are distinct and no verb has a name, what each leg takes in which order, or where it goes if it takes nothing.
fn key(end: &Runner<'_>, mv: &Move, routes: Routes) -> Key {
    let mut chosen = FxHasher::default();
    let action = mv.deeds.iter().any(|deed| matches!(deed, Deed::Verb(_)));
    mv.from().hash(&mut chosen);
    for deed in &mv.deeds {
        match deed {
            Deed::Chosen(..) | Deed::Verb(_) | Deed::Declined => deed.hash(&mut chosen),
            Deed::Leg { to, captures, .. } if routes == Routes::Distinct && !action => {
                captures.hash(&mut chosen);
                if captures.is_empty() {
                    to.hash(&mut chosen);
                }
            }
            _ => {}
        }
    }
    let (result, rest) = outcome(end);
    (result, chosen.finish(), rest)
}

/// What comes of a run, as one number.
pub(super) fn result(end: &Runner<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    outcome(end).hash(&mut hasher);
    hasher.finish()
}

/// Hashes of what comes of a run: the position with what was taken, and the rest of the turn.
fn outcome(end: &Runner<'_>) -> (u64, u64) {
    let mut rest = FxHasher::default();
    let machine = &end.machine;
    let mut taken: SmallVec<[SiteId; 8]> = machine.run.taken.iter().map(|taken| taken.site).collect();
    (&machine.tasks, &machine.values).hash(&mut rest);
    if machine.tasks.iter().any(|task| matches!(task, Task::PlayEnds { .. })) {
        (machine.run.actor, machine.run.heading, &taken).hash(&mut rest);
    }
    taken.sort_unstable();
    taken.hash(&mut rest);
    (machine.outcome.is_some(), end.program.quiet.several_plays && machine.run.ended == Some(Ended::Turn)).hash(&mut rest);
    (end.store.full_hash(&end.program.layout), rest.finish())
}

/// Strikes out, one obligation after the other, the moves that it removes; each goes with the obligation's place in the order.
/// What the `play` does not admit under which it has begun is no move at all; what is no move of a `play`, as a declined option,
/// is never struck out.
pub(super) fn oblige(runner: &Runner<'_>, found: &mut Vec<Found>) -> Vec<(Found, usize)> {
    let mut removed = Vec::new();
    if !found.iter().any(|one| one.under.is_some()) {
        return removed;
    }
    let mut admitted = admitted(runner, found).into_iter();
    found.retain(|one| admitted.next().unwrap_or(false) || one.under.is_none());
    for (i, obligation) in runner.program.obligations.iter().enumerate() {
        let base = runner.machine.values.len() as u16;
        if !obligation.condition.is_none_or(|condition| runner.eval(base).truth(condition)) {
            continue;
        }
        let preferred = select(runner, obligation.moves, found, base);
        if preferred.iter().any(|one| *one) {
            let mut preferred = preferred.into_iter();
            let (kept, struck): (Vec<Found>, Vec<Found>) =
                found.drain(..).partition(|one| preferred.next().unwrap_or(false) || one.under.is_none());
            removed.extend(struck.into_iter().map(|one| (one, i)));
            *found = kept;
        }
    }
    removed
}

/// Which of the moves the `play` admits under which each has begun.
fn admitted(runner: &Runner<'_>, found: &[Found]) -> Vec<bool> {
    let mut plays: SmallVec<[NodeId; 2]> = found.iter().filter_map(|one| one.under).collect();
    plays.sort_unstable();
    plays.dedup();
    let mut all = vec![false; found.len()];
    for play in plays {
        let chosen = select(runner, play, found, 0);
        for ((all, chosen), one) in all.iter_mut().zip(chosen).zip(found) {
            *all |= chosen && one.under == Some(play);
        }
    }
    all
}

/// Which of the moves a phrase of moves denotes.
fn select(runner: &Runner<'_>, node: NodeId, found: &[Found], base: u16) -> Vec<bool> {
    let program = runner.program;
    let all = |part: NodeId| select(runner, part, found, base);
    let about = |one: &Found, it: crate::model::LocalId, test: &mut dyn FnMut(&mut Eval<'_>)| {
        let candidate = Candidate {
            actor: one.actor,
            taken: &one.taken,
            start: one.start,
            landing: one.landing,
            trail: &one.trail,
            legs: one.legs,
        };
        let mut eval = runner.eval(base).about(candidate).binding(it, Value::None);
        test(&mut eval);
    };
    match program.node(node) {
        Node::Moves(groups) => found.iter().map(|one| one.group.is_some_and(|group| groups.contains(&group))).collect(),
        Node::Intersect(parts) => fold(parts.iter().map(|part| all(*part)), found.len(), true),
        Node::Union(parts) => fold(parts.iter().map(|part| all(*part)), found.len(), false),
        Node::Without(a, b) => all(*a).iter().zip(all(*b)).map(|(a, b)| *a && !b).collect(),
        Node::Where(what, it, condition) => {
            let mut chosen = all(*what);
            for (keep, one) in chosen.iter_mut().zip(found) {
                if *keep {
                    about(one, *it, &mut |eval| *keep = eval.truth(*condition));
                }
            }
            chosen
        }
        Node::Extreme(what, it, most, number) => {
            let mut chosen = all(*what);
            let mut keys: Vec<Option<SmallVec<[i64; 4]>>> = vec![None; found.len()];
            for ((keep, one), key) in chosen.iter().zip(found).zip(&mut keys) {
                if *keep {
                    about(one, *it, &mut |eval| *key = Some(eval.numbers(*number)));
                }
            }
            let best = if *most { keys.iter().flatten().max() } else { keys.iter().flatten().min() }.cloned();
            for (keep, key) in chosen.iter_mut().zip(&keys) {
                *keep = *keep && *key == best;
            }
            chosen
        }
        Node::If(condition, yes, no) => {
            let branch = if runner.eval(base).truth(*condition) { *yes } else { *no };
            all(branch)
        }
        _ => vec![false; found.len()],
    }
}

fn fold(parts: impl Iterator<Item = Vec<bool>>, len: usize, both: bool) -> Vec<bool> {
    parts.fold(vec![both; len], |all, part| all.iter().zip(part).map(|(a, b)| if both { *a && b } else { *a || b }).collect())
}

/// Whether a `play` admits any move that begins with one of these options.
pub(super) fn any_admitted(runner: &mut Runner<'_>, moves: NodeId, options: &[Pick]) -> bool {
    if of_classes(runner.program, moves) {
        return any_run(runner, options);
    }
    let (by, routes) = (runner.machine_player(), runner.program.equipment.routes);
    let mut found = Vec::new();
    for pick in options {
        runner.trying(|trial| {
            trial.brief = false;
            trial.machine.deeds.clear();
            trial.take(pick);
            explore(trial, by, &mut Vec::new(), 1, &mut |end, record, weight| {
                found.push(describe(end, record, weight, routes));
                found.len() <= MOST_MOVES
            })
        });
    }
    admitted(runner, &found).contains(&true)
}

/// Whether a phrase of moves is all moves of some classes.
fn of_classes(program: &Program, moves: NodeId) -> bool {
    match program.node(moves) {
        Node::Moves(_) => true,
        Node::Union(parts) => parts.iter().all(|part| of_classes(program, *part)),
        _ => false,
    }
}

/// Whether any run begins with one of these options of a `play`.
fn any_run(runner: &mut Runner<'_>, options: &[Pick]) -> bool {
    let by = runner.machine_player();
    // First those of which it can be told without running them.
    let mut others: SmallVec<[&Pick; 8]> = SmallVec::new();
    let (mark, run) = (runner.journal.mark(), std::mem::take(&mut runner.machine.run));
    runner.fresh_each_move();
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
    runner.machine.run = run;
    runner.journal.undo(mark, &mut runner.store, &runner.program.layout);
    told || others.into_iter().any(|pick| {
        runner.trying(|trial| {
            trial.take(pick);
            !explore(trial, by, &mut Vec::new(), 1, &mut |_, _, _| false)
        })
    })
}

impl Runner<'_> {
    /// Who decides the `play` on top of the stack.
    pub(super) fn machine_player(&self) -> Actor {
        match self.machine.tasks.last() {
            Some(Task::Play { by: Some(by), .. }) => Actor::Player(*by),
            _ => Actor::Player(self.machine.chooser.unwrap_or_else(|| self.mover())),
        }
    }
}

/// Whether some run of a task goes through from here.
pub(super) fn task_runs(runner: &Runner<'_>, task: Task) -> bool {
    some_run(runner, task, |_| true)
}

/// Whether some run of a task goes through and something is different after it.
pub(super) fn task_changes(runner: &Runner<'_>, task: Task) -> bool {
    some_run(runner, task, |after| after.store != runner.store || after.machine.run != runner.machine.run)
}

/// Whether some run of a task goes through and ends so.
fn some_run(runner: &Runner<'_>, task: Task, ends: impl Fn(&Runner<'_>) -> bool) -> bool {
    let mut trial = Runner::new(runner.program, runner.store.clone(), runner.machine.clone(), runner.past.clone());
    let by = trial.machine_player();
    trial.machine.tasks.clear();
    trial.push(Task::Cut);
    trial.push(task);
    !explore(&mut trial, by, &mut Vec::new(), 1, &mut |after, _, _| !ends(after))
}

fn trial<'a>(eval: &Eval<'a>, actor: Option<SiteId>) -> Runner<'a> {
    let mut machine: Machine = eval.machine.clone();
    machine.tasks.clear();
    machine.run.actor = actor;
    let past = super::run::Past { patience: false, tried: true, ..super::run::Past::of(&[]) };
    Runner::new(eval.program, eval.store.clone(), machine, past)
}

/// Whether a rule with a body can be carried out by the piece on a site, or by nobody.
pub(super) fn body_runs(eval: &Eval<'_>, rule: RuleRef, piece: Option<SiteId>) -> bool {
    whole_run(&mut trial(eval, piece), rule)
}

/// Where the runs of a rule with a body stop, if it cannot be carried out.
pub(super) fn where_body_stops(eval: &Eval<'_>, rule: RuleRef, piece: Option<SiteId>) -> Option<Trace> {
    let mut runner = trial(eval, piece);
    runner.trace = Trace::of_stops();
    (!whole_run(&mut runner, rule)).then_some(runner.trace)
}

/// Whether some run of a rule with a body goes through.
fn whole_run(runner: &mut Runner<'_>, rule: RuleRef) -> bool {
    runner.push(Task::Cut);
    runner.push(Task::Leg { rule });
    let by = runner.machine_player();
    !explore(runner, by, &mut Vec::new(), 1, &mut |_, _, _| false)
}

/// Whether some run of a block goes through with a piece acting.
pub(super) fn block_runs(eval: &mut Eval<'_>, block: BlockId, site: SiteId) -> bool {
    let runner = trial(eval, Some(site));
    let base = eval.base as u16;
    task_runs(&runner, Task::Block { block, next: 0, base })
}

/// Whether the mover, or another player, could begin a move of these classes.
pub(super) fn any_move(eval: &mut Eval<'_>, moves: NodeId) -> bool {
    let players = match eval.program.node(moves) {
        Node::MovesOf(_, players) => eval.bits(*players),
        _ => 1 << eval.mover().0,
    };
    let groups = groups_of(eval.program, moves);
    any_move_of(eval, &groups, &[], players)
}

/// Whether one of these players (as bits), if it were on turn, could begin a move of these classes, by other rules than those of some
/// lines. Only the first leg counts.
pub(super) fn any_move_of(eval: &mut Eval<'_>, groups: &[GroupId], without: &[RuleId], players: u64) -> bool {
    let mut players = (0..8).filter(|player| players >> player & 1 != 0);
    players.any(|player| any_move_by(eval, groups, without, PlayerId(player)))
}

fn any_move_by(eval: &mut Eval<'_>, groups: &[GroupId], without: &[RuleId], player: PlayerId) -> bool {
    let mut runner = trial(eval, None);
    runner.machine.run = Default::default();
    runner.put_on_turn(player);
    let options = runner.openings_of(groups, without, None);
    options.iter().any(|pick| {
        let Pick::Rule(rule, piece) = pick else { return false };
        match (&runner.program.groups[rule.group.index()].rules[rule.index as usize].verb, piece) {
            (Verb::Path(path), Some(site)) => match runner.known_legs(*rule, *site) {
                Some(legs) => !legs.is_empty(),
                None => runner.eval(0).can_follow(*path, *site),
            },
            (Verb::Path(_), None) => false,
            (Verb::Body(..), piece) => body_runs(&runner.eval(0), *rule, *piece),
        }
    })
}
