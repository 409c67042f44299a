//! The tree: what has been tried, and what came of it.

use rustc_hash::FxHashMap;

use super::chance::{Chance, OUTCOME_BYTES, Worth};
use super::node::{EDGE_BYTES, Edge, Node};
use crate::agents::limits::{Thought, WON};
use crate::engine::Line;
use crate::model::SideId;

/// What has been tried from a decision on.
#[derive(Clone, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    /// Those after which chance has spoken before, by their keys: however one comes to such a decision, it is one.
    standing: FxHashMap<u64, u32>,
    bytes: usize,
    /// Chance has spoken somewhere in it.
    pub(super) by_chance: bool,
    /// Who thinks.
    side: SideId,
    /// It stands for all positions that look alike to who thinks: see [`veiled`](super::veiled).
    pub(super) veiled: bool,
}

/// A decision on a way down the tree: the node, and the edge that was chosen.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) node: u32,
    pub(super) edge: usize,
    /// Chance had a hand in what came of it.
    pub(super) drew: bool,
    /// The result that it brought, where that is one of the tree.
    pub(super) outcome: Option<usize>,
}

/// An option, and its edge.
pub(in crate::agents) type Open = (usize, usize);

impl Tree {
    /// A decision of a side that thinks, of which nothing is known.
    pub(super) fn new(line: &impl Line, time: u64, side: SideId) -> Tree {
        let mut tree = Tree { side, ..Tree::default() };
        tree.grow(line, time, true, 0);
        tree
    }

    /// The same in a veiled tree, with so many options that look no better than each other.
    pub(super) fn veiled(options: u64, side: SideId) -> Tree {
        let mut tree = Tree { side, veiled: true, ..Tree::default() };
        let root = tree.push(Node::empty(true, 0, 0));
        (0..options).for_each(|option| {
            tree.push_edge(root, option, 0);
        });
        tree
    }

    /// Goes on from a decision that was met after the one that this tree begins with, and forgets what did not come to pass; whether
    /// it was met by the same side, with clocks that tell no more than these.
    pub(super) fn goes_on(&mut self, line: &impl Line, time: u64, side: SideId) -> bool {
        let (hash, options) = (line.hash(), line.options());
        let children = self.nodes.iter().flat_map(|node| node.edges.iter().flat_map(Edge::after));
        let met = children.filter(|(known, child)| {
            let node = &self.nodes[*child as usize];
            *known == hash && node.time == time && node.edges.len() == options
        });
        let most = met.map(|(_, child)| child as usize).max_by_key(|child| self.nodes[*child].visits);
        let Some(most) = most.filter(|most| self.side == side && self.nodes[*most].ours) else { return false };
        let mut before: Vec<Option<Node>> = std::mem::take(&mut self.nodes).into_iter().map(Some).collect();
        // Where each of them stands now, of those that are left.
        let mut places: Vec<Option<u32>> = vec![None; before.len()];
        self.nodes.extend(before[most].take());
        places[most] = Some(0);
        self.bytes = 0;
        let mut next = 0;
        while next < self.nodes.len() {
            self.bytes += self.nodes[next].bytes();
            let mut edges = std::mem::take(&mut self.nodes[next].edges);
            for child in edges.iter_mut().flat_map(Edge::after_mut) {
                let place = *places[*child as usize].get_or_insert(self.nodes.len() as u32);
                self.nodes.extend(before[*child as usize].take());
                *child = place;
            }
            self.nodes[next].edges = edges;
            next += 1;
        }
        self.standing.retain(|_, node| places[*node as usize].map(|place| *node = place).is_some());
        true
    }

    /// A new node for the decision at hand; its number.
    fn grow(&mut self, line: &impl Line, time: u64, ours: bool, ply: u32) -> u32 {
        let mut node = Node::empty(ours, ply, time);
        if !self.veiled {
            node.edges.reserve_exact(line.options());
            line.each_option(|glance| node.edges.push(Edge::new(glance.takes)));
        }
        self.push(node)
    }

