//! Coverage: which rules took part in games and which never did. Coverage is counted move by move and shown beside the lines of
//! the rule files. For rules that never took part, positions in which they do are searched for.
//!
//! A rule takes part if it does what its author would expect: a movement rule made a leg, a chain law had a chain to continue,
//! an obligation struck out a move, a trigger ran, an ending ended the game, a counter was written, a `require` forbade a move.
//! Definitions of phrases are expanded where they are used, and are not counted.

mod count;
mod games;
mod listing;
mod missing;
mod options;
mod points;
mod proof;
mod sketch;
mod watch;
mod witness;

pub use crate::notation::json::coverage::Looked;
pub use count::{Count, Counts};
pub use games::Games;
pub use listing::{Listed, Margin, listing};
pub use missing::{Missing, missing};
pub use options::{Compared, Difference, compare};
pub use points::{Point, Points, Role};
pub use proof::{Witness, shows};
pub use sketch::Numbers;
pub use watch::{Decide, Watch};
pub use witness::{Effort, Search, search};
