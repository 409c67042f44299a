//! Games that agents play among themselves.

use crate::analysis::simulate::{Played, Simulator};
use crate::engine::{Actor, LimitReached, Playout};

use super::{Agent, below, by_weight, generator};

/// Games of one agent against itself, each with chance of its own.
pub struct Series<'s> {
    simulator: &'s Simulator<'s>,
    agent: Agent,
    seed: u64,
    /// The game, where something plays it faster than the general machine.
    quick: Option<Playout<'s>>,
}

impl<'s> Series<'s> {
    /// All games that a seed fixes.
    pub fn new(simulator: &'s Simulator<'s>, agent: Agent, seed: u64) -> Series<'s> {
        // Who looks ahead asks the general machine for positions.
        let quick = if agent == Agent::Random { simulator.playout() } else { None };
        Series { simulator, agent, seed, quick }
    }

    /// The n-th game. It depends on the seed and its number only.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn game(&mut self, number: u64) -> Result<Played, LimitReached> {
        let mut rng = generator(self.seed, number);
        if let Some(game) = &mut self.quick {
            return self.simulator.play_out(game, &mut |options| below(options, &mut rng));
        }
        if self.agent == Agent::Random {
            return self.simulator.walk(&mut |ways| below(ways, &mut rng));
        }
        let program = self.simulator.program();
        self.simulator.play(&mut |position, actor, moves| {
            let chosen = match actor {
                Actor::Chance => by_weight(moves, &mut rng),
                Actor::Player(player) => self.agent.choose(program, position, player, moves, &mut rng)?,
            };
            Ok(chosen.unwrap_or(usize::MAX))
        })
    }
}
