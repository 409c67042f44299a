//! Chance nodes of the tree. Where an option has few results of chance they are all listed with their probabilities, and the
//! option is worth their average (explicit chance nodes, as in expectimax; M. Lanctot, A. Saffidine, J. Veness, C. Archibald and
//! M. Winands, *Monte Carlo \*-Minimax Search*, 2013); else the results that occurred count, as often as they did. Equal
//! positions at the same ply are one node, whatever chance has drawn before, and averages are recomputed from the current worth
//! of their nodes (J. Czech, P. Korus and K. Kersting, *Improving AlphaZero Using Monte-Carlo Graph Search*, 2021). Where all
//! results are known exactly, so is the average (M. Winands, Y. Björnsson and J. Saito, *Monte-Carlo Tree Search Solver*, 2008,
//! extended to averages).

use chacha20::ChaCha8Rng;
use chacha20::rand_core::Rng as _;
use smallvec::SmallVec;

use super::Growth;
use super::nodes::{Nodes, held};
use super::tree::{Open, Step};
use crate::agents::draws::{following, results, share};
use crate::agents::limits::{WON_AMONG_OTHERS, among_others, over};
use crate::engine::Line;

/// Up to this number of results all of them are listed.
const RESULTS: u32 = 12;
/// The bytes of a list of results and of a result, counted as [`NODE`](super::node::NODE) is.
const CHANCE: usize = 32;
const OUTCOME: usize = 104;
#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Chance>() == CHANCE && size_of::<Outcome>() == OUTCOME);

/// The worth of something to the side that thinks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Worth {
    /// As a result from -1 (lost) to 1 (won), and as the value that counts in an average.
    pub(super) share: f64,
    pub(super) counts: f64,
    /// It is known exactly, not estimated.
    pub(super) exact: bool,
}

/// The results of chance after an option.
#[derive(Clone, Default)]
pub(super) struct Chance {
    listed: Listed,
    pub(super) outcomes: Vec<Outcome>,
}

/// Which results are listed.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Listed {
    /// Those that occurred; it is not known yet how many there are in all.
    #[default]
    Met,
    /// Those that occurred: there are too many to list.
    Some,
    All,
}

/// A result of chance, or several after which the positions are equal.
#[derive(Clone)]
pub(super) struct Outcome {
    /// The key of the node after it in the tree, and the [hash](Line::hash) of its position.
    pub(super) key: u64,
    pub(super) hash: u64,
    places: SmallVec<[u32; 4]>,
    /// Its probability, if all results are listed; and how often it occurred.
    share: f64,
    pub(super) met: u32,
    /// The playouts that left the tree here: their number, and the sums of their results and values.
    pub(super) left: (u32, f64, f64),
    /// The value that counts if the game is won or lost by this result.
    over: Option<f64>,
    /// The node after it.
    pub(super) child: Option<u32>,
}

impl Worth {
    /// A worth that is known to count this much in an average.
    pub(super) fn exact(counts: f64) -> Worth {
        Worth { share: counts / f64::from(WON_AMONG_OTHERS), counts, exact: true }
    }

    /// The same one decision earlier: a decided game counts a hundredth of a piece less.
    pub(super) fn earlier(self) -> Worth {
        Worth { counts: self.counts * (1.0 - 1.0 / f64::from(WON_AMONG_OTHERS)), ..self }
    }
}

impl Chance {
    /// The bytes that the list takes.
    pub(super) fn bytes(&self) -> usize {
        let spilled = self.outcomes.iter().map(|outcome| &outcome.places).filter(|places| places.spilled());
        let places: usize = spilled.map(|places| held(places.capacity() * size_of::<u32>())).sum();
        held(CHANCE) + held(self.outcomes.capacity() * OUTCOME) + places
    }

    /// The worth of the option by the results that are known so far; none if nothing is known.
    pub(super) fn worth(&self, nodes: &Nodes) -> Option<Worth> {
        let all = self.listed == Listed::All;
        let (mut sum, mut weights) = (Worth { exact: all, ..Worth::default() }, 0.0);
        for outcome in &self.outcomes {
            let worth = outcome.worth(nodes);
            sum.exact &= worth.is_some_and(|worth| worth.exact);
            let Some(worth) = worth else { continue };
            let weight = if all { outcome.share } else { f64::from(outcome.met) };
            sum.share += weight * worth.share;
            sum.counts += weight * worth.counts;
            weights += weight;
        }
        let mean = Worth { share: sum.share / weights, counts: sum.counts / weights, ..sum };
        (weights > 0.0).then_some(mean)
    }

    /// The result to be tried next if all are listed: the one that occurred least for its probability.
    fn next(&self, rng: &mut ChaCha8Rng) -> Option<(usize, SmallVec<[u32; 4]>)> {
        if self.listed != Listed::All {
            return None;
        }
        let mut best: Option<(f64, usize)> = None;
        for (at, outcome) in self.outcomes.iter().enumerate() {
            let chance = rng.next_u32() as f64 / f64::from(u32::MAX);
            let due = (f64::from(outcome.met) + chance) / outcome.share;
            if best.is_none_or(|(soonest, _)| due < soonest) {
                best = Some((due, at));
            }
        }
        best.map(|(_, at)| (at, self.outcomes[at].places.clone()))
    }
}

