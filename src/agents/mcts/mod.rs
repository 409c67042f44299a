//! Monte Carlo tree search: UCT (Kocsis and Szepesvári 2006) with priors (Rosin 2011), short playouts that end in a static
//! evaluation (Lorentz 2008), back-up of proven wins and losses (Winands, Björnsson and Saito 2008), and a check for immediate
//! wins at nodes that are visited often (Teytaud and Teytaud 2010). The subtree of the decisions that were played is kept for the
//! next search.
//!
//! Each thread grows its own tree; the results for the options of the root are added up (root parallelism, Chaslot, Winands and
//! van den Herik 2008).

mod back_up;
mod chance;
mod node;
mod nodes;
mod tree;
mod veiled;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::Rng as _;
use smallvec::SmallVec;

use super::evaluation::Evaluation;
use super::limits::{Limits, Thought, over, told};
use super::random::{below, generator};
use super::timing::{CLOCKED, Timing};
use super::together::together;
use crate::engine::Line;
use crate::model::SideId;
use crate::program::Program;
use back_up::PlayoutResult;
pub(super) use tree::Open;
use tree::{Step, Tree};

/// The number of random decisions of a playout (captures preferred), and the most with the captures that follow.
const PLAYOUT: usize = 4;
const MOST_PLAYOUT: usize = 16;
/// The number of playouts after which a result is reported for the first time.
const FIRST_TOLD: u64 = 256;
/// The number of visits at which a node's options are checked for immediate wins.
const OFTEN: u32 = 8;

/// A Monte Carlo tree searcher for the games of one program.
pub struct Mcts {
    evaluation: Evaluation,
    timing: Timing,
    memory: usize,
    /// One for each thread.
    trees: Vec<Tree>,
}

impl Mcts {
    /// A search for games of this program that evaluates positions by `evaluation`, with a tree of up to `memory` bytes.
    pub fn new(program: &Program, evaluation: Evaluation, memory: usize) -> Mcts {
        Mcts { evaluation, timing: Timing::of(program, CLOCKED), memory, trees: vec![Tree::default()] }
    }

    /// The same on this number of threads, at least one, which share the memory.
    #[must_use]
    pub fn on(self, threads: usize) -> Mcts {
        Mcts { trees: vec![Tree::default(); threads.max(1)], ..self }
    }

    /// Resets the search to its initial state: it remembers nothing.
    pub fn forget(&mut self) {
        self.trees.fill(Tree::default());
    }

    /// The best options of the current decision, the best one first: proven wins, then those tried most; none if there are no
    /// options. The line is at the same decision afterwards. A node of the limits is a playout.
    pub fn think(&mut self, line: &mut impl Line, limits: &Limits<'_>, rng: &mut ChaCha8Rng) -> Vec<Thought> {
        let Some(player) = line.actor().filter(|_| line.options() > 0) else { return Vec::new() };
        let side = self.evaluation.side(player);
        let playouts = self.each_tree(line, limits, rng, side, |growth, line, limits, rng| growth.think(line, limits, rng));
        let is_drawn = self.evaluation.is_drawn(line, side);
        told(self.counted().thoughts(playouts.iter().sum(), limits.lines), is_drawn)
    }

    /// Runs `grow` for each tree on a thread of its own, for the side that thinks; returns the number of playouts of each.
    fn each_tree<L: Line>(
        &mut self,
        line: &mut L,
        limits: &Limits<'_>,
        rng: &mut ChaCha8Rng,
        side: SideId,
        grow: impl Fn(&mut Growth<'_>, &mut L, &Limits<'_>, &mut ChaCha8Rng) -> u64 + Sync,
    ) -> Vec<u64> {
        let Mcts { evaluation, timing, memory, trees } = self;
        let hopes = evaluation.is_drawn(line, side);
        let memory = *memory / trees.len();
        // With a single thread no seed is drawn, so its random numbers do not depend on threads being supported.
        let seed = if trees.len() > 1 { rng.next_u64() } else { 0 };
        let mut of_others: Vec<ChaCha8Rng> = (1..trees.len() as u64).map(|at| generator(seed, at)).collect();
        let mut minds: Vec<_> = trees.iter_mut().zip(std::iter::once(rng).chain(&mut of_others)).collect();
        together(line, &mut minds, limits, |_, (tree, rng), line, limits| {
            grow(&mut Growth { tree, evaluation, timing, memory, side, hopes }, line, limits, rng)
        })
    }

    /// The first tree, with the results of the others for the root added.
    fn counted(&mut self) -> &Tree {
        let (first, others) = self.trees.split_at_mut(1);
        others.iter().for_each(|other| first[0].count(other));
        &first[0]
    }

    /// The evaluation of positions.
    pub(super) fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }
}

/// A thread with the tree that it grows.
struct Growth<'m> {
    tree: &'m mut Tree,
    evaluation: &'m Evaluation,
    timing: &'m Timing,
    /// Most bytes of the tree.
    memory: usize,
    /// The side that thinks.
    side: SideId,
    /// Tables know that the root is drawn: draws of tables are ignored then, so that the opponents have to find each of them.
    hopes: bool,
}

