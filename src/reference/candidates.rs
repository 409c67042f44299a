//! The moves of a decision: all ways to complete it, filtered by the obligations, with ways that are the same move merged.

use std::collections::BTreeSet;

use crate::model::equipment::Routes;
use crate::model::expr::{Expr, ExprKind};
use crate::model::rules::Each;
use crate::model::setup::{Outcome, Setup};
use crate::model::walk::plays;
use crate::model::{GroupId, PlayerId, RuleId, SiteId, StoredId};

use super::deeds::Deed;
use super::doing::ActiveStatement;
use super::limits::{Limit, LimitReached, MOST_DEEDS, MOST_OPTIONS};
use super::play::Opening;
use super::position::PieceNo;
use super::run::{Decider, Entry, Names, Ran, Run, Stop, Taken, Under, every_way};

/// One way to complete a decision.
#[derive(Clone, Debug)]
pub(super) struct Candidate<'v> {
    /// The choices of this decision.
    pub(super) entries: Vec<Entry>,
    /// The number of equally likely draws that give it, if chance decides.
    pub(super) weight: u64,
    pub(super) deeds: Vec<Deed>,
    pub(super) rule: Option<RuleId>,
    class: Option<GroupId>,
    pub(super) actor: Option<PieceNo>,
    pub(super) start: Option<SiteId>,
    pub(super) landing: Option<SiteId>,
    pub(super) trail: Vec<SiteId>,
    pub(super) legs: usize,
    pub(super) taken: Vec<Taken>,
    /// The `play` by which it began, and the number of [`Candidate::entries`] that were chosen before that `play`.
    under: Option<(Under<'v>, usize)>,
    identity: Identity<'v>,
}

/// Two candidates with the same identity are one move: same piece, same named verbs, same choices under the same names, same
/// pieces taken, same resulting position. With distinct routes and no named verb, the legs must agree too.
#[derive(Clone, Debug, PartialEq)]
struct Identity<'v> {
    piece: Option<SiteId>,
    verbs: Vec<String>,
    chosen: Vec<Deed>,
    taken: BTreeSet<PieceNo>,
    legs: Vec<(Vec<SiteId>, Option<SiteId>)>,
    position: Setup,
    outcome: Option<Outcome>,
    /// The remaining part of the turn; none if the game is over.
    rest: Option<Rest<'v>>,
}

/// The state of the remaining part of a turn, as far as it distinguishes two candidates.
#[derive(Clone, Debug, PartialEq)]
struct Rest<'v> {
    /// `end turn` was executed in a turn with more than one `play`.
    ended: bool,
    /// The statements under way, with the rounds that remain.
    doing: Vec<ActiveStatement>,
    /// The current values of names.
    names: Vec<Named<'v>>,
    /// During a move: the acting piece, the direction of its last leg, and the pieces taken, in order.
    moving: Option<(Option<PieceNo>, Option<usize>, Vec<PieceNo>)>,
    /// The number of legs, the trail, and the sites of pieces passed by the last leg, if rules may still read them.
    route: Option<(usize, BTreeSet<SiteId>, BTreeSet<SiteId>)>,
}

/// The names of one script, comparable by scope and values.
#[derive(Clone, Debug)]
struct Named<'v>(Names<'v>);

impl PartialEq for Named<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0.scope, other.0.scope) && self.0.values == other.0.values
    }
}

