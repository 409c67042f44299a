//! Alpha-beta search: iterative deepening, principal-variation search (Marsland and Campbell 1982), a transposition table, killer
//! moves and the history heuristic (Schaeffer 1989), late-move reductions, and a quiescence search of captures.
//!
//! All players of other sides are assumed to play against the side that thinks (paranoid search, Sturtevant and Korf 2000); with
//! two sides that is minimax. A move after which chance decides is worth the average over all results of chance, or over some
//! samples if there are more than a few results.
//!
//! Several threads search the same decision and share nothing but the transposition table (lazy SMP). Every other one begins one
//! decision deeper, and each orders options of equal rank differently, so that they do not all search the same lines.

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

/// An alpha-beta searcher for the games of one program.
pub struct AlphaBeta {
    evaluation: Evaluation,
    timing: Timing,
    table: Table,
    /// One for each thread.
    histories: Vec<History>,
    /// Some values in the table rest on samples of chance.
    sampled: bool,
}

impl AlphaBeta {
    /// A search for games of this program that evaluates positions by `evaluation`, with a table of `memory` bytes.
    pub fn new(program: &Program, evaluation: Evaluation, memory: usize) -> AlphaBeta {
        let timing = Timing::of(program, CLOCKED);
        AlphaBeta { evaluation, timing, table: Table::of(memory), histories: vec![History::default()], sampled: false }
    }

    /// The same on this number of threads, at least one.
    #[must_use]
    pub fn on(self, threads: usize) -> AlphaBeta {
        AlphaBeta { histories: vec![History::default(); threads.max(1)], ..self }
    }

    /// Resets the search to its initial state: it remembers nothing.
    pub fn forget(&mut self) {
        self.table.forget();
        self.sampled = false;
        self.histories.fill(History::default());
    }

    /// The best options of the current decision, the best one first; none if there are no options. The line is at the same
    /// decision afterwards. `seed` determines the order of options of equal rank at the root.
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

    /// The evaluation of positions.
    pub(super) fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }
}