    /// A new node; its number.
    fn push(&mut self, node: Node) -> u32 {
        self.bytes += node.bytes();
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// A new edge of a node of a veiled tree, of an option that takes so many pieces; its number.
    pub(super) fn push_edge(&mut self, node: u32, key: u64, takes: u8) -> usize {
        self.bytes += EDGE_BYTES + size_of::<u64>();
        let node = &mut self.nodes[node as usize];
        node.edges.push(Edge::new(takes));
        node.keys.push(key);
        node.keys.len() - 1
    }

    /// The same after the last decision of a way, to be found there again by this hash, with what tells it apart from others that stand alike.
    pub(super) fn grow_after(&mut self, step: Step, (hash, time): (u64, u64), line: &impl Line, ours: bool) {
        let child = self.grow(line, time, ours, self.node(step.node).ply + 1);
        let edge = &mut self.nodes[step.node as usize].edges[step.edge];
        match step.outcome.zip(edge.chance.as_mut()) {
            Some((place, chance)) => {
                let outcome = &mut chance.outcomes[place];
                outcome.child = Some(child);
                self.standing.insert(outcome.key, child);
            }
            None => edge.children.push((hash, child)),
        }
    }

    /// The node after a decision, if it has been there, or if it stands elsewhere after chance has spoken.
    pub(super) fn after(&mut self, step: Step, hash: u64) -> Option<u32> {
        let edge = &mut self.nodes[step.node as usize].edges[step.edge];
        match step.outcome.zip(edge.chance.as_mut()) {
            Some((place, chance)) => {
                let outcome = &mut chance.outcomes[place];
                outcome.child = outcome.child.or_else(|| self.standing.get(&outcome.key).copied());
                outcome.child
            }
            None => edge.children.iter().find(|(known, _)| *known == hash).map(|(_, child)| *child),
        }
    }

    /// The decision of this key.
    pub(super) fn standing(&self, key: u64) -> Option<u32> {
        self.standing.get(&key).copied()
    }

    /// What chance brings after an option, as far as that was met.
    pub(super) fn chance(&self, node: u32, edge: usize) -> Option<&Chance> {
        self.nodes[node as usize].edges[edge].chance.as_deref()
    }

    /// What an option is worth with the result of chance that came, if all after that is known.
    pub(super) fn known(&self, step: Step) -> Option<Worth> {
        let outcome = &self.chance(step.node, step.edge)?.outcomes[step.outcome?];
        outcome.worth(&self.nodes).filter(|worth| worth.exact)
    }

    /// Changes what chance brings after an option.
    pub(super) fn bring(&mut self, node: u32, edge: usize, change: impl FnOnce(&mut Chance)) {
        let chance = self.nodes[node as usize].edges[edge].chance.get_or_insert_default();
        let before = chance.outcomes.len();
        change(chance);
        self.by_chance = true;
        self.bytes += chance.outcomes.len().saturating_sub(before) * OUTCOME_BYTES;
    }

    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    /// An option is certain to win, for who decides.
    pub(super) fn wins(&mut self, node: u32, option: usize) {
        self.nodes[node as usize].edges[option].proven = 1;
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Counts in what another has found out of the same decision.
    pub(super) fn count(&mut self, other: &Tree) {
        let (node, other) = (&mut self.nodes[0], &other.nodes[0]);
        node.visits += other.visits;
        for (edge, other) in node.edges.iter_mut().zip(&other.edges) {
            let known = edge.known(true).or_else(|| other.known(true));
            edge.visits += other.visits;
            edge.total += other.total;
            edge.counts += other.counts;
            edge.drew |= other.drew;
            edge.proven = if edge.proven == 0 { other.proven } else { edge.proven };
            if let Some(worth) = known.filter(|_| edge.proven == 0) {
                edge.set(worth, 1.0);
            }
        }
    }

    /// Whether nothing is left to find out: an option is certain to win, all are known, or all but one are lost.
    pub(super) fn decided(&self) -> bool {
        let edges = &self.nodes[0].edges;
        let lost = edges.iter().filter(|edge| edge.proven < 0).count();
        let known = edges.iter().all(Edge::is_known);
        edges.iter().any(|edge| edge.proven > 0) || known || lost + 1 == edges.len() && edges.len() > 1
    }

    /// The best options, and how it goes on after them.
    pub(super) fn thoughts(&self, nodes: u64, lines: usize) -> Vec<Thought> {
        let ranked = self.nodes[0].ranked();
        let thought = |option: usize| {
            let edge = &self.nodes[0].edges[option];
            let value = match edge.proven {
                0 => edge.worth(),
                plies if plies > 0 => WON - i32::from(plies),
                plies => -WON - i32::from(plies),
            };
            Thought { option, line: self.best_play(edge), value, depth: 0, nodes, sampled: edge.drew && !edge.settled }
        };
        ranked.into_iter().take(lines.max(1)).map(thought).collect()
    }

    /// What was tried most after an option, or is proved to be best, up to where chance speaks.
    fn best_play<'m>(&'m self, mut edge: &'m Edge) -> Vec<usize> {
        let mut line = Vec::new();
        while let [(_, child)] = edge.children.as_slice()
            && let node = &self.nodes[*child as usize]
            && let Some(best) = node.ranked().first().copied()
            && (node.edges[best].visits > 0 || node.edges[best].proven > 0)
        {
            line.push(best);
            edge = &node.edges[best];
        }
        line
    }
}