impl<'v> Candidate<'v> {
    /// The candidate that a completed run represents. The first `settled` entries of its record belong to earlier decisions.
    fn of(run: Run<'v>, settled: usize, weight: u64) -> Candidate<'v> {
        let identity = identity(&run);
        let declined = run.decision.deeds.contains(&Deed::Declined);
        let rule = run.moving.rule.filter(|_| !declined);
        Candidate {
            entries: run.record.entries[settled..].to_vec(),
            weight,
            rule: rule.map(|(_, rule)| rule.rule),
            class: rule.map(|(class, _)| class),
            actor: run.moving.began_with,
            start: run.moving.start,
            landing: run.moving.landing,
            trail: run.moving.trail,
            legs: run.moving.legs,
            taken: run.moving.taken,
            under: run.decision.under.filter(|_| !declined).map(|under| {
                let behind = under.behind.saturating_sub(settled);
                (under, behind)
            }),
            deeds: run.decision.deeds,
            identity,
        }
    }

    /// What is needed to decide whether its `play` admits it: the phrase, the run at the `play`, and the choices made before
    /// it. None if the play admits whole classes.
    fn judge(&self) -> Option<(&'v Expr, &Run<'v>, &[Entry])> {
        let (under, behind) = self.under.as_ref()?;
        Some((under.moves, under.at.as_deref()?, &self.entries[..*behind]))
    }
}

fn identity<'v>(run: &Run<'v>) -> Identity<'v> {
    let moving = &run.moving;
    let piece = run.decision.deeds.iter().find_map(|deed| match deed {
        Deed::Actor(site) | Deed::Leg(site, ..) => Some(*site),
        _ => None,
    });
    let verbs =
        run.decision.deeds.iter().filter_map(|deed| if let Deed::Verb(name) = deed { Some(name.clone()) } else { None });
    let verbs: Vec<String> = verbs.collect();
    let chosen = run.decision.deeds.iter().filter(|deed| matches!(deed, Deed::Chosen(..) | Deed::Declined));
    let distinct = run.variant.equipment.routes == Routes::Distinct && verbs.is_empty();
    let legs = run.decision.deeds.iter().filter_map(|deed| match deed {
        Deed::Leg(_, to, captures) => Some((captures.clone(), captures.is_empty().then_some(*to))),
        _ => None,
    });
    let asked = run.position.afterwards.route_asked.still(moving.under_way);
    let passed = || moving.passed.iter().filter_map(|piece| run.stands(*piece)).collect();
    let in_order = || moving.taken.iter().map(|taken| taken.number).collect();
    Identity {
        piece,
        verbs,
        chosen: chosen.cloned().collect(),
        taken: moving.taken.iter().map(|taken| taken.number).collect(),
        legs: legs.filter(|_| distinct).collect(),
        position: what_stays(run),
        outcome: run.outcome.clone(),
        rest: run.outcome.is_none().then(|| Rest {
            ended: run.turn.ended && plays(&run.variant.rules.turn.body) > 1,
            doing: run.doing.clone(),
            names: run.names.iter().cloned().map(Named).collect(),
            moving: moving.under_way.then(|| (moving.actor, moving.heading, in_order())),
            route: asked.then(|| (moving.legs, moving.trail.iter().copied().collect(), passed())),
        }),
    }
}

/// The position as it counts for the identity: without what is marked `each move`, as far as nothing reads it any more (all of
/// it at the end of the game).
fn what_stays(run: &Run<'_>) -> Setup {
    let stored = &run.variant.rules.stored;
    let (over, under_way) = (run.outcome.is_some(), run.moving.under_way);
    let gone = |id: StoredId| match stored[id.index()].each {
        Each::Move => over || !under_way && run.position.afterwards.forgotten.contains(&id),
        Each::Turn | Each::Game => false,
    };
    let mut setup = run.position.to_setup(run.variant);
    setup.stored.retain(|(kept, _)| !gone(kept.stored));
    setup
}

/// Lists the moves of the decision that `at` has reached, by running `go` repeatedly from `start`.
pub(super) fn moves<'v>(
    at: &Run<'v>,
    by: Decider,
    start: &Run<'v>,
    go: &dyn Fn(&mut Run<'v>) -> Ran,
) -> Result<Vec<Candidate<'v>>, LimitReached> {
    let settled = start.record.entries.len();
    let (mut candidates, mut deeds, mut limit) = (Vec::new(), 0, None);
    every_way(start, by, go, &mut |run, _, weight| {
        let rule = run.moving.rule.map(|(_, rule)| rule.rule);
        let candidate = Candidate::of(run, settled, weight);
        deeds += candidate.deeds.len();
        candidates.push(candidate);
        let reached =
            if candidates.len() > MOST_OPTIONS { Some(Limit::Moves) } else { (deeds > MOST_DEEDS).then_some(Limit::Deeds) };
        limit = reached.map(|limit| LimitReached::new(limit, rule, &at.variant.rules));
        limit.is_none()
    })?;
    if let Some(limit) = limit {
        return Err(limit);
    }
    oblige(at, &mut candidates);
    start.counts()?;
    Ok(merge(candidates, by))
}

/// Removes the candidates that their `play` does not admit, then applies the obligations in order: each keeps only the moves it
/// names, if there is one. Candidates that do not begin by a `play` always stay.
fn oblige<'v>(at: &Run<'v>, candidates: &mut Vec<Candidate<'v>>) {
    if candidates.iter().all(|candidate| candidate.under.is_none()) {
        return;
    }
    let mut admitted = admitted(candidates).into_iter();
    candidates.retain(|_| admitted.next() == Some(true));
    for obligation in &at.variant.rules.obligations {
        if !obligation.condition.as_ref().is_none_or(|condition| at.asking_afresh().truth(condition)) {
            continue;
        }
        let all: Vec<&Candidate<'v>> = candidates.iter().collect();
        let mut asked = meant(at, &obligation.moves, &all, false);
        asked.iter_mut().zip(&*candidates).for_each(|(asked, candidate)| *asked &= candidate.under.is_some());
        if asked.contains(&true) {
            let mut asked = asked.into_iter();
            candidates.retain(|candidate| asked.next() == Some(true) || candidate.under.is_none());
        }
    }
}

