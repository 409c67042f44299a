//! The best option where something is hidden: the agent searches positions that look the same to its player.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::Rng as _;

use super::judging::Judging;
use super::limits::{Limits, among_others};
use super::mcts::{Mcts, Open};
use super::sample::sample;
use super::thinker::{Clock, Thinker};
use super::{below, by_ways};
use crate::engine::{Game, LimitReached, Line, LineVisitor, LookAhead, Move, SeenMove};
use crate::model::PlayerId;
use crate::program::Program;

/// The number of positions that are searched separately. The option that is best in most of them is chosen (perfect information
/// Monte Carlo, Ginsberg 2001). Tree search grows one tree for all positions instead.
const WORLDS: u64 = 8;
/// Where one tree is grown for all positions, a new position is drawn after this many playouts of a thread.
const PLAYOUTS: u64 = 8;
/// The number of drawn positions that are kept. Each playout starts from one of them at random: many in a row from the same
/// position would exploit what the player cannot know.
const KEPT: usize = 64;

/// The results for an option.
#[derive(Clone, Copy, Default)]
struct Vote {
    /// In how many positions it was the best; or how often it was tried in the one tree.
    best: u64,
    /// In how many positions it has a value, or how often it was tried; and the sum of these values.
    judged: u64,
    value: i64,
}

/// The search of positions drawn from a player's view.
pub(super) struct WorldSampling<'p> {
    program: &'p Program,
    game: &'p Game,
    player: PlayerId,
    /// The options as the player sees them.
    seen: Vec<SeenMove>,
    /// The results of each option.
    votes: Vec<Vote>,
    /// One tree is grown for all positions.
    one_tree: bool,
    worlds: u64,
    nodes: u64,
    depth: Option<u32>,
}

