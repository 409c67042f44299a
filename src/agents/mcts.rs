//! Monte Carlo tree search: the best-first tree of UCT (Kocsis and Szepesvári 2006) with priors (Rosin 2011), short playouts that
//! end in an evaluation (Lorentz 2008), and proven wins and losses backed up (Winands, Björnsson and Saito 2008).
//!
//! Several threads grow a tree each; what was found out of the options at hand is counted together (root parallelism, Chaslot,
//! Winands and van den Herik 2008).

use chacha20::ChaCha8Rng;
use chacha20::rand_core::Rng as _;
use smallvec::SmallVec;

use super::evaluation::Evaluation;
use super::limits::{LEAD, Limits, Thought, WON};
use super::random::{below, generator};
use super::together::together;
use crate::engine::Line;
use crate::model::SideId;

/// How much what was tried less is preferred.
const CURIOSITY: f32 = 1.4;
/// Decisions of a playout, before captures are played to their end.
const PLAYOUT: usize = 4;
const MOST_PLAYOUT: usize = 16;
/// After so many playouts something is told for the first time.
const FIRST_TOLD: u64 = 256;
/// Bytes that a node and each of its options take, those on the heap included.
const NODE_BYTES: usize = size_of::<Node>();
const EDGE_BYTES: usize = size_of::<Edge>();

/// Who grows a tree of the ways that matter.
pub struct Mcts {
    evaluation: Evaluation,
    memory: usize,
    /// One of each thread.
    trees: Vec<Tree>,
}

/// What has been tried.
#[derive(Clone, Default)]
struct Tree {
    nodes: Vec<Node>,
    bytes: usize,
}

/// A decision.
#[derive(Clone)]
struct Node {
    ours: bool,
    visits: u32,
    edges: Box<[Edge]>,
}

/// An option.
#[derive(Clone)]
struct Edge {
    prior: f32,
    visits: u32,
    /// Of what came of it, to who decides.
    total: f32,
    /// It is certain to win (1) or to lose (-1).
    proven: i8,
    /// Decisions after it: by their hashes, as chance has it.
    children: SmallVec<[(u64, u32); 1]>,
}

/// What a playout has come to, to the side that thinks: from -1, lost, to 1, won.
struct Result {
    value: f32,
    /// It is certain.
    proven: bool,
}

impl Mcts {
    /// A search that tells positions apart by this, and takes so many bytes for its tree.
    pub fn new(evaluation: Evaluation, memory: usize) -> Mcts {
        Mcts { evaluation, memory, trees: vec![Tree::default()] }
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
        let Mcts { evaluation, memory, trees } = self;
        let (side, memory) = (evaluation.side(player), *memory / trees.len());
        // One thread alone draws as if nobody could be beside it.
        let seed = if trees.len() > 1 { rng.next_u64() } else { 0 };
        let mut of_others: Vec<ChaCha8Rng> = (1..trees.len() as u64).map(|at| generator(seed, at)).collect();
        let mut minds: Vec<_> = trees.iter_mut().zip(std::iter::once(rng).chain(&mut of_others)).collect();
        let playouts = together(line, &mut minds, limits, |_, (tree, rng), line, limits| {
            Growth { tree, evaluation, memory, side }.think(line, limits, rng)
        });
        let Some((first, others)) = trees.split_first_mut() else { return Vec::new() };
        others.iter().for_each(|other| first.count(other));
        first.thoughts(playouts.iter().sum(), limits.lines)
    }

    /// What tells positions apart.
    pub(super) fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }
}

impl Tree {
    /// Counts in what another has found out of the same decision.
    fn count(&mut self, other: &Tree) {
        let (node, other) = (&mut self.nodes[0], &other.nodes[0]);
        node.visits += other.visits;
        for (edge, other) in node.edges.iter_mut().zip(&other.edges) {
            edge.visits += other.visits;
            edge.total += other.total;
            edge.proven = if edge.proven == 0 { other.proven } else { edge.proven };
        }
    }