impl Outcome {
    /// The worth of the option with this result, if anything is known.
    pub(super) fn worth(&self, nodes: &Nodes) -> Option<Worth> {
        if let Some(counts) = self.over {
            return Some(Worth::exact(counts));
        }
        let after = self.child.map(|child| &nodes[child]);
        let after = after.and_then(|node| Some((node.worth()?.earlier(), f64::from(node.visits))));
        if let Some((exact, _)) = after.filter(|(worth, _)| worth.exact) {
            return Some(exact);
        }
        let (left, share, counts) = self.left;
        let (worth, visits) = after.unwrap_or_default();
        let all = visits + f64::from(left);
        let mean = |of_left: f64, of_node: f64| (of_left + visits * of_node) / all;
        let worth = Worth { share: mean(share, worth.share), counts: mean(counts, worth.counts), exact: false };
        (all > 0.0).then_some(worth)
    }
}

impl Growth<'_> {
    /// Plays an option of a node of the tree and notes the result of chance.
    pub(super) fn step(&mut self, line: &mut impl Line, node: u32, (option, edge): Open, rng: &mut ChaCha8Rng) -> Step {
        if self.tree.chance(node, edge).is_some_and(|chance| chance.listed == Listed::Met) {
            self.list(line, node, (option, edge));
        }
        let next = self.tree.chance(node, edge).and_then(|chance| chance.next(rng));
        if let Some((outcome, places)) = next {
            line.foresee(&places, RESULTS);
            line.play(option);
            // Later results of chance are random again.
            line.deal(rng.next_u64());
            return Step { node, edge, drew: true, outcome: Some(outcome) };
        }
        // `deal` resets `drew`, so that it tells about this decision alone.
        line.deal(rng.next_u64());
        line.play(option);
        let drew = line.drew();
        let outcome = if drew && !self.tree.veiled { self.met_by_chance(line, node, edge) } else { None };
        Step { node, edge, drew, outcome }
    }

    /// The index of the result that occurred among those of the option; a new one if there is memory for it.
    fn met_by_chance(&mut self, line: &impl Line, node: u32, edge: usize) -> Option<usize> {
        let outcome = self.outcome(line, node);
        let known = self.tree.chance(node, edge).and_then(|chance| chance.place(outcome.key));
        known.or_else(|| {
            let place = self.tree.chance(node, edge).map_or(0, |chance| chance.outcomes.len());
            self.tree.has_room().then(|| self.tree.bring(node, edge, |chance| chance.outcomes.push(outcome)))?;
            Some(place)
        })
    }

    /// The current position, after an option of a node, as a result of chance.
    fn outcome(&self, line: &impl Line, node: u32) -> Outcome {
        let (hash, ply) = (line.hash(), self.tree.node(node).ply + 1);
        let key = hash.wrapping_add(u64::from(ply).wrapping_mul(APART)) ^ self.timing.number(line);
        let child = self.tree.standing(key);
        Outcome { key, hash, places: SmallVec::new(), share: 0.0, met: 0, left: (0, 0.0, 0.0), over: None, child }
    }

    /// Lists all results of chance after an option if there are few.
    fn list(&mut self, line: &mut impl Line, node: u32, (option, edge): Open) {
        if !self.tree.has_room() {
            return;
        }
        let mut all: Chance = Chance { listed: Listed::All, outcomes: Vec::new() };
        let mut places = Some(SmallVec::new());
        line.mark();
        while let Some(next) = places {
            line.foresee(&next, RESULTS);
            line.play(option);
            let many = results(line.draws());
            if many > RESULTS {
                all.listed = Listed::Some;
                line.back();
                break;
            }
            let share = share(line.draws());
            // A draw is left out, because it may be due to repetition, which depends on the moves before.
            let won = line.winners().filter(|winners| *winners > 0);
            let over = won.map(|winners| among_others(over(winners, self.side, 1)) as f64);
            let outcome = Outcome { places: next, share, over, ..self.outcome(line, node) };
            match all.place(outcome.key) {
                Some(same) => all.outcomes[same].share += share,
                None => all.outcomes.push(outcome),
            }
            places = following(line.draws());
            line.back();
        }
        line.unmark();
        self.tree.bring(node, edge, |chance| {
            if all.listed == Listed::Some {
                chance.listed = Listed::Some;
                return;
            }
            for outcome in &mut all.outcomes {
                if let Some(met) = chance.place(outcome.key).map(|place| &chance.outcomes[place]) {
                    (outcome.met, outcome.left, outcome.child) = (met.met, met.left, met.child);
                }
            }
            *chance = all;
        });
    }
}

impl Chance {
    /// The index of the result that leads to the node with this key.
    fn place(&self, key: u64) -> Option<usize> {
        self.outcomes.iter().position(|outcome| outcome.key == key)
    }
}

/// The keys of equal positions differ by this from one ply to the next.
const APART: u64 = 0x9E37_79B9_7F4A_7C15;
