//! Phrases that ask only how many pieces of each kind everybody has: their answers stay until that changes.

use super::super::store::GOLDEN;
use super::super::word::Word;
use super::phrases::Term;
use super::rules::{Part, Stretch, Test};
use super::run::Run;

/// Most such phrases, and behind them most stretches of endings: a bit for each.
pub(super) const MOST_COUNTED: usize = 56;
pub(super) const MOST_STRETCHES: usize = 8;
/// Most sets of pieces that are counted, and most pieces in one: a byte for each of a number of 64 bits.
pub(super) const MOST_BOARDS: usize = 8;
pub(super) const MOST_PIECES: usize = 255;

/// How many pieces there are, and what is known of that.
#[derive(Debug)]
pub(super) struct Counted<B: Word> {
    /// Of these pieces there are so many, a byte for each set.
    boards: B::Boards,
    counts: u64,
    answers: Answers,
}

/// A copy of a game finds out for itself: that costs less than to copy what is known.
impl<B: Word> Clone for Counted<B> {
    fn clone(&self) -> Counted<B> {
        Counted::new(self.boards.as_ref().len(), self.answers.turns)
    }
}

impl<B: Word> Counted<B> {
    fn new(boards: usize, turns: usize) -> Counted<B> {
        Counted { boards: B::boards(boards), counts: 0, answers: Answers::new(turns) }
    }

    /// There are these pieces now.
    fn count(&mut self, boards: &[B]) {
        let boards = self.boards.as_mut().iter_mut().zip(boards);
        for (i, (before, now)) in boards.enumerate().filter(|(_, (before, now))| before != now) {
            *before = *now;
            self.counts = self.counts & !(0xFF << (8 * i)) | u64::from(now.count()) << (8 * i);
        }
    }
}

/// What was answered for how many pieces, at each place of the turn order: for the last numbers of pieces alone, or, where these change
/// often, for many.
#[derive(Debug)]
pub(super) struct Answers {
    known: Vec<Known>,
    /// How often nothing was known.
    unknown: u32,
    /// Places of the turn order, and room for each of them: a power of two.
    turns: usize,
    room: usize,
}

/// After so many times that nothing was known there is room for more.
const OFTEN: u32 = 64;
const MOST_ROOM: usize = 4096;

/// What is known where there are so many pieces.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    counts: u64,
    /// Of which phrases anything is known, and which of them hold, as bits.
    asked: u64,
    hold: u64,
}

impl Answers {
    fn new(turns: usize) -> Answers {
        Answers { known: vec![Known::default(); turns], unknown: 0, turns, room: 1 }
    }

    /// What is known where there are so many pieces, at a place of the turn order.
    fn of(&mut self, counts: u64, turn: usize) -> &mut Known {
        let mut place = self.place(counts, turn);
        if self.known[place].counts != counts {
            self.unknown = self.unknown.saturating_add(1);
            if self.unknown == OFTEN {
                self.room = MOST_ROOM;
                self.known = vec![Known::default(); MOST_ROOM * self.turns];
                place = self.place(counts, turn);
            }
            self.known[place] = Known { counts, ..Known::default() };
        }
        &mut self.known[place]
    }

    fn place(&self, counts: u64, turn: usize) -> usize {
        let spread = (counts.wrapping_mul(GOLDEN) >> 32) as usize;
        (spread & (self.room - 1)) * self.turns + turn
    }
}

/// Whether any of some things may hold, as far as how many pieces of each kind everybody has tells.
pub(super) struct Gate {
    /// Parts that must hold, of each thing.
    pub(super) tests: Vec<Test>,
    answers: Answers,
}

impl Gate {
    /// With so many places of the turn order.
    pub(super) fn new(tests: Vec<Test>, turns: usize) -> Gate {
        Gate { tests, answers: Answers::new(turns) }
    }

    /// What is known where there are so many pieces, a byte for each set, at a place of the turn order.
    pub(super) fn known(&mut self, counts: u64, turn: usize) -> Option<bool> {
        let known = self.answers.of(counts, turn);
        (known.asked != 0).then_some(known.hold != 0)
    }

    /// From now on it is known.
    pub(super) fn note(&mut self, counts: u64, turn: usize, holds: bool) {
        let known = self.answers.of(counts, turn);
        (known.asked, known.hold) = (1, u64::from(holds));
    }
}

impl<B: Word> Run<'_, B> {
    /// Whether any of some tests holds.
    pub(super) fn any_holds(&self, tests: &[Test]) -> bool {
        let holds = |part: &Part| self.rules.phrases.truth(part.term, &self.scene);
        tests.iter().any(|test| test.iter().all(holds))
    }

    /// Whether a phrase holds that only asks how many pieces of each kind everybody has.
    pub(super) fn holds_by_counts(&mut self, at: u8, term: Term) -> bool {
        self.by_counts(at, |run| run.rules.phrases.truth(term, &run.scene))
    }

    /// Of a row of endings, the place from a place on of the first that may hold, as far as phrases tell that only ask how many pieces
    /// of each kind everybody has.
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

    /// What was answered where there were as many pieces, or else is answered now.
    #[inline(never)]
    fn by_counts(&mut self, at: u8, ask: impl FnOnce(&Self) -> bool) -> bool {
        if self.scene.waiting.any() {
            return ask(self);
        }
        let rules = self.rules;
        let (many, turns, turn) = (rules.slots.boards, rules.players.order.len(), self.scene.state.turn as usize);
        let counted = self.counted.get_or_insert_with(|| Box::new(Counted::new(many, turns)));
        counted.count(&self.scene.state.boards.as_ref()[..many]);
        let known = *counted.answers.of(counted.counts, turn);
        if known.asked >> at & 1 != 0 {
            return known.hold >> at & 1 != 0;
        }
        let holds = ask(self);
        // What was too much work was not answered.
        if self.scene.is_too_much() {
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
