//! The tree: what has been tried, and what came of it.

use smallvec::SmallVec;

use crate::agents::limits::{LEAD, Thought, WON, among_others, decided};
use crate::engine::Line;
use crate::model::SideId;

/// How much what was tried less is preferred.
const CURIOSITY: f32 = 1.4;
/// Bytes that a node and each of its options take, those on the heap included.
const NODE_BYTES: usize = size_of::<Node>();
const EDGE_BYTES: usize = size_of::<Edge>();

/// What has been tried from a decision on.
#[derive(Clone, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    bytes: usize,
    /// Who thinks.
    side: SideId,
    /// It stands for all positions that look alike to who thinks: see [`veiled`](super::veiled).
    pub(super) veiled: bool,
}

/// A decision on a way down the tree: the node, the edge that was chosen, and whether chance had a hand in what came of it.
pub(super) type Step = (u32, usize, bool);

/// An option, and its edge.
pub(in crate::agents) type Open = (usize, usize);

/// A decision.
#[derive(Clone)]
pub(super) struct Node {
    ours: bool,
    pub(super) visits: u32,
    edges: Vec<Edge>,
    /// In a veiled tree: which option each edge is.
    pub(super) keys: Vec<u64>,
}

/// An option.
#[derive(Clone)]
struct Edge {
    /// How likely it is to be good, as against the others.
    prior: f32,
    visits: u32,
    /// Of what came of it, to who decides: as shares of a game, and as it counts in an average.
    total: f32,
    counts: f64,
    /// In how many decisions it is certain to win (more than 0) or to lose (less), as far as that was proved; 0 if it is not certain.
    proven: i16,
    /// Chance has had a hand in what came of it, or something is hidden.
    drew: bool,
    /// Decisions after it: by their hashes, as chance has it.
    children: SmallVec<[(u64, u32); 1]>,
}

/// What a playout has come to, to the side that thinks.
pub(super) struct Result {
    /// As of [`Thought::value`] at the last decision of the way.
    pub(super) value: i32,
    /// Chance had a hand in what came after it.
    pub(super) drew: bool,
    /// It is certain, and comes so many decisions after the last one of the way.
    pub(super) proven: Option<i16>,
}

impl Tree {
    /// A decision of a side that thinks, of which nothing is known.
    pub(super) fn new(line: &impl Line, side: SideId) -> Tree {
        let mut tree = Tree { side, ..Tree::default() };
        tree.grow(line, true);
        tree
    }

    /// The same in a veiled tree, with so many options that look no better than each other.
    pub(super) fn veiled(options: u64, side: SideId) -> Tree {
        let mut tree = Tree { side, veiled: true, ..Tree::default() };
        let root = tree.push(Node::empty(true));
        (0..options).for_each(|option| {
            tree.push_edge(root, option, 0);
        });
        tree
    }

    /// Goes on from a decision that was met after the one that this tree begins with, and forgets what did not come to pass; whether
    /// it was met by the same side.
    pub(super) fn goes_on(&mut self, line: &impl Line, side: SideId) -> bool {
        let (hash, options) = (line.hash(), line.options());
        let children = self.nodes.iter().flat_map(|node| node.edges.iter().flat_map(|edge| &edge.children));
        let met = children.filter(|(known, child)| *known == hash && self.nodes[*child as usize].edges.len() == options);
        let most = met.map(|(_, child)| *child as usize).max_by_key(|child| self.nodes[*child].visits);
        let Some(most) = most.filter(|most| self.side == side && self.nodes[*most].ours) else { return false };
        let mut before: Vec<Option<Node>> = std::mem::take(&mut self.nodes).into_iter().map(Some).collect();
        self.nodes.extend(before[most].take());
        self.bytes = 0;
        let mut next = 0;
        while next < self.nodes.len() {
            self.bytes += self.nodes[next].bytes();
            let mut edges = std::mem::take(&mut self.nodes[next].edges);
            for (_, child) in edges.iter_mut().flat_map(|edge| &mut edge.children) {
                self.nodes.extend(before[*child as usize].take());
                *child = self.nodes.len() as u32 - 1;
            }
            self.nodes[next].edges = edges;
            next += 1;
        }
        true
    }

