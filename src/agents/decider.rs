//! What decides for a seat: an agent of this program, or something outside it.

use super::agent::Agent;
use super::thinker::{MEMORY, Thinker};
use crate::engine::{Game, LimitReached, Move};
use crate::notation::Pace;
use crate::program::Program;

/// Asks something outside this program which of the moves of the current decision to play, with the time left if the game is
/// played by the clock. Returns the index in the list, or why there is no answer.
pub type Ask = Box<dyn FnMut(&Program, &Game, &[Move], Option<Pace>) -> Result<usize, String> + Send>;

/// What decides for a seat.
pub enum Decider {
    /// An agent.
    Thinker(Box<Thinker>),
    /// Something outside this program.
    Outside(Ask),
}

/// Why nothing was decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undecided {
    /// A rule exceeds a limit of the engine.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// Whatever was asked outside has no answer.
    #[error("{0}")]
    Outside(String),
}

impl Decider {
    /// An agent for the games of a program.
    pub fn of(program: &Program, agent: Agent) -> Decider {
        Decider::Thinker(Box::new(Thinker::new(program, agent, MEMORY)))
    }

    /// Makes it forget earlier games. What is outside the program sees by itself which game is played.
    pub(super) fn forget(&mut self) {
        if let Decider::Thinker(thinker) = self {
            thinker.forget();
        }
    }
}

/// What something outside decides; it is not asked where there is no choice.
pub(super) fn asked(
    ask: &mut Ask,
    program: &Program,
    game: &Game,
    moves: &[Move],
    pace: Option<Pace>,
) -> Result<Option<usize>, Undecided> {
    if moves.len() <= 1 {
        return Ok((!moves.is_empty()).then_some(0));
    }
    ask(program, game, moves, pace).map(Some).map_err(Undecided::Outside)
}
