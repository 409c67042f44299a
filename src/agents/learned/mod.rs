//! The learned evaluation: worths of features of a position, and the value of a position by them.

mod features;
mod file;
mod gauges;
mod plan;
mod symmetry;
mod windows;

use std::sync::Arc;

use smallvec::SmallVec;

use crate::engine::Line;
use crate::model::SideId;

use plan::{FIRST, OPTION, TO_MOVE};

pub(super) use features::{Features, Seen};
pub(super) use file::of_program;
pub(super) use file::sha256;
pub use file::{History, Unfit, checksum, is_one};
pub(super) use plan::Plan;
pub(super) use symmetry::symmetries;

/// A worth with all pieces on the board, and with none, in hundredths of a piece; in between it is interpolated.
pub(super) type Worth = [i16; 2];

/// The number of options that count at most.
pub(super) const MOST_OPTIONS: usize = 40;
/// The number of parts in which the share of pieces left is measured.
const WHOLE: u32 = 256;

/// Learned worths, with tables by which a position is evaluated quickly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learned {
    plan: Arc<Plan>,
    /// The worth of each number of the plan.
    worths: Vec<Worth>,
    /// For each code the worth to the side of the piece; 0 for pieces of neutral sides.
    places: Vec<Worth>,
    /// For each code its range in `raises`.
    ranges: Vec<(u32, u32)>,
    /// Images of windows, each with the amount that a piece adds to its state.
    raises: Vec<(u16, u16)>,
    /// For each image the first number of its worths, and whether the sides are swapped in it.
    images: Vec<(u32, bool)>,
}

impl Learned {
    /// An evaluation with these worths, by the numbers of the plan.
    pub(super) fn new(plan: Arc<Plan>, worths: Vec<Worth>) -> Learned {
        let worth = |(code, number): (usize, &u32)| {
            let playing = plan.playing[plan.side_of(code).index()];
            if playing { worths[*number as usize] } else { [0; 2] }
        };
        let places = plan.places.iter().enumerate().map(worth).collect();
        let (of_codes, images) = plan.images();
        let mut raises = Vec::new();
        let mut range = |of: Vec<(u16, u16)>| {
            let first = raises.len() as u32;
            raises.extend(of);
            (first, raises.len() as u32)
        };
        let ranges = of_codes.into_iter().map(&mut range).collect();
        let images = images.into_iter().map(|(window, swap)| (plan.firsts[window] as u32, swap)).collect();
        Learned { places, ranges, raises, images, worths, plan }
    }

    /// The value of a position to a side; `mover` is the side to move.
    pub(super) fn value(&self, line: &impl Line, side: SideId, mover: Option<SideId>) -> i32 {
        // With two sides the value to one is the negative of that to the other.
        let whom = self.plan.two.map_or(side, |[first, _]| first);
        let mut sum = Sum::default();
        let mut pieces = 0;
        let mut states: SmallVec<[u16; 64]> = SmallVec::from_elem(0, self.images.len());
        line.each_piece(|standing| {
            pieces += 1;
            let code = self.plan.code(standing);
            sum.add(self.places[code], standing.side == whom);
            let (first, last) = self.ranges[code];
            for (image, by) in &self.raises[first as usize..last as usize] {
                states[usize::from(*image)] += by;
            }
        });
        for ((first, swap), state) in self.images.iter().zip(&states) {
            sum.add(self.worths[*first as usize + usize::from(*state)], !swap);
        }
        for gauge in &self.plan.gauges {
            sum.add(self.worths[gauge.first + gauge.read(line)], gauge.of_first);
        }
        let rest = &self.worths[self.plan.rest..];
        let moves = mover == Some(whom);
        sum.add(rest[TO_MOVE], moves);
        let options = line.options().min(MOST_OPTIONS) as i32;
        sum.add_times(rest[OPTION], if moves { options } else { -options });
        if self.plan.two.is_some() {
            sum.add(rest[FIRST], true);
        }
        let value = sum.with(pieces, self.plan.all);
        if whom == side { value } else { -value }
    }
}

/// A sum of worths.
#[derive(Clone, Copy, Default)]
struct Sum([i32; 2]);

impl Sum {
    #[inline]
    fn add(&mut self, worth: Worth, ours: bool) {
        self.add_times(worth, if ours { 1 } else { -1 });
    }

    #[inline]
    fn add_times(&mut self, [full, empty]: Worth, times: i32) {
        self.0[0] += times * i32::from(full);
        self.0[1] += times * i32::from(empty);
    }

    /// The sum when `pieces` of `all` pieces are left.
    fn with(self, pieces: u32, all: u32) -> i32 {
        let share = (pieces * WHOLE / all).min(WHOLE) as i32;
        let Sum([full, empty]) = self;
        (full * share + empty * (WHOLE as i32 - share)) / WHOLE as i32
    }
}

/// The share of all pieces that is left, from 0 to 1.
pub(super) fn share(pieces: usize, all: u32) -> f32 {
    (pieces as f32 / all as f32).min(1.0)
}
