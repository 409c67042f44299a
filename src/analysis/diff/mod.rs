//! Compares two versions of rules: first what has changed in meaning, then where they play differently, as early in the game as
//! possible and in positions as small as possible.
//!
//! The search examines all positions from the initial one to some depth, games (random ones or those of given agents), and
//! random positions with few pieces. Positions in which the versions differ are shrunk. It can prove differences, but not their
//! absence; without a difference it reports the number of positions examined.

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

/// One of two versions: the checked rules, and the program compiled from them.
#[derive(Clone, Copy, Debug)]
pub struct Version<'v> {
    /// The name of the version in reports: `english`, `english --option huffing`.
    pub name: &'v str,
    /// The checked rules.
    pub variant: &'v Variant,
    /// The compiled rules.
    pub program: &'v Program,
}
