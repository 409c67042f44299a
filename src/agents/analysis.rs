//! The best lines of play at a decision, from what its player can see.

use std::collections::HashSet;

use chacha20::ChaCha8Rng;

use super::limits::Thought;
use super::poll::WorldSampling;
use super::thinker::{Clock, Thinker};
use crate::engine::{Actor, Game, LimitReached, Line, LineVisitor, LookAhead};
use crate::model::PlayerId;
use crate::program::Program;

/// The evaluation of the best options of a decision, each given as an `L`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<L = Variation> {
    /// Whose decision it is.
    pub player: PlayerId,
    /// The depth in decisions to which every line was searched; 0 for searches without a depth.
    pub depth: u32,
    /// The number of decisions searched, or of playouts.
    pub nodes: u64,
    /// The number of positions that were thought about, where the player cannot see which one is the true one.
    pub worlds: Option<u64>,
    /// The best option first.
    pub lines: Vec<L>,
}

/// An option and the line of play that follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// As [`Thought::value`]; where something is hidden, the average over the positions in which the option was judged.
    pub value: i32,
    /// In how many of the sampled positions it was the best option, if each position was searched by itself.
    pub worlds: Option<u64>,
    /// As [`Thought::sampled`].
    pub sampled: bool,
    /// Indices in [`Game::options`], each at the decision that the one before leads to. Where something is hidden from the player
    /// it is one index in [`Position::moves_seen_by`](crate::engine::Position::moves_seen_by).
    pub options: Vec<usize>,
}

/// The best options for the player whose decision it is, at most `lines`; none where no player decides. `told` is called from
/// time to time with the analysis so far.
///
/// The analysis depends on nothing that the player cannot know: where anything is hidden, positions drawn from the player's view
/// are searched. Options are ranked by in how many of them they are the best, or by how often they were tried in one tree for all
/// positions.
///
/// ```
/// use draughtsman::agents::{self, Clock, Thinker};
/// use draughtsman::engine::{LookAhead, Game};
/// # use draughtsman::library;
///
/// let program = library::bundled("english").unwrap().program;
/// let (ahead, game) = (LookAhead::new(&program), Game::new(&program).unwrap());
/// let mut thinker = Thinker::new(&program, "alpha-beta:depth=5".parse().unwrap(), agents::MEMORY);
/// let mut rng = agents::generator(7, 0);
/// let analysis = agents::analyse(&program, &ahead, &game, &mut thinker, 3, &mut rng, Clock::none(), &|_| ());
/// let lines = analysis.unwrap().unwrap().lines;
/// assert_eq!(lines.len(), 3);
/// assert!(lines[0].value >= lines[1].value && lines[0].options.len() >= 5);
/// ```
///
/// # Errors
/// A rule exceeds a limit of the engine.
#[expect(clippy::too_many_arguments, reason = "as of `decide`, and how many lines, and who is told")]
pub fn analyse(
    program: &Program,
    ahead: &LookAhead,
    game: &Game,
    thinker: &mut Thinker,
    lines: usize,
    rng: &mut ChaCha8Rng,
    clock: Clock<'_>,
    told: &(dyn Fn(&Analysis) + Sync),
) -> Result<Option<Analysis>, LimitReached> {
    let Some(Actor::Player(player)) = game.actor(program) else { return Ok(None) };
    if program.layout.hidden.contains(&true) {
        let mut poll = WorldSampling::of(program, game, player)?;
        poll.think(ahead, thinker, lines.max(1), rng, clock)?;
        let variation = |at: usize| {
            let value = poll.value(at)?;
            Some(Variation { value, worlds: poll.best_in(at), sampled: true, options: vec![at] })
        };
        // An option that was judged in no position is left out.
        let lines = poll.ranked().into_iter().filter_map(variation).take(lines.max(1)).collect();
        return Ok(Some(Analysis { player, depth: poll.depth(), nodes: poll.nodes(), worlds: Some(poll.worlds()), lines }));
    }
    // A line that is lost has no options, so an error in listing the moves must be returned here.
    game.options(program)?;
    let analysis = |thoughts: &[Thought]| {
        let lines = thoughts.iter().map(|thought| {
            let line: Vec<usize> = std::iter::once(thought.option).chain(thought.line.iter().copied()).collect();
            let options = places(program, ahead, game, &line)?;
            // A proved win or loss holds although samples were used elsewhere.
            let sampled = thought.sampled && thought.decided().is_none();
            Ok(Variation { value: thought.value, worlds: None, sampled, options })
        });
        let (depth, nodes) = thoughts.first().map_or((0, 0), |best| (best.depth, best.nodes));
        let mut lines: Vec<Variation> = lines.collect::<Result<_, LimitReached>>()?;
        // Options that lead to the same move in the list are reported once.
        let mut met = HashSet::new();
        lines.retain(|line| line.options.first().is_some_and(|first| met.insert(*first)));
        Ok(Analysis { player, depth, nodes, worlds: None, lines })
    };
    let so_far = |thoughts: &[Thought]| {
        // An error here is returned at the end of the analysis.
        if let Ok(analysis) = analysis(thoughts) {
            told(&analysis);
        }
    };
    let thoughts = ahead.look(program, game, Lines { thinker, lines, rng, clock: clock.telling(&so_far) });
    analysis(&thoughts).map(Some)
}

/// Searches one decision for several lines.
struct Lines<'l> {
    thinker: &'l mut Thinker,
    lines: usize,
    rng: &'l mut ChaCha8Rng,
    clock: Clock<'l>,
}

impl LineVisitor for Lines<'_> {
    type Output = Vec<Thought>;

    fn visit<L: Line>(self, line: &mut L) -> Self::Output {
        self.thinker.whole_lines(line, self.rng, self.clock, self.lines)
    }
}

/// Converts options of a line, each at the decision that the one before leads to, into indices in the lists of moves; it stops
/// where no player decides.
pub(super) fn places(program: &Program, ahead: &LookAhead, game: &Game, options: &[usize]) -> Result<Vec<usize>, LimitReached> {
    ahead.look(program, game, Places { program, game, options })
}

struct Places<'p> {
    program: &'p Program,
    game: &'p Game,
    options: &'p [usize],
}

impl LineVisitor for Places<'_> {
    type Output = Result<Vec<usize>, LimitReached>;

    fn visit<L: Line>(self, line: &mut L) -> Self::Output {
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
