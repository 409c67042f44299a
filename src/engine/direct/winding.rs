//! Paths that may be followed in several ways in one direction.

use smallvec::SmallVec;

use super::super::word::Word;
use super::paths::{Form, Known, Leg, Reach, Stage};
use super::phrases::Phrases;
use crate::model::rules::{PathMode, Times};

/// How far a match has got along a ray.
#[derive(Clone, Copy)]
struct Progress<B> {
    at: usize,
    landing: B,
    taken: B,
    passed: B,
}

impl<B: Word> Phrases<B> {
    /// Every way to follow any path in a direction, until one is enough; whether one was.
    pub(super) fn winding_legs(
        &self,
        form: &Form,
        known: &Known<B>,
        way: usize,
        from: B,
        found: &mut dyn FnMut(Leg<B>) -> bool,
    ) -> bool {
        let ray = self.geometry.ray(way, from);
        let mut told: SmallVec<[Leg<B>; 8]> = SmallVec::new();
        let mut ends = |done: Progress<B>| {
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
        let start = Progress { at: 0, landing: B::ZERO, taken: B::ZERO, passed: B::ZERO };
        if form.behind.is_empty() {
            return follow(&form.ahead, ray, start, known, &mut ends);
        }
        let Some(back) = self.geometry.opposite[way] else { return false };
        let behind = self.geometry.ray(back as usize, from);
        follow(&form.behind, behind, start, known, &mut |done| {
            follow(&form.ahead, ray, Progress { at: 0, ..done }, known, &mut ends)
        })
    }

    /// Those of the pieces that can follow a slide in a direction, by how many sites ahead they land and how many pieces they take.
    pub(super) fn sliders(&self, form: &Form, known: &Known<B>, way: usize, among: B, found: &mut impl FnMut(Reach, B)) {
        let Some((first, single)) = form.ahead.split_first() else { return };
        let (times, again) = first.again();
        let geometry = &self.geometry;
        let before = |fits: B, stages: &[Stage]| {
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

/// Matches items from where the progress stands, and hands on every way in which all of them match, until one is enough.
fn follow<B: Word>(
    stages: &[Stage],
    ray: &[B],
    progress: Progress<B>,
    known: &Known<B>,
    then: &mut dyn FnMut(Progress<B>) -> bool,
) -> bool {
    let Some((stage, rest)) = stages.split_first() else { return then(progress) };
    match stage {
        Stage::To(set) => match ray.get(progress.at) {
            Some(site) if (*site & known.sets[*set as usize]).any() => {
                follow(rest, ray, Progress { at: progress.at + 1, landing: *site, ..progress }, known, then)
            }
            _ => false,
        },
        Stage::Past(times, set) => {
            let set = known.sets[*set as usize];
            let one = |site: B, progress: &mut Progress<B>| {
                progress.passed |= site & known.pieces;
                (site & set).any()
            };
            repeat(times, ray, progress, one, &mut |progress| follow(rest, ray, progress, known, then))
        }
        Stage::Taking(times, set) => {
            let set = known.sets[*set as usize];
            let one = |site: B, progress: &mut Progress<B>| {
                let fits = (site & set & !progress.taken).any();
                progress.taken |= site;
                fits
            };
            repeat(times, ray, progress, one, &mut |progress| follow(rest, ray, progress, known, then))
        }
        Stage::Group(times, group) => {
            groups(times, group, 0, ray, progress, known, &mut |progress| follow(rest, ray, progress, known, then))
        }
        Stage::Counted(number, group) => {
            let Ok(many) = u16::try_from(known.numbers[*number as usize]) else { return false };
            let times = Times { least: many, most: Some(many), whole: false };
            groups(&times, group, 0, ray, progress, known, &mut |progress| follow(rest, ray, progress, known, then))
        }
    }
}

/// One item several times: every number of times that its quantity allows, or the whole run.
fn repeat<B: Word>(
    times: &Times,
    ray: &[B],
    mut progress: Progress<B>,
    one: impl Fn(B, &mut Progress<B>) -> bool,
    then: &mut dyn FnMut(Progress<B>) -> bool,
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
        let mut next = Progress { at: progress.at + 1, ..progress };
        if !one(*site, &mut next) {
            break;
        }
        progress = next;
        count += 1;
    }
    times.whole && count >= times.least && then(progress)
}

/// A group of items several times.
fn groups<B: Word>(
    times: &Times,
    group: &[Stage],
    done: u16,
    ray: &[B],
    progress: Progress<B>,
    known: &Known<B>,
    then: &mut dyn FnMut(Progress<B>) -> bool,
) -> bool {
    let mut further: SmallVec<[Progress<B>; 8]> = SmallVec::new();
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
