//! The best lines of play at a decision, from what its player can see.

use std::collections::HashSet;

use chacha20::ChaCha8Rng;

use super::limits::Thought;
use super::poll::Poll;
use super::thinker::{Clock, Thinker};
use crate::engine::{Actor, Ahead, Game, LimitReached, Line, Look};
use crate::model::PlayerId;
use crate::program::Program;

/// What is thought of the best options of a decision, each told as an `L`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<L = Variation> {
    /// Whose decision it is.
    pub player: PlayerId,
    /// How many decisions ahead every way was looked at; 0 where that is not how it is thought.
    pub depth: u32,
    /// How many decisions were looked at, or playouts made.
    pub nodes: u64,
    /// How many positions were thought about, where the player cannot see which it is.
    pub worlds: Option<u64>,
    /// The best option first.
    pub lines: Vec<L>,
}

/// An option, and how it goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// As of [`Thought::value`]; over what is hidden, the mean of the positions in which it was judged.
    pub value: i32,
    /// In how many of the positions that were thought about it was the best option, where each was asked alone.
    pub worlds: Option<u64>,
    /// As of [`Thought::sampled`].
    pub sampled: bool,
    /// Places in [`Game::options`], each at the decision that the one before leads to. Where the player does not see everything it
    /// is one place in [`Position::moves_seen_by`](crate::engine::Position::moves_seen_by).
    pub options: Vec<usize>,
}

/// The best options for the player whose decision it is, as many as are asked for and there are; nothing where no player decides.
/// `told` is told from time to time what came of it so far.
///
/// It depends on nothing that the player cannot know: where anything is hidden, positions drawn from the player's view are thought
/// about. What counts is in how many of them an option is the best, or how often it was tried in one tree for all of them.
///
/// ```
/// use draughtsman::agents::{self, Clock, Thinker};
/// use draughtsman::engine::{Ahead, Game};
/// # use draughtsman::library;
///
/// let program = library::bundled("english").unwrap().program;
/// let (ahead, game) = (Ahead::new(&program), Game::new(&program).unwrap());
/// let mut thinker = Thinker::new(&program, "alpha-beta:depth=5".parse().unwrap(), agents::MEMORY);
/// let mut rng = agents::generator(7, 0);
/// let analysis = agents::analyse(&program, &ahead, &game, &mut thinker, 3, &mut rng, Clock::none(), &|_| ());
/// let lines = analysis.unwrap().unwrap().lines;
/// assert_eq!(lines.len(), 3);
/// assert!(lines[0].value >= lines[1].value && lines[0].options.len() >= 5);
/// ```
///
/// # Errors
/// A rule that does not come to an end.
#[expect(clippy::too_many_arguments, reason = "as of `decide`, and how many lines, and who is told")]
pub fn analyse(
    program: &Program,
    ahead: &Ahead,
    game: &Game,
    thinker: &mut Thinker,
    lines: usize,
    rng: &mut ChaCha8Rng,
    clock: Clock<'_>,
    told: &(dyn Fn(&Analysis) + Sync),
) -> Result<Option<Analysis>, LimitReached> {
    let Some(Actor::Player(player)) = game.actor(program) else { return Ok(None) };
    if program.layout.hidden.contains(&true) {
        let mut poll = Poll::of(program, game, player)?;
        poll.think(ahead, thinker, lines.max(1), rng, clock)?;
        let variation = |at: usize| {
            let value = poll.value(at)?;
            Some(Variation { value, worlds: poll.best_in(at), sampled: true, options: vec![at] })
        };
        // Of what nobody has judged there is nothing to tell.
        let lines = poll.ranked().into_iter().filter_map(variation).take(lines.max(1)).collect();
        return Ok(Some(Analysis { player, depth: poll.depth(), nodes: poll.nodes(), worlds: Some(poll.worlds()), lines }));
    }
    // A line that is lost has no options: what cannot be listed at all has to be told.
    game.options(program)?;
    let analysis = |thoughts: &[Thought]| {
        let lines = thoughts.iter().map(|thought| {
            let line: Vec<usize> = std::iter::once(thought.option).chain(thought.line.iter().copied()).collect();
            let options = places(program, ahead, game, &line)?;
            // What is certain is so whatever samples said.
            let sampled = thought.sampled && thought.decided().is_none();
            Ok(Variation { value: thought.value, worlds: None, sampled, options })
        });
        let (depth, nodes) = thoughts.first().map_or((0, 0), |best| (best.depth, best.nodes));
        let mut lines: Vec<Variation> = lines.collect::<Result<_, LimitReached>>()?;
        // Options that come to the same have one place.
        let mut met = HashSet::new();
        lines.retain(|line| line.options.first().is_some_and(|first| met.insert(*first)));
        Ok(Analysis { player, depth, nodes, worlds: None, lines })
    };
    let so_far = |thoughts: &[Thought]| {
        // What cannot be told now is an error at the end.
        if let Ok(analysis) = analysis(thoughts) {
            told(&analysis);
        }
    };
    let thoughts = ahead.look(program, game, Lines { thinker, lines, rng, clock: clock.telling(&so_far) });
    analysis(&thoughts).map(Some)
}

/// Thinks about one decision.
struct Lines<'l> {
    thinker: &'l mut Thinker,
    lines: usize,
    rng: &'l mut ChaCha8Rng,
    clock: Clock<'l>,
}

impl Look for Lines<'_> {
    type Found = Vec<Thought>;

    fn look<L: Line>(self, line: &mut L) -> Self::Found {
        self.thinker.whole_lines(line, self.rng, self.clock, self.lines)
    }
}

/// Options of a line, each at the decision that the one before leads to, as places in the lists of moves; up to where no player
/// decides.
pub(super) fn places(program: &Program, ahead: &Ahead, game: &Game, options: &[usize]) -> Result<Vec<usize>, LimitReached> {
    ahead.look(program, game, Places { program, game, options })
}

struct Places<'p> {
    program: &'p Program,
    game: &'p Game,
    options: &'p [usize],
}

impl Look for Places<'_> {
    type Found = Result<Vec<usize>, LimitReached>;

    fn look<L: Line>(self, line: &mut L) -> Self::Found {
        let mut game = self.game.clone();
        let mut places = Vec::new();
        for option in self.options {
            if !matches!(game.actor(self.program), Some(Actor::Player(_))) || *option >= line.options() {
                break;
            }
            let moves = game.options(self.program)?;
            let Some(place) = line.place(*option, &game, &moves)? else { break };
            game.play(self.program, &moves[place])?;
            line.play(*option);
            places.push(place);
        }
        Ok(places)
    }
}
