//! Listing moves: every run from a decision to its end, undone one after the other; then obligations, then merging of runs that
//! are the same move.

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use smallvec::SmallVec;

use crate::model::equipment::Routes;
use crate::model::{GroupId, SiteId};
use crate::program::code::RuleRef;
use crate::program::node::{Node, NodeId};
use crate::program::{Program, forced_rest};

use super::machine::Ended;
use super::moves::{Deed, Move};
use super::run::{Actor, Choice, LimitReached, MOST_DEEDS, MOST_MOVES, Pick, Runner, Step, TOO_MANY_DEEDS, Under};
use super::value::TakenPiece;

/// The rules of these classes, class by class, in the order in which they are written.
pub(super) fn rules_of(program: &Program, groups: &[GroupId]) -> SmallVec<[RuleRef; 8]> {
    let mut all = SmallVec::new();
    for group in groups {
        for index in 0..program.groups[group.index()].rules.len() as u16 {
            all.push(RuleRef { group: *group, index });
        }
    }
    all
}

/// The classes that a phrase of moves mentions, sorted, each once.
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

/// Whether a phrase of moves denotes all moves of some classes.
pub(super) fn whole_classes(program: &Program, moves: NodeId) -> bool {
    match program.node(moves) {
        Node::Moves(_) => true,
        Node::Union(parts) => parts.iter().all(|part| whole_classes(program, *part)),
        _ => false,
    }
}

/// Runs with equal keys are the same move. Hashes of the resulting position, of what was chosen, and of the rest of the turn.
type Key = (u64, u64, u64);

/// One run from a decision to its end, as a candidate move.
pub(super) struct ListedRun {
    pub(super) mv: Move,
    pub(super) key: Key,
    pub(super) group: Option<GroupId>,
    pub(super) actor: Option<SiteId>,
    pub(super) start: Option<SiteId>,
    pub(super) landing: Option<SiteId>,
    pub(super) trail: SmallVec<[SiteId; 4]>,
    pub(super) legs: u16,
    pub(super) taken: SmallVec<[TakenPiece; 2]>,
    /// The `play` under which it began.
    pub(super) under: Option<Under>,
}

/// Called with every run, its record and its weight; returns whether to continue.
type Visit<'v, 'a> = dyn FnMut(&Runner<'a>, &[u16], u64) -> bool + 'v;

/// Follows every run of one decider from here to its end, depth first. Returns whether to continue.
pub(super) fn explore<'a>(
    runner: &mut Runner<'a>,
    by: Actor,
    record: &mut Vec<u16>,
    weight: u64,
    visit: &mut Visit<'_, 'a>,
) -> bool {
    match runner.advance() {
        Step::Choice(choice) if choice.by == by => explore_choice(runner, &choice, record, weight, visit),
        Step::Choice(_) | Step::Cut | Step::Over => visit(runner, record, weight),
        Step::Failed => runner.limit.is_none(),
    }
}

/// The same, from the options of a choice. Returns whether everything was visited.
pub(super) fn explore_choice<'a>(
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
        runner.behind = record.len();
        runner.take(&pick);
        record.push(i as u16);
        let ways = match pick.as_ref() {
            Pick::Things(_, ways) | Pick::Identity(_, ways) => *ways,
            _ => 1,
        };
        // Chance makes one choice at a time: what follows is a decision of its own.
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

/// Every run of the decision at hand, from the options of its first choice, before obligations. Obligations and `play` filters
/// may read the class of a move and what it does on its way, so runs that differ in these are kept distinct until then.
pub(super) fn runs(runner: &mut Runner<'_>, choice: &Choice, routes: Routes) -> Result<Vec<ListedRun>, LimitReached> {
    let mut found: Vec<ListedRun> = Vec::new();
    let mut known: FxHashMap<(Key, u64), usize> = FxHashMap::default();
    runner.machine.deeds.clear();
    runner.under = None;
    let (mut limit, mut deeds) = (None, 0);
    explore_choice(runner, choice, &mut Vec::new(), 1, &mut |end, record, weight| {
        let one = describe(end, record, weight, routes);
        match known.entry((one.key, one.asked_about(end.program))) {
            Entry::Occupied(at) if choice.by == Actor::Chance => found[*at.get()].mv.weight += weight,
            Entry::Occupied(at) => found[*at.get()].or_route(one),
            Entry::Vacant(free) => {
                free.insert(found.len());
                deeds += one.mv.deeds.len();
                found.push(one);
            }
        }
        if found.len() > MOST_MOVES {
            limit = Some(end.rule_reached("more than 100,000 moves of one decision"));
        } else if deeds > MOST_DEEDS {
            limit = Some(end.rule_reached(TOO_MANY_DEEDS));
        }
        limit.is_none()
    });
    limit.map_or_else(|| runner.counts(), Err)?;
    Ok(found)
}