impl Growth<'_> {
    /// Grows the tree of the current decision, from an earlier one where possible; returns the number of playouts.
    fn think(&mut self, line: &mut impl Line, limits: &Limits<'_>, rng: &mut ChaCha8Rng) -> u64 {
        let time = self.timing.number(line);
        if !self.tree.goes_on(line, time, self.side) {
            *self.tree = Tree::new(line, time, self.side, self.memory);
        }
        self.playouts(line, limits, rng, &[])
    }

    /// Runs playouts from the root until a limit is reached; returns their number. In a veiled tree `first` are the options of
    /// the root.
    fn playouts(&mut self, line: &mut impl Line, limits: &Limits<'_>, rng: &mut ChaCha8Rng, first: &[Open]) -> u64 {
        let mut playouts: u64 = 0;
        line.mark();
        while playouts < limits.nodes && !(limits.stop)() && !self.tree.decided() {
            line.deal(rng.next_u64());
            self.playout(line, rng, limits.stop, first);
            line.back();
            playouts += 1;
            if playouts >= FIRST_TOLD && playouts.is_power_of_two() {
                (limits.told)(&told(self.tree.thoughts(playouts, limits.lines), self.hopes));
            }
        }
        line.unmark();
        playouts
    }

    /// Whether the player that decides is on the side that thinks.
    fn is_ours(&self, line: &impl Line) -> bool {
        line.actor().is_some_and(|player| self.evaluation.side(player) == self.side)
    }

    /// Marks the untried options of a node that win at once as proven wins.
    fn look_for_wins(&mut self, line: &mut impl Line, node: u32, stop: &dyn Fn() -> bool) {
        let ours = self.tree.node(node).is_ours();
        line.mark();
        for option in self.tree.node(node).untried() {
            if stop() {
                break;
            }
            line.deal(0);
            line.peek(option);
            let value = line.winners().map_or(0, |winners| over(winners, self.side, 1));
            if !line.drew() && (if ours { value > 0 } else { value < 0 }) {
                self.tree.wins(node, option);
            }
            line.back();
        }
        line.unmark();
    }

    /// One playout: down the tree, a new node at its end, a rollout from there, and the back-up.
    fn playout(&mut self, line: &mut impl Line, rng: &mut ChaCha8Rng, stop: &dyn Fn() -> bool, first: &[Open]) {
        let mut path: SmallVec<[Step; 32]> = SmallVec::new();
        let mut at = 0;
        let result = loop {
            let chosen = if self.tree.veiled {
                let met = if at == 0 { first.to_vec() } else { self.met(at, line) };
                self.tree.node(at).choose_of(met.iter().copied())
            } else {
                if self.tree.node(at).visits == OFTEN {
                    self.look_for_wins(line, at, stop);
                }
                self.tree.node(at).choose()
            };
            let Some((option, edge)) = chosen else {
                break PlayoutResult::of(self.play_on(line, rng), line.drew());
            };
            if let Some(worth) = self.tree.node(at).settled(edge) {
                path.push(Step { node: at, edge, drew: false, outcome: None });
                break PlayoutResult::known(worth);
            }
            let step = self.step(line, at, (option, edge), rng);
            path.push(step);
            if let Some(winners) = line.winners() {
                break PlayoutResult::certain(over(winners, self.side, 1), false);
            }
            if let Some(worth) = self.tree.known(step) {
                break PlayoutResult::known(worth);
            }
            if line.actor().is_none() {
                break PlayoutResult::of(self.evaluation.value(line, self.side), false);
            }
            if let Some(value) = self.evaluation.exact_in_search(line, self.side, 1, self.hopes) {
                break PlayoutResult::certain(value, false);
            }
            let hash = self.seen(line);
            if let Some(child) = self.tree.after(step, hash) {
                at = child;
                continue;
            }
            if self.tree.has_room() {
                let ours = self.is_ours(line);
                let time = self.timing.number(line);
                self.tree.grow_after(step, (hash, time), line, ours);
            }
            break PlayoutResult::of(self.play_on(line, rng), line.drew());
        };
        self.tree.back_up(&path, result);
    }

    /// The rollout: a few random decisions (captures preferred), then random captures as long as there are any, then the static
    /// evaluation. The value is that of [`Thought::value`] for the side that thinks, counted from the decision that led here.
    fn play_on(&self, line: &mut impl Line, rng: &mut ChaCha8Rng) -> i32 {
        let mut taking: Vec<usize> = Vec::new();
        for decision in 0..MOST_PLAYOUT {
            taking.clear();
            let mut place = 0;
            line.each_option(|glance| {
                if glance.takes > 0 {
                    taking.push(place);
                }
                place += 1;
            });
            if decision >= PLAYOUT && taking.is_empty() {
                break;
            }
            let option = match taking.len() {
                0 => below(line.options() as u64, rng) as usize,
                many => taking[below(many as u64, rng) as usize],
            };
            line.play(option);
            if let Some(winners) = line.winners() {
                return over(winners, self.side, decision + 2);
            }
            if line.actor().is_none() {
                break;
            }
        }
        self.evaluation.value(line, self.side)
    }
}

#[cfg(all(test, unit_games))]
mod tests;
