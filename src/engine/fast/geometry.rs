//! Tables of one board and one set of rules.

use crate::program::Program;
use crate::program::shape::{KINDS, Preference, Shape, When};

use super::board::Bits;

/// No site.
pub(super) const NONE: u8 = u8::MAX;

/// Steps, masks and rules for boards of `W` words.
pub(super) struct Geometry<const W: usize> {
    pub(super) shape: Shape,
    /// All sites.
    pub(super) all: Bits<W>,
    /// `next[way][site]`, or [`NONE`].
    pub(super) next: Vec<Vec<u8>>,
    /// The way back of each way, or [`NONE`].
    pub(super) back: Vec<u8>,
    /// Whole-board steps: for each way, the sites whose step is a shift by the same number of bits.
    shifts: Vec<Vec<(i8, Bits<W>)>>,
    /// Where a kind of a side is promoted on landing: (sites, what it becomes, the move ends).
    pub(super) landing: [[Option<Crown<W>>; KINDS]; 2],
    /// Where a kind of a side is promoted at rest.
    pub(super) resting: [[Option<Crown<W>>; KINDS]; 2],
    /// Ways of steps and slides, by side and kind: (near, far).
    pub(super) quiet: [[(u32, u32); KINDS]; 2],
    /// What pieces are worth, by kind.
    pub(super) worth: [u64; KINDS],
    /// How captures are compared: for each preference, by how many bits its number is shifted.
    pub(super) weights: Vec<(Preference, u32)>,
}

/// A promotion, by side and kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crown<const W: usize> {
    pub(super) row: Bits<W>,
    pub(super) to: u8,
    pub(super) ends: bool,
}

impl<const W: usize> Geometry<W> {
    pub(super) fn new(program: &Program, shape: &Shape) -> Option<Geometry<W>> {
        let board = &program.equipment.board;
        let sites = board.sites.len();
        if sites > 64 * W || sites >= NONE as usize {
            return None;
        }
        let next: Vec<Vec<u8>> =
            (board.steps.iter()).map(|steps| steps.iter().map(|to| to.map_or(NONE, |to| to.0 as u8)).collect()).collect();
        let back = board.directions.iter().map(|direction| direction.opposite.unwrap_or(NONE)).collect();
        let mut all = Bits::EMPTY;
        (0..sites).for_each(|site| all |= Bits::one(site as u8));
        let mut geometry = Geometry {
            shape: shape.clone(),
            all,
            shifts: next.iter().map(|steps| shifts(steps)).collect(),
            next,
            back,
            landing: [[None; KINDS]; 2],
            resting: [[None; KINDS]; 2],
            quiet: [[(0, 0); KINDS]; 2],
            worth: [0; KINDS],
            weights: weights(shape)?,
        };
        for (kind, declared) in program.equipment.kinds.iter().enumerate() {
            geometry.worth[kind] = u64::try_from(declared.value).ok().filter(|worth| *worth < 1000)?;
        }
        for side in 0..2 {
            for (kind, rules) in shape.quiet.iter().enumerate() {
                for rule in rules {
                    let ways = &mut geometry.quiet[side][kind];
                    // Two rules for one way would offer one move twice.
                    if (ways.0 | ways.1) & rule.ways[side] != 0 {
                        return None;
                    }
                    if rule.far { ways.1 |= rule.ways[side] } else { ways.0 |= rule.ways[side] }
                }
            }
            for promotion in &shape.promotions {
                for kind in (0..KINDS).filter(|kind| promotion.kinds >> kind & 1 != 0) {
                    let crown = Crown {
                        row: Bits::of(&promotion.row[side]),
                        to: promotion.to as u8,
                        ends: promotion.when == When::EndsMove,
                    };
                    let table = if promotion.when == When::AtRest { &mut geometry.resting } else { &mut geometry.landing };
                    if table[side][kind].replace(crown).is_some() {
                        return None;
                    }
                }
            }
        }
        Some(geometry)
    }

    /// Where the sites of a set step to, one way.
    #[inline(always)]
    pub(super) fn step(&self, way: usize, from: Bits<W>) -> Bits<W> {
        self.shifts[way].iter().fold(Bits::EMPTY, |to, (by, sites)| to | (from & *sites).shifted(*by))
    }
}

/// The sites of a way, grouped by how far their step is in bits.
fn shifts<const W: usize>(steps: &[u8]) -> Vec<(i8, Bits<W>)> {
    let mut groups: Vec<(i8, Bits<W>)> = Vec::new();
    for (from, to) in steps.iter().enumerate().filter(|(_, to)| **to != NONE) {
        let by = (*to as i16 - from as i16) as i8;
        match groups.iter_mut().find(|(known, _)| *known == by) {
            Some((_, sites)) => *sites |= Bits::one(from as u8),
            None => groups.push((by, Bits::one(from as u8))),
        }
    }
    groups
}

/// Where each preference stands in one number, the first one highest; `None` if they do not fit.
fn weights(shape: &Shape) -> Option<Vec<(Preference, u32)>> {
    let width = |preference: &Preference| match preference {
        Preference::Count | Preference::CountOf(_) => 7,
        Preference::Worth => 17,
        Preference::With(_) => 1,
        Preference::Early(_) => 32,
    };
    let mut left = 64;
    let mut weights = Vec::new();
    for preference in &shape.preferences {
        left -= width(preference);
        if left < 0 {
            return None;
        }
        weights.push((*preference, left as u32));
    }
    Some(weights)
}