    /// A new node for the decision at hand; its number.
    fn grow(&mut self, line: &impl Line, ours: bool) -> u32 {
        let mut node = Node::empty(ours);
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

    /// The same after the last decision of a way, to be found there again by this hash.
    pub(super) fn grow_after(&mut self, (node, edge, _): Step, hash: u64, line: &impl Line, ours: bool) {
        let child = self.grow(line, ours);
        self.nodes[node as usize].edges[edge].children.push((hash, child));
    }

    /// The node after a decision, if it has been there.
    pub(super) fn after(&self, (node, edge, _): Step, hash: u64) -> Option<u32> {
        let children = &self.nodes[node as usize].edges[edge].children;
        children.iter().find(|(known, _)| *known == hash).map(|(_, child)| *child)
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
            edge.visits += other.visits;
            edge.total += other.total;
            edge.counts += other.counts;
            edge.drew |= other.drew;
            edge.proven = if edge.proven == 0 { other.proven } else { edge.proven };
        }
    }

    /// Whether nothing is left to find out: an option is certain to win, or all are known but one.
    pub(super) fn decided(&self) -> bool {
        let edges = &self.nodes[0].edges;
        let open = edges.iter().filter(|edge| edge.proven == 0).count();
        edges.iter().any(|edge| edge.proven > 0) || open == 0 || open == 1 && edges.len() > 1
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
            Thought { option, line: self.best_play(edge), value, depth: 0, nodes, sampled: edge.drew }
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

    /// What a way down the tree has come to is counted in at each of its decisions.
    pub(super) fn back_up(&mut self, path: &[Step], result: Result) {
        let Result { mut value, drew: mut by_chance, mut proven } = result;
        let share = share(value);
        // What is certain in one position is not in another that looks alike.
        proven = proven.filter(|_| !self.veiled);
        by_chance |= self.veiled;
        for (node, chosen, drew) in path.iter().rev() {
            let node = &mut self.nodes[*node as usize];
            let mine = if node.ours { share } else { -share };
            node.visits += 1;
            let edge = &mut node.edges[*chosen];
            edge.visits += 1;
            edge.total += mine;
            edge.counts += among_others(if node.ours { value } else { -value }) as f64;
            by_chance |= drew;
            edge.drew |= by_chance;
            // One decision earlier the end is one further off.
            value -= decided(value).map_or(0, |_| value.signum());
            // What chance had a hand in is certain of one result only.
            proven = proven.filter(|_| !drew);
            if let Some(after) = proven {
                let plies = after.saturating_add(1);
                edge.proven = if mine > 0.0 { plies } else { -plies };
                proven = node.proven();
            }
        }
    }
}

impl Node {
    /// A decision with no options so far.
    fn empty(ours: bool) -> Node {
        Node { ours, visits: 0, edges: Vec::new(), keys: Vec::new() }
    }

    /// In how many decisions the game is certain to be over: who decides takes the shortest way to win, or the longest one to lose.
    fn proven(&self) -> Option<i16> {
        let all = || self.edges.iter().map(|edge| edge.proven);
        let wins = all().filter(|proven| *proven > 0).min();
        wins.or_else(|| all().map(|proven| -proven).max().filter(|_| all().all(|proven| proven < 0)))
    }

    /// How often each edge was tried, and what that is worth.
    pub(super) fn weighed(&self) -> Vec<(u32, i32)> {
        self.edges.iter().map(|edge| (edge.visits, edge.worth())).collect()
    }

    /// Whether who decides is on the side that thinks.
    pub(super) fn is_ours(&self) -> bool {
        self.ours
    }

