//! What is said of a chain that goes on and on.

use crate::model::SiteId;
use crate::model::rules::Effects;

use super::Runner;

/// From so many legs on a chain is one that goes round.
const LONG_CHAIN: usize = 24;

impl<'a> Runner<'a> {
    /// Of a long chain: where the piece goes round, and why, if it is seen.
    pub(super) fn course(&self) -> String {
        let run = &self.machine.run;
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
