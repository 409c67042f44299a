//! Paths by which a piece may have several legs in one direction.

use smallvec::SmallVec;

use super::super::word::Word;
use super::paths::{CompiledPath, Leg, PathItem, PathSets, Reach};
use super::phrases::Phrases;
use crate::model::rules::{PathMode, Times};

/// How far a match has got along a ray.
#[derive(Clone, Copy)]
struct PathMatch<B> {
    at: usize,
    landing: B,
    taken: B,
    passed: B,
}

impl<B: Word> Phrases<B> {
    /// Calls `found` for every leg by a path in a direction, until it returns true; returns whether it did.
    pub(super) fn winding_legs(
        &self,
        form: &CompiledPath,
        known: &PathSets<B>,
        way: usize,
        from: B,
        found: &mut dyn FnMut(Leg<B>) -> bool,
    ) -> bool {
        let ray = self.geometry.ray(way, from);
        let mut told: SmallVec<[Leg<B>; 8]> = SmallVec::new();
        let mut ends = |done: PathMatch<B>| {
            let to = match form.mode {
                PathMode::Go if done.landing.any() => done.landing,
                PathMode::Go => done.at.checked_sub(1).map_or(from, |last| ray[last]),
                PathMode::Strike | PathMode::Sweep => from,
            };
            let leg = Leg { way: way as u8, to, taken: done.taken, passed: done.passed };
            if form.repeats {
                if told.contains(&leg) {
                    return false;
                }
                told.push(leg);
            }
            found(leg)
        };
        let start = PathMatch { at: 0, landing: B::ZERO, taken: B::ZERO, passed: B::ZERO };
        if form.behind.is_empty() {
            return follow(&form.ahead, ray, start, known, &mut ends);
        }
        let Some(back) = self.geometry.opposite[way] else { return false };
        let behind = self.geometry.ray(back as usize, from);
        follow(&form.behind, behind, start, known, &mut |done| {
            follow(&form.ahead, ray, PathMatch { at: 0, ..done }, known, &mut ends)
        })
    }

    /// Groups the pieces that have a leg by a slide in a direction by how many sites ahead they land and how many pieces they
    /// take.
    pub(super) fn sliders(
        &self,
        form: &CompiledPath,
        known: &PathSets<B>,
        way: usize,
        among: B,
        found: &mut impl FnMut(Reach, B),
    ) {
        let Some((first, single)) = form.ahead.split_first() else { return };
        let (times, again) = first.again();
        let geometry = &self.geometry;
        let before = |fits: B, stages: &[PathItem]| {
            stages.iter().rev().fold(fits, |fits, one| geometry.come(way, fits & known.sets[one.set()]))
        };
        let mut fits = before(geometry.every, single);
        for many in 0..=times.most.map_or(usize::MAX, usize::from) {
            let (reach, there) = (form.reach(way, many), among & geometry.long(way, many * again.len() + single.len()));
            if !fits.any() || !there.any() {
                return;
            }
            let movers = fits & there;
            if movers.any() && many >= usize::from(times.least) {
                found(reach, movers);
            }
            fits = before(fits, again);
        }
    }
}

/// Matches items from the given progress on, and calls `then` for every match of all of them, until it returns true.
fn follow<B: Word>(
    stages: &[PathItem],
    ray: &[B],
    progress: PathMatch<B>,
    known: &PathSets<B>,
    then: &mut dyn FnMut(PathMatch<B>) -> bool,
) -> bool {
    let Some((stage, rest)) = stages.split_first() else { return then(progress) };
    match stage {
        PathItem::To(set) => match ray.get(progress.at) {
            Some(site) if (*site & known.sets[*set as usize]).any() => {
                follow(rest, ray, PathMatch { at: progress.at + 1, landing: *site, ..progress }, known, then)
            }
            _ => false,
        },
        PathItem::Past(times, set) => {
            let set = known.sets[*set as usize];
            let one = |site: B, progress: &mut PathMatch<B>| {
                progress.passed |= site & known.pieces;
                (site & set).any()
            };
            repeat(times, ray, progress, one, &mut |progress| follow(rest, ray, progress, known, then))
        }
        PathItem::Taking(times, set) => {
            let set = known.sets[*set as usize];
            let one = |site: B, progress: &mut PathMatch<B>| {
                let fits = (site & set & !progress.taken).any();
                progress.taken |= site;
                fits
            };
            repeat(times, ray, progress, one, &mut |progress| follow(rest, ray, progress, known, then))
        }
        PathItem::Group(times, group) => {
            groups(times, group, 0, ray, progress, known, &mut |progress| follow(rest, ray, progress, known, then))
        }
        PathItem::Counted(number, group) => {
            let Ok(many) = u16::try_from(known.numbers[*number as usize]) else { return false };
            let times = Times { least: many, most: Some(many), whole: false };
            groups(&times, group, 0, ray, progress, known, &mut |progress| follow(rest, ray, progress, known, then))
        }
    }
}

/// Matches an item repeatedly: any number of times that its quantity allows, or the whole run.
fn repeat<B: Word>(
    times: &Times,
    ray: &[B],
    mut progress: PathMatch<B>,
    one: impl Fn(B, &mut PathMatch<B>) -> bool,
    then: &mut dyn FnMut(PathMatch<B>) -> bool,
) -> bool {
    let mut count = 0u16;
    loop {
        if count >= times.least && !times.whole && then(progress) {
            return true;
        }
        if times.most.is_some_and(|most| count >= most) {
            break;
        }
        let Some(site) = ray.get(progress.at) else { break };
        let mut next = PathMatch { at: progress.at + 1, ..progress };
        if !one(*site, &mut next) {
            break;
        }
        progress = next;
        count += 1;
    }
    times.whole && count >= times.least && then(progress)
}

/// Matches a group of items repeatedly.
fn groups<B: Word>(
    times: &Times,
    group: &[PathItem],
    done: u16,
    ray: &[B],
    progress: PathMatch<B>,
    known: &PathSets<B>,
    then: &mut dyn FnMut(PathMatch<B>) -> bool,
) -> bool {
    let mut further: SmallVec<[PathMatch<B>; 8]> = SmallVec::new();
    if times.most.is_none_or(|most| done < most) {
        follow(group, ray, progress, known, &mut |next| {
            if next.at > progress.at {
                further.push(next);
            }
            false
        });
    }
    if done >= times.least && (!times.whole || further.is_empty()) && then(progress) {
        return true;
    }
    further.into_iter().any(|next| groups(times, group, done + 1, ray, next, known, then))
}
