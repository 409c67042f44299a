//! A rule file put together from lines as the bytes say, and a position strewn over its board: by the reference, by the machine and by the
//! direct engine, position by position.

use draughtsman::check::Choices;
use draughtsman::engine::{Counting, Direct};
use draughtsman::library::load_text;
use draughtsman::program::Program;

use crate::agree::both::come_to_the_same;
use crate::dice::{Bytes, Dice};
use crate::direct::both::{Apart, both_ways};
use crate::direct::made::{rule_file, strewn};

/// Decisions that are compared.
const DECISIONS: usize = 4;

/// A position with more moves than that is passed over.
const MOST_MOVES: usize = 30;

pub(super) fn attack(data: &[u8]) {
    let mut dice = Bytes::new(data);
    let text = rule_file(&mut dice);
    let checked = load_text("made", "made.draughts", text.clone().into_bytes(), None).check(&Choices::default());
    let variant = checked.variant.unwrap_or_else(|| panic!("{:?}\n{text}", checked.diagnostics));
    let program = Program::compile(&variant);
    let Some(mut position) = strewn(&program, &mut dice) else { return };
    if let Ok(direct) = Direct::new(&program) {
        // A game that is lost to the machine, or that comes to its limit, has gone wrong nowhere: a chain without an end, say.
        let played = both_ways(&program, &direct, &position, dice.throw() as u64, DECISIONS);
        if let Some(problem) = played.err().and_then(Apart::differs) {
            panic!("{problem}\n{text}");
        }
    }
    for _ in 0..DECISIONS {
        if let Err(problem) = come_to_the_same(&variant, &program, &position, MOST_MOVES) {
            panic!("{problem}\n{text}");
        }
        let Ok(moves) = position.moves(&program, Counting::AsWritten) else { return };
        if moves.is_empty() {
            return;
        }
        let Ok(next) = position.play(&program, &moves[dice.throw() % moves.len()], &[]) else { return };
        position = next;
    }
}