impl<'p> WorldSampling<'p> {
    /// A poll without results yet.
    pub(super) fn of(program: &'p Program, game: &'p Game, player: PlayerId) -> Result<WorldSampling<'p>, LimitReached> {
        let seen = game.position().moves_seen_by(program, player)?;
        Ok(WorldSampling {
            program,
            game,
            player,
            votes: vec![Vote::default(); seen.len()],
            seen,
            one_tree: false,
            worlds: 0,
            nodes: 0,
            depth: None,
        })
    }

    /// Searches positions that look the same to the player as the current one; in each of them, `lines` options are evaluated.
    pub(super) fn think(
        &mut self,
        ahead: &LookAhead,
        thinker: &mut Thinker,
        lines: usize,
        rng: &mut ChaCha8Rng,
        clock: Clock<'_>,
    ) -> Result<(), LimitReached> {
        if let Some(grown) = thinker.veiled(clock, |mcts, limits| self.grow(ahead, mcts, limits, rng)) {
            return grown;
        }
        for _ in 0..WORLDS {
            let World { game, moves, seen } = self.world(rng)?;
            let judging = Judging { thinker, lines, rng, clock: clock.one_of(WORLDS), game: &game, moves: &moves };
            let thoughts = ahead.look(self.program, &game, judging)?;
            let Some(best) = thoughts.first() else { continue };
            self.worlds += 1;
            self.nodes += best.nodes;
            self.depth = Some(self.depth.unwrap_or(best.depth).min(best.depth));
            let mut judged: Vec<usize> = Vec::new();
            for (place, thought) in thoughts.iter().enumerate() {
                let at = seen.iter().position(|one| one.of.contains(&thought.option)).filter(|at| self.can_play(*at));
                // Of several moves that look the same to the player the best one counts.
                let Some(at) = at.filter(|at| !judged.contains(at)) else { continue };
                judged.push(at);
                let vote = &mut self.votes[at];
                vote.best += u64::from(place == 0);
                vote.judged += 1;
                vote.value += among_others(thought.value);
            }
        }
        Ok(())
    }

    /// Grows one tree for all positions.
    fn grow(
        &mut self,
        ahead: &LookAhead,
        mcts: &mut Mcts,
        limits: &Limits<'_>,
        rng: &mut ChaCha8Rng,
    ) -> Result<(), LimitReached> {
        self.one_tree = true;
        mcts.begin_veiled(self.seen.len(), self.player);
        let threads = mcts.threads() as u64;
        let mut worlds: Vec<(Game, Vec<Open>)> = Vec::new();
        let mut in_vain = 0;
        while self.nodes < limits.nodes && in_vain < WORLDS && !(limits.stop)() {
            if in_vain > 0 || self.nodes >= self.worlds * PLAYOUTS * threads {
                let World { game, moves, seen } = self.world(rng)?;
                let can_play = seen.iter().enumerate().filter(|(at, _)| self.can_play(*at));
                // Of several moves that look the same to the player one is drawn for this position.
                let meant: Vec<(usize, usize)> = can_play.filter_map(|(at, seen)| Some((drawn(seen, rng)?, at))).collect();
                let first = ahead.look(self.program, &game, Meant { game: &game, moves: &moves, meant: &meant })?;
                if worlds.len() == KEPT {
                    worlds.remove(0);
                }
                worlds.push((game, first));
                self.worlds += 1;
            }
            let (game, first) = &worlds[below(worlds.len() as u64, rng) as usize];
            let limits = Limits { nodes: threads.min(limits.nodes - self.nodes), ..*limits };
            let playouts = ahead.look(self.program, game, Growing { mcts, limits: &limits, rng, first });
            self.nodes += playouts;
            in_vain = if playouts > 0 { 0 } else { in_vain + 1 };
        }
        let weighed = mcts.weighed().into_iter();
        let vote = |tried: u32, value: i32| {
            let best = u64::from(tried);
            Vote { best, judged: best, value: i64::from(tried) * i64::from(value) }
        };
        self.votes = weighed.map(|(tried, value)| vote(tried, value)).collect();
        Ok(())
    }

    /// A position drawn from the player's view.
    fn world(&self, rng: &mut ChaCha8Rng) -> Result<World, LimitReached> {
        let game = self.game.imagining(sample(self.program, self.game.position(), self.player, rng));
        let moves = game.options(self.program)?;
        let seen = game.position().moves_seen_by(self.program, self.player)?;
        Ok(World { game, moves, seen })
    }

    /// Whether the option is among the moves that can be played, which the player knows.
    fn can_play(&self, at: usize) -> bool {
        self.seen.get(at).is_some_and(|one| !one.of.is_empty())
    }

    /// An option as the player sees it.
    pub(super) fn seen(&self, at: usize) -> &SeenMove {
        &self.seen[at]
    }

    /// The options that can be played, the best one first.
    pub(super) fn ranked(&self) -> Vec<usize> {
        let mut open: Vec<usize> = (0..self.seen.len()).filter(|at| self.can_play(*at)).collect();
        let mean = |vote: Vote| if vote.judged > 0 { vote.value as f64 / vote.judged as f64 } else { f64::NEG_INFINITY };
        // Ties go to the option that is later in the list.
        open.sort_by(|a, b| {
            let (one, other) = (self.votes[*a], self.votes[*b]);
            other.best.cmp(&one.best).then(mean(other).total_cmp(&mean(one))).then(b.cmp(a))
        });
        open
    }

    /// In how many positions an option was the best, if positions were searched separately.
    pub(super) fn best_in(&self, at: usize) -> Option<u64> {
        (!self.one_tree).then_some(self.votes[at].best)
    }

    /// The average value of an option over the positions in which it was judged, or over its tries in the one tree; none if it
    /// was never judged.
    pub(super) fn value(&self, at: usize) -> Option<i32> {
        let Vote { judged, value, .. } = self.votes[at];
        (judged > 0).then(|| (value / judged as i64) as i32)
    }

    /// The number of positions that were searched.
    pub(super) fn worlds(&self) -> u64 {
        self.worlds
    }

    /// The number of decisions searched, or of playouts.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The least depth that was completed in any of the positions.
    pub(super) fn depth(&self) -> u32 {
        self.depth.unwrap_or(0)
    }
}

/// A position drawn from the player's view, with its moves and what the player sees of them.
struct World {
    game: Game,
    moves: Vec<Move>,
    seen: Vec<SeenMove>,
}

/// One of the moves that look like this to the player, drawn by its weight.
pub(super) fn drawn(seen: &SeenMove, rng: &mut ChaCha8Rng) -> Option<usize> {
    seen.of.get(by_ways(seen.ways.iter().copied(), rng)?).copied()
}

/// Finds the options of a line that belong to certain moves, each given as its index and the index of the player's option.
struct Meant<'m> {
    game: &'m Game,
    moves: &'m [Move],
    meant: &'m [(usize, usize)],
}

impl LineVisitor for Meant<'_> {
    type Output = Result<Vec<Open>, LimitReached>;

    fn visit<L: Line>(self, line: &mut L) -> Self::Output {
        let mut first = Vec::with_capacity(self.meant.len());
        for option in 0..line.options() {
            let place = line.place(option, self.game, self.moves)?;
            let meant = self.meant.iter().find(|(meant, _)| place == Some(*meant));
            first.extend(meant.map(|(_, at)| (option, *at)));
        }
        Ok(first)
    }
}

/// Grows the tree from one of the positions.
struct Growing<'g> {
    mcts: &'g mut Mcts,
    limits: &'g Limits<'g>,
    rng: &'g mut ChaCha8Rng,
    first: &'g [Open],
}

impl LineVisitor for Growing<'_> {
    type Output = u64;

    fn visit<L: Line>(self, line: &mut L) -> u64 {
        line.restart(self.rng.next_u64());
        self.mcts.grow_veiled(line, self.first, self.limits, self.rng)
    }
}
