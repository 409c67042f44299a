//! Positions are small: they are copied by the million.

use draughtsman::engine::{Counting, Position};
use draughtsman::library;
use draughtsman::model::board::SiteClass;
use draughtsman::program::code::Op;

/// The most bytes that a position of a plain game on a board of 64 squares or fewer may take.
const MOST: usize = 128;

/// The same where rules remember more than eight cells of numbers and pieces from turn to turn, or where there are more than two
/// kinds of piece, each with a set of squares a side.
const MOST_OF_MORE: usize = 192;

#[test]
fn plain_positions_are_small() {
    let mut measured = 0;
    for name in library::names() {
        let ready = library::bundled(name).unwrap();
        let equipment = &ready.variant.equipment;
        let board = &equipment.board;
        let points = board.sites.iter().any(|site| site.class == SiteClass::Point);
        let plain = equipment.tokens.is_empty() && equipment.piles.is_empty() && equipment.slots.is_empty();
        // Within a turn of several parts the rest of it is kept too.
        let script = &ready.program.block(ready.program.game.turn.body).ops;
        let one_play = matches!(script.as_slice(), [(Op::Play { by: None, .. }, _)]);
        if !plain || !one_play || points || board.sites.len() > 64 || equipment.stacks > 1 {
            continue;
        }
        let more = ready.program.layout.cells > 8 || equipment.kinds.len() > 2;
        let most = if more { MOST_OF_MORE } else { MOST };
        let mut position = Position::start(&ready.program).unwrap();
        for ply in 0..40 {
            // a game that is over also carries its outcome
            let moves = position.moves(&ready.program, Counting::AsWritten).unwrap();
            let Some(mv) = moves.get(ply * 7 % moves.len().max(1)) else { break };
            assert!(position.bytes() <= most, "{name}, ply {ply}: {} bytes", position.bytes());
            position = position.play(&ready.program, mv, &[]).unwrap();
        }
        measured += 1;
    }
    assert!(measured > 0);
}
