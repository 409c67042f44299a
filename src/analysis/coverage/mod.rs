//! Which rules played a part in games, and which never did: counted move by move, shown beside the lines of the rule files, and
//! for what never happened a search for a position in which it does.
//!
//! What counts as playing a part is what an author would say: a rule of movement made a leg, a chain law had a chain to go on, an
//! obligation struck a move out, a trigger answered, an ending ended the game, a counter was written, a `require` forbade a move.
//! Definitions of phrases are put in where they are used, and count nowhere.

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
