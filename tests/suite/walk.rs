//! Games played by choices alone go as games of positions and moves do: the same deciders, as many options in the same order, the
//! same positions after them, and the same end.

use draughtsman::engine::{Actor, Counting, Move, Position, Walk};
use draughtsman::program::Program;

use crate::facts;

/// Decisions of one game that are compared.
const DECISIONS: usize = 150;

/// Numbers that look random and are the same everywhere (xorshift, Marsaglia 2003).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most.max(1) as u64) as usize
    }
}

/// A game both ways; what differs first.
fn both_ways(program: &Program, seed: u64) -> Result<(), String> {
    let mut numbers = Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let start = Position::start(program).map_err(|limit| limit.to_string())?;
    let mut walk = Walk::new(program, &start);
    let mut position = start;
    let mut stood = vec![position.standing()];
    for decision in 0..DECISIONS {
        let differs = |what: &str| Err(format!("decision {decision}: {what}"));
        if walk.actor() != position.actor(program) {
            return differs("another decider");
        }
        let moves = position.moves(program, Counting::AsWritten).map_err(|limit| limit.to_string())?;
        if walk.options().map_err(|limit| limit.to_string())? != moves.len() {
            return differs("more or fewer options");
        }
        if moves.is_empty() {
            break;
        }
        if walk.actor() == Some(Actor::Chance) && !walk.ways().eq(moves.iter().map(|mv: &Move| mv.weight)) {
            return differs("other weights");
        }
        let chosen = numbers.below(moves.len());
        let next = position.play(program, &moves[chosen], &stood).map_err(|limit| limit.to_string())?;
        walk.play(chosen).map_err(|limit| limit.to_string())?;
        if next.turns() != position.turns() {
            stood.push(next.standing());
        }
        position = next;
        if walk.position() != position || walk.outcome() != position.outcome() {
            return differs("another position after the same option");
        }
    }
    Ok(())
}

#[test]
fn games_by_choices_are_games_by_moves() {
    let mut failures = Vec::new();
    let names = facts::every_variant();
    for name in &names {
        let ready = facts::rules(name, &[]).expect("there is a rule file");
        for seed in 1..=4 {
            if let Err(problem) = both_ways(&ready.program, seed) {
                failures.push(format!("{name}, game {seed}: {problem}"));
            }
        }
    }
    facts::report(names.len(), &failures);
}
