//! The tree: what has been tried, and the results.

use super::chance::{Chance, Worth};
use super::node::{Edge, Node};
use super::nodes::{GONE, Nodes, held};
use crate::agents::limits::{Thought, WON};
use crate::engine::Line;
use crate::model::SideId;

/// A tree of decisions with the results of playouts.
#[derive(Clone, Default)]
pub(super) struct Tree {
    pub(super) nodes: Nodes,
    /// The first node of each hash chain, for nodes after chance has decided: equal positions at one ply are the same node
    /// however they are reached. The other nodes of a chain follow by their links. Empty until chance has decided somewhere.
    standing: Vec<u32>,
    /// The bytes that the tree takes, and the most it may take.
    bytes: usize,
    memory: usize,
    /// Chance has decided somewhere in it.
    pub(super) by_chance: bool,
    /// The side that thinks.
    side: SideId,
    /// It stands for all positions that look the same to the side that thinks: see [`veiled`](super::veiled).
    pub(super) veiled: bool,
}

/// There is one hash chain for this many bytes of memory.
const FOR_EACH_PLACE: usize = 2048;

/// A decision on a path down the tree: the node, and the edge that was chosen.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) node: u32,
    pub(super) edge: usize,
    /// Chance decided something after it.
    pub(super) drew: bool,
    /// The result of chance, if it is listed in the tree.
    pub(super) outcome: Option<usize>,
}

/// The index of an option, and of its edge.
pub(in crate::agents) type Open = (usize, usize);

impl Tree {
    /// A tree of up to `memory` bytes whose root is the current decision, of the side that thinks.
    pub(super) fn new(line: &impl Line, time: u64, side: SideId, memory: usize) -> Tree {
        let mut tree = Tree { side, memory, ..Tree::default() };
        tree.grow(line, time, true, 0);
        tree
    }

    /// The same as a veiled tree, with this number of equivalent options.
    pub(super) fn veiled(options: u64, side: SideId, memory: usize) -> Tree {
        let mut tree = Tree { side, memory, veiled: true, ..Tree::default() };
        let root = tree.push(Node::empty(true, 0, 0));
        (0..options).for_each(|option| {
            tree.push_edge(root, option, 0);
        });
        tree
    }

    /// Makes the current decision the root if the tree contains it, and drops what does not follow it. Returns whether it does,
    /// for the same side and with equal clocks.
    pub(super) fn goes_on(&mut self, line: &impl Line, time: u64, side: SideId) -> bool {
        let (hash, options) = (line.hash(), line.options());
        let children = self.nodes.iter().flat_map(|node| node.edges.iter().flat_map(Edge::after));
        let met = children.filter(|(known, child)| {
            let node = &self.nodes[*child];
            *known == hash && node.time == time && node.edges.len() == options
        });
        let most = met.map(|(_, child)| child).max_by_key(|child| self.nodes[*child].visits);
        let Some(most) = most.filter(|most| self.side == side && self.nodes[*most].ours) else { return false };
        self.nodes.keep(most);
        self.bytes = self.nodes.bytes() + held(self.standing.len() * size_of::<u32>());
        self.standing.fill(GONE);
        for number in 0..self.nodes.len() as u32 {
            self.nodes[number].link = GONE;
            self.find_by_key(number);
        }
        true
    }

    /// Adds a node for the current decision; returns its number.
    fn grow(&mut self, line: &impl Line, time: u64, ours: bool, ply: u32) -> u32 {
        let mut node = Node::empty(ours, ply, time);
        if !self.veiled {
            node.edges.reserve_exact(line.options());
            line.each_option(|glance| node.edges.push(Edge::new(glance.takes)));
        }
        self.push(node)
    }

