//! What is best where a player does not see everything: positions are thought about that look alike to the player.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::Rng as _;

use super::judging::Judging;
use super::limits::{Limits, among_others};
use super::mcts::{Mcts, Open};
use super::sample::sample;
use super::thinker::{Clock, Thinker};
use super::{below, by_ways};
use crate::engine::{Ahead, Game, LimitReached, Line, Look, Move, SeenMove};
use crate::model::PlayerId;
use crate::program::Program;

/// So many positions are thought about, and the option counts that is best in most of them (perfect information Monte Carlo,
/// Ginsberg 2001), by who does not grow one tree for all of them.
const WORLDS: u64 = 8;
/// Where one tree is grown for all positions, one more is drawn after so many playouts of a thread.
const PLAYOUTS: u64 = 8;
/// Playouts go down from any of the last so many: one after the other from the same would find out what nobody can know.
const KEPT: usize = 64;

/// What was found out of an option.
#[derive(Clone, Copy, Default)]
struct Vote {
    /// In how many positions it was the best, or how often it was tried.
    best: u64,
    /// In how many positions anybody has said what it is worth, or how often it was tried; and those worths together.
    judged: u64,
    value: i64,
}

/// What is best in positions that a player may believe in.
pub(super) struct Poll<'p> {
    program: &'p Program,
    game: &'p Game,
    player: PlayerId,
    /// The options as the player sees them.
    seen: Vec<SeenMove>,
    /// What was found out of each of them.
    votes: Vec<Vote>,
    /// One tree is grown for all positions.
    one_tree: bool,
    worlds: u64,
    nodes: u64,
    depth: Option<u32>,
}

impl<'p> Poll<'p> {
    /// Nobody is asked yet.
    pub(super) fn of(program: &'p Program, game: &'p Game, player: PlayerId) -> Result<Poll<'p>, LimitReached> {
        let seen = game.position().moves_seen_by(program, player)?;
        Ok(Poll {
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

    /// Thinks about positions that look the same to the player as the one at hand; in each of them, so many options are told.
    pub(super) fn think(
        &mut self,
        ahead: &Ahead,
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
                // Of several that look alike to the player the best one counts.
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
    fn grow(&mut self, ahead: &Ahead, mcts: &mut Mcts, limits: &Limits<'_>, rng: &mut ChaCha8Rng) -> Result<(), LimitReached> {
        self.one_tree = true;
        mcts.begin_veiled(self.seen.len(), self.player);
        let threads = mcts.threads() as u64;
        let mut worlds: Vec<(Game, Vec<Open>)> = Vec::new();
        let mut in_vain = 0;
        while self.nodes < limits.nodes && in_vain < WORLDS && !(limits.stop)() {
            if in_vain > 0 || self.nodes >= self.worlds * PLAYOUTS * threads {
                let World { game, moves, seen } = self.world(rng)?;
                let can_play = seen.iter().enumerate().filter(|(at, _)| self.can_play(*at));
                // Of several that look alike to the player one is meant in this world.
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

    /// A position that the player may believe in.
    fn world(&self, rng: &mut ChaCha8Rng) -> Result<World, LimitReached> {
        let game = self.game.imagining(sample(self.program, self.game.position(), self.player, rng));
        let moves = game.options(self.program)?;
        let seen = game.position().moves_seen_by(self.program, self.player)?;
        Ok(World { game, moves, seen })
    }

    /// Whether it is among what can be played, which the player knows.
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
        // Of equal ones the last, as it stands in the list.
        open.sort_by(|a, b| {
            let (one, other) = (self.votes[*a], self.votes[*b]);
            other.best.cmp(&one.best).then(mean(other).total_cmp(&mean(one))).then(b.cmp(a))
        });
        open
    }

    /// In how many positions an option was the best, if each was asked alone.
    pub(super) fn best_in(&self, at: usize) -> Option<u64> {
        (!self.one_tree).then_some(self.votes[at].best)
    }

    /// The value of an option in those positions in which it was judged, or as often as it was tried, on average; nothing if nobody has
    /// judged it.
    pub(super) fn value(&self, at: usize) -> Option<i32> {
        let Vote { judged, value, .. } = self.votes[at];
        (judged > 0).then(|| (value / judged as i64) as i32)
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

/// A position that a player may believe in, with its moves and what the player sees of them.
struct World {
    game: Game,
    moves: Vec<Move>,
    seen: Vec<SeenMove>,
}

/// Which of the moves that look alike to the player it is.
pub(super) fn drawn(seen: &SeenMove, rng: &mut ChaCha8Rng) -> Option<usize> {
    seen.of.get(by_ways(seen.ways.iter().copied(), rng)?).copied()
}

/// Which options of a line the moves are that are meant: by their places, and by which options of the player they are.
struct Meant<'m> {
    game: &'m Game,
    moves: &'m [Move],
    meant: &'m [(usize, usize)],
}

impl Look for Meant<'_> {
    type Found = Result<Vec<Open>, LimitReached>;

    fn look<L: Line>(self, line: &mut L) -> Self::Found {
        let mut first = Vec::with_capacity(self.meant.len());
        for option in 0..line.options() {
            let place = line.place(option, self.game, self.moves)?;
            let meant = self.meant.iter().find(|(meant, _)| place == Some(*meant));
            first.extend(meant.map(|(_, at)| (option, *at)));
        }
        Ok(first)
    }
}

/// Grows a tree from one of the positions.
struct Growing<'g> {
    mcts: &'g mut Mcts,
    limits: &'g Limits<'g>,
    rng: &'g mut ChaCha8Rng,
    first: &'g [Open],
}

impl Look for Growing<'_> {
    type Found = u64;

    fn look<L: Line>(self, line: &mut L) -> u64 {
        line.restart(self.rng.next_u64());
        self.mcts.grow_veiled(line, self.first, self.limits, self.rng)
    }
}
