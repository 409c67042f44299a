//! Games that agents play among themselves.

use crate::analysis::simulate::{Played, Simulator};
use crate::engine::{Actor, LimitReached};

use super::{by_weight, generator, greedy, random};

/// Who decides for every player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agent {
    /// Any move, each as likely.
    Random,
    /// The move with the most material at once.
    Greedy,
}

/// The n-th game of a series. It depends on the seed and its number only.
///
/// # Errors
/// A rule that does not come to an end.
pub fn game(simulator: &Simulator<'_>, agent: Agent, seed: u64, number: u64) -> Result<Played, LimitReached> {
    let mut rng = generator(seed, number as usize);
    let program = simulator.program();
    simulator.play(&mut |position, actor, moves| {
        let chosen = match (actor, agent) {
            (Actor::Chance, _) => by_weight(moves, &mut rng),
            (Actor::Player(_), Agent::Random) => random(moves, &mut rng),
            (Actor::Player(player), Agent::Greedy) => greedy(program, position, player, moves, &mut rng)?,
        };
        Ok(chosen.unwrap_or(usize::MAX))
    })
}
