//! Leaves below positions of random rule files with chance, turns of several decisions and questions in the midst of moves, by the direct
//! engine and by the general machine.

use super::files::rule_files;
use super::{Direct, next};
use crate::engine::position::{Counting, Position};
use crate::engine::run::Actor;
use crate::program::Program;

/// A tree of more decisions is not counted.
const MOST_DECISIONS: u32 = 150;

/// Leaves by the general machine; none if there are too many, or a limit is reached.
fn by_machine(program: &Program, position: &Position, depth: u32, left: &mut u32) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    *left = left.checked_sub(1)?;
    let moves = position.moves(program, Counting::AsWritten).ok()?;
    if depth == 1 {
        return Some(moves.len() as u64);
    }
    moves.iter().try_fold(0, |sum, mv| {
        let next = position.play_impatiently(program, mv).ok()?;
        Some(sum + by_machine(program, &next, depth - 1, left)?)
    })
}

/// What was compared.
#[derive(Debug, Default)]
struct Tally {
    /// Positions at the first decision of a turn, at chance's, and in the midst of a turn.
    firsts: u32,
    chances: u32,
    midst: u32,
    /// Counts that the direct engine knew, of positions where it could begin.
    counted: u32,
    of: u32,
}

/// Counts below the positions of a game.
fn game(program: &Program, direct: &Direct, seed: &mut u64, tally: &mut Tally) -> Result<(), String> {
    let Ok(mut position) = Position::start(program) else { return Ok(()) };
    for _ in 0..12 {
        let Ok(moves) = position.moves(program, Counting::AsWritten) else { return Ok(()) };
        if moves.is_empty() {
            return Ok(());
        }
        let begins = position.begins_turn(program);
        match (begins, position.actor(program)) {
            (_, Some(Actor::Chance)) => tally.chances += 1,
            (true, _) => tally.firsts += 1,
            (false, _) => tally.midst += 1,
        }
        for depth in 1..=3 {
            let Some(leaves) = by_machine(program, &position, depth, &mut { MOST_DECISIONS }) else { break };
            tally.of += u32::from(begins);
            for made in [false, true] {
                let counted = direct.leaves(program, &position, depth, made);
                if counted.is_some_and(|counted| counted != leaves) {
                    return Err(format!("{counted:?} leaves {depth} below, not {leaves}: {:?}", position.to_setup(program)));
                }
                tally.counted += u32::from(begins && !made && counted.is_some());
            }
        }
        let mv = &moves[next(seed) % moves.len()];
        match position.play_impatiently(program, mv) {
            Ok(next) => position = next,
            Err(_) => return Ok(()),
        }
    }
    Ok(())
}

#[test]
fn random_files_have_as_many_leaves() {
    let (mut seed, mut tally) = (20_260_102, Tally::default());
    for (text, program) in rule_files(&mut seed, 30) {
        let Some(direct) = Direct::new(&program) else { continue };
        for _ in 0..2 {
            game(&program, &direct, &mut seed, &mut tally).unwrap_or_else(|problem| panic!("{problem}\n{text}"));
        }
    }
    let Tally { firsts, chances, midst, counted, of } = tally;
    assert!(firsts > 20 && chances > 20 && midst > 20, "{tally:?}");
    assert!(counted * 10 > of * 9, "{tally:?}");
}
