//! The explanation that goes with a limit when a chain does not end.

use crate::model::SiteId;
use crate::model::rules::Effects;

use super::Runner;

/// A chain with at least this many legs is taken to go in circles.
const LONG_CHAIN: usize = 24;

impl<'a> Runner<'a> {
    /// For a long chain: where the piece goes, and a hint at the cause if one is found. Empty for other moves.
    pub(super) fn course(&self) -> String {
        let run = &self.machine.moving;
        if usize::from(run.legs) < LONG_CHAIN {
            return String::new();
        }
        let name = |site: &SiteId| self.program.equipment.board.sites[site.index()].name.as_str();
        let last: Vec<&str> = run.trail[run.trail.len().saturating_sub(LONG_CHAIN / 4)..].iter().map(name).collect();
        let from = run.start.as_ref().map_or("", name);
        let (last, legs, taken) = (last.join(" "), run.legs, run.taken.len());
        let mut text = format!("\nthe piece from {from} has made {legs} legs and taken {taken} pieces; at last it went {last}");
        if self.program.ever(Effects::PREVENTS) {
            text.push_str("\nwhat `prevent` saves stands there to be taken again: say `end move` beside `prevent`");
        }
        text
    }
}
