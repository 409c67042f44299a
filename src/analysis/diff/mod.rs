//! Two versions of rules, compared: first what has changed in meaning, then where they play differently, at the earliest and in
//! the smallest positions that a search finds.
//!
//! The search looks at every position from the start to some depth, at games at random or of whoever
//! plays them, and at positions with few pieces at random; where the versions part it leaves out whatever can be left out. It proves differences, and never that there is none:
//! then it says how many positions it has looked at.

mod behind;
mod beside;
mod case;
mod cause;
mod compare;
mod display;
mod equipment;
mod excerpt;
mod matching;
mod picture;
mod report;
mod rules;
mod search;
mod settings;
mod shrink;
mod sparse;
mod tally;
mod walk;
mod wire;

#[cfg(test)]
mod tests;

use crate::model::Variant;
use crate::program::Program;

pub use crate::notation::json::diff::{Change, Count, Said};
pub use cause::Cause;
pub use compare::Effect;
pub use picture::pictures;
pub use report::{Claim, Early, Report, Searched, Sighted, Witness};
pub use rules::changes;
pub use search::{diff, diff_played};
pub use settings::{Chooser, Players, Progress, Settings};
pub use wire::to_wire;

/// One of two versions: checked rules, and what they were compiled to.
#[derive(Clone, Copy, Debug)]
pub struct Version<'v> {
    /// What it is called in what is told: `english`, `english --option huffing`.
    pub name: &'v str,
    /// The checked rules.
    pub variant: &'v Variant,
    /// The compiled rules.
    pub program: &'v Program,
}