    /// Adds a node; returns its number.
    fn push(&mut self, node: Node) -> u32 {
        self.bytes += node.held() + self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// Adds an edge to a node of a veiled tree, for an option that captures this many pieces; returns its index.
    pub(super) fn push_edge(&mut self, node: u32, key: u64, takes: u8) -> usize {
        let node = &mut self.nodes[node];
        let before = node.lists();
        node.edges.push(Edge::new(takes));
        node.keys.push(key);
        self.bytes += node.lists() - before;
        node.keys.len() - 1
    }

    /// Adds a node after the last decision of a path, to be found there by its hash; `time` is as of `Timing::number`.
    pub(super) fn grow_after(&mut self, step: Step, (hash, time): (u64, u64), line: &impl Line, ours: bool) {
        let child = self.grow(line, time, ours, self.node(step.node).ply + 1);
        let edge = &mut self.nodes[step.node].edges[step.edge];
        match step.outcome.zip(edge.chance.as_mut()) {
            Some((place, chance)) => {
                let outcome = &mut chance.outcomes[place];
                outcome.child = Some(child);
                self.nodes[child].key = outcome.key;
                self.find_by_key(child);
            }
            None => {
                let before = edge.held();
                edge.children.push((hash, child));
                self.bytes += edge.held() - before;
            }
        }
    }

    /// Adds a node to its hash chain, if it has a key.
    fn find_by_key(&mut self, number: u32) {
        let key = self.nodes[number].key;
        if key == 0 {
            return;
        }
        if self.standing.is_empty() {
            self.standing = vec![GONE; (self.memory / FOR_EACH_PLACE).next_power_of_two()];
            self.bytes += held(self.standing.len() * size_of::<u32>());
        }
        let place = key as usize & (self.standing.len() - 1);
        self.nodes[number].link = std::mem::replace(&mut self.standing[place], number);
    }

    /// The node after a decision, if there is one there, or an equal one elsewhere after chance has decided.
    pub(super) fn after(&mut self, step: Step, hash: u64) -> Option<u32> {
        let edge = &self.nodes[step.node].edges[step.edge];
        let Some((place, chance)) = step.outcome.zip(edge.chance.as_ref()) else {
            return edge.children.iter().find(|(known, _)| *known == hash).map(|(_, child)| *child);
        };
        let child = chance.outcomes[place].child.or_else(|| self.standing(chance.outcomes[place].key));
        if let Some(chance) = &mut self.nodes[step.node].edges[step.edge].chance {
            chance.outcomes[place].child = child;
        }
        child
    }

    /// The node with this key.
    pub(super) fn standing(&self, key: u64) -> Option<u32> {
        let mut number = *self.standing.get(key as usize & self.standing.len().wrapping_sub(1))?;
        while number != GONE && self.nodes[number].key != key {
            number = self.nodes[number].link;
        }
        (number != GONE).then_some(number)
    }

    /// The results of chance after an option, as far as they are listed.
    pub(super) fn chance(&self, node: u32, edge: usize) -> Option<&Chance> {
        self.nodes[node].edges[edge].chance.as_deref()
    }

    /// The exact worth of an option with the result of chance that occurred, if it is known.
    pub(super) fn known(&self, step: Step) -> Option<Worth> {
        let outcome = &self.chance(step.node, step.edge)?.outcomes[step.outcome?];
        outcome.worth(&self.nodes).filter(|worth| worth.exact)
    }

    /// Changes the results of chance after an option.
    pub(super) fn bring(&mut self, node: u32, edge: usize, change: impl FnOnce(&mut Chance)) {
        let edge = &mut self.nodes[node].edges[edge];
        let before = edge.held();
        change(edge.chance.get_or_insert_default());
        self.by_chance = true;
        self.bytes = self.bytes + edge.held() - before;
    }

    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node]
    }

    /// Marks an option as won at once for the player that decides.
    pub(super) fn wins(&mut self, node: u32, option: usize) {
        self.nodes[node].edges[option].proven = 1;
    }

    /// Whether the tree may still grow.
    pub(super) fn has_room(&self) -> bool {
        self.bytes < self.memory
    }

    /// The bytes that the tree takes.
    #[cfg(all(test, unit_games))]
    pub(super) fn bytes(&self) -> usize {
        assert_eq!(self.bytes, self.nodes.bytes() + held(self.standing.len() * size_of::<u32>()), "each is counted once");
        self.bytes
    }

    /// Adds the results of another tree for the same root.
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

    /// Whether the choice at the root is settled: an option is proven to win, all are known, or all but one are lost.
    pub(super) fn decided(&self) -> bool {
        let edges = &self.nodes[0].edges;
        let lost = edges.iter().filter(|edge| edge.proven < 0).count();
        let known = edges.iter().all(Edge::is_known);
        edges.iter().any(|edge| edge.proven > 0) || known || lost + 1 == edges.len() && edges.len() > 1
    }

    /// The best options, each with the line of play after it.
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

    /// The principal variation after an option: proven best or most visited options, up to where chance decides.
    fn best_play<'m>(&'m self, mut edge: &'m Edge) -> Vec<usize> {
        let mut line = Vec::new();
        while let [(_, child)] = edge.children.as_slice()
            && let node = &self.nodes[*child]
            && let Some(best) = node.ranked().first().copied()
            && (node.edges[best].visits > 0 || node.edges[best].proven > 0)
        {
            line.push(best);
            edge = &node.edges[best];
        }
        line
    }
}