    /// Whether nothing is left to find out: an option is certain to win, or all are known but one.
    fn decided(&self) -> bool {
        let edges = &self.nodes[0].edges;
        let open = edges.iter().filter(|edge| edge.proven == 0).count();
        edges.iter().any(|edge| edge.proven > 0) || open == 0 || open == 1 && edges.len() > 1
    }

    /// The best options, and how it goes on after them.
    fn thoughts(&self, nodes: u64, lines: usize) -> Vec<Thought> {
        let ranked = self.nodes[0].ranked();
        let thought = |option: usize| {
            let edge = &self.nodes[0].edges[option];
            let value = match edge.proven {
                1 => WON - 1,
                -1 => 1 - WON,
                _ => lead(edge.mean()),
            };
            Thought { option, line: self.best_play(edge), value, depth: 0, nodes }
        };
        ranked.into_iter().take(lines.max(1)).map(thought).collect()
    }

    /// What was tried most after an option, up to where chance speaks.
    fn best_play<'m>(&'m self, mut edge: &'m Edge) -> Vec<usize> {
        let mut line = Vec::new();
        while let [(_, child)] = edge.children.as_slice()
            && let node = &self.nodes[*child as usize]
            && let Some(best) = node.ranked().first().copied()
            && node.edges[best].visits > 0
        {
            line.push(best);
            edge = &node.edges[best];
        }
        line
    }

    fn back_up(&mut self, path: &[(u32, usize, bool)], result: Result) {
        let Result { value, mut proven } = result;
        for (node, chosen, drew) in path.iter().rev() {
            let node = &mut self.nodes[*node as usize];
            let mine = if node.ours { value } else { -value };
            node.visits += 1;
            let edge = &mut node.edges[*chosen];
            edge.visits += 1;
            edge.total += mine;
            // What chance had a hand in is certain of one result only.
            proven &= !drew;
            if proven {
                edge.proven = if mine > 0.0 { 1 } else { -1 };
                proven = mine > 0.0 || node.edges.iter().all(|edge| edge.proven < 0);
            }
        }
    }
}

/// One thread that grows its tree.
struct Growth<'m> {
    tree: &'m mut Tree,
    evaluation: &'m Evaluation,
    /// Bytes that the tree may take.
    memory: usize,
    /// Who thinks.
    side: SideId,
}

