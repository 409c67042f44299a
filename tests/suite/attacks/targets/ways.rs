//! Positions by every way of finding moves: the reference, the machine, the bitboard engine, and whatever counts leaves soonest.

use draughtsman::analysis::perft::{Counter, Way};
use draughtsman::engine::{Actor, BitboardEngine, Counting, Position};
use draughtsman::model::Variant;
use draughtsman::program::Program;

use crate::agree::both::come_to_the_same;
use crate::bitboard::both::{Apart, both_ways};
use crate::dice::{Dice, next};

/// Decisions that are compared, and of chance, which deals cards before anybody decides.
const DECISIONS: usize = 4;
const DEALT: usize = 120;

/// A position with more moves than that is passed over.
const MOST_MOVES: usize = 30;

/// Decisions of a game that is only played.
const LONGEST: usize = 60;

/// Some decisions from a position, by each; then a game on, directly.
pub(crate) fn all_alike(variant: &Variant, program: &Program, start: Position, dice: &mut impl Dice, text: &str) {
    let bitboards = BitboardEngine::new(program).ok();
    let counters = [false, true].map(|quick| Counter::new(program, Way { counting: Counting::AsWritten, made: false, quick }));
    let Some(mut position) = past_chance(program, start, dice) else { return };
    for _ in 0..DECISIONS {
        let Ok(moves) = position.moves(program, Counting::AsWritten) else { return };
        if moves.is_empty() {
            return;
        }
        if moves.len() <= MOST_MOVES {
            let [slow, quick] = counters.each_ref().map(|counter| counter.leaves(&position, 2));
            // A rule that does not come to an end is another test's matter.
            assert!(
                slow.is_err() || quick == slow,
                "{quick:?} leaves, not {slow:?}, at {:?}\n{text}",
                position.to_setup(program)
            );
        }
        if let Some(bitboards) = &bitboards {
            // A game that is lost to the machine, or that comes to its limit, has gone wrong nowhere: a chain without an end, say.
            let played = both_ways(program, bitboards, &position, dice.throw() as u64, 2);
            if let Some(problem) = played.err().and_then(Apart::differs) {
                panic!("{problem}\n{text}");
            }
        }
        if let Err(problem) = come_to_the_same(variant, program, &position, MOST_MOVES) {
            panic!("{problem}\n{text}");
        }
        let Ok(next) = position.play(program, &moves[dice.throw() % moves.len()], &[]) else { return };
        let Some(next) = past_chance(program, next, dice) else { return };
        position = next;
    }
    played_by_moves(program, position.clone(), dice, text);
    if let Some(bitboards) = &bitboards {
        played_on(program, bitboards, &position, dice.throw() as u64 | 1, text);
    }
}

/// The next decision of a player, whatever chance has decided before; none if a rule reaches a limit, or very much is dealt.
fn past_chance(program: &Program, mut position: Position, dice: &mut impl Dice) -> Option<Position> {
    for _ in 0..DEALT {
        if position.actor(program) != Some(Actor::Chance) {
            return Some(position);
        }
        let moves = position.moves(program, Counting::AsWritten).ok()?;
        position = position.play(program, moves.get(dice.throw() % moves.len().max(1))?, &[]).ok()?;
    }
    None
}

/// A game of the general machine: the hash of each position is right.
fn played_by_moves(program: &Program, mut position: Position, dice: &mut impl Dice, text: &str) {
    for _ in 0..LONGEST {
        assert_eq!(position.hash(), position.hash_from_scratch(program), "{:?}\n{text}", position.to_setup(program));
        let Ok(moves) = position.moves(program, Counting::AsWritten) else { return };
        if moves.is_empty() || moves.len() > MOST_MOVES {
            return;
        }
        let Ok(next) = position.play(program, &moves[dice.throw() % moves.len()], &[]) else { return };
        position = next;
    }
}

/// A game of the bitboard engine, chance and all: what it says that stands is a position, and its hash is right.
fn played_on(program: &Program, bitboards: &BitboardEngine, start: &Position, mut seed: u64, text: &str) {
    let Some(mut game) = bitboards.game(program, start) else { return };
    let mut luck = seed;
    game.restart(&mut |most| next(&mut luck) as u64 % most.max(1));
    for _ in 0..LONGEST {
        if game.options() == 0 || game.lost() {
            return;
        }
        game.play(next(&mut seed) % game.options());
        if game.outcome().is_some() {
            return;
        }
        let Some(position) = game.position(program) else { continue };
        let setup = position.to_setup(program);
        assert_eq!(position.hash(), position.hash_from_scratch(program), "{setup:?}\n{text}");
        assert_eq!(Position::from_setup(program, &setup).as_ref(), Ok(&position), "{text}");
    }
}
