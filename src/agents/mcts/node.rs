//! A decision of the tree, and its options.

use smallvec::SmallVec;

use super::chance::{Chance, Worth};
use super::nodes::{GONE, held};
use super::tree::Open;
use crate::agents::limits::{WON_AMONG_OTHERS, lead};

/// How much what was tried less is preferred.
const CURIOSITY: f32 = 1.4;
/// Bytes that a node and an option take, without what lies elsewhere. They are counted so on machines of 32 bits too, where they take less:
/// how far a tree grows is the same everywhere.
pub(super) const NODE: usize = 112;
const EDGE: usize = 56;
#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Node>() == NODE && size_of::<Edge>() == EDGE);

/// A decision.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) ours: bool,
    /// How many decisions come before it in the tree.
    pub(super) ply: u32,
    /// What tells it apart from others that stand alike: as of `Timing::number`.
    pub(super) time: u64,
    pub(super) visits: u32,
    pub(super) edges: Vec<Edge>,
    /// What it is worth to who decides, as far as anything after it hangs on chance: see [`Node::estimated`].
    pub(super) estimate: (f64, f64),
    /// What it counts in an average to who decides, where that is known.
    pub(super) exact: Option<f64>,
    /// In a veiled tree: which option each edge is.
    pub(super) keys: Vec<u64>,
    /// By which it is found where chance has spoken before it, else 0; and the next one that is found in the same place.
    pub(super) key: u64,
    pub(super) link: u32,
}

/// An option.
#[derive(Clone)]
pub(super) struct Edge {
    /// How likely it is to be good, as against the others.
    prior: f32,
    pub(super) visits: u32,
    /// Of what came of it, to who decides: as shares of a game, and as it counts in an average.
    pub(super) total: f32,
    pub(super) counts: f64,
    /// In how many decisions it is certain to win (more than 0) or to lose (less), as far as that was proved; 0 if it is not certain.
    pub(super) proven: i16,
    /// Chance has had a hand in what came of it, or something is hidden.
    pub(super) drew: bool,
    /// All that chance can bring after it is known to the end, so that its mean is what it is worth.
    pub(super) settled: bool,
    /// Decisions after it by their hashes: one, or as many as look different in a veiled tree.
    pub(super) children: SmallVec<[(u64, u32); 1]>,
    /// What chance brings after it, and the decisions after that.
    pub(super) chance: Option<Box<Chance>>,
}

impl Node {
    /// A decision with no options so far.
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

    /// What it is worth to the side that thinks, as far as that is known.
    pub(super) fn worth(&self) -> Option<Worth> {
        let mine = if self.ours { 1.0 } else { -1.0 };
        let (share, counts) = self.estimate;
        let estimate = || Worth { share: mine * share, counts: mine * counts, exact: false };
        self.exact.map(|counts| Worth::exact(mine * counts)).or_else(|| (self.visits > 0).then(estimate))
    }

