//! Paths: every way in which a piece can follow one.

use std::collections::HashSet;

use crate::model::expr::{Expr, Type};
use crate::model::rules::{Path, PathItem, PathMode, Times};
use crate::model::{Board, SiteId};

use super::limits::{MOST_STEPS_OF_A_PATH, MOST_WAYS};
use super::phrases::{Asking, Thing};
use super::position::PieceNo;

/// One way to follow a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Match {
    /// The direction.
    pub(super) heading: usize,
    /// Where the piece lands; its own site if it stays.
    pub(super) to: SiteId,
    /// What it takes, in the order of the path.
    pub(super) taken: Vec<PieceNo>,
    /// The sites of pieces that it goes over without taking them.
    pub(super) passed: Vec<SiteId>,
}

/// How far a path has been followed along a line.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Progress {
    /// Sites of the line that have been used.
    at: usize,
    landing: Option<SiteId>,
    taken: Vec<PieceNo>,
    passed: Vec<SiteId>,
}

impl<'v> Asking<'_, 'v> {
    /// Whether there is a way for a piece to follow a path from the site that it commands; too many ways are none, as what reaches a
    /// limit cannot be done.
    pub(super) fn can_follow(&self, path: &'v Path, piece: PieceNo) -> bool {
        self.matches(path, piece).is_some_and(|found| !found.is_empty())
    }

    /// Every way for a piece to follow a path from the site that it commands; nothing if there are too many.
    pub(super) fn matches(&self, path: &'v Path, piece: PieceNo) -> Option<Vec<Match>> {
        let Some(from) = self.stands(piece) else { return Some(Vec::new()) };
        let asking = self.matching(piece, from);
        let here = path.items.iter().position(|item| *item == PathItem::Here);
        if let (Some(watch), Some(here)) = (self.run.watch, here) {
            watch.item(&path.items[here]);
        }
        let (behind, ahead) = match here {
            Some(at) => (&path.items[..at], &path.items[at + 1..]),
            None => (&[][..], &path.items[..]),
        };
        let board = &self.run.variant.equipment.board;
        let (mut found, mut known) = (Vec::new(), HashSet::new());
        for heading in asking.directions(&path.ways) {
            let mut steps = 0;
            let starts = if behind.is_empty() {
                vec![Progress::default()]
            } else {
                let back = board.directions[heading].opposite.map(|back| line(board, from, usize::from(back)));
                match back {
                    Some(back) => asking.follow(behind, &back, Progress::default(), &mut steps)?,
                    None => Vec::new(),
                }
            };
            let line = line(board, from, heading);
            for start in starts {
                for done in asking.follow(ahead, &line, Progress { at: 0, ..start }, &mut steps)? {
                    let last = done.at.checked_sub(1).map(|last| line[last]);
                    let to = match path.mode {
                        PathMode::Go => done.landing.or(last).unwrap_or(from),
                        PathMode::Strike | PathMode::Sweep => from,
                    };
                    let one = Match { heading, to, taken: done.taken, passed: done.passed };
                    if known.insert(one.clone()) {
                        found.push(one);
                    }
                }
            }
        }
        Some(found)
    }

    /// Every way to follow the items along a line from where the progress stands, each once; nothing if after one of them there are too
    /// many.
    fn follow(&self, items: &'v [PathItem], line: &[SiteId], progress: Progress, steps: &mut usize) -> Option<Vec<Progress>> {
        items.iter().try_fold(vec![progress], |ways, item| {
            if let Some(watch) = self.run.watch.filter(|_| !ways.is_empty()) {
                watch.item(item);
            }
            let (mut further, mut known) = (Vec::new(), HashSet::new());
            for progress in ways {
                for one in self.meet(item, line, progress, steps)? {
                    if known.insert(one.clone()) {
                        further.push(one);
                    }
                }
                if further.len() > MOST_WAYS {
                    return None;
                }
            }
            *steps += further.len();
            (*steps <= MOST_STEPS_OF_A_PATH).then_some(further)
        })
    }

    /// Every way to meet one item; nothing if there are too many.
    fn meet(&self, item: &'v PathItem, line: &[SiteId], progress: Progress, steps: &mut usize) -> Option<Vec<Progress>> {
        Some(match item {
            PathItem::To(set) => match line.get(progress.at).filter(|site| self.meets(set, **site)) {
                Some(site) => vec![Progress { at: progress.at + 1, landing: Some(*site), ..progress }],
                None => Vec::new(),
            },
            PathItem::Past(times, set) => self.several(times, line, progress, &|site, progress| {
                let fits = self.meets(set, site);
                if fits && self.run.piece_on(site).is_some() {
                    progress.passed.push(site);
                }
                fits
            }),
            PathItem::Taking(times, set) => self.several(times, line, progress, &|site, progress| {
                let prey = self.run.piece_on(site).filter(|piece| !progress.taken.contains(piece) && self.meets(set, site));
                progress.taken.extend(prey);
                prey.is_some()
            }),
            PathItem::Group(times, group) => self.groups(times, group, line, (0, progress), &mut HashSet::new(), steps)?,
            PathItem::Counted(number, group) => match u16::try_from(self.number(number)) {
                Ok(many) => {
                    let times = Times { least: many, most: Some(many), whole: false };
                    self.groups(&times, group, line, (0, progress), &mut HashSet::new(), steps)?
                }
                Err(_) => Vec::new(),
            },
            PathItem::Here => vec![progress],
        })
    }

    /// An item as often as its quantity allows: each number of times is a way, or the whole row alone.
    fn several(
        &self,
        times: &Times,
        line: &[SiteId],
        mut progress: Progress,
        fits: &dyn Fn(SiteId, &mut Progress) -> bool,
    ) -> Vec<Progress> {
        let mut ways = Vec::new();
        let mut many = 0;
        loop {
            if many >= times.least && !times.whole {
                ways.push(progress.clone());
            }
            let more = times.most.is_none_or(|most| many < most);
            let Some(site) = line.get(progress.at).filter(|_| more) else { break };
            if !fits(*site, &mut progress) {
                break;
            }
            progress.at += 1;
            many += 1;
        }
        if times.whole && many >= times.least {
            ways.push(progress);
        }
        ways
    }

    /// A group of items as often as its quantity allows; each time must lead further. Where it has gone on from before it finds
    /// nothing new. Nothing if it has gone on from too many.
    fn groups(
        &self,
        times: &Times,
        group: &'v [PathItem],
        line: &[SiteId],
        (done, progress): (u16, Progress),
        before: &mut HashSet<(u16, Progress)>,
        steps: &mut usize,
    ) -> Option<Vec<Progress>> {
        if !before.insert((done, progress.clone())) {
            return Some(Vec::new());
        }
        *steps += 1;
        if before.len() > MOST_WAYS {
            return None;
        }
        let mut further = Vec::new();
        if times.most.is_none_or(|most| done < most) {
            further = self.follow(group, line, progress.clone(), steps)?;
            further.retain(|next| next.at > progress.at);
        }
        let mut ways = Vec::new();
        if done >= times.least && (!times.whole || further.is_empty()) {
            ways.push(progress);
        }
        // Where no number is too many, no more is asked than whether it is often enough.
        let next = times.most.unwrap_or(times.least).min(done + 1);
        for further in further {
            ways.extend(self.groups(times, group, line, (next, further), before, steps)?);
        }
        Some(ways)
    }

    /// Whether a site is in a set, or a piece of the set commands it.
    fn meets(&self, set: &'v Expr, site: SiteId) -> bool {
        match set.ty {
            Type::Piece => self.run.piece_on(site).is_some_and(|piece| self.among(set, Thing::Piece(piece))),
            _ => self.among(set, Thing::Site(site)),
        }
    }
}

/// The sites of a straight line, up to the edge, or to where it would come back to itself.
fn line(board: &Board, from: SiteId, way: usize) -> Vec<SiteId> {
    let mut line = Vec::new();
    let mut at = from;
    while let Some(next) = board.step(way, at).filter(|next| *next != from && !line.contains(next)) {
        line.push(next);
        at = next;
    }
    line
}
