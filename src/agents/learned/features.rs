//! A position as the features it is learned from.

use super::plan::{FIRST, OPTION, Plan, TO_MOVE};
use crate::engine::Line;
use crate::model::SideId;

/// Lists the features of positions, each with how often it counts for the side whose view it is.
pub(in crate::agents) struct Features<'p> {
    plan: &'p Plan,
    of_codes: Vec<Vec<(u16, u16)>>,
    images: Vec<(usize, bool)>,
    states: Vec<u16>,
}

/// A position as it is recorded for learning.
pub(in crate::agents) struct Seen<'s> {
    /// The pieces, as codes.
    pub(in crate::agents) codes: &'s [u16],
    /// The step of each gauge.
    pub(in crate::agents) gauges: &'s [u8],
    /// The side whose view it is.
    pub(in crate::agents) whom: SideId,
    /// Whether that side is to move.
    pub(in crate::agents) moves: bool,
    pub(in crate::agents) options: u8,
}

impl<'p> Features<'p> {
    pub(in crate::agents) fn by(plan: &'p Plan) -> Features<'p> {
        let (of_codes, images) = plan.images();
        Features { plan, of_codes, states: vec![0; images.len()], images }
    }

    /// Lists the features in `told`, which is cleared first.
    pub(in crate::agents) fn tell(&mut self, seen: &Seen<'_>, told: &mut Vec<(u32, f32)>) {
        let plan = self.plan;
        let sign = |ours: bool| if ours { 1.0 } else { -1.0 };
        told.clear();
        self.states.fill(0);
        for code in seen.codes.iter().map(|code| usize::from(*code)) {
            let side = plan.side_of(code);
            if plan.playing[side.index()] {
                told.push((plan.places[code], sign(side == seen.whom)));
            }
            self.of_codes[code].iter().for_each(|(image, by)| self.states[usize::from(*image)] += by);
        }
        for ((window, swap), state) in self.images.iter().zip(&self.states).filter(|(_, state)| **state != 0) {
            told.push(((plan.firsts[*window] + usize::from(*state)) as u32, sign(!swap)));
        }
        for (gauge, step) in plan.gauges.iter().zip(seen.gauges) {
            told.push(((gauge.first + usize::from(*step)) as u32, sign(gauge.of_first)));
        }
        let rest = plan.rest as u32;
        told.push((rest + TO_MOVE as u32, sign(seen.moves)));
        told.push((rest + OPTION as u32, sign(seen.moves) * f32::from(seen.options)));
        if plan.two.is_some() && !plan.swaps() {
            told.push((rest + FIRST as u32, 1.0));
        }
    }
}

impl Plan {
    /// The side from whose view a position is learned when `mover` is to move.
    pub(in crate::agents) fn whom(&self, mover: SideId) -> SideId {
        self.two.map_or(mover, |[first, _]| first)
    }

    /// Appends the step of each gauge.
    pub(in crate::agents) fn read(&self, line: &impl Line, each: &mut Vec<u8>) {
        each.extend(self.gauges.iter().map(|gauge| gauge.read(line) as u8));
    }
}
