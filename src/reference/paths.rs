//! Paths: all ways in which a piece can follow one.

use std::collections::HashSet;

use crate::model::expr::{Expr, Type};
use crate::model::rules::{Path, PathItem, PathMode, Times};
use crate::model::{Board, SiteId};

use super::limits::{MOST_STEPS_OF_A_PATH, MOST_WAYS};
use super::phrases::{EvalContext, Thing};
use super::position::PieceNo;

/// One way for a piece to follow a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Match {
    /// The direction.
    pub(super) heading: usize,
    /// The landing site; the site of the piece itself if it does not move.
    pub(super) to: SiteId,
    /// The pieces taken, in the order of the path.
    pub(super) taken: Vec<PieceNo>,
    /// The sites of the pieces passed over without taking them.
    pub(super) passed: Vec<SiteId>,
}

/// The state of a partial match along a line.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Progress {
    /// Number of sites of the line consumed.
    at: usize,
    landing: Option<SiteId>,
    taken: Vec<PieceNo>,
    passed: Vec<SiteId>,
}

impl<'v> EvalContext<'_, 'v> {
    /// Whether a piece can follow a path from the site that it commands. A path whose matches exceed the limit counts as none.
    pub(super) fn can_follow(&self, path: &'v Path, piece: PieceNo) -> bool {
        self.matches(path, piece).is_some_and(|found| !found.is_empty())
    }

    /// All matches of a path for a piece, from the site that it commands; `None` if they exceed the limit.
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

    /// All distinct ways to match the items in order along a line, starting from `progress`; `None` if they exceed the limit.
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

    /// All ways to match one item; `None` if they exceed the limit.
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

    /// Matches an item repeatedly. Each number of repetitions within the bounds is an alternative; `all` allows only the
    /// longest row.
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

    /// Matches a group of items repeatedly. Each repetition must consume at least one site. `before` holds the states already
    /// expanded, so that none is expanded twice; `None` if they exceed the limit.
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
        // Without an upper bound it only matters whether the least number is reached, so the counter stops there.
        let next = times.most.unwrap_or(times.least).min(done + 1);
        for further in further {
            ways.extend(self.groups(times, group, line, (next, further), before, steps)?);
        }
        Some(ways)
    }

    /// Whether a site is in a set of sites, or its commander in a set of pieces.
    fn meets(&self, set: &'v Expr, site: SiteId) -> bool {
        match set.ty {
            Type::Piece => self.run.piece_on(site).is_some_and(|piece| self.among(set, Thing::Piece(piece))),
            _ => self.among(set, Thing::Site(site)),
        }
    }
}

/// The sites in one direction from `from`, up to the edge, or to the site before one already visited.
fn line(board: &Board, from: SiteId, way: usize) -> Vec<SiteId> {
    let mut line = Vec::new();
    let mut at = from;
    while let Some(next) = board.step(way, at).filter(|next| *next != from && !line.contains(next)) {
        line.push(next);
        at = next;
    }
    line
}
