//! Which positions have stood.

use super::super::word::Word;
use super::run::{Mode, Run};

/// The positions of a game, as far as they can come back; and hashes that were worked out on the way. Each is none where it must be
/// worked out.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    pub(super) stood: Stood,
    /// Hashes of what had stood before the game at hand began.
    pub(super) earlier: Vec<u64>,
    /// The position at hand is not among them yet.
    pub(super) unstood: bool,
    /// That of the position in which the next turn begins.
    pub(super) coming: Option<u64>,
    /// The same, before the turn ends.
    pub(super) foretold: Option<u64>,
    /// That of the decision at hand.
    pub(super) at_hand: Option<u64>,
}

impl History {
    /// A game begins.
    pub(super) fn begin(&mut self) {
        self.stood.clear();
        self.earlier.iter().for_each(|hash| self.stood.push(*hash));
        self.unstood = true;
        self.forget_hashes();
    }

    /// Back at a decision, when so many positions had stood.
    pub(super) fn back_to(&mut self, stood: usize, coming: Option<u64>) {
        self.stood.truncate(stood);
        self.forget_hashes();
        (self.coming, self.unstood) = (coming, false);
    }

    /// That of the position in which the turn at hand began; none if that is not known.
    pub(super) fn began(&self) -> Option<u64> {
        if self.unstood { self.coming } else { self.stood.hashes.last().copied() }
    }

    /// What is known of hashes belongs to another position.
    pub(super) fn forget_hashes(&mut self) {
        (self.coming, self.foretold, self.at_hand) = (None, None, None);
    }
}

/// Hashes of positions that have stood, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Stood {
    hashes: Vec<u64>,
    /// How many of them have which lowest bits; nothing as long as there was none.
    alike: Vec<u32>,
}

/// As many as there are numbers of eight bits.
const ALIKE: usize = 256;

impl Stood {
    /// None.
    pub(super) fn clear(&mut self) {
        self.truncate(0);
    }

    /// One more.
    pub(super) fn push(&mut self, hash: u64) {
        self.hashes.push(hash);
        if self.alike.is_empty() {
            self.alike.resize(ALIKE, 0);
        }
        self.alike[hash as usize % ALIKE] += 1;
    }

    /// How often a position has stood.
    #[inline]
    pub(super) fn times(&self, hash: u64) -> u32 {
        if self.alike.get(hash as usize % ALIKE).is_none_or(|alike| *alike == 0) {
            return 0;
        }
        self.hashes.iter().filter(|stood| **stood == hash).count() as u32
    }

    /// How many.
    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Only the first so many.
    pub(super) fn truncate(&mut self, len: usize) {
        while self.hashes.len() > len {
            let Some(gone) = self.hashes.pop() else { return };
            self.alike[gone as usize % ALIKE] -= 1;
        }
    }
}

impl<B: Word> Run<'_, B> {
    /// How often the position has now stood, as far as that is known; while moves are listed, and where no patience runs out, nobody knows.
    pub(super) fn count_repeats(&mut self) {
        let counts = self.aim.patience && self.aim.mode == Mode::Play;
        self.scene.repeats = match (counts, self.turn.over) {
            (false, _) => 1,
            (true, false) => 1 + self.history.stood.times(self.stands(&self.scene.state)),
            (true, true) => {
                let mut next = self.scene.state.clone();
                self.rules.pass_on(&mut next);
                1 + self.history.stood.times(self.stands(&next))
            }
        };
    }

    /// The same, where more than conditions and statements ask.
    #[inline]
    pub(super) fn recount_repeats(&mut self) {
        if self.rules.recurrence.asked {
            self.count_repeats();
        }
    }
}
