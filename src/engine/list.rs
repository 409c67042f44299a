//! Enumeration: every run from a decision to its end, undone one after the other; then obligations, and alike moves made one.

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use smallvec::SmallVec;

use crate::model::equipment::Routes;
use crate::model::{GroupId, SiteId};
use crate::program::code::RuleRef;
use crate::program::node::{Node, NodeId};
use crate::program::{Program, quiet};

use super::machine::Ended;
use super::moves::{Deed, Move};
use super::run::{Actor, Choice, LimitReached, MOST_DEEDS, MOST_MOVES, Pick, Runner, Step, TOO_MANY_DEEDS, Under};
use super::value::TakenPiece;

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

/// Whether a phrase of moves means all moves of some classes.
pub(super) fn whole_classes(program: &Program, moves: NodeId) -> bool {
    match program.node(moves) {
        Node::Moves(_) => true,
        Node::Union(parts) => parts.iter().all(|part| whole_classes(program, *part)),
        _ => false,
    }
}

/// Two runs with equal keys are one move: hashes of the result, of who does what, and of the rest of the turn.
type Key = (u64, u64, u64);

/// One run from a decision to its end.
pub(super) struct Found {
    pub(super) mv: Move,
    pub(super) key: Key,
    pub(super) group: Option<GroupId>,
    pub(super) actor: Option<SiteId>,
    pub(super) start: Option<SiteId>,
    pub(super) landing: Option<SiteId>,
    pub(super) trail: SmallVec<[SiteId; 4]>,
    pub(super) legs: u16,
    pub(super) taken: SmallVec<[TakenPiece; 2]>,
    /// The `play` under which it has begun.
    pub(super) under: Option<Under>,
}

/// What every run is shown to; whether to go on.
type Visit<'v, 'a> = dyn FnMut(&Runner<'a>, &[u16], u64) -> bool + 'v;

/// Follows every run of one decider from here to its end.
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

/// The same, from the options of a choice; whether all was seen that there is.
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
    /// Its `play`, if that does not admit all moves of some classes, and the options that were taken before it.
    pub(super) fn judged_by(&self, program: &Program) -> Option<(NodeId, &[u16])> {
        let under = self.under.filter(|under| !whole_classes(program, under.play))?;
        Some((under.play, &self.mv.record[..under.behind]))
    }

    /// All that the obligations and its `play` can ask about it, as a hash.
    fn asked_about(&self, program: &Program) -> u64 {
        let mut hasher = FxHasher::default();
        (self.under, self.group).hash(&mut hasher);
        if let Some((_, before)) = self.judged_by(program) {
            before.hash(&mut hasher);
        }
        let by_class = program.quiet.by_class && self.under.is_none_or(|under| quiet::by_class(program, under.play));
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
    /// A limit that the rule of the move reaches.
    fn rule_reached(&self, what: &'static str) -> LimitReached {
        let rule = self.machine.run.rule.map(|rule| self.program.groups[rule.group.index()].rules[rule.index as usize].rule);
        self.limit_of(what, rule)
    }
}

pub(super) fn describe(end: &Runner<'_>, record: &[u16], weight: u64, routes: Routes) -> Found {
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

/// Hashes of what comes of a run: the position with what was taken, and the rest of the turn; a game that is over has none, but how it
/// has ended.
fn outcome(end: &Runner<'_>) -> (u64, u64) {
    let mut rest = FxHasher::default();
    let machine = &end.machine;
    let mut taken: SmallVec<[SiteId; 8]> = machine.run.taken.iter().map(|taken| taken.site).collect();
    machine.outcome.hash(&mut rest);
    if machine.outcome.is_none() {
        (&machine.tasks, &machine.values).hash(&mut rest);
        let under_way = machine.in_a_move();
        if under_way {
            (machine.run.actor, machine.run.heading, &taken).hash(&mut rest);
        }
        if end.program.afterwards.route_asked.still(under_way) {
            let sites = |sites: &[SiteId]| sites.iter().copied().collect::<BTreeSet<SiteId>>();
            (machine.run.legs, sites(&machine.run.trail), sites(&machine.run.passed)).hash(&mut rest);
        }
        (end.program.quiet.several_plays && machine.run.ended == Some(Ended::Turn)).hash(&mut rest);
    }
    taken.sort_unstable();
    taken.hash(&mut rest);
    (end.store.full_hash(&end.program.layout, end.forgotten()), rest.finish())
}
