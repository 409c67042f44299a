//! The Hub protocol, version 2, of engines for draughts: what a controller tells an engine, what the engine says, positions, moves
//! and times. Who carries the lines, over which threads and processes, is not decided here.
//!
//! ```
//! use draughtsman::hub::{self, Engine, Heard};
//!
//! let mut engine = Engine::new(hub::bundled()).unwrap();
//! let Heard::Said(lines) = engine.hear("hub") else { panic!() };
//! assert_eq!(lines.last().map(String::as_str), Some("wait"));
//! ```

mod board;
mod engine;
mod level;
mod line;
mod offer;
mod think;

pub use board::{find_move, move_text, position, read_position};
pub use engine::{Engine, Heard};
pub use level::Level;
pub use line::{Line, line};
pub use offer::{Offer, bundled, named};
pub use think::{Mode, Thinking};

/// What an engine plays that offers no variants, and whoever is told none.
pub const USUAL: &str = "normal";

/// The parameter that says which game is played.
pub const VARIANT: &str = "variant";
/// The parameter that says on how many threads one decision is thought about.
pub const THREADS: &str = "threads";
