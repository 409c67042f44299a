//! Following the items of a path along a ray, in every possible way.

use std::hash::Hash;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::paths::Sets;
use crate::model::SiteId;
use crate::model::rules::Times;
use crate::program::code::Item;

/// The most ways to follow a path in one direction. A path that may take or skip each piece of a long row has one way for each
/// choice of prey.
const MOST_WAYS: usize = 10_000;

/// The most steps along a path in one direction. Nested groups go over the same sites many times.
const MOST_STEPS: usize = 1_000_000;

/// The message when either limit is reached.
pub(in crate::engine) const TOO_MANY_WAYS: &str = "more than 10,000 ways, or 1,000,000 steps, along one path";

/// Up to this many elements are compared one by one.
const FEW: usize = 16;

/// How far a path has been followed along a ray: the index of the next site, and what has happened on the way.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Progress {
    pub(super) at: usize,
    pub(super) landing: Option<SiteId>,
    pub(super) taken: SmallVec<[SiteId; 2]>,
    pub(super) passed: SmallVec<[SiteId; 2]>,
}

/// Every way to match the items one after another from here, in order and without duplicates, as different ways can give the
/// same result. `None` if after some item there are too many.
pub(super) fn follow(items: &[Item], ray: &[SiteId], progress: Progress, sets: &mut Sets<'_, '_>) -> Option<Vec<Progress>> {
    let mut ways = vec![progress];
    for item in items {
        let mut further = Each::default();
        for progress in ways {
            meet(item, ray, progress, sets, &mut further)?;
            if further.all.len() > MOST_WAYS {
                return None;
            }
        }
        sets.steps += further.all.len();
        if sets.steps > MOST_STEPS {
            return None;
        }
        ways = further.all;
    }
    Some(ways)
}

/// Distinct elements in the order in which they were found.
pub(super) struct Each<T> {
    pub(super) all: Vec<T>,
    /// The same elements as a hash set, once they are many.
    known: FxHashSet<T>,
}

impl<T> Default for Each<T> {
    fn default() -> Self {
        Each { all: Vec::new(), known: FxHashSet::default() }
    }
}

impl<T: Clone + Eq + Hash> Each<T> {
    /// Adds an element, unless it is known.
    pub(super) fn add(&mut self, one: T) {
        let fresh = if self.all.len() < FEW {
            !self.all.contains(&one)
        } else {
            if self.known.is_empty() {
                self.known.extend(self.all.iter().cloned());
            }
            self.known.insert(one.clone())
        };
        if fresh {
            self.all.push(one);
        }
    }
}

/// Every way to match one item; `None` if there are too many.
fn meet(item: &Item, ray: &[SiteId], progress: Progress, sets: &mut Sets<'_, '_>, ways: &mut Each<Progress>) -> Option<()> {
    match item {
        Item::To(set) => {
            if let Some(site) = ray.get(progress.at).filter(|site| sets.has(set, **site)) {
                ways.add(Progress { at: progress.at + 1, landing: Some(*site), ..progress });
            }
        }
        Item::Past(times, set) => repeat(times, ray, progress, ways, &mut |site, progress| {
            let fits = sets.has(set, site);
            if fits && sets.pieces.contains(site) {
                progress.passed.push(site);
            }
            fits
        }),
        Item::Taking(times, set) => repeat(times, ray, progress, ways, &mut |site, progress| {
            let fits = sets.has(set, site) && !progress.taken.contains(&site);
            if fits {
                progress.taken.push(site);
            }
            fits
        }),
        Item::Group(times, group) => groups(times, group, ray, progress, sets, ways)?,
        Item::Counted(number, group) => {
            let Ok(many) = u16::try_from(sets.eval.number(*number)) else { return Some(()) };
            groups(&Times { least: many, most: Some(many), whole: false }, group, ray, progress, sets, ways)?;
        }
    }
    Some(())
}

/// One item several times: every number of times that its quantity allows, or the longest run.
fn repeat(
    times: &Times,
    ray: &[SiteId],
    mut progress: Progress,
    ways: &mut Each<Progress>,
    one: &mut dyn FnMut(SiteId, &mut Progress) -> bool,
) {
    let mut count = 0u16;
    loop {
        if count >= times.least && !times.whole {
            ways.add(progress.clone());
        }
        let full = times.most.is_some_and(|most| count >= most);
        let site = ray.get(progress.at).copied().filter(|_| !full);
        let matched = site.is_some_and(|site| one(site, &mut progress));
        if !matched {
            break;
        }
        progress.at += 1;
        count += 1;
    }
    if times.whole && count >= times.least {
        ways.add(progress);
    }
}

/// A group of items several times; each round must advance along the ray. `None` if there are too many intermediate states.
fn groups(
    times: &Times,
    group: &[Item],
    ray: &[SiteId],
    progress: Progress,
    sets: &mut Sets<'_, '_>,
    ways: &mut Each<Progress>,
) -> Option<()> {
    let mut left = vec![(0, progress)];
    // Once a group without an upper bound has been matched often enough, the number of times no longer matters.
    let often = times.most.unwrap_or(times.least);
    let mut seen: FxHashSet<(u16, Progress)> = FxHashSet::default();
    while let Some((done, progress)) = left.pop() {
        if !seen.insert((done, progress.clone())) {
            continue;
        }
        sets.steps += 1;
        if seen.len() > MOST_WAYS {
            return None;
        }
        let mut further = Vec::new();
        if times.most.is_none_or(|most| done < most) {
            further = follow(group, ray, progress.clone(), sets)?;
            further.retain(|next| next.at > progress.at);
        }
        if done >= times.least && (!times.whole || further.is_empty()) {
            ways.add(progress);
        }
        // A stack, so pushed in reverse: the first continuation is followed first.
        left.extend(further.into_iter().rev().map(|next| (often.min(done + 1), next)));
    }
    Some(())
}
