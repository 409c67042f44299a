//! Phrases that ask only how many pieces of each kind everybody has: their answers stay until that changes.

use super::super::word::Word;
use super::phrases::Term;
use super::rules::PLAYERS;
use super::run::Run;

/// Most such phrases.
pub(super) const MOST_COUNTED: usize = 64;
/// Most sets of pieces that are counted, and most pieces in one: a byte for each of a number of 64 bits.
pub(super) const MOST_BOARDS: usize = 8;
pub(super) const MOST_PIECES: usize = 255;

/// What is known.
#[derive(Clone, Debug)]
pub(super) struct Counted<B: Word> {
    /// Of these pieces there are so many, a byte for each set.
    boards: B::Boards,
    counts: u64,
    /// For each place of the turn order.
    known: [Known; PLAYERS],
}

/// What is known where there are so many pieces.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    counts: u64,
    /// Of which phrases anything is known, and which of them hold, as bits.
    asked: u64,
    hold: u64,
}

impl<B: Word> Run<'_, B> {
    /// Whether a phrase holds that only asks how many pieces of each kind everybody has.
    #[inline(never)]
    pub(super) fn holds_by_counts(&mut self, at: u8, term: Term) -> bool {
        let (rules, scene) = (self.rules, &self.scene);
        if scene.waiting.any() {
            return rules.phrases.truth(term, scene);
        }
        let many = rules.slots.boards;
        let counted = self.counted.get_or_insert_with(|| {
            Box::new(Counted { boards: B::boards(many), counts: 0, known: [Known::default(); PLAYERS] })
        });
        let boards = counted.boards.as_mut()[..many].iter_mut().zip(&scene.state.boards.as_ref()[..many]);
        for (i, (before, now)) in boards.enumerate().filter(|(_, (before, now))| before != now) {
            *before = *now;
            counted.counts = counted.counts & !(0xFF << (8 * i)) | u64::from(now.count()) << (8 * i);
        }
        let known = &mut counted.known[scene.state.turn as usize];
        if known.counts != counted.counts {
            *known = Known { counts: counted.counts, asked: 0, hold: 0 };
        }
        if known.asked >> at & 1 == 0 {
            known.asked |= 1 << at;
            known.hold |= u64::from(rules.phrases.truth(term, scene)) << at;
        }
        known.hold >> at & 1 != 0
    }
}
