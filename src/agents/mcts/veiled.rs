//! One tree for all positions that look the same to the player that thinks (information-set Monte Carlo tree search; Cowling,
//! Powley and Whitehouse 2012). Each playout starts from one of several such positions. At each node only the options of the
//! current position can be chosen, which are identified by what they look like. Nodes are distinguished by what everybody can
//! see, and nodes of the side that thinks also by their options. Nothing is ever proven: what wins in one position may lose in
//! another.

use chacha20::ChaCha8Rng;

use super::tree::{Open, Tree};
use super::{Growth, Mcts};
use crate::agents::limits::Limits;
use crate::engine::Line;
use crate::model::PlayerId;

impl Mcts {
    /// Drops all trees and begins with a root at which a player has this number of options.
    pub(in crate::agents) fn begin_veiled(&mut self, options: usize, player: PlayerId) {
        let memory = self.memory / self.trees.len();
        self.trees.fill(Tree::veiled(options as u64, self.evaluation.side(player), memory));
    }

    /// Runs playouts from one of the positions that look the same, as many as the limits allow; returns their number. `first` are
    /// the options of the position, each with the index of the option at the root.
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

    /// The number of threads.
    pub(in crate::agents) fn threads(&self) -> usize {
        self.trees.len()
    }

    /// For each option of the root the number of visits and its value.
    pub(in crate::agents) fn weighed(&mut self) -> Vec<(u32, i32)> {
        self.counted().node(0).weighed()
    }
}

impl Growth<'_> {
    /// The options of the current decision with their edges in a veiled tree; edges are added as long as there is memory.
    pub(super) fn met(&mut self, node: u32, line: &impl Line) -> Vec<Open> {
        let mut open: Vec<Open> = Vec::with_capacity(line.options());
        let mut keys: Vec<u64> = Vec::with_capacity(line.options());
        line.each_option(|glance| {
            // Several options that look the same get distinct keys.
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

    /// What distinguishes the current decision from others after the same option.
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

/// The keys of options that look the same differ by this.
const APART: u64 = 0x9E37_79B9_7F4A_7C15;
