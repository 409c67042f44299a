//! What chance brings after an option. Where there are few results they are all listed, each with how likely it is, and an option is
//! worth the mean of them (explicit chance nodes, as in expectimax; M. Lanctot, A. Saffidine, J. Veness, C. Archibald and M. Winands,
//! *Monte Carlo \*-Minimax Search*, 2013); else those count that were met, as often as they were. Decisions that stand alike as many
//! decisions on are one, whatever was thrown on the way, and what an average is made of is worked out anew from what each is worth by
//! now (J. Czech, P. Korus and K. Kersting, *Improving AlphaZero Using Monte-Carlo Graph Search*, 2021). Where all results are known
//! to their ends, so is the mean (M. Winands, Y. Björnsson and J. Saito, *Monte-Carlo Tree Search Solver*, 2008, carried over to
//! means).

use chacha20::ChaCha8Rng;
use chacha20::rand_core::Rng as _;
use smallvec::SmallVec;

use super::Growth;
use super::nodes::{Nodes, held};
use super::tree::{Open, Step};
use crate::agents::draws::{following, results, share};
use crate::agents::limits::{WON_AMONG_OTHERS, among_others, over};
use crate::engine::Line;

/// Where there are no more results than this, all of them are listed.
const RESULTS: u32 = 12;
/// Bytes that a list of results and a result take, counted as [`NODE`](super::node::NODE) is.
const CHANCE: usize = 32;
const OUTCOME: usize = 104;
#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Chance>() == CHANCE && size_of::<Outcome>() == OUTCOME);

/// What something is worth to the side that thinks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Worth {
    /// As a share of a game, and as it counts in an average.
    pub(super) share: f64,
    pub(super) counts: f64,
    /// That is known, and no estimate.
    pub(super) exact: bool,
}

/// What chance brings after an option.
#[derive(Clone, Default)]
pub(super) struct Chance {
    listed: Listed,
    pub(super) outcomes: Vec<Outcome>,
}

/// Which results are listed.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Listed {
    /// Those that were met; nobody has asked yet how many there are.
    #[default]
    Met,
    /// Those that were met: there are too many to list.
    Some,
    All,
}

/// A result, or several after which the game stands alike.
#[derive(Clone)]
pub(super) struct Outcome {
    /// What tells the decision after it from others in the tree, and from others in a game.
    pub(super) key: u64,
    pub(super) hash: u64,
    places: SmallVec<[u32; 4]>,
    /// How likely it is, if all are listed; and how often it was met.
    share: f64,
    pub(super) met: u32,
    /// Playouts that left the tree here: how many, and what they came to together.
    pub(super) left: (u32, f64, f64),
    /// The game is over then, and counts so much.
    over: Option<f64>,
    /// The decision after it.
    pub(super) child: Option<u32>,
}

impl Worth {
    /// What is known to count so much in an average.
    pub(super) fn exact(counts: f64) -> Worth {
        Worth { share: counts / f64::from(WON_AMONG_OTHERS), counts, exact: true }
    }

    /// The same one decision earlier: a game that is decided counts a hundredth of a piece less.
    pub(super) fn earlier(self) -> Worth {
        Worth { counts: self.counts * (1.0 - 1.0 / f64::from(WON_AMONG_OTHERS)), ..self }
    }
}

impl Chance {
    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        let spilled = self.outcomes.iter().map(|outcome| &outcome.places).filter(|places| places.spilled());
        let places: usize = spilled.map(|places| held(places.capacity() * size_of::<u32>())).sum();
        held(CHANCE) + held(self.outcomes.capacity() * OUTCOME) + places
    }

    /// What the option is worth by what is known of its results.
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

    /// The result to be tried next where all are listed: which was met least for how likely it is.
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
    /// What the option is worth with this result, if anything is known of that.
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
    /// Plays an option of a decision of the tree, and notes what chance has brought.
    pub(super) fn step(&mut self, line: &mut impl Line, node: u32, (option, edge): Open, rng: &mut ChaCha8Rng) -> Step {
        if self.tree.chance(node, edge).is_some_and(|chance| chance.listed == Listed::Met) {
            self.list(line, node, (option, edge));
        }
        let next = self.tree.chance(node, edge).and_then(|chance| chance.next(rng));
        if let Some((outcome, places)) = next {
            line.foresee(&places, RESULTS);
            line.play(option);
            // What comes after it is drawn as ever.
            line.deal(rng.next_u64());
            return Step { node, edge, drew: true, outcome: Some(outcome) };
        }
        // Whether chance has spoken is asked of each decision.
        line.deal(rng.next_u64());
        line.play(option);
        let drew = line.drew();
        let outcome = if drew && !self.tree.veiled { self.met_by_chance(line, node, edge) } else { None };
        Step { node, edge, drew, outcome }
    }

    /// The result that has come after an option, by its place among those of the option; a new one, if there is memory for it.
    fn met_by_chance(&mut self, line: &impl Line, node: u32, edge: usize) -> Option<usize> {
        let outcome = self.outcome(line, node);
        let known = self.tree.chance(node, edge).and_then(|chance| chance.place(outcome.key));
        known.or_else(|| {
            let place = self.tree.chance(node, edge).map_or(0, |chance| chance.outcomes.len());
            self.tree.has_room().then(|| self.tree.bring(node, edge, |chance| chance.outcomes.push(outcome)))?;
            Some(place)
        })
    }

    /// Where a line stands after a decision of the tree, as a result of chance.
    fn outcome(&self, line: &impl Line, node: u32) -> Outcome {
        let (hash, ply) = (line.hash(), self.tree.node(node).ply + 1);
        let key = hash.wrapping_add(u64::from(ply).wrapping_mul(APART)) ^ self.timing.number(line);
        let child = self.tree.standing(key);
        Outcome { key, hash, places: SmallVec::new(), share: 0.0, met: 0, left: (0, 0.0, 0.0), over: None, child }
    }

    /// Lists all results that chance can bring after an option, if there are few.
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
            // A draw may be one by what has stood before.
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
    /// The place of a result that leads to this decision.
    fn place(&self, key: u64) -> Option<usize> {
        self.outcomes.iter().position(|outcome| outcome.key == key)
    }
}

/// By so much the keys of decisions are apart that stand alike so many decisions on.
const APART: u64 = 0x9E37_79B9_7F4A_7C15;
