//! Obligations: which candidate moves they keep and which they strike out.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::eval::{Candidate, Eval};
use super::list::ListedRun;
use super::run::Runner;
use super::value::Value;
use crate::program::node::{Node, NodeId};

/// Removes what the obligations strike out, one obligation after the other, and returns it, each move with the index of its
/// obligation. Before that, candidates that their `play` does not admit are dropped: they are no moves at all. Options that are
/// not moves of a `play`, such as declining, are never struck out.
pub(super) fn oblige(runner: &Runner<'_>, found: &mut Vec<ListedRun>) -> Vec<(ListedRun, usize)> {
    let mut removed = Vec::new();
    if !found.iter().any(|one| one.under.is_some()) {
        return removed;
    }
    not_admitted(runner, found);
    for (i, obligation) in runner.program.obligations.iter().enumerate() {
        let base = runner.machine.values.len() as u16;
        if !obligation.condition.is_none_or(|condition| runner.eval(base).truth(condition)) {
            continue;
        }
        let all: Vec<&ListedRun> = found.iter().collect();
        let mut preferred = select(runner, obligation.moves, &all, base);
        preferred.iter_mut().zip(&*found).for_each(|(preferred, one)| *preferred &= one.under.is_some());
        if preferred.iter().any(|one| *one) {
            let mut preferred = preferred.into_iter();
            let (kept, struck): (Vec<ListedRun>, Vec<ListedRun>) =
                found.drain(..).partition(|one| preferred.next().unwrap_or(false) || one.under.is_none());
            removed.extend(struck.into_iter().map(|one| (one, i)));
            *found = kept;
        }
    }
    removed
}

/// Removes and returns the candidates that their `play` does not admit.
pub(super) fn not_admitted(runner: &Runner<'_>, found: &mut Vec<ListedRun>) -> Vec<ListedRun> {
    let mut admitted = admitted(runner, found).into_iter();
    found.extract_if(.., |_| admitted.next() != Some(true)).collect()
}

/// Whether each candidate is admitted by the `play` under which it began, evaluated where that `play` was reached, so that names
/// chosen before it are bound. Options that are not moves of a `play` are admitted.
fn admitted(runner: &Runner<'_>, found: &[ListedRun]) -> Vec<bool> {
    let mut all = vec![true; found.len()];
    let mut plays: FxHashMap<(NodeId, &[u16]), Vec<usize>> = FxHashMap::default();
    for (i, one) in found.iter().enumerate() {
        if let Some(play) = one.judged_by(runner.program) {
            plays.entry(play).or_default().push(i);
        }
    }
    for ((play, before), places) in plays {
        let together: Vec<&ListedRun> = places.iter().map(|place| &found[*place]).collect();
        let chosen = match before {
            [] => select(runner, play, &together, 0),
            _ => select(&come_to(runner, before), play, &together, 0),
        };
        places.into_iter().zip(chosen).for_each(|(place, chosen)| all[place] = chosen);
    }
    all
}

/// A copy of the run that has reached a `play` by taking these options.
fn come_to<'a>(runner: &Runner<'a>, options: &[u16]) -> Runner<'a> {
    let mut at = runner.clone();
    at.replay(options);
    at.advance();
    at
}

/// For each of the moves found, whether a phrase of moves denotes it.
pub(super) fn select(runner: &Runner<'_>, node: NodeId, found: &[&ListedRun], base: u16) -> Vec<bool> {
    let program = runner.program;
    let all = |part: NodeId| select(runner, part, found, base);
    let about = |one: &ListedRun, it: crate::model::LocalId, test: &mut dyn FnMut(&mut Eval<'_>)| {
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