    /// The options that were never tried.
    pub(super) fn untried(&self) -> Vec<usize> {
        (0..self.edges.len()).filter(|option| self.edges[*option].visits == 0).collect()
    }

    fn bytes(&self) -> usize {
        NODE_BYTES + self.edges.len() * EDGE_BYTES + self.keys.len() * size_of::<u64>()
    }

    /// The options, the best one first.
    fn ranked(&self) -> Vec<usize> {
        let mut ranked: Vec<usize> = (0..self.edges.len()).collect();
        // Of equal ones the last, as it stands in the list.
        ranked.sort_by(|a, b| {
            let (one, other) = (&self.edges[*a], &self.edges[*b]);
            (other.certainty(), other.visits)
                .cmp(&(one.certainty(), one.visits))
                .then(other.mean().total_cmp(&one.mean()))
                .then(b.cmp(a))
        });
        ranked
    }

    /// The option to be tried next, of all.
    pub(super) fn choose(&self) -> Option<Open> {
        self.choose_of((0..self.edges.len()).map(|edge| (edge, edge)))
    }

    /// The same, of some; nothing, of none.
    pub(super) fn choose_of(&self, open: impl Iterator<Item = Open> + Clone) -> Option<Open> {
        let edges = || open.clone().map(|(_, edge)| &self.edges[edge]);
        let won = open.clone().filter(|(_, edge)| self.edges[*edge].proven > 0);
        if let Some(soonest) = won.min_by_key(|(_, edge)| self.edges[*edge].proven) {
            return Some(soonest);
        }
        let (visits, total) = edges().fold((0, 0.0), |(visits, total), edge| (visits + edge.visits, total + edge.total));
        let curiosity = CURIOSITY * (visits as f32 + 1.0).sqrt();
        let priors: f32 = edges().map(|edge| edge.prior).sum();
        // What was never tried is taken to be as good as the rest.
        let mean = if visits > 0 { total / visits as f32 } else { 0.0 };
        let score = |edge: &Edge| {
            let known = if edge.visits > 0 { edge.mean() } else { mean };
            let curious = curiosity * (edge.prior / priors) / (1.0 + edge.visits as f32);
            known + curious - if edge.proven < 0 { 1000.0 } else { 0.0 }
        };
        let scored = open.clone().map(|one| (one, score(&self.edges[one.1])));
        scored.reduce(|best, one| if one.1 > best.1 { one } else { best }).map(|(one, _)| one)
    }
}

impl Edge {
    /// An option that takes so many pieces, and was never tried.
    fn new(takes: u8) -> Edge {
        let children = SmallVec::new();
        Edge { prior: 1.0 + f32::from(takes), visits: 0, total: 0.0, counts: 0.0, proven: 0, drew: false, children }
    }

    /// What is certain of it, more for what is better: a win the more, the sooner it comes, a loss the later.
    fn certainty(&self) -> i32 {
        match i32::from(self.proven) {
            0 => 0,
            plies => plies.signum() * (i32::from(i16::MAX) + 1) - plies,
        }
    }

    fn mean(&self) -> f32 {
        if self.visits > 0 { self.total / self.visits as f32 } else { -1.0 }
    }

    /// What it is worth to who decides, as of [`Thought::value`]: a lead that stands for the share of games; where chance has a hand in
    /// it or something is hidden, the average of what each playout came to.
    fn worth(&self) -> i32 {
        match self.drew {
            true => (self.counts / f64::from(self.visits.max(1))).round() as i32,
            false => (self.mean().clamp(-0.999, 0.999).atanh() * LEAD as f32) as i32,
        }
    }
}

/// A value as a share of a game: from -1, lost, to 1, won.
fn share(value: i32) -> f32 {
    match decided(value) {
        Some(_) => value.signum() as f32,
        None => (value as f32 / LEAD as f32).tanh() * 0.98,
    }
}
