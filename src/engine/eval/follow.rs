//! Following the items of a path along a ray, in every way.

use std::hash::Hash;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::paths::Sets;
use crate::model::SiteId;
use crate::model::rules::Times;
use crate::program::code::Item;

/// Most ways in which a piece may have got along a path, in one direction: a path that takes one or another of what stands in a long row
/// has one for each choice of prey.
const MOST_WAYS: usize = 10_000;

/// Most steps along a path, in one direction: groups in groups go over the same sites again and again.
const MOST_STEPS: usize = 1_000_000;

/// What is said of a path with more of either.
pub(in crate::engine) const TOO_MANY_WAYS: &str = "more than 10,000 ways, or 1,000,000 steps, along one path";

/// So few are compared one by one.
const FEW: usize = 16;

/// How far a match has got along a ray.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Progress {
    pub(super) at: usize,
    pub(super) landing: Option<SiteId>,
    pub(super) taken: SmallVec<[SiteId; 2]>,
    pub(super) passed: SmallVec<[SiteId; 2]>,
}

/// Every way in which items are met one after another from where the progress stands, each once, in order: many ways lead to the same.
/// `None` if after one of them there are too many.
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

/// Things, each once, in the order in which they were found.
pub(super) struct Each<T> {
    pub(super) all: Vec<T>,
    /// The same where they are many.
    known: FxHashSet<T>,
}

impl<T> Default for Each<T> {
    fn default() -> Self {
        Each { all: Vec::new(), known: FxHashSet::default() }
    }
}

impl<T: Clone + Eq + Hash> Each<T> {
    /// One more, if it is none of them.
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

/// Every way in which one item is met; `None` if there are too many.
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

/// One item several times: every number of times that its quantity allows, or the whole run.
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

/// A group of items several times; each time must lead further. `None` if it has gone on from too many.
fn groups(
    times: &Times,
    group: &[Item],
    ray: &[SiteId],
    progress: Progress,
    sets: &mut Sets<'_, '_>,
    ways: &mut Each<Progress>,
) -> Option<()> {
    let mut left = vec![(0, progress)];
    // How often a group was gone through matters no more once that is often enough, if there is no most.
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
        // The first one is gone on with first.
        left.extend(further.into_iter().rev().map(|next| (often.min(done + 1), next)));
    }
    Some(())
}