/// One run of each move: the one whose route comes first in site order.
pub(super) fn merge(found: Vec<ListedRun>) -> Vec<ListedRun> {
    let mut known: FxHashMap<Key, usize> = FxHashMap::default();
    let mut merged: Vec<ListedRun> = Vec::with_capacity(found.len());
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

/// The moves struck out that are not still allowed by another route.
pub(super) fn unlike(struck: Vec<(ListedRun, usize)>, found: &[ListedRun]) -> impl Iterator<Item = (ListedRun, usize)> + use<> {
    let kept: FxHashSet<Key> = found.iter().map(|one| one.key).collect();
    struck.into_iter().filter(move |(one, _)| !kept.contains(&one.key))
}

impl ListedRun {
    /// The phrase of its `play`, if it is more than some whole classes, and the options that were taken before that `play`.
    pub(super) fn judged_by(&self, program: &Program) -> Option<(NodeId, &[u16])> {
        let under = self.under.filter(|under| !whole_classes(program, under.play))?;
        Some((under.play, &self.mv.record[..under.behind]))
    }

    /// A hash of all that obligations and its `play` can read of it.
    fn asked_about(&self, program: &Program) -> u64 {
        let mut hasher = FxHasher::default();
        (self.under, self.group).hash(&mut hasher);
        if let Some((_, before)) = self.judged_by(program) {
            before.hash(&mut hasher);
        }
        let by_class =
            program.forced_rest.by_class && self.under.is_none_or(|under| forced_rest::by_class(program, under.play));
        if !by_class {
            (self.start, self.landing, &self.trail, self.legs).hash(&mut hasher);
            self.taken.iter().for_each(|taken| taken.site.hash(&mut hasher));
        }
        hasher.finish()
    }

    /// Replaces it with the same move by another route, if that comes first in site order.
    fn or_route(&mut self, other: ListedRun) {
        if other.mv.path() < self.mv.path() {
            *self = other;
        }
    }
}

impl Runner<'_> {
    /// The error for a limit, naming the rule of the move.
    fn rule_reached(&self, what: &'static str) -> LimitReached {
        let rule = self.machine.moving.rule.map(|rule| self.program.groups[rule.group.index()].rules[rule.index as usize].rule);
        self.limit_of(what, rule)
    }
}

pub(super) fn describe(end: &Runner<'_>, record: &[u16], weight: u64, routes: Routes) -> ListedRun {
    let run = &end.machine.moving;
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
    ListedRun {
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

/// What identifies a move: the piece, the names of verbs, what was chosen under which name, and the result. Where routes are
/// distinct and no verb has a name, also what each leg takes in which order, or where it goes if it takes nothing.
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

/// Hashes of the result of a run: of the position, and of the rest of the turn together with what was taken. Of a game that is
/// over the outcome takes the place of the rest of the turn.
fn outcome(end: &Runner<'_>) -> (u64, u64) {
    let mut rest = FxHasher::default();
    let machine = &end.machine;
    let mut taken: SmallVec<[SiteId; 8]> = machine.moving.taken.iter().map(|taken| taken.site).collect();
    machine.outcome.hash(&mut rest);
    if machine.outcome.is_none() {
        (&machine.tasks, &machine.values).hash(&mut rest);
        let under_way = machine.in_a_move();
        if under_way {
            (machine.moving.actor, machine.moving.heading, &taken).hash(&mut rest);
        }
        if end.program.afterwards.route_asked.still(under_way) {
            let sites = |sites: &[SiteId]| sites.iter().copied().collect::<BTreeSet<SiteId>>();
            (machine.moving.legs, sites(&machine.moving.trail), sites(&machine.moving.passed)).hash(&mut rest);
        }
        (end.program.forced_rest.several_plays && machine.moving.ended == Some(Ended::Turn)).hash(&mut rest);
    }
    taken.sort_unstable();
    taken.hash(&mut rest);
    (end.store.full_hash(&end.program.layout, end.forgotten()), rest.finish())
}
