//! The nodes of the tree (decisions), and their edges (options).

use smallvec::SmallVec;

use super::chance::{Chance, Worth};
use super::nodes::{GONE, held};
use super::tree::Open;
use crate::agents::limits::{WON_AMONG_OTHERS, lead};

/// The weight of exploration.
const CURIOSITY: f32 = 1.4;
/// The bytes of a node and an edge, without what they point to. The same numbers are used on 32-bit machines, where both are
/// smaller, so that trees grow alike everywhere.
pub(super) const NODE: usize = 112;
const EDGE: usize = 56;
#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Node>() == NODE && size_of::<Edge>() == EDGE);

/// A decision.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) ours: bool,
    /// Decisions from the root of the first search to this node.
    pub(super) ply: u32,
    /// The clocks that distinguish it from positions with the same hash: see `Timing::number`.
    pub(super) time: u64,
    pub(super) visits: u32,
    pub(super) edges: Vec<Edge>,
    /// Its worth to the player that decides, if anything after it depends on chance: see [`Node::estimated`].
    pub(super) estimate: (f64, f64),
    /// The value that counts in an average, to the player that decides, if it is known exactly.
    pub(super) exact: Option<f64>,
    /// In a veiled tree: the key of the option of each edge.
    pub(super) keys: Vec<u64>,
    /// The key by which it is found if chance has decided before it, else 0; and the next node of the same hash chain.
    pub(super) key: u64,
    pub(super) link: u32,
}

/// An option.
#[derive(Clone)]
pub(super) struct Edge {
    /// Its weight in the exploration, relative to the other options.
    prior: f32,
    pub(super) visits: u32,
    /// The sums over its playouts, to the player that decides: of results from -1 to 1, and of values as they count in an
    /// average.
    pub(super) total: f32,
    pub(super) counts: f64,
    /// In how many decisions it is proven to win (more than 0) or to lose (less than 0); 0 if nothing is proven.
    pub(super) proven: i16,
    /// Chance decided something after it, or something is hidden.
    pub(super) drew: bool,
    /// All results of chance after it are known to the end, so its worth is exact.
    pub(super) settled: bool,
    /// The nodes after it by their hashes: one, or in a veiled tree one for each position that looks different.
    pub(super) children: SmallVec<[(u64, u32); 1]>,
    /// The results of chance after it, with their nodes.
    pub(super) chance: Option<Box<Chance>>,
}

impl Node {
    /// A node without edges.
    pub(super) fn empty(ours: bool, ply: u32, time: u64) -> Node {
        Node {
            ours,
            ply,
            time,
            visits: 0,
            edges: Vec::new(),
            estimate: (0.0, 0.0),
            exact: None,
            keys: Vec::new(),
            key: 0,
            link: GONE,
        }
    }

    /// Its worth to the side that thinks, if anything is known.
    pub(super) fn worth(&self) -> Option<Worth> {
        let mine = if self.ours { 1.0 } else { -1.0 };
        let (share, counts) = self.estimate;
        let estimate = || Worth { share: mine * share, counts: mine * counts, exact: false };
        self.exact.map(|counts| Worth::exact(mine * counts)).or_else(|| (self.visits > 0).then(estimate))
    }

    /// Its worth to the player that decides: the average of its options weighted by the square of their visits, or a known option
    /// that is worth more. Options tried only for exploration hardly count (R. Coulom, *Efficient Selectivity and Backup
    /// Operators in Monte-Carlo Tree Search*, 2006: between the mean and the maximum).
    pub(super) fn estimated(&self) -> (f64, f64) {
        let (mut share, mut counts, mut weights) = (0.0, 0.0, 0.0);
        for edge in &self.edges {
            // A total is the mean times the visits, so each mean is weighted by the square of the visits.
            let tried = f64::from(edge.visits);
            share += f64::from(edge.total) * tried;
            counts += edge.counts * tried;
            weights += tried * tried;
        }
        let mean = (share / weights, counts / weights);
        let known = self.edges.iter().filter(|edge| edge.is_known() && edge.visits > 0);
        let known = known.map(|edge| (f64::from(edge.mean()), edge.counts / f64::from(edge.visits)));
        known.fold(mean, |best, one| if one.0 > best.0 { one } else { best })
    }

