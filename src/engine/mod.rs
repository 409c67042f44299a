//! Positions, moves, play, outcome: pure, without I/O, clock or ambient randomness; it knows no spans, no formats, and no
//! variant by name.

mod convert;
mod eval;
pub mod fast;
mod game;
mod list;
mod machine;
pub mod moves;
mod plain;
mod position;
mod refuse;
mod run;
mod saved;
mod store;
mod tokens;
mod value;
mod view;

pub use convert::SetupError;
pub use game::Game;
pub use moves::Move;
pub use position::{Counting, Position, Struck};
pub use refuse::Concern;
pub use run::{Actor, LimitReached, MOST_CHOICES, MOST_LEGS, MOST_MOVES, MOST_TRIGGERS};
pub use view::{Learnt, SeenMove};
