//! Tables of what phrases and paths look up on the board.

use crate::model::equipment::RegionSites;
use crate::model::expr::{RelativeRow, RelativeWay};
use crate::model::{Board, Equipment, SiteId, SiteSet};

/// Rays, rows and directions as tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// All sites.
    pub every: SiteSet,
    /// The number of sites.
    many: usize,
    /// The sites of all rays, one ray after the other.
    sites: Vec<SiteId>,
    /// The start and end of each ray in `sites`, by direction, then by the site where it begins.
    rays: Vec<(u32, u32)>,
    /// For each side: the forward, backward and sideways directions, as bits.
    ways: Vec<[u64; 3]>,
    /// For each side: the far row and the home row.
    rows: Vec<[SiteSet; 2]>,
    /// For each region, its sites for each side.
    regions: Vec<Vec<SiteSet>>,
}

impl Geometry {
    pub(super) fn new(equipment: &Equipment) -> Geometry {
        let board = &equipment.board;
        let many = board.sites.len();
        let (mut sites, mut rays) = (Vec::new(), Vec::with_capacity(board.directions.len() * many));
        for way in 0..board.directions.len() {
            for from in 0..many {
                let start = sites.len();
                cast(board, SiteId(from as u16), way, &mut sites);
                rays.push((start as u32, sites.len() as u32));
            }
        }
        let ways = equipment.sides.iter().map(|side| {
            let facing = side.faces;
            [board.forward(facing) as u64, board.backward(facing) as u64, board.sideways(facing) as u64]
        });
        let rows = equipment.sides.iter().map(|side| [board.far_row(side.faces), board.far_row(side.faces.reversed())]);
        let regions = equipment.regions.iter().map(|region| {
            let of = |side: usize| match &region.sites {
                RegionSites::Same(set) => set.clone(),
                RegionSites::BySide(sets) => sets.get(side).cloned().unwrap_or_else(|| SiteSet::empty(many)),
            };
            (0..equipment.sides.len()).map(of).collect()
        });
        Geometry {
            every: SiteSet::full(many),
            many,
            ways: ways.collect(),
            rows: rows.collect(),
            regions: regions.collect(),
            sites,
            rays,
        }
    }

    /// The sites of a ray, up to the edge or to where it would return to one of its sites, its start included.
    #[inline]
    pub fn ray(&self, from: SiteId, way: usize) -> &[SiteId] {
        let (start, end) = self.rays[way * self.many + from.index()];
        &self.sites[start as usize..end as usize]
    }

    /// The number of sites of the longest ray.
    pub fn longest(&self) -> usize {
        self.rays.iter().map(|(start, end)| (end - start) as usize).max().unwrap_or(0)
    }

    /// The directions that a relative word means for a side, as bits.
    #[inline]
    pub fn ways(&self, side: usize, way: RelativeWay) -> u64 {
        let [forward, backward, sideways] = self.ways[side];
        match way {
            RelativeWay::Forward => forward,
            RelativeWay::Backward => backward,
            RelativeWay::Sideways => sideways,
        }
    }

    /// The sites that a relative word means for a side.
    #[inline]
    pub fn row(&self, side: usize, row: RelativeRow) -> &SiteSet {
        match row {
            RelativeRow::Far => &self.rows[side][0],
            RelativeRow::Home => &self.rows[side][1],
            RelativeRow::Region(region) => &self.regions[region.index()][side],
        }
    }
}

fn cast(board: &Board, from: SiteId, way: usize, sites: &mut Vec<SiteId>) {
    let start = sites.len();
    let mut at = from;
    while let Some(next) = board.step(way, at) {
        if next == from || sites[start..].contains(&next) {
            break;
        }
        sites.push(next);
        at = next;
    }
}
