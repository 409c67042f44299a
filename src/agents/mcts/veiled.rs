//! One tree for all positions that look alike to who thinks (information-set Monte Carlo tree search; Cowling, Powley and Whitehouse
//! 2012). Each playout goes down from any of several such positions. At each decision of the tree those options are chosen from that
//! there are in the position at hand, told by what they look like; decisions are told apart by what everybody can see, and those of
//! who thinks by what there is to choose besides. Nothing is ever certain: what wins in one position may lose in another.

use chacha20::ChaCha8Rng;

use super::tree::{Open, Tree};
use super::{Growth, Mcts};
use crate::agents::limits::Limits;
use crate::engine::Line;
use crate::model::PlayerId;

impl Mcts {
    /// Forgets all, and begins with a decision of a player that has so many options.
    pub(in crate::agents) fn begin_veiled(&mut self, options: usize, player: PlayerId) {
        let memory = self.memory / self.trees.len();
        self.trees.fill(Tree::veiled(options as u64, self.evaluation.side(player), memory));
    }

    /// Grows from one of the positions that look alike, by so many playouts as its limits let it; says how many. `first` has the
    /// options that there are, as places of the line and of those that it began with.
    pub(in crate::agents) fn grow_veiled(
        &mut self,
        line: &mut impl Line,
        first: &[Open],
        limits: &Limits<'_>,
        rng: &mut ChaCha8Rng,
    ) -> u64 {
        let Some(player) = line.actor().filter(|_| !first.is_empty()) else { return 0 };
        let side = self.evaluation.side(player);
        self.each_tree(line, limits, rng, side, |growth, line, limits, rng| growth.playouts(line, limits, rng, first))
            .iter()
            .sum()
    }

    /// On how many threads it thinks.
    pub(in crate::agents) fn threads(&self) -> usize {
        self.trees.len()
    }

    /// How often each option was tried that it began with, and what it is worth.
    pub(in crate::agents) fn weighed(&mut self) -> Vec<(u32, i32)> {
        self.counted().node(0).weighed()
    }
}

impl Growth<'_> {
    /// The options of the decision at hand with their edges in a veiled tree: new ones, where there is memory for them.
    pub(super) fn met(&mut self, node: u32, line: &impl Line) -> Vec<Open> {
        let mut open: Vec<Open> = Vec::with_capacity(line.options());
        let mut keys: Vec<u64> = Vec::with_capacity(line.options());
        line.each_option(|glance| {
            // Of several that look alike each is another one.
            let before = keys.iter().filter(|key| **key == glance.key).count() as u64;
            let (option, key) = (keys.len(), glance.key.wrapping_add(before.wrapping_mul(APART)));
            keys.push(glance.key);
            let known = &self.tree.node(node).keys;
            let as_before = known.get(option).is_some_and(|one| *one == key).then_some(option);
            let edge = as_before
                .or_else(|| known.iter().position(|one| *one == key))
                .or_else(|| self.tree.has_room().then(|| self.tree.push_edge(node, key, glance.takes)));
            open.extend(edge.map(|edge| (option, edge)));
        });
        open
    }

    /// What tells the decision at hand from others after the same option.
    pub(super) fn seen(&self, line: &impl Line) -> u64 {
        if !self.tree.veiled {
            return line.hash();
        }
        let mut seen = line.open_hash();
        if self.is_ours(line) {
            line.each_option(|glance| seen = seen.rotate_left(5).wrapping_add(glance.key));
        }
        seen
    }
}

/// By so much the keys of options are apart that look alike.
const APART: u64 = 0x9E37_79B9_7F4A_7C15;
