//! The storage of a tree's nodes: in small blocks, so that growth moves no node, and dropped nodes free memory.

use std::ops::{Index, IndexMut};

use super::node::{Edge, NODE, Node};

/// The number of nodes in a block.
const BLOCK: usize = 64;
/// The bytes of a block with its entry in the list of blocks, which may be half empty.
pub(super) const BLOCK_BYTES: usize = held(BLOCK * NODE) + 2 * 24;

/// The nodes of a tree, by their numbers.
#[derive(Clone, Default)]
pub(super) struct Nodes {
    blocks: Vec<Vec<Node>>,
}

/// The bytes that an allocation takes from the system, as the GNU library does it: eight more, rounded up to a multiple of 16; 0
/// for none.
pub(super) const fn held(bytes: usize) -> usize {
    match bytes {
        0 => 0,
        1..=24 => 32,
        more => (more + 8).next_multiple_of(16),
    }
}

impl Nodes {
    pub(super) fn len(&self) -> usize {
        self.blocks.last().map_or(0, |last| (self.blocks.len() - 1) * BLOCK + last.len())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Node> {
        self.blocks.iter().flatten()
    }

    /// Adds a node; returns the bytes this takes beyond what the node points to.
    pub(super) fn push(&mut self, node: Node) -> usize {
        match self.blocks.last_mut().filter(|last| last.len() < BLOCK) {
            Some(last) => {
                last.push(node);
                0
            }
            None => {
                let mut block = Vec::with_capacity(BLOCK);
                block.push(node);
                self.blocks.push(block);
                BLOCK_BYTES
            }
        }
    }

    /// The bytes of all nodes.
    pub(super) fn bytes(&self) -> usize {
        self.blocks.len() * BLOCK_BYTES + self.iter().map(Node::held).sum::<usize>()
    }

    /// Makes `root` node 0 and drops all nodes that do not follow it, without allocating. `root` must not be node 0. Edges lead
    /// to the next ply only, so the old root is always dropped.
    pub(super) fn keep(&mut self, root: u32) {
        self.mark(root);
        let mut kept = 1;
        for number in 0..self.len() as u32 {
            let node = &mut self[number];
            match node.link {
                _ if number == root => node.link = 0,
                GONE => *node = Node::empty(false, 0, 0),
                _ => {
                    node.link = kept;
                    kept += 1;
                }
            }
        }
        for number in 0..self.len() as u32 {
            let mut edges = std::mem::take(&mut self[number].edges);
            edges.iter_mut().flat_map(Edge::after_mut).for_each(|child| *child = self[*child].link);
            self[number].edges = edges;
        }
        self.swap(0, root);
        // A kept node moves to its own number or a lower one, where no kept node is left.
        for number in 1..self.len() as u32 {
            let to = self[number].link;
            if to != GONE {
                self.swap(number, to);
            }
        }
        self.blocks.truncate((kept as usize).div_ceil(BLOCK));
        if let Some(last) = self.blocks.last_mut() {
            last.truncate((kept as usize - 1) % BLOCK + 1);
        }
    }

    /// Links all nodes that follow `root` into a list, the last one to itself; all others get the link [`GONE`].
    fn mark(&mut self, root: u32) {
        self.blocks.iter_mut().flatten().for_each(|node| node.link = GONE);
        let (mut at, mut last) = (root, root);
        self[root].link = root;
        loop {
            let edges = std::mem::take(&mut self[at].edges);
            for (_, child) in edges.iter().flat_map(Edge::after) {
                if self[child].link == GONE {
                    self[last].link = child;
                    self[child].link = child;
                    last = child;
                }
            }
            self[at].edges = edges;
            if self[at].link == at {
                break;
            }
            at = self[at].link;
        }
    }

    fn swap(&mut self, one: u32, other: u32) {
        if one != other {
            let kept = std::mem::replace(&mut self[one], Node::empty(false, 0, 0));
            self[one] = std::mem::replace(&mut self[other], kept);
        }
    }
}

impl Index<u32> for Nodes {
    type Output = Node;

    fn index(&self, number: u32) -> &Node {
        &self.blocks[number as usize / BLOCK][number as usize % BLOCK]
    }
}

impl IndexMut<u32> for Nodes {
    fn index_mut(&mut self, number: u32) -> &mut Node {
        &mut self.blocks[number as usize / BLOCK][number as usize % BLOCK]
    }
}

/// The link of a dropped node, and of the last node of a hash chain.
pub(super) const GONE: u32 = u32::MAX;