    /// The exact value that counts in an average, to the player that decides, if all options are known or one is proven to win.
    pub(super) fn best_known(&self) -> Option<f64> {
        let wins = self.edges.iter().any(|edge| edge.proven > 0);
        let known = self.edges.iter().all(Edge::is_known);
        let counts = self.edges.iter().filter(|edge| edge.is_known()).filter_map(|edge| Some(edge.known(true)?.counts));
        counts.reduce(f64::max).filter(|_| wins || known)
    }

    /// In how many decisions the game is proven to end: the player that decides takes the shortest win, or the longest loss.
    pub(super) fn proven(&self) -> Option<i16> {
        let all = || self.edges.iter().map(|edge| edge.proven);
        let wins = all().filter(|proven| *proven > 0).min();
        wins.or_else(|| all().map(|proven| -proven).max().filter(|_| all().all(|proven| proven < 0)))
    }

    /// The worth of an option to the side that thinks, if all results of chance after it are known.
    pub(super) fn settled(&self, edge: usize) -> Option<Worth> {
        Some(&self.edges[edge]).filter(|edge| edge.settled && edge.proven == 0)?.known(self.ours)
    }

    /// For each edge the number of visits and its value.
    pub(super) fn weighed(&self) -> Vec<(u32, i32)> {
        self.edges.iter().map(|edge| (edge.visits, edge.worth())).collect()
    }

    /// Whether the player that decides is on the side that thinks.
    pub(super) fn is_ours(&self) -> bool {
        self.ours
    }

    /// The options that were never tried.
    pub(super) fn untried(&self) -> Vec<usize> {
        (0..self.edges.len()).filter(|option| self.edges[*option].visits == 0).collect()
    }

    /// The bytes of its lists and of what its edges point to.
    pub(super) fn held(&self) -> usize {
        self.lists() + self.edges.iter().map(Edge::held).sum::<usize>()
    }

    /// The same without what its edges point to.
    pub(super) fn lists(&self) -> usize {
        held(self.edges.capacity() * EDGE) + held(self.keys.capacity() * size_of::<u64>())
    }

    /// The options, the best one first.
    pub(super) fn ranked(&self) -> Vec<usize> {
        let mut ranked: Vec<usize> = (0..self.edges.len()).collect();
        // If all options are known, the numbers of visits do not matter.
        let known = self.edges.iter().all(Edge::is_known);
        let tried = |edge: &Edge| if known { 0 } else { edge.visits };
        // Ties go to the option that is later in the list.
        ranked.sort_by(|a, b| {
            let (one, other) = (&self.edges[*a], &self.edges[*b]);
            (other.certainty(), tried(other))
                .cmp(&(one.certainty(), tried(one)))
                .then(other.mean().total_cmp(&one.mean()))
                .then(b.cmp(a))
        });
        ranked
    }

    /// The option to be tried next, of all.
    pub(super) fn choose(&self) -> Option<Open> {
        self.choose_of((0..self.edges.len()).map(|edge| (edge, edge)))
    }

    /// The same of some options; none if there are none.
    pub(super) fn choose_of(&self, open: impl Iterator<Item = Open> + Clone) -> Option<Open> {
        let edges = || open.clone().map(|(_, edge)| &self.edges[edge]);
        let won = open.clone().filter(|(_, edge)| self.edges[*edge].proven > 0);
        if let Some(soonest) = won.min_by_key(|(_, edge)| self.edges[*edge].proven) {
            return Some(soonest);
        }
        let (visits, total) = edges().fold((0, 0.0), |(visits, total), edge| (visits + edge.visits, total + edge.total));
        let curiosity = CURIOSITY * (visits as f32 + 1.0).sqrt();
        let priors: f32 = edges().map(|edge| edge.prior).sum();
        // An option that was never tried is taken to be as good as the average.
        let mean = if visits > 0 { total / visits as f32 } else { 0.0 };
        let score = |edge: &Edge| {
            let known = if edge.visits > 0 { edge.mean() } else { mean };
            // An option that is known exactly needs no exploration.
            let curious = if edge.settled { 0.0 } else { curiosity * (edge.prior / priors) / (1.0 + edge.visits as f32) };
            known + curious - if edge.proven < 0 { 1000.0 } else { 0.0 }
        };
        let scored = open.clone().map(|one| (one, score(&self.edges[one.1])));
        scored.reduce(|best, one| if one.1 > best.1 { one } else { best }).map(|(one, _)| one)
    }
}

