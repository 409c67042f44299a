//! What is measured: bundled games at their start.

use draughtsman::engine::Position;
use draughtsman::library;
use draughtsman::program::Program;

/// A bundled game and its first position.
///
/// # Panics
///
/// If no variant of this name is bundled.
pub fn game(variant: &str) -> (Program, Position) {
    let program = library::bundled(variant).expect("it is bundled").program;
    let start = Position::start(&program).expect("a bundled game begins");
    (program, start)
}
