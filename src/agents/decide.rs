//! What an agent decides in a game, from what its player can see.

use chacha20::ChaCha8Rng;

use super::by_weight;
use super::judging::Judging;
use super::limits::Thought;
use super::poll::{WorldSampling, drawn};
use super::thinker::{Clock, Thinker};
use crate::engine::{Actor, Game, LimitReached, LookAhead};
use crate::model::PlayerId;
use crate::program::Program;

/// The option, by its index in [`Game::options`], that an agent chooses for the player whose decision it is. If chance decides,
/// the result is drawn by the weights of the moves. None if there is nothing to decide.
///
/// The choice depends on nothing that the player cannot know: where anything is hidden, the agent thinks about positions drawn
/// from the player's view.
///
/// ```
/// use draughtsman::agents::{self, Clock, Thinker};
/// use draughtsman::engine::{LookAhead, Game};
/// # use draughtsman::library;
///
/// let program = library::bundled("english").unwrap().program;
/// let (ahead, game) = (LookAhead::new(&program), Game::new(&program).unwrap());
/// let mut thinker = Thinker::new(&program, "alpha-beta:1000".parse().unwrap(), agents::MEMORY);
/// let chosen = agents::decide(&program, &ahead, &game, &mut thinker, &mut agents::generator(7, 0), Clock::none());
/// assert!(chosen.unwrap().unwrap().option < 7, "there are seven first moves");
/// ```
///
/// # Errors
/// A rule exceeds a limit of the engine.
pub fn decide(
    program: &Program,
    ahead: &LookAhead,
    game: &Game,
    thinker: &mut Thinker,
    rng: &mut ChaCha8Rng,
    clock: Clock<'_>,
) -> Result<Option<Thought>, LimitReached> {
    let moves = game.options(program)?;
    let player = match game.actor(program) {
        None => return Ok(None),
        Some(Actor::Chance) => return Ok(by_weight(&moves, rng).map(Thought::without)),
        Some(Actor::Player(player)) => player,
    };
    if moves.len() <= 1 {
        return Ok((!moves.is_empty()).then(|| Thought::without(0)));
    }
    if program.layout.hidden.contains(&true) {
        return unseen(program, ahead, game, player, thinker, rng, clock);
    }
    let judging = Judging { thinker, lines: 1, rng, clock, game, moves: &moves };
    Ok(ahead.look(program, game, judging)?.into_iter().next())
}

/// The same where something is hidden from the player.
fn unseen(
    program: &Program,
    ahead: &LookAhead,
    game: &Game,
    player: PlayerId,
    thinker: &mut Thinker,
    rng: &mut ChaCha8Rng,
    clock: Clock<'_>,
) -> Result<Option<Thought>, LimitReached> {
    let mut poll = WorldSampling::of(program, game, player)?;
    if poll.ranked().len() > 1 {
        poll.think(ahead, thinker, 1, rng, clock)?;
    }
    let Some(at) = poll.ranked().first().copied() else { return Ok(None) };
    let thought = |option| Thought { value: poll.value(at).unwrap_or(0), nodes: poll.nodes(), ..Thought::without(option) };
    Ok(drawn(poll.seen(at), rng).map(thought))
}
