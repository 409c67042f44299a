//! Where the decisions of a tree lie: in blocks of a few, so that to grow moves none, and what is let go leaves no room behind.

use std::ops::{Index, IndexMut};

use super::node::{Edge, NODE, Node};

/// So many of them are a block.
const BLOCK: usize = 64;
/// What a block takes, with its place in the list of all, which may be half empty.
pub(super) const BLOCK_BYTES: usize = held(BLOCK * NODE) + 2 * 24;

/// All decisions of a tree, by their numbers.
#[derive(Clone, Default)]
pub(super) struct Nodes {
    blocks: Vec<Vec<Node>>,
}

/// What a piece of memory of so many bytes takes from the machine: as the GNU library keeps it, eight more, in sixteens; none is none.
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

    /// One more; how many bytes that takes beyond what the node itself holds.
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

    /// How many bytes they all take.
    pub(super) fn bytes(&self) -> usize {
        self.blocks.len() * BLOCK_BYTES + self.iter().map(Node::held).sum::<usize>()
    }

    /// Only a decision and what comes after it stay: it is the first from now on. No memory is needed for that. It comes after the first
    /// one, which goes, as everything does that is as many decisions on.
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
        // What stays comes no later than before, where nothing stays any more.
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

    /// Links all that comes after a decision, one to the next, the last to itself; all else is gone.
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

/// The link of what is let go, and of the last one.
pub(super) const GONE: u32 = u32::MAX;
