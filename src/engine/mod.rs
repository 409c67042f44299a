//! Positions, moves, play, outcome: pure, without I/O, clock or ambient randomness; it knows no spans, no formats, and no
//! variant by name.

mod brief;
mod classes;
mod convert;
mod direct;
mod effort;
mod eval;
mod game;
mod kernel;
mod line;
mod list;
mod machine;
mod mixing;
pub mod moves;
mod numbers;
mod oblige;
mod offer;
mod plain;
mod position;
mod positions;
mod refuse;
mod run;
mod saved;
mod store;
mod tokens;
mod trace;
mod traced;
mod trials;
mod value;
mod view;
mod walk;
mod wide;
mod word;

pub use convert::SetupError;
pub use direct::{Cause, Direct, Playing, Refusal};
pub use eval::nearest::{Need, Unmet};
pub use game::Game;
pub use line::{Ahead, Glance, Line, Look, Standing};
pub use moves::Move;
pub use position::{Counting, Position, Struck};
pub use refuse::{Concern, Fails, Unfulfilled};
pub use run::{Actor, LimitReached, MOST_CHOICES, MOST_LEGS, MOST_MOVES, MOST_TRIGGERS};
pub use trace::Fired;
pub use traced::Considered;
pub use view::{Learnt, SeenMove};
pub use walk::Walk;
