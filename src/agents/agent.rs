//! Who decides for a player, by name.

use std::str::FromStr;

use chacha20::ChaCha8Rng;

use super::{greedy, random};
use crate::engine::{LimitReached, Move, Position};
use crate::model::PlayerId;
use crate::program::Program;

/// Who decides for a player.
///
/// ```
/// use draughtsman::agents::Agent;
/// assert_eq!("greedy".parse(), Ok(Agent::Greedy));
/// assert_eq!(Agent::ALL.map(Agent::name), ["random", "greedy"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agent {
    /// Any move, each as likely.
    Random,
    /// The move with the most material at once.
    Greedy,
}

/// There is no agent of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no agent `{0}`")]
pub struct UnknownAgent(pub String);

impl Agent {
    /// All of them, the weakest first.
    pub const ALL: [Agent; 2] = [Agent::Random, Agent::Greedy];

    /// What it is called: `random`
    pub fn name(self) -> &'static str {
        match self {
            Agent::Random => "random",
            Agent::Greedy => "greedy",
        }
    }

    /// Whether it looks at the position at all.
    pub fn looks(self) -> bool {
        self != Agent::Random
    }

    /// The index of the move that it takes for a player, by a position and its moves as that player sees them; none if there is
    /// no move.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn choose(
        self,
        program: &Program,
        position: &Position,
        player: PlayerId,
        moves: &[Move],
        rng: &mut ChaCha8Rng,
    ) -> Result<Option<usize>, LimitReached> {
        match self {
            Agent::Random => Ok(random(moves, rng)),
            Agent::Greedy => greedy(program, position, player, moves, rng),
        }
    }
}

impl FromStr for Agent {
    type Err = UnknownAgent;

    fn from_str(name: &str) -> Result<Agent, UnknownAgent> {
        Agent::ALL.into_iter().find(|agent| agent.name() == name).ok_or_else(|| UnknownAgent(name.to_owned()))
    }
}
