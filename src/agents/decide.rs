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
    let mut poll = Poll::of(program, game, player)?;
    if poll.ranked().len() > 1 {
        poll.think(ahead, thinker, rng, clock)?;
    }
    let Some(at) = poll.ranked().first().copied() else { return Ok(None) };
    let thought = |option| Thought { value: poll.value(at), nodes: poll.nodes, ..Thought::without(option) };
    Ok(drawn(&poll.seen[at], rng).map(thought))
}

/// What is best in positions that a player may believe in.
pub(super) struct Poll<'p> {
    program: &'p Program,
    game: &'p Game,
    player: PlayerId,
    /// The options as the player sees them.
    seen: Vec<SeenMove>,
    /// For each of them, in how many positions it was the best, and the values that it had there together.
    votes: Vec<(u64, i64)>,
    worlds: u64,
    nodes: u64,
    depth: Option<u32>,
}

impl<'p> Poll<'p> {
    /// Nobody is asked yet.
    pub(super) fn of(program: &'p Program, game: &'p Game, player: PlayerId) -> Result<Poll<'p>, LimitReached> {
        let seen = game.position().moves_seen_by(program, player)?;
        Ok(Poll { program, game, player, votes: vec![(0, 0); seen.len()], seen, worlds: 0, nodes: 0, depth: None })
    }

    /// Thinks about positions that look the same to the player as the one at hand.
    pub(super) fn think(
        &mut self,
        ahead: &Ahead,
        thinker: &mut Thinker,
        rng: &mut ChaCha8Rng,
        clock: Clock<'_>,
    ) -> Result<(), LimitReached> {
        for _ in 0..WORLDS {
            let world = sample(self.program, self.game.position(), self.player, rng);
            let imagined = self.game.imagining(world);
            let moves = imagined.options(self.program)?;
            let one = One { thinker, rng, clock: clock.one_of(WORLDS), game: &imagined, moves: &moves };
            let Some(thought) = ahead.look(self.program, &imagined, one)? else { continue };
            self.worlds += 1;
            self.nodes += thought.nodes;
            self.depth = Some(self.depth.unwrap_or(thought.depth).min(thought.depth));
            let there = imagined.position().moves_seen_by(self.program, self.player)?;
            let Some(at) = there.iter().position(|one| one.of.contains(&thought.option)) else { continue };
            if let Some((count, value)) =
                self.seen.get(at).filter(|one| !one.of.is_empty()).and_then(|_| self.votes.get_mut(at))
            {
                (*count, *value) = (*count + 1, *value + i64::from(thought.value));
            }
        }
        Ok(())
    }

    /// The options that can be played, the best one first.
    pub(super) fn ranked(&self) -> Vec<usize> {
        let mut open: Vec<usize> = (0..self.seen.len()).filter(|at| !self.seen[*at].of.is_empty()).collect();
        // Of equal ones the last, as it stands in the list.
        open.sort_by_key(|at| std::cmp::Reverse((self.votes[*at], *at)));
        open
    }

    /// In how many positions an option was the best.
    pub(super) fn votes(&self, at: usize) -> u64 {
        self.votes[at].0
    }

    /// Its value in these, on average.
    pub(super) fn value(&self, at: usize) -> i32 {
        let (count, value) = self.votes[at];
        (value / (count.max(1) as i64)) as i32
    }

    /// How many positions were thought about.
    pub(super) fn worlds(&self) -> u64 {
        self.worlds
    }

    /// How many decisions were looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How far ahead in each of the positions.
    pub(super) fn depth(&self) -> u32 {
        self.depth.unwrap_or(0)
    }
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
