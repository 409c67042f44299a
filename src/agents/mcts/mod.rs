//! Monte Carlo tree search: the best-first tree of UCT (Kocsis and Szepesvári 2006) with priors (Rosin 2011), short playouts that
//! end in an evaluation (Lorentz 2008), proven wins and losses backed up (Winands, Björnsson and Saito 2008), and moves that win at
//! once looked for where the tree has been often (Teytaud and Teytaud 2010). What was found out of the decisions that have come to
//! pass is kept for the next one.
//!
//! Several threads grow a tree each; what was found out of the options at hand is counted together (root parallelism, Chaslot,
//! Winands and van den Herik 2008).

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
use back_up::Result;
pub(super) use tree::Open;
use tree::{Step, Tree};

/// Decisions of a playout, before captures are played to their end.
const PLAYOUT: usize = 4;
const MOST_PLAYOUT: usize = 16;
/// After so many playouts something is told for the first time.
const FIRST_TOLD: u64 = 256;
/// After so many visits of a decision it is asked which options win at once.
const OFTEN: u32 = 8;

/// Who grows a tree of the ways that matter.
pub struct Mcts {
    evaluation: Evaluation,
    timing: Timing,
    memory: usize,
    /// One of each thread.
    trees: Vec<Tree>,
}

impl Mcts {
    /// A search in games of this program that judges positions by that, and takes so many bytes for its tree.
    pub fn new(program: &Program, evaluation: Evaluation, memory: usize) -> Mcts {
        Mcts { evaluation, timing: Timing::of(program, CLOCKED), memory, trees: vec![Tree::default()] }
    }

    /// The same on so many threads, at least one, which share the memory.
    #[must_use]
    pub fn on(self, threads: usize) -> Mcts {
        Mcts { trees: vec![Tree::default(); threads.max(1)], ..self }
    }

    /// As it was when it was new.
    pub fn forget(&mut self) {
        self.trees.fill(Tree::default());
    }

    /// The options of the decision at hand that were tried most, or those that are certain to win, the best one first; none if
    /// there is none. The line is at the same decision afterwards. A node of the limits is a playout.
    pub fn think(&mut self, line: &mut impl Line, limits: &Limits<'_>, rng: &mut ChaCha8Rng) -> Vec<Thought> {
        let Some(player) = line.actor().filter(|_| line.options() > 0) else { return Vec::new() };
        let side = self.evaluation.side(player);
        let playouts = self.each_tree(line, limits, rng, side, |growth, line, limits, rng| growth.think(line, limits, rng));
        let is_drawn = self.evaluation.is_drawn(line, side);
        told(self.counted().thoughts(playouts.iter().sum(), limits.lines), is_drawn)
    }

    /// What is done with each tree by a thread of its own, for a side.
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
        // One thread alone draws as if nobody could be beside it.
        let seed = if trees.len() > 1 { rng.next_u64() } else { 0 };
        let mut of_others: Vec<ChaCha8Rng> = (1..trees.len() as u64).map(|at| generator(seed, at)).collect();
        let mut minds: Vec<_> = trees.iter_mut().zip(std::iter::once(rng).chain(&mut of_others)).collect();
        together(line, &mut minds, limits, |_, (tree, rng), line, limits| {
            grow(&mut Growth { tree, evaluation, timing, memory, side, hopes }, line, limits, rng)
        })
    }

    /// The first tree, with what was found out in the others of the decision at hand.
    fn counted(&mut self) -> &Tree {
        let (first, others) = self.trees.split_at_mut(1);
        others.iter().for_each(|other| first[0].count(other));
        &first[0]
    }

    /// What tells positions apart.
    pub(super) fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }
}

/// One thread that grows its tree.
struct Growth<'m> {
    tree: &'m mut Tree,
    evaluation: &'m Evaluation,
    timing: &'m Timing,
    /// Bytes that the tree may take.
    memory: usize,
    /// Who thinks.
    side: SideId,
    /// It begins where the game is known to be drawn: the others have to find each draw.
    hopes: bool,
}

impl Growth<'_> {
    /// How many playouts there was time for.
    fn think(&mut self, line: &mut impl Line, limits: &Limits<'_>, rng: &mut ChaCha8Rng) -> u64 {
        let time = self.timing.number(line);
        if !self.tree.goes_on(line, time, self.side) {
            *self.tree = Tree::new(line, time, self.side, self.memory);
        }
        self.playouts(line, limits, rng, &[])
    }

    /// The same from the decision that the tree begins with; in a veiled tree, with these options.
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

    /// Whether who decides is on the side that thinks.
    fn is_ours(&self, line: &impl Line) -> bool {
        line.actor().is_some_and(|player| self.evaluation.side(player) == self.side)
    }

    /// Of options that were never tried, as far as there is time: which of them win at once.
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

    /// From the root down the tree, one decision beyond it, and back.
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
                break Result::of(self.play_on(line, rng), line.drew());
            };
            if let Some(worth) = self.tree.node(at).settled(edge) {
                path.push(Step { node: at, edge, drew: false, outcome: None });
                break Result::known(worth);
            }
            let step = self.step(line, at, (option, edge), rng);
            path.push(step);
            if let Some(winners) = line.winners() {
                break Result::certain(over(winners, self.side, 1), false);
            }
            if let Some(worth) = self.tree.known(step) {
                break Result::known(worth);
            }
            if line.actor().is_none() {
                break Result::of(self.evaluation.value(line, self.side), false);
            }
            if let Some(value) = self.evaluation.ahead(line, self.side, 1, self.hopes) {
                break Result::certain(value, false);
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
            break Result::of(self.play_on(line, rng), line.drew());
        };
        self.tree.back_up(&path, result);
    }

    /// A few decisions at random, then captures to their end, then what the position is worth, as of [`Thought::value`] at the decision
    /// that led here.
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
