//! A position drawn from a player's view.

use chacha20::ChaCha8Rng;

use super::below;
use crate::engine::Position;
use crate::model::PlayerId;
use crate::program::Program;

/// A position drawn from all that look the same to a player, with the probabilities that the deal gives them; see
/// [`Position::sample`]. The same view and the same state of the generator give the same position.
///
/// ```
/// # use draughtsman::{agents, engine::Game, library, model::PlayerId};
/// let program = library::bundled("english").unwrap().program;
/// let game = Game::new(&program).unwrap();
/// let imagined = agents::sample(&program, game.position(), PlayerId(0), &mut agents::generator(7, 0));
/// assert_eq!(imagined.view(&program, PlayerId(0)), game.position().view(&program, PlayerId(0)));
/// ```
pub fn sample(program: &Program, position: &Position, player: PlayerId, rng: &mut ChaCha8Rng) -> Position {
    position.sample(program, player, &mut |limit| below(limit, rng))
}
