//! What a list is made of: batches of moves that have all but one thing in common.

use super::super::kernel::List;
use super::super::word::Word;
use super::geometry::{Geometry, ones};
use super::rules::{Pair, RuleAt};
use super::scene::Taken;

/// Moves of one rule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Batch<B> {
    pub(super) form: Form,
    pub(super) rule: RuleAt,
    /// The piece that it begins with.
    pub(super) from: B,
    /// How many moves.
    pub(super) count: u32,
    /// What is different about them: pieces, or the last things chosen.
    pub(super) set: B,
    /// Of one move by legs the landing.
    pub(super) to: B,
    /// The choices that all of them begin with.
    pub(super) choices: (u32, u32),
    /// Two moves that are one have the same.
    pub(super) key: u64,
    /// What comes of it, where nothing else tells it from others.
    pub(super) result: u64,
    /// How many pieces its legs take.
    pub(super) takes: u8,
}

/// What a batch is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// One move.
    One,
    /// One leg in this direction by each piece of a set, and how many sites ahead it lands.
    Steps(u8, u16),
    /// For each thing that can be chosen last one move.
    Last,
    /// Two placements: the block and place of the choice.
    Pairs,
    /// Chains of jumps by one piece that begin in this direction; none of them is another move.
    Chains(u8),
    /// Chains of hops by one piece, one for each landing of a set.
    Hops,
    /// One move by each piece of a set, in which nothing is chosen.
    Bodies,
}

/// A move as duties see it.
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
    /// For each batch, if duties ask about moves.
    pub(super) candidates: Vec<Candidate<B>>,
    pub(super) taken: Vec<Taken<B>>,
    /// What generators have found, if they list the moves.
    pub(super) found: List<B>,
    /// What legs take is all that moves by paths take.
    pub(super) known: bool,
    /// Moves by paths that land elsewhere are others.
    pub(super) lands: bool,
}

impl<B> Default for Listed<B> {
    fn default() -> Listed<B> {
        Listed {
            batches: Vec::new(),
            choices: Vec::new(),
            candidates: Vec::new(),
            taken: Vec::new(),
            found: List::default(),
            known: false,
            lands: false,
        }
    }
}

impl<B: Word> Listed<B> {
    /// No moves; what tells them apart stays.
    pub(super) fn clear(&mut self) {
        self.batches.clear();
        self.choices.clear();
        self.candidates.clear();
        self.taken.clear();
        self.found.clear();
    }

    /// How long the rows are.
    pub(super) fn marks(&self) -> [usize; 4] {
        [self.batches.len(), self.choices.len(), self.candidates.len(), self.taken.len()]
    }

    /// As it was then.
    pub(super) fn cut(&mut self, [batches, choices, candidates, taken]: [usize; 4]) {
        self.batches.truncate(batches);
        self.choices.truncate(choices);
        self.candidates.truncate(candidates);
        self.taken.truncate(taken);
    }

    /// Of moves that duties see, those marked stay.
    pub(super) fn keep(&mut self, marked: &[bool]) {
        let mut keep = marked.iter().copied();
        self.batches.retain(|_| keep.next().unwrap_or(false));
        let mut keep = marked.iter().copied();
        self.candidates.retain(|_| keep.next().unwrap_or(false));
    }

    /// How many moves there are.
    pub(super) fn total(&self) -> usize {
        self.batches.iter().fold(self.found.total, |sum, batch| sum + batch.count as usize)
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.batches.is_empty() && self.found.total == 0
    }
}

impl<B: Word> Batch<B> {
    /// One move of which nothing is known.
    pub(super) fn of(form: Form) -> Batch<B> {
        let none = B::ZERO;
        Batch { form, rule: 0, from: none, count: 1, set: none, to: none, choices: (0, 0), key: 0, result: 0, takes: 0 }
    }
}

impl<B: Word> Pair<B> {
    /// How many pairs begin on one of these sites.
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

    /// Where both are placed by the i-th of the pairs that begin on these sites.
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

    /// Where the second can be placed.
    fn seconds(&self, first: B, empty: B) -> B {
        self.beside[first.first() as usize] & empty & !first
    }
}
