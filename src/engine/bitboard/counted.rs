//! A cache for conditions that depend only on how many pieces of each kind each side has, and whose turn it is.

use super::super::store::GOLDEN;
use super::super::word::Word;
use super::phrases::Term;
use super::rules::{Part, Stretch, Test};
use super::run::Run;

/// The maximum number of cached phrases, and of cached stretches of endings behind them: one bit each in 64 bits.
pub(super) const MOST_COUNTED: usize = 56;
pub(super) const MOST_STRETCHES: usize = 8;
/// The maximum number of boards, and of pieces on one: the counts are the bytes of a 64-bit number.
pub(super) const MOST_BOARDS: usize = 8;
pub(super) const MOST_PIECES: usize = 255;

/// The piece counts of the current position, and the cached answers.
#[derive(Debug)]
pub(super) struct Counted<B: Word> {
    /// The boards that were last counted, and their counts, one byte each.
    boards: B::Boards,
    counts: u64,
    answers: Answers,
}

/// A clone begins with an empty cache, which costs less than copying the answers.
impl<B: Word> Clone for Counted<B> {
    fn clone(&self) -> Counted<B> {
        Counted::new(self.boards.as_ref().len(), self.answers.turns)
    }
}

impl<B: Word> Counted<B> {
    fn new(boards: usize, turns: usize) -> Counted<B> {
        Counted { boards: B::boards(boards), counts: 0, answers: Answers::new(turns) }
    }

    /// Updates the counts of the boards that have changed.
    fn count(&mut self, boards: &[B]) {
        let boards = self.boards.as_mut().iter_mut().zip(boards);
        for (i, (before, now)) in boards.enumerate().filter(|(_, (before, now))| before != now) {
            *before = *now;
            self.counts = self.counts & !(0xFF << (8 * i)) | u64::from(now.count()) << (8 * i);
        }
    }
}

/// The answers by piece counts and place in the turn order. At first only those for the last counts are kept; if the counts
/// change often, those for many.
#[derive(Debug)]
pub(super) struct Answers {
    known: Vec<CountsKnown>,
    /// The number of misses.
    unknown: u32,
    /// The number of places in the turn order, and of entries for each of them (a power of two).
    turns: usize,
    room: usize,
}

/// The number of misses after which the cache grows, and the number of entries that it grows to.
const OFTEN: u32 = 64;
const MOST_ROOM: usize = 4096;

/// The answers for one combination of counts.
#[derive(Clone, Copy, Debug, Default)]
struct CountsKnown {
    counts: u64,
    /// The phrases that have been evaluated, and those of them that hold, as bits.
    asked: u64,
    hold: u64,
}

impl Answers {
    fn new(turns: usize) -> Answers {
        Answers { known: vec![CountsKnown::default(); turns], unknown: 0, turns, room: 1 }
    }

    /// The entry for these counts and this place in the turn order; an entry for other counts is replaced.
    fn of(&mut self, counts: u64, turn: usize) -> &mut CountsKnown {
        let mut place = self.place(counts, turn);
        if self.known[place].counts != counts {
            self.unknown = self.unknown.saturating_add(1);
            if self.unknown == OFTEN {
                self.room = MOST_ROOM;
                self.known = vec![CountsKnown::default(); MOST_ROOM * self.turns];
                place = self.place(counts, turn);
            }
            self.known[place] = CountsKnown { counts, ..CountsKnown::default() };
        }
        &mut self.known[place]
    }

    fn place(&self, counts: u64, turn: usize) -> usize {
        let spread = (counts.wrapping_mul(GOLDEN) >> 32) as usize;
        (spread & (self.room - 1)) * self.turns + turn
    }
}

/// A quick test whether any of several things may hold, by piece counts alone.
pub(super) struct Gate {
    /// For each thing the parts of its condition that depend on piece counts alone; all of them must hold.
    pub(super) tests: Vec<Test>,
    answers: Answers,
}

impl Gate {
    /// `turns` is the number of places in the turn order.
    pub(super) fn new(tests: Vec<Test>, turns: usize) -> Gate {
        Gate { tests, answers: Answers::new(turns) }
    }

    /// The cached answer for these counts (a byte for each board) and this place in the turn order.
    pub(super) fn known(&mut self, counts: u64, turn: usize) -> Option<bool> {
        let known = self.answers.of(counts, turn);
        (known.asked != 0).then_some(known.hold != 0)
    }

    /// Caches an answer.
    pub(super) fn note(&mut self, counts: u64, turn: usize, holds: bool) {
        let known = self.answers.of(counts, turn);
        (known.asked, known.hold) = (1, u64::from(holds));
    }
}

impl<B: Word> Run<'_, B> {
    /// Whether any of these conditions holds.
    pub(super) fn any_holds(&self, tests: &[Test]) -> bool {
        let holds = |part: &Part| self.rules.phrases.truth(part.term, &self.moving);
        tests.iter().any(|test| test.iter().all(holds))
    }

    /// Whether a phrase holds, evaluated from the cache: it depends on piece counts alone.
    pub(super) fn holds_by_counts(&mut self, at: u8, term: Term) -> bool {
        self.by_counts(at, |run| run.rules.phrases.truth(term, &run.moving))
    }

    /// The place of the first ending, from `at` on, that may hold: stretches none of whose endings can hold by piece counts
    /// alone are skipped.
    #[inline]
    pub(super) fn may_hold(&mut self, stretches: &[Stretch], mut at: usize) -> usize {
        for stretch in stretches {
            if stretch.from == at && !self.any_may_hold(stretch) {
                at = stretch.to;
            }
        }
        at
    }

    fn any_may_hold(&mut self, stretch: &Stretch) -> bool {
        self.by_counts(stretch.at, |run| run.any_holds(&stretch.tests))
    }

    /// The cached answer for the current piece counts, or else a new one, which is cached.
    #[inline(never)]
    fn by_counts(&mut self, at: u8, ask: impl FnOnce(&Self) -> bool) -> bool {
        if self.moving.waiting.any() {
            return ask(self);
        }
        let rules = self.rules;
        let (many, turns, turn) = (rules.slots.boards, rules.players.order.len(), self.moving.state.turn as usize);
        let counted = self.counted.get_or_insert_with(|| Box::new(Counted::new(many, turns)));
        counted.count(&self.moving.state.boards.as_ref()[..many]);
        let known = *counted.answers.of(counted.counts, turn);
        if known.asked >> at & 1 != 0 {
            return known.hold >> at & 1 != 0;
        }
        let holds = ask(self);
        // Beyond the limit of work the answer is void.
        if self.moving.is_too_much() {
            return holds;
        }
        if let Some(counted) = &mut self.counted {
            let known = counted.answers.of(counted.counts, turn);
            known.asked |= 1 << at;
            known.hold |= u64::from(holds) << at;
        }
        holds
    }
}
