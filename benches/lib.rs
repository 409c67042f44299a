//! What is measured: bundled games at their start, and in their midst.

use draughtsman::agents::{below, generator};
use draughtsman::engine::{Actor, Counting, Position};
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

/// A bundled game and a position of it: after so many decisions at random, chance's among them, then on to the next turn of a player.
/// The decisions are fixed.
///
/// # Panics
///
/// If no variant of this name is bundled, or the game ends before.
pub fn midgame(variant: &str, decisions: u32) -> (Program, Position) {
    let (program, mut position) = game(variant);
    let (mut rng, mut decided, mut begun) = (generator(1, 0), 0, decisions == 0);
    while decided < decisions || !begun {
        let moves = position.moves(&program, Counting::AsWritten).expect("no limit is reached");
        let mv = &moves[below(moves.len() as u64, &mut rng) as usize];
        let next = position.play_impatiently(&program, mv).expect("no limit is reached");
        begun = next.turns() != position.turns() && next.actor(&program) != Some(Actor::Chance);
        (position, decided) = (next, decided + 1);
    }
    (program, position)
}
