//! The Hub protocol, version 2, for draughts engines: commands of the controller, answers of the engine, positions, moves and
//! times. Transport of the lines, threads and processes are not part of this module.
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

/// The default game of the protocol, for engines without variants and controllers that select none.
pub const USUAL: &str = "normal";

/// The parameter that selects the game.
pub const VARIANT: &str = "variant";
/// The parameter for the number of threads that think about a decision.
pub const THREADS: &str = "threads";