impl Growth<'_> {
    /// How many playouts there was time for.
    fn think(&mut self, line: &mut impl Line, limits: &Limits<'_>, rng: &mut ChaCha8Rng) -> u64 {
        *self.tree = Tree::default();
        self.grow(line);
        let mut playouts: u64 = 0;
        line.mark();
        while playouts < limits.nodes && !(limits.stop)() && !self.tree.decided() {
            line.deal(rng.next_u64());
            self.playout(line, rng);
            line.back();
            playouts += 1;
            if playouts >= FIRST_TOLD && playouts.is_power_of_two() {
                (limits.told)(&self.tree.thoughts(playouts, limits.lines));
            }
        }
        line.unmark();
        playouts
    }

    /// A new node for the decision at hand; its number.
    fn grow(&mut self, line: &impl Line) -> u32 {
        let ours = line.actor().is_some_and(|player| self.evaluation.side(player) == self.side);
        let mut edges: Vec<Edge> = Vec::with_capacity(line.options());
        line.each_option(|glance| {
            let prior = 1.0 + f32::from(glance.takes);
            edges.push(Edge { prior, visits: 0, total: 0.0, proven: 0, children: SmallVec::new() });
        });
        let sum: f32 = edges.iter().map(|edge| edge.prior).sum();
        edges.iter_mut().for_each(|edge| edge.prior /= sum);
        self.tree.bytes += NODE_BYTES + edges.len() * EDGE_BYTES;
        self.tree.nodes.push(Node { ours, visits: 0, edges: edges.into_boxed_slice() });
        self.tree.nodes.len() as u32 - 1
    }

    /// From the root down the tree, one decision beyond it, and back.
    fn playout(&mut self, line: &mut impl Line, rng: &mut ChaCha8Rng) {
        let mut path: SmallVec<[(u32, usize, bool); 32]> = SmallVec::new();
        let mut at = 0;
        let result = loop {
            let chosen = self.tree.nodes[at as usize].choose();
            // Whether chance has spoken is asked of each decision.
            line.deal(rng.next_u64());
            line.play(chosen);
            path.push((at, chosen, line.drew()));
            if let Some(winners) = line.winners() {
                let value = won(winners, self.side);
                break Result { value, proven: value != 0.0 };
            }
            if line.actor().is_none() {
                break Result { value: self.estimate(line), proven: false };
            }
            if let Some(exact) = self.evaluation.exact(line, self.side, 0) {
                break Result { value: exact.signum() as f32, proven: exact != 0 };
            }
            let hash = line.hash();
            let children = &self.tree.nodes[at as usize].edges[chosen].children;
            if let Some((_, child)) = children.iter().find(|(known, _)| *known == hash) {
                at = *child;
                continue;
            }
            if self.tree.bytes < self.memory {
                let child = self.grow(line);
                self.tree.nodes[at as usize].edges[chosen].children.push((hash, child));
            }
            break Result { value: self.play_on(line, rng), proven: false };
        };
        self.tree.back_up(&path, result);
    }

    /// A few decisions at random, then captures to their end, then what the position is worth.
    fn play_on(&self, line: &mut impl Line, rng: &mut ChaCha8Rng) -> f32 {
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
                return won(winners, self.side);
            }
            if line.actor().is_none() {
                break;
            }
        }
        self.estimate(line)
    }

    fn estimate(&self, line: &impl Line) -> f32 {
        (self.evaluation.value(line, self.side) as f32 / LEAD as f32).tanh() * 0.98
    }
}

impl Node {
    /// The options, the best one first.
    fn ranked(&self) -> Vec<usize> {
        let mut ranked: Vec<usize> = (0..self.edges.len()).collect();
        // Of equal ones the last, as it stands in the list.
        ranked.sort_by(|a, b| {
            let (one, other) = (&self.edges[*a], &self.edges[*b]);
            (other.proven, other.visits).cmp(&(one.proven, one.visits)).then(other.mean().total_cmp(&one.mean())).then(b.cmp(a))
        });
        ranked
    }

    /// The option to be tried next.
    fn choose(&self) -> usize {
        if let Some(won) = self.edges.iter().position(|edge| edge.proven > 0) {
            return won;
        }
        let curiosity = CURIOSITY * (self.visits as f32 + 1.0).sqrt();
        // What was never tried is taken to be as good as the rest.
        let (visits, total) =
            self.edges.iter().fold((0, 0.0), |(visits, total), edge| (visits + edge.visits, total + edge.total));
        let mean = if visits > 0 { total / visits as f32 } else { 0.0 };
        let score = |edge: &Edge| {
            let known = if edge.visits > 0 { edge.mean() } else { mean };
            known + curiosity * edge.prior / (1.0 + edge.visits as f32) - if edge.proven < 0 { 1000.0 } else { 0.0 }
        };
        let scored = self.edges.iter().map(score).enumerate();
        scored.fold((0, f32::MIN), |best, one| if one.1 > best.1 { one } else { best }).0
    }
}

impl Edge {
    fn mean(&self) -> f32 {
        if self.visits > 0 { self.total / self.visits as f32 } else { -1.0 }
    }
}

/// What an end of the game is to a side.
fn won(winners: u8, side: SideId) -> f32 {
    match winners >> side.0 & 1 {
        _ if winners == 0 => 0.0,
        1 => 1.0,
        _ => -1.0,
    }
}

/// A mean as a lead in hundredths of a piece.
fn lead(mean: f32) -> i32 {
    (mean.clamp(-0.999, 0.999).atanh() * LEAD as f32) as i32
}
