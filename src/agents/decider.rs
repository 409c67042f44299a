//! Who decides at a seat: an agent of this program, or somebody outside it who is asked.

use super::agent::Agent;
use super::thinker::{MEMORY, Thinker};
use crate::engine::{Game, LimitReached, Move};
use crate::notation::Pace;
use crate::program::Program;

/// Asks somebody outside this program which of the moves of the decision at hand to play, and says how much time there is where the game
/// is played by the clock; the answer is its place in the list, or why there is none.
pub type Ask = Box<dyn FnMut(&Program, &Game, &[Move], Option<Pace>) -> Result<usize, String> + Send>;

/// Who decides at a seat.
pub enum Decider {
    /// An agent.
    Thinker(Box<Thinker>),
    /// Somebody outside.
    Outside(Ask),
}

/// Why nothing was decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undecided {
    /// A rule that does not come to an end.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// Who was asked outside has no answer.
    #[error("{0}")]
    Outside(String),
}

impl Decider {
    /// An agent for a variant.
    pub fn of(program: &Program, agent: Agent) -> Decider {
        Decider::Thinker(Box::new(Thinker::new(program, agent, MEMORY)))
    }

    /// It remembers nothing of earlier games. Who is outside sees what game is played.
    pub(super) fn forget(&mut self) {
        if let Decider::Thinker(thinker) = self {
            thinker.forget();
        }
    }
}

/// What somebody outside decides; nobody is asked where there is no choice.
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
