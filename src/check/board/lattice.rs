//! Which squares and points exist, and where steps from them lead.

use super::places::{Place, Places};
use super::plan::{Lines, Plan, Play, Points};
use crate::model::board::{Site, SiteClass};
use crate::model::{SiteId, SiteSet};

/// The squares and points of a plan.
pub(super) struct Lattice<'a> {
    plan: &'a Plan,
    /// Squares that exist, whether or not they are played on, row by row from a1.
    present: Vec<bool>,
    /// Squares from the top left, row by row; then points in the same order.
    pub(super) sites: Vec<Site>,
    /// Index of the sites by place.
    pub(super) places: Places,
}

impl<'a> Lattice<'a> {
    pub(super) fn new(plan: &'a Plan) -> Lattice<'a> {
        let places = Places::new(plan.files, plan.ranks, &[]);
        let mut lattice = Lattice { plan, present: present(plan), sites: Vec::new(), places };
        lattice.sites = lattice.squares();
        let points = lattice.points();
        lattice.sites.extend(points);
        lattice.places = Places::new(plan.files, plan.ranks, &lattice.sites);
        lattice
    }

    /// The place of this file and rank, reduced to the grid where the board wraps; `None` outside.
    fn at(&self, class: SiteClass, file: i32, rank: i32) -> Option<Place> {
        let around = |value: i32, count: u8, wraps: bool| {
            let count = i32::from(count);
            let least = i32::from(class == SiteClass::Square);
            let value = if wraps { (value - 1).rem_euclid(count) + 1 } else { value };
            (least..=count).contains(&value).then_some(value as u8)
        };
        let file = around(file, self.plan.files, self.plan.wrap_files)?;
        let rank = around(rank, self.plan.ranks, self.plan.wrap_ranks)?;
        Some(Place { class, file, rank })
    }

    /// Whether a square exists there, played on or not.
    fn is_there(&self, file: i32, rank: i32) -> bool {
        self.at(SiteClass::Square, file, rank).is_some_and(|at| self.present[cell(self.plan, at)])
    }

    /// The site that one step of these files and ranks leads to; `None` if there is none.
    pub(super) fn step(&self, from: Place, (x, y): (i32, i32), leap: bool) -> Option<SiteId> {
        let (file, rank) = (i32::from(from.file), i32::from(from.rank));
        let orthogonal = x == 0 || y == 0;
        let target = match (from.class, self.plan.lines) {
            _ if leap => self.at(from.class, file + x, rank + y),
            (SiteClass::Point, _) if orthogonal => self.at(SiteClass::Point, file + x, rank + y),
            (SiteClass::Point, _) => self.at(SiteClass::Square, file + (x + 1) / 2, rank + (y + 1) / 2),
            (_, Lines::Drawn) => return None,
            (_, Lines::Hex) => self.at(SiteClass::Square, file + x, rank + y),
            (_, Lines::Alquerque) if !orthogonal && (file + rank) % 2 != 0 => None,
            (_, Lines::Alquerque) => self.at(SiteClass::Square, file + x, rank + y),
            (_, Lines::Square) if orthogonal && self.plan.play != Play::All => {
                let over = self.is_there(file + x, rank + y);
                self.at(SiteClass::Square, file + 2 * x, rank + 2 * y).filter(|_| over)
            }
            (_, Lines::Square) if !orthogonal && self.plan.points != Points::None => {
                self.at(SiteClass::Point, file + (x - 1) / 2, rank + (y - 1) / 2)
            }
            (_, Lines::Square) => self.at(SiteClass::Square, file + x, rank + y),
        };
        self.places.site(target?)
    }

    /// Sites with a missing neighbour, at the border or beside a hole.
    pub(super) fn edge(&self) -> SiteSet {
        let mut edge = SiteSet::empty(self.sites.len());
        for (i, site) in self.sites.iter().enumerate() {
            if self.is_at_edge(Place::of(site)) {
                edge.insert(SiteId(i as u16));
            }
        }
        edge
    }

    fn is_at_edge(&self, place: Place) -> bool {
        let (file, rank) = (i32::from(place.file), i32::from(place.rank));
        let missing = |(x, y): &(i32, i32)| !self.is_there(file + x, rank + y);
        match (place.class, self.plan.lines) {
            (SiteClass::Point, _) => {
                let no_point = |&(x, y): &(i32, i32)| self.step(place, (x, y), false).is_none();
                AROUND.iter().take(4).any(no_point) || [(0, 0), (1, 0), (0, 1), (1, 1)].iter().any(missing)
            }
            (_, Lines::Hex) => [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)].iter().any(missing),
            (_, Lines::Alquerque) if (file + rank) % 2 != 0 => AROUND.iter().take(4).any(missing),
            _ => AROUND.iter().any(missing),
        }
    }