impl Edge {
    /// An option that captures this many pieces and was never tried.
    pub(super) fn new(takes: u8) -> Edge {
        Edge {
            prior: 1.0 + f32::from(takes),
            visits: 0,
            total: 0.0,
            counts: 0.0,
            proven: 0,
            drew: false,
            settled: false,
            children: SmallVec::new(),
            chance: None,
        }
    }

    /// Replaces the totals by a recomputed worth; `mine` is -1 at nodes of the opponents.
    pub(super) fn set(&mut self, worth: Worth, mine: f64) {
        let visits = f64::from(self.visits);
        self.total = (mine * worth.share * visits) as f32;
        self.counts = mine * worth.counts * visits;
        self.settled = worth.exact;
    }

    /// Whether its worth is known exactly.
    pub(super) fn is_known(&self) -> bool {
        self.settled || self.proven != 0
    }

    /// Its exact worth to the side that thinks, if it is known; `ours` says whether that side decides here.
    pub(super) fn known(&self, ours: bool) -> Option<Worth> {
        let mine = if ours { 1.0 } else { -1.0 };
        let counts = match f64::from(self.proven) {
            0.0 if self.settled => self.counts / f64::from(self.visits.max(1)),
            0.0 => return None,
            plies => plies.signum() * f64::from(WON_AMONG_OTHERS) - plies,
        };
        Some(Worth::exact(mine * counts))
    }

    /// The nodes after it, each with the hash of its position.
    pub(super) fn after(&self) -> impl Iterator<Item = (u64, u32)> {
        let of_chance = self.chance.iter().flat_map(|chance| &chance.outcomes);
        let of_chance = of_chance.filter_map(|outcome| Some((outcome.hash, outcome.child?)));
        self.children.iter().copied().chain(of_chance)
    }

    /// The same nodes, to be renumbered.
    pub(super) fn after_mut(&mut self) -> impl Iterator<Item = &mut u32> {
        let of_chance = self.chance.iter_mut().flat_map(|chance| &mut chance.outcomes);
        self.children.iter_mut().map(|(_, child)| child).chain(of_chance.filter_map(|outcome| outcome.child.as_mut()))
    }

    /// The bytes of what it points to.
    pub(super) fn held(&self) -> usize {
        let children = if self.children.spilled() { held(self.children.capacity() * size_of::<(u64, u64)>()) } else { 0 };
        children + self.chance.as_deref().map_or(0, Chance::bytes)
    }

    /// The rank of what is proven: wins above 0, sooner ones higher; losses below 0, later ones higher; 0 if nothing is proven.
    pub(super) fn certainty(&self) -> i32 {
        match i32::from(self.proven) {
            0 => 0,
            plies => plies.signum() * (i32::from(i16::MAX) + 1) - plies,
        }
    }

    fn mean(&self) -> f32 {
        if self.visits > 0 { self.total / self.visits as f32 } else { -1.0 }
    }

    /// Its value for the player that decides, as of [`Thought::value`](crate::agents::Thought::value): the lead that corresponds
    /// to its average result; or, if chance or hidden things matter, the average value of its playouts.
    pub(super) fn worth(&self) -> i32 {
        match self.drew {
            true => (self.counts / f64::from(self.visits.max(1))).round() as i32,
            false => lead((f64::from(self.mean().clamp(-0.999, 0.999)) + 1.0) / 2.0) as i32,
        }
    }
}
