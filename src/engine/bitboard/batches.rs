//! Batches: sets of moves that have all but one thing in common. A list of moves is made of them.

use super::super::kernel::List;
use super::super::word::Word;
use super::geometry::{Geometry, ones};
use super::move_state::Taken;
use super::rules::{Pair, RuleAt};

/// Moves of one rule that differ in one thing only.
#[derive(Clone, Copy, Debug)]
pub(super) struct Batch<B> {
    pub(super) kind: BatchKind,
    pub(super) rule: RuleAt,
    /// The piece that moves; empty if it differs within the batch or if no piece moves.
    pub(super) from: B,
    /// The number of moves.
    pub(super) count: u32,
    /// What differs: the pieces that move, or the things chosen last.
    pub(super) set: B,
    /// The landing, for a single move by legs.
    pub(super) to: B,
    /// The choices with which all of these moves begin, as a range of [`Listed::choices`].
    pub(super) choices: (u32, u32),
    /// A hash that is equal for identical moves; different moves may share it too.
    pub(super) key: u64,
    /// A hash of the resulting position, where it alone distinguishes the move; 0 if it is not known.
    pub(super) result: u64,
    /// The number of pieces that the legs take.
    pub(super) takes: u8,
}

/// What the moves of a batch have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BatchKind {
    /// A single move.
    One,
    /// One leg by each piece of a set: in this direction, landing this many sites ahead.
    Steps(u8, u16),
    /// One move for each thing that can be chosen last.
    Last,
    /// Pairs of placements; the set holds the sites of the first.
    Pairs,
    /// Chains of jumps by one piece that begin in this direction; they are distinct from each other and from all other moves.
    Chains(u8),
    /// Chains of hops by one piece, one for each landing in a set.
    Hops,
    /// One move by each piece of a set, in which nothing is chosen.
    Bodies,
}

/// A move as obligations see it. The pieces taken are a range of [`Listed::taken`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<B> {
    pub(super) start: B,
    pub(super) landing: B,
    pub(super) trail: B,
    pub(super) legs: u16,
    pub(super) taken: (u32, u32),
}

/// The moves of a decision.
#[derive(Clone, Debug)]
pub(super) struct Listed<B> {
    pub(super) batches: Vec<Batch<B>>,
    pub(super) choices: Vec<u32>,
    /// One for each batch, if each move is run to its end to be listed.
    pub(super) candidates: Vec<Candidate<B>>,
    pub(super) taken: Vec<Taken<B>>,
    /// What generators have found, if they list the moves.
    pub(super) found: List<B>,
    /// Moves by paths take nothing but what their legs take.
    pub(super) captures_known: bool,
    /// Moves by paths that land on different sites are different moves.
    pub(super) landings_distinct: bool,
}

impl<B> Default for Listed<B> {
    fn default() -> Listed<B> {
        Listed {
            batches: Vec::new(),
            choices: Vec::new(),
            candidates: Vec::new(),
            taken: Vec::new(),
            found: List::default(),
            captures_known: false,
            landings_distinct: false,
        }
    }
}

impl<B: Word> Listed<B> {
    /// Removes all moves; `known` and `lands` stay.
    pub(super) fn clear(&mut self) {
        self.batches.clear();
        self.choices.clear();
        self.candidates.clear();
        self.taken.clear();
        self.found.clear();
    }

    /// The lengths of the vectors, for [`Listed::cut`].
    pub(super) fn marks(&self) -> [usize; 4] {
        [self.batches.len(), self.choices.len(), self.candidates.len(), self.taken.len()]
    }

    /// Truncates the vectors to these lengths.
    pub(super) fn cut(&mut self, [batches, choices, candidates, taken]: [usize; 4]) {
        self.batches.truncate(batches);
        self.choices.truncate(choices);
        self.candidates.truncate(candidates);
        self.taken.truncate(taken);
    }

    /// Keeps the marked batches and their candidates.
    pub(super) fn keep(&mut self, marked: &[bool]) {
        let mut keep = marked.iter().copied();
        self.batches.retain(|_| keep.next().unwrap_or(false));
        let mut keep = marked.iter().copied();
        self.candidates.retain(|_| keep.next().unwrap_or(false));
    }

    /// The total number of moves.
    pub(super) fn total(&self) -> usize {
        self.batches.iter().fold(self.found.total, |sum, batch| sum + batch.count as usize)
    }

    /// Whether there are no moves.
    pub(super) fn is_empty(&self) -> bool {
        self.batches.is_empty() && self.found.total == 0
    }
}

impl<B: Word> Batch<B> {
    /// A single move, with nothing else filled in yet.
    pub(super) fn of(form: BatchKind) -> Batch<B> {
        let none = B::ZERO;
        Batch { kind: form, rule: 0, from: none, count: 1, set: none, to: none, choices: (0, 0), key: 0, result: 0, takes: 0 }
    }
}

impl<B: Word> Pair<B> {
    /// The number of pairs whose first placement is on one of these sites.
    pub(super) fn count(&self, geometry: &Geometry<B>, mut firsts: B, empty: B) -> u32 {
        if let Some(ways) = self.ways {
            return ones(ways, geometry.ways).map(|way| (firsts & geometry.come(way, empty)).count()).sum();
        }
        let mut count = 0;
        while let Some(first) = firsts.take() {
            count += self.seconds(first, empty).count();
        }
        count
    }

    /// The sites of both placements of the i-th of these pairs.
    pub(super) fn nth(&self, geometry: &Geometry<B>, mut firsts: B, empty: B, mut i: u32) -> Option<(B, B)> {
        if let Some(ways) = self.ways {
            for way in ones(ways, geometry.ways) {
                let here = firsts & geometry.come(way, empty);
                let many = here.count();
                if i < many {
                    let first = here.nth(i);
                    return Some((first, geometry.step(way, first)));
                }
                i -= many;
            }
            return None;
        }
        while let Some(first) = firsts.take() {
            let seconds = self.seconds(first, empty);
            let many = seconds.count();
            if i < many {
                return Some((first, seconds.nth(i)));
            }
            i -= many;
        }
        None
    }

    /// The sites on which the second piece can be placed.
    fn seconds(&self, first: B, empty: B) -> B {
        self.beside[first.first() as usize] & empty & !first
    }
}
