//! Alpha-beta search: iterative deepening, principal-variation search (Marsland and Campbell 1982), a table of positions, killers
//! and history (Schaeffer 1989), late moves less deep, and captures to their end.
//!
//! All players of other sides are taken to play against the side that thinks (paranoid search, Sturtevant and Korf 2000); with
//! two sides that is minimax. Where chance speaks after a move, the move counts what it is worth on average over all that chance can
//! bring, or over some samples of that if it is more than a few results.
//!
//! Several threads think about one decision beside each other and share nothing but the table, in which each finds what others have
//! found out (known as lazy SMP). Every other one begins a decision further, and each tries options that look alike in an order of
//! its own, so that they do not all do the same.

mod chance;
mod search;
mod table;

use super::evaluation::Evaluation;
use super::limits::{Limits, Thought};
use super::timing::{CLOCKED, Timing};
use super::together::together;
use crate::engine::Line;
use crate::program::Program;
use search::{History, Search};
use table::Table;

/// Who looks ahead as far as there is time.
pub struct AlphaBeta {
    evaluation: Evaluation,
    timing: Timing,
    table: Table,
    /// One of each thread.
    histories: Vec<History>,
    /// Samples of chance count in what the table knows.
    sampled: bool,
}

impl AlphaBeta {
    /// A search in games of this program that judges positions by that, and remembers as many as so many bytes hold.
    pub fn new(program: &Program, evaluation: Evaluation, memory: usize) -> AlphaBeta {
        let timing = Timing::of(program, CLOCKED);
        AlphaBeta { evaluation, timing, table: Table::of(memory), histories: vec![History::default()], sampled: false }
    }

    /// The same on so many threads, at least one.
    #[must_use]
    pub fn on(self, threads: usize) -> AlphaBeta {
        AlphaBeta { histories: vec![History::default(); threads.max(1)], ..self }
    }

    /// As it was when it was new.
    pub fn forget(&mut self) {
        self.table.forget();
        self.sampled = false;
        self.histories.fill(History::default());
    }

    /// The best options of the decision at hand, the best one first; none if there is none. The line is at the same decision
    /// afterwards. Among options that look alike at first, `seed` says which comes first.
    pub fn think(&mut self, line: &mut impl Line, limits: &Limits<'_>, seed: u64) -> Vec<Thought> {
        let Some(player) = line.actor() else { return Vec::new() };
        let AlphaBeta { evaluation, timing, table, histories, sampled } = self;
        let (side, judge, table) = (evaluation.side(player), (&*evaluation, &*timing), &*table);
        let found = together(line, histories, limits, |at, history, line, limits| {
            let mut search = Search::new(judge, table, history, limits, side, seed.wrapping_add(at as u64));
            let best = search.deepen(line, 1 + at as u32 % 2);
            (best, search.nodes(), search.sampled)
        });
        let nodes = found.iter().map(|(_, nodes, _)| nodes).sum();
        *sampled |= found.iter().any(|(.., sampled)| *sampled);
        let best = found.into_iter().next().map(|(best, ..)| best).unwrap_or_default();
        best.into_iter().map(|thought| Thought { nodes, sampled: *sampled, ..thought }).collect()
    }

    /// What judges positions.
    pub(super) fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }
}
