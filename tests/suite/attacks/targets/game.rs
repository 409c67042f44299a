//! Games by rules that somebody made up.

use draughtsman::engine::{Counting, Position};
use draughtsman::model::Variant;
use draughtsman::notation::{Header, Terms, json, movetext};
use draughtsman::program::Program;

use crate::dice::Dice;

/// A list of more moves is not gone through: each is written and read.
const MOST_MOVES: usize = 60;

/// A game from the start, of so many decisions at most, as the dice choose; what holds for every position holds for its positions. It ends
/// where a rule reaches a limit.
pub(super) fn played(variant: &Variant, program: &Program, dice: &mut impl Dice, most: usize) {
    let (terms, header) = (Terms::from(variant), Header::of(variant));
    let full = program.chains_may_stop();
    let Ok(mut position) = Position::start(program) else { return };
    let mut stood = vec![position.standing()];
    for _ in 0..most {
        let setup = position.to_setup(program);
        assert_eq!(position.hash(), position.hash_from_scratch(program), "{setup:?}");
        let text = json::position::write(&header, &terms, &setup);
        let read = json::position::read(&terms, &text).unwrap_or_else(|error| panic!("{error} in {text}"));
        assert_eq!(read, setup, "{text}");
        let back = Position::from_setup(program, &setup).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(back, position, "{text}");
        let Ok(moves) = position.moves(program, Counting::AsWritten) else { return };
        if moves.is_empty() {
            return;
        }
        if moves.len() <= MOST_MOVES {
            let texts = movetext::texts(&variant.equipment, &moves, full);
            for (place, text) in texts.iter().enumerate() {
                let meant = movetext::parse_move(&variant.equipment, text, &moves, full);
                assert_eq!(meant.as_ref().ok(), Some(&place), "{text} of {texts:?}: {meant:?}");
            }
        }
        let Ok(next) = position.play(program, &moves[dice.throw() % moves.len()], &stood) else { return };
        if next.turns() != position.turns() {
            stood.push(next.standing());
        }
        position = next;
    }
}