    /// What it is worth to who decides: the mean of its options, in which those that were tried more count by far the most, or one that is
    /// known to be worth more. What was tried only to find out about it hardly counts (R. Coulom, *Efficient Selectivity and Backup
    /// Operators in Monte-Carlo Tree Search*, 2006: between the mean and the best).
    pub(super) fn estimated(&self) -> (f64, f64) {
        let (mut share, mut counts, mut weights) = (0.0, 0.0, 0.0);
        for edge in &self.edges {
            // Tried twice as often is four times the weight.
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

    /// What it counts in an average to who decides, if that is known of all options, or one is certain to win.
    pub(super) fn best_known(&self) -> Option<f64> {
        let wins = self.edges.iter().any(|edge| edge.proven > 0);
        let known = self.edges.iter().all(Edge::is_known);
        let counts = self.edges.iter().filter(|edge| edge.is_known()).filter_map(|edge| Some(edge.known(true)?.counts));
        counts.reduce(f64::max).filter(|_| wins || known)
    }

    /// In how many decisions the game is certain to be over: who decides takes the shortest way to win, or the longest one to lose.
    pub(super) fn proven(&self) -> Option<i16> {
        let all = || self.edges.iter().map(|edge| edge.proven);
        let wins = all().filter(|proven| *proven > 0).min();
        wins.or_else(|| all().map(|proven| -proven).max().filter(|_| all().all(|proven| proven < 0)))
    }

    /// What an option is worth to the side that thinks, if all that chance can bring after it is known.
    pub(super) fn settled(&self, edge: usize) -> Option<Worth> {
        Some(&self.edges[edge]).filter(|edge| edge.settled && edge.proven == 0)?.known(self.ours)
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

    /// How many bytes it takes beside itself.
    pub(super) fn held(&self) -> usize {
        self.lists() + self.edges.iter().map(Edge::held).sum::<usize>()
    }

    /// The same without what its options hold.
    pub(super) fn lists(&self) -> usize {
        held(self.edges.capacity() * EDGE) + held(self.keys.capacity() * size_of::<u64>())
    }

    /// The options, the best one first.
    pub(super) fn ranked(&self) -> Vec<usize> {
        let mut ranked: Vec<usize> = (0..self.edges.len()).collect();
        // Where all are known it does not matter how often they were tried.
        let known = self.edges.iter().all(Edge::is_known);
        let tried = |edge: &Edge| if known { 0 } else { edge.visits };
        // Of equal ones the last, as it stands in the list.
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
            // Of what is known nothing is left to find out.
            let curious = if edge.settled { 0.0 } else { curiosity * (edge.prior / priors) / (1.0 + edge.visits as f32) };
            known + curious - if edge.proven < 0 { 1000.0 } else { 0.0 }
        };
        let scored = open.clone().map(|one| (one, score(&self.edges[one.1])));
        scored.reduce(|best, one| if one.1 > best.1 { one } else { best }).map(|(one, _)| one)
    }
}

impl Edge {
    /// An option that takes so many pieces, and was never tried.
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

    /// What is worked out anew takes the place of what came of it so far; `mine` is -1 where the others decide.
    pub(super) fn set(&mut self, worth: Worth, mine: f64) {
        let visits = f64::from(self.visits);
        self.total = (mine * worth.share * visits) as f32;
        self.counts = mine * worth.counts * visits;
        self.settled = worth.exact;
    }

    /// Whether what it is worth is known to the end.
    pub(super) fn is_known(&self) -> bool {
        self.settled || self.proven != 0
    }

    /// What it is known to be worth to the side that thinks, which decides here or not.
    pub(super) fn known(&self, ours: bool) -> Option<Worth> {
        let mine = if ours { 1.0 } else { -1.0 };
        let counts = match f64::from(self.proven) {
            0.0 if self.settled => self.counts / f64::from(self.visits.max(1)),
            0.0 => return None,
            plies => plies.signum() * f64::from(WON_AMONG_OTHERS) - plies,
        };
        Some(Worth::exact(mine * counts))
    }

    /// The decisions after it, each with the hash by which it is known in a game.
    pub(super) fn after(&self) -> impl Iterator<Item = (u64, u32)> {
        let of_chance = self.chance.iter().flat_map(|chance| &chance.outcomes);
        let of_chance = of_chance.filter_map(|outcome| Some((outcome.hash, outcome.child?)));
        self.children.iter().copied().chain(of_chance)
    }

    /// Their places.
    pub(super) fn after_mut(&mut self) -> impl Iterator<Item = &mut u32> {
        let of_chance = self.chance.iter_mut().flat_map(|chance| &mut chance.outcomes);
        self.children.iter_mut().map(|(_, child)| child).chain(of_chance.filter_map(|outcome| outcome.child.as_mut()))
    }

    /// How many bytes it takes beside itself.
    pub(super) fn held(&self) -> usize {
        let children = if self.children.spilled() { held(self.children.capacity() * size_of::<(u64, u64)>()) } else { 0 };
        children + self.chance.as_deref().map_or(0, Chance::bytes)
    }

    /// What is certain of it, more for what is better: a win the more, the sooner it comes, a loss the later.
    pub(super) fn certainty(&self) -> i32 {
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
    pub(super) fn worth(&self) -> i32 {
        match self.drew {
            true => (self.counts / f64::from(self.visits.max(1))).round() as i32,
            false => lead((f64::from(self.mean().clamp(-0.999, 0.999)) + 1.0) / 2.0) as i32,
        }
    }
}
