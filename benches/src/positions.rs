//! Rules, and where to count and play from. What is read is kept to the end: it is measured again and again.

use draughtsman::agents::{below, generator};
use draughtsman::check::Choices;
use draughtsman::engine::{Actor, Counting, Position};
use draughtsman::library;
use draughtsman::program::Program;

/// A bundled game.
pub(crate) fn bundled(variant: &str) -> &'static Program {
    Box::leak(Box::new(library::bundled(variant).expect("it is bundled").program))
}

/// Rules that a text says.
pub(crate) fn said(text: &str) -> &'static Program {
    let checked = library::load_text("said", "said.draughts", text.as_bytes().to_vec(), None).check(&Choices::default());
    let variant = checked.variant.unwrap_or_else(|| panic!("{:#?}\n{text}", checked.diagnostics));
    Box::leak(Box::new(Program::compile(&variant)))
}

/// Where a game begins.
pub(crate) fn start(program: &Program) -> Position {
    Position::start(program).expect("the game begins")
}

/// Positions of some games, each after so many decisions at random, chance's among them, and on to the next turn of a player. Games that
/// are over by then are passed over.
pub(crate) fn midgame(program: &Program, decisions: u32, many: usize) -> Vec<Position> {
    (1..).filter_map(|seed| in_the_midst(program, decisions, seed)).take(many).collect()
}

fn in_the_midst(program: &Program, decisions: u32, seed: u64) -> Option<Position> {
    let (mut position, mut rng, mut decided, mut begun) = (start(program), generator(seed, 0), 0, false);
    while decided < decisions || !begun {
        let moves = position.moves(program, Counting::AsWritten).expect("no limit is reached");
        let mv = moves.get(below(moves.len() as u64, &mut rng) as usize)?;
        let next = position.play_impatiently(program, mv).expect("no limit is reached");
        begun = next.turns() != position.turns() && next.actor(program) != Some(Actor::Chance);
        (position, decided) = (next, decided + 1);
    }
    position.outcome().is_none().then_some(position)
}