    fn squares(&self) -> Vec<Site> {
        let places = rows(1, self.plan).map(|(file, rank)| Place::square(file, rank));
        let played = places.filter(|at| self.plan.play.includes(at.file, at.rank) && self.present[cell(self.plan, *at)]);
        played.enumerate().map(|(i, at)| site(at, Some(i as u16 + 1))).collect()
    }

    fn points(&self) -> Vec<Site> {
        let masked: rustc_hash::FxHashSet<Place> = self.plan.mask.iter().copied().collect();
        let exists = |at: &Place| {
            let (file, rank) = (i32::from(at.file), i32::from(at.rank));
            let mut squares = [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().map(|(x, y)| self.is_there(file + x, rank + y));
            let meets = match self.plan.points {
                Points::None => false,
                Points::Inner => squares.all(|there| there),
                Points::All => squares.any(|there| there),
            };
            // Where the board wraps, a point left of file a is the same as one right of the last file: only the latter is listed.
            let twice = at.file == 0 && self.plan.wrap_files || at.rank == 0 && self.plan.wrap_ranks;
            meets && !twice && !masked.contains(at)
        };
        rows(0, self.plan).map(|(file, rank)| Place::point(file, rank)).filter(exists).map(|at| site(at, None)).collect()
    }
}

/// Offsets of the four orthogonal neighbours, then of the four diagonal ones.
const AROUND: [(i32, i32); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Files and ranks from `least` on, row by row from the top left.
fn rows(least: u8, plan: &Plan) -> impl Iterator<Item = (u8, u8)> {
    let files = plan.files;
    (least..=plan.ranks).rev().flat_map(move |rank| (least..=files).map(move |file| (file, rank)))
}

fn site(at: Place, number: Option<u16>) -> Site {
    Site { name: at.name(), class: at.class, file: at.file, rank: at.rank, number }
}

fn cell(plan: &Plan, at: Place) -> usize {
    (at.rank as usize - 1) * plan.files as usize + at.file as usize - 1
}

/// Which squares exist. `only` lists squares that are played on; a square of the other colour exists if it is beside one of
/// these.
fn present(plan: &Plan) -> Vec<bool> {
    let on_grid = |at: &&Place| {
        at.class == SiteClass::Square && (1..=plan.files).contains(&at.file) && (1..=plan.ranks).contains(&at.rank)
    };
    let mut present = vec![plan.only.is_none(); plan.files as usize * plan.ranks as usize];
    for at in plan.only.iter().flatten().filter(on_grid) {
        present[cell(plan, *at)] = true;
    }
    for at in plan.mask.iter().filter(on_grid).filter(|at| plan.play.includes(at.file, at.rank)) {
        present[cell(plan, *at)] = false;
    }
    if plan.only.is_some() {
        let listed = present.clone();
        let stays = |file: u8, rank: u8| {
            let inside = (1..=plan.files).contains(&file) && (1..=plan.ranks).contains(&rank);
            inside && listed[cell(plan, Place::square(file, rank))]
        };
        for (file, rank) in rows(1, plan).filter(|(file, rank)| !plan.play.includes(*file, *rank)) {
            let beside = stays(file - 1, rank) || stays(file + 1, rank) || stays(file, rank - 1) || stays(file, rank + 1);
            present[cell(plan, Place::square(file, rank))] = beside;
        }
    }
    for at in plan.mask.iter().filter(on_grid) {
        present[cell(plan, *at)] = false;
    }
    present
}