/// For each candidate, whether its `play` admits it, judged at the run that reached the `play`. True if it has no `play`.
fn admitted(candidates: &[Candidate<'_>]) -> Vec<bool> {
    let mut admitted: Vec<Option<bool>> = candidates.iter().map(|one| one.judge().is_none().then_some(true)).collect();
    for (i, one) in candidates.iter().enumerate() {
        let (None, Some((moves, at, before))) = (admitted[i], one.judge()) else { continue };
        let alike = |other: &Candidate<'_>| {
            other.judge().is_some_and(|(others, _, chosen)| std::ptr::eq(others, moves) && chosen == before)
        };
        let places: Vec<usize> = (i..candidates.len()).filter(|place| alike(&candidates[*place])).collect();
        let together: Vec<&Candidate<'_>> = places.iter().map(|place| &candidates[*place]).collect();
        for (place, is_meant) in places.iter().zip(meant(at, moves, &together, true)) {
            admitted[*place] = Some(is_meant);
        }
    }
    admitted.into_iter().map(|admitted| admitted == Some(true)).collect()
}

/// Merges candidates with the same identity. For results of chance the weights are added.
fn merge(candidates: Vec<Candidate<'_>>, by: Decider) -> Vec<Candidate<'_>> {
    let mut merged: Vec<Candidate<'_>> = Vec::new();
    for candidate in candidates {
        match merged.iter_mut().find(|known| known.identity == candidate.identity) {
            Some(known) if by == Decider::Chance => known.weight += candidate.weight,
            Some(_) => {}
            None => merged.push(candidate),
        }
    }
    merged
}

/// For each candidate, whether a phrase of moves contains it. The phrase of a `play` may use names of the turn script.
fn meant<'v>(at: &Run<'v>, moves: &'v Expr, candidates: &[&Candidate<'v>], of_play: bool) -> Vec<bool> {
    at.asking_afresh().watch(moves);
    let part = |phrase: &'v Expr| meant(at, phrase, candidates, of_play);
    let asking = if of_play { at.asking() } else { at.asking_afresh() };
    let both = |a: Vec<bool>, b: Vec<bool>, join: fn(bool, bool) -> bool| -> Vec<bool> {
        a.into_iter().zip(b).map(|(a, b)| join(a, b)).collect()
    };
    match &moves.kind {
        ExprKind::Moves(classes) => {
            candidates.iter().map(|one| one.class.is_some_and(|class| classes.contains(&class))).collect()
        }
        ExprKind::Intersect(parts) => {
            parts.iter().map(part).fold(vec![true; candidates.len()], |all, one| both(all, one, |a, b| a && b))
        }
        ExprKind::Union(parts) => {
            parts.iter().map(part).fold(vec![false; candidates.len()], |all, one| both(all, one, |a, b| a || b))
        }
        ExprKind::Without(a, b) => both(part(a), part(b), |a, b| a && !b),
        ExprKind::Where(what, it, condition) => {
            let holds = |one| asking.about(one).naming(*it, Vec::new()).truth(condition);
            part(what).into_iter().zip(candidates).map(|(meant, one)| meant && holds(one)).collect()
        }
        ExprKind::Extreme(what, it, most, key) => {
            let key = |one| asking.about(one).naming(*it, Vec::new()).numbers(key);
            let keys: Vec<Option<Vec<i64>>> =
                part(what).into_iter().zip(candidates).map(|(meant, one)| meant.then(|| key(one))).collect();
            let best = if *most { keys.iter().flatten().max() } else { keys.iter().flatten().min() };
            keys.iter().map(|key| key.is_some() && key.as_ref() == best).collect()
        }
        ExprKind::If(condition, yes, no) => part(if asking.truth(condition) { yes } else { no }),
        _ => vec![false; candidates.len()],
    }
}

/// Whether a `play` offers any move.
pub(super) fn any_admitted<'v>(at: &Run<'v>, moves: &'v Expr, openings: &[Opening<'v>], by: Option<PlayerId>) -> Ran<bool> {
    let decider = Decider::Player(by.unwrap_or_else(|| at.mover()));
    let whole_classes = whole_classes(moves);
    let trial = at.trial();
    let mut candidates = Vec::new();
    for opening in openings {
        every_way(&trial, decider, &|run| run.play_opening(*opening, by), &mut |run, _, weight| {
            candidates.push(Candidate::of(run, 0, weight));
            !whole_classes
        })
        .map_err(Stop::Limit)?;
        if whole_classes && !candidates.is_empty() {
            return Ok(true);
        }
    }
    let candidates: Vec<&Candidate<'v>> = candidates.iter().collect();
    Ok(meant(at, moves, &candidates, true).contains(&true))
}

/// Whether a phrase of moves consists of whole classes, without a condition.
pub(super) fn whole_classes(moves: &Expr) -> bool {
    match &moves.kind {
        ExprKind::Moves(_) => true,
        ExprKind::Union(parts) => parts.iter().all(whole_classes),
        _ => false,
    }
}
