//! What an agent decides in a game: from what its player can see.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::Rng as _;

use super::limits::Thought;
use super::sample::sample;
use super::thinker::{Clock, Thinker};
use super::{by_ways, by_weight};
use crate::engine::{Actor, Ahead, Game, LimitReached, Line, Look, Move, SeenMove};
use crate::model::PlayerId;
use crate::program::Program;

/// Where something is hidden, so many positions that the player may believe in are thought about, and the option counts that is
/// best in most of them (perfect information Monte Carlo, Ginsberg 2001).
const WORLDS: u64 = 8;

/// The option, by its place in [`Game::options`], that an agent decides on for the player whose decision it is; chance decides as
/// the ways weigh. None if there is nothing to decide.
///
/// It depends on nothing that the player cannot know: where anything is hidden, the agent thinks about positions drawn from the
/// player's view.
///
/// ```
/// use draughtsman::agents::{self, Clock, Thinker};
/// use draughtsman::engine::{Ahead, Game};
/// # use draughtsman::library;
///
/// let program = library::bundled("english").unwrap().program;
/// let (ahead, game) = (Ahead::new(&program), Game::new(&program).unwrap());
/// let mut thinker = Thinker::new(&program, "alpha-beta:1000".parse().unwrap(), agents::MEMORY);
/// let chosen = agents::decide(&program, &ahead, &game, &mut thinker, &mut agents::generator(7, 0), Clock::none());
/// assert!(chosen.unwrap().unwrap().option < 7, "there are seven first moves");
/// ```
///
/// # Errors
/// A rule that does not come to an end.
pub fn decide(
    program: &Program,
    ahead: &Ahead,
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
    let one = One { thinker, rng, clock, game, moves: &moves };
    ahead.look(program, game, one)
}

/// The same where the player does not see everything.
fn unseen(
    program: &Program,
    ahead: &Ahead,
    game: &Game,
    player: PlayerId,
    thinker: &mut Thinker,
    rng: &mut ChaCha8Rng,
    clock: Clock<'_>,
) -> Result<Option<Thought>, LimitReached> {
    let seen = game.position().moves_seen_by(program, player)?;
    let mut votes: Vec<(u64, i64)> = vec![(0, 0); seen.len()];
    let mut all = Thought::without(0);
    let open: Vec<usize> = (0..seen.len()).filter(|at| !seen[*at].of.is_empty()).collect();
    if let [only] = open.as_slice() {
        return Ok(drawn(&seen[*only], rng).map(Thought::without));
    }
    for _ in 0..WORLDS {
        let world = sample(program, game.position(), player, rng);
        let imagined = game.imagining(world);
        let moves = imagined.options(program)?;
        let one = One { thinker: &mut *thinker, rng: &mut *rng, clock: clock.one_of(WORLDS), game: &imagined, moves: &moves };
        let Some(thought) = ahead.look(program, &imagined, one)? else { continue };
        all.nodes += thought.nodes;
        let there = imagined.position().moves_seen_by(program, player)?;
        let Some(at) = there.iter().position(|one| one.of.contains(&thought.option)) else { continue };
        if let Some((count, value)) = seen.get(at).filter(|one| !one.of.is_empty()).and_then(|_| votes.get_mut(at)) {
            (*count, *value) = (*count + 1, *value + i64::from(thought.value));
        }
    }
    let best = open.iter().copied().max_by_key(|at| votes[*at]);
    let Some(at) = best else { return Ok(None) };
    let (count, value) = votes[at];
    all.value = (value / (count.max(1) as i64)) as i32;
    Ok(drawn(&seen[at], rng).map(|option| Thought { option, ..all }))
}

/// Which of the moves that look alike to the player it is.
fn drawn(seen: &SeenMove, rng: &mut ChaCha8Rng) -> Option<usize> {
    seen.of.get(by_ways(seen.ways.iter().copied(), rng)?).copied()
}

/// One decision.
struct One<'o> {
    thinker: &'o mut Thinker,
    rng: &'o mut ChaCha8Rng,
    clock: Clock<'o>,
    game: &'o Game,
    moves: &'o [Move],
}

impl Look for One<'_> {
    type Found = Result<Option<Thought>, LimitReached>;

    fn look<L: Line>(self, line: &mut L) -> Self::Found {
        line.restart(self.rng.next_u64());
        let Some(thought) = self.thinker.choose(line, self.rng, self.clock) else { return Ok(None) };
        let place = line.place(thought.option, self.game, self.moves)?;
        Ok(place.map(|option| Thought { option, ..thought }))
    }
}
