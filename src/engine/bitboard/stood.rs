//! Which positions have occurred.

use super::super::word::Word;
use super::run::{Mode, Run};

/// The positions of a game, as far as they can recur, and hashes that were computed on the way; `None` where one must still be
/// computed.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    pub(super) stood: Stood,
    /// Hashes of positions that occurred before this game began.
    pub(super) earlier: Vec<u64>,
    /// The current position has not been added yet.
    pub(super) unrecorded: bool,
    /// The hash of the position in which the next turn begins.
    pub(super) next_hash: Option<u64>,
    /// The same, computed before the turn ends.
    pub(super) predicted_hash: Option<u64>,
    /// The hash of the current decision's position.
    pub(super) decision_hash: Option<u64>,
}

impl History {
    /// Begins a game.
    pub(super) fn begin(&mut self) {
        self.stood.clear();
        self.earlier.iter().for_each(|hash| self.stood.push(*hash));
        self.unrecorded = true;
        self.forget_hashes();
    }

    /// Goes back to a decision at which `stood` positions had occurred.
    pub(super) fn back_to(&mut self, stood: usize, coming: Option<u64>) {
        self.stood.truncate(stood);
        self.forget_hashes();
        (self.next_hash, self.unrecorded) = (coming, false);
    }

    /// The hash of the position in which the current turn began; `None` if that is not known.
    pub(super) fn began(&self) -> Option<u64> {
        if self.unrecorded { self.next_hash } else { self.stood.hashes.last().copied() }
    }

    /// Forgets the hashes, which are those of another position.
    pub(super) fn forget_hashes(&mut self) {
        (self.next_hash, self.predicted_hash, self.decision_hash) = (None, None, None);
    }
}

/// Hashes of positions that have occurred, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Stood {
    hashes: Vec<u64>,
    /// The number of hashes for each value of the lowest eight bits; empty before the first hash.
    alike: Vec<u32>,
}

/// The number of values of eight bits.
const ALIKE: usize = 256;

impl Stood {
    /// Removes all hashes.
    pub(super) fn clear(&mut self) {
        self.truncate(0);
    }

    /// Adds a hash.
    pub(super) fn push(&mut self, hash: u64) {
        self.hashes.push(hash);
        if self.alike.is_empty() {
            self.alike.resize(ALIKE, 0);
        }
        self.alike[hash as usize % ALIKE] += 1;
    }

    /// How often a position has occurred.
    #[inline]
    pub(super) fn times(&self, hash: u64) -> u32 {
        if self.alike.get(hash as usize % ALIKE).is_none_or(|alike| *alike == 0) {
            return 0;
        }
        self.hashes.iter().filter(|stood| **stood == hash).count() as u32
    }

    /// The number of hashes.
    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Keeps only the first `len` hashes.
    pub(super) fn truncate(&mut self, len: usize) {
        while self.hashes.len() > len {
            let Some(gone) = self.hashes.pop() else { return };
            self.alike[gone as usize % ALIKE] -= 1;
        }
    }
}

impl<B: Word> Run<'_, B> {
    /// Counts how often the position has now occurred. While moves are listed, and where patience endings do not apply, that is
    /// not known and counts as 1.
    pub(super) fn count_repeats(&mut self) {
        let counts = self.aim.patience && self.aim.mode == Mode::Play;
        self.moving.repeats = match (counts, self.turn.over) {
            (false, _) => 1,
            (true, false) => 1 + self.history.stood.times(self.repetition_hash(&self.moving.state)),
            (true, true) => {
                let mut next = self.moving.state.clone();
                self.rules.pass_on(&mut next);
                1 + self.history.stood.times(self.repetition_hash(&next))
            }
        };
    }

    /// The same, if more than conditions and statements depend on it.
    #[inline]
    pub(super) fn recount_repeats(&mut self) {
        if self.rules.recurrence.asked {
            self.count_repeats();
        }
    }
}
