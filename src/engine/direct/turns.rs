//! Turns: their ends and beginnings, clocks, endings, and how often a position has stood. What comes in between: [`super::steps`].

use smallvec::SmallVec;

use super::super::word::Word;
use super::keys::{blend, mingle, named, spot};
use super::phrases::Term;
use super::rules::{LOOPS, Rules, Step};
use super::run::{Done, Mode, Over, Run, Stop};
use super::scene::{Come, Named, State, Taken};
use super::script::Stage;
use super::slots::{CLOCKS_SET, TURNS};
use crate::model::rules::Each;
use crate::program::code::EventKind;

/// How far a turn has come, and what its last move did.
#[derive(Clone, Debug)]
pub(super) struct Turn<B> {
    /// Which step of the script is the next.
    pub(super) at: usize,
    pub(super) counters: [u32; LOOPS],
    /// What is under the names of the script.
    pub(super) names: SmallVec<[Named<B>; 4]>,
    /// Things for which steps are to be taken, the next one last, each with the number of its loop.
    pub(super) left: Vec<(u8, Named<B>)>,
    /// There was a move in this turn: phrases can ask what it did until the next begins, or is declined.
    pub(super) later: bool,
    last: Come<B>,
    taken: Vec<Taken<B>>,
    /// Of the decision at hand: what is asked about the piece that moves.
    pub(super) only: Option<Term>,
    /// It is over: of the position that comes is asked how often it has stood.
    pub(super) over: bool,
    /// Who decides and makes the move, if it is not who is on turn.
    pub(super) by: Option<u8>,
}

impl<B: Word> Default for Turn<B> {
    fn default() -> Turn<B> {
        Turn {
            at: 0,
            counters: [0; LOOPS],
            names: SmallVec::new(),
            left: Vec::new(),
            later: false,
            last: Come::NOTHING,
            taken: Vec::new(),
            only: None,
            over: false,
            by: None,
        }
    }
}

impl<B: Word> Turn<B> {
    /// Whether names of its script mean pieces of the board.
    #[inline]
    pub(super) fn names_pieces(&self, pieces: u16) -> bool {
        let piece = |name: &Named<B>| matches!(name, Named::Pieces(set) if set.any());
        let means = |(i, name): (usize, &Named<B>)| pieces >> i & 1 != 0 && piece(name);
        pieces != 0 && (self.names.iter().enumerate().any(means) || self.left.iter().any(|(_, name)| piece(name)))
    }

    /// The hash of one in which nothing has been done.
    const FRESH: u64 = 0;

    /// Becomes a copy of another, in the memory that it has; what its last move did, if it had any: else nobody asks.
    pub(super) fn copy(&mut self, other: &Turn<B>) {
        (self.at, self.counters, self.later) = (other.at, other.counters, other.later);
        (self.only, self.by, self.over) = (other.only, other.by, other.over);
        if !(self.names.is_empty() && other.names.is_empty()) {
            self.names.clear();
            self.names.extend_from_slice(&other.names);
        }
        if !(self.left.is_empty() && other.left.is_empty()) {
            self.left.clone_from(&other.left);
        }
        if other.later {
            self.last = other.last;
            self.taken.clone_from(&other.taken);
        }
    }

    /// A hash of how far it has come, and of what its last move did.
    pub(super) fn digest(&self) -> u64 {
        // Spread over all bits: how far it has come is no counter, and no site.
        let mut hash = mingle(Self::FRESH, (self.at as u64) << 1 | u64::from(self.later));
        if self.counters != [0; LOOPS] {
            hash = self.counters.iter().fold(hash, |hash, counter| mingle(hash, u64::from(*counter)));
        }
        let hash = (0..).zip(&self.names).fold(hash, |hash, (name, value)| named(hash, name, value));
        let hash = self.left.iter().fold(hash, |hash, (of, value)| named(hash, 256 + u16::from(*of), value));
        if !self.later {
            return hash;
        }
        let hash = self.last.places.iter().fold(hash, |hash, places| blend(hash, *places));
        let hash = mingle(hash, self.last.legs.into());
        self.taken.iter().fold(hash, |hash, taken| mingle(spot(hash, taken.site), taken.code.into()))
    }
}

/// Most steps of a turn without a decision.
pub(super) const MOST_STEPS: usize = 10_000;

impl<B: Word> Run<'_, B> {
    /// Turn after turn, on to the next decision, or to the end of the game.
    pub(super) fn turns_go_on(&mut self) -> Done {
        for _ in 0..MOST_STEPS {
            if self.turn_goes_on()? {
                // Where what comes changes before somebody decides, it is not what stands then.
                self.history.at_hand = self.stand().filter(|_| self.rules.recurrence.calm);
                return Ok(());
            }
            self.turn_is_over()?;
        }
        Err(Stop::TooMuch)
    }

    /// After a move: if the turn has no more to it, it passes to the next player.
    pub(super) fn turn_passes(&mut self) -> Done {
        if self.asking.resumes.is_some() {
            // What was chosen in a script is carried out on the way to the next decision.
            return Ok(());
        }
        self.idle = 0;
        if self.turn.at < self.rules.turn.steps.len() { Ok(()) } else { self.turn_is_over() }
    }

    fn turn_is_over(&mut self) -> Done {
        self.aim.mode = Mode::Play;
        self.turn_ends()?;
        self.next_turn()
    }

    /// The turn passes on. Where turn after turn goes by and nobody can do anything, the game is drawn.
    pub(super) fn next_turn(&mut self) -> Done {
        self.pass_on();
        self.idle += 1;
        if self.idle > 2 * self.rules.players.order.len() {
            self.over = Some(Over { winners: 0, reason: None, scores: Default::default() });
            return Err(Stop::Over);
        }
        self.turn_begins()
    }

    /// The position at hand has stood: as what, if it had not yet and that counts.
    pub(super) fn stand(&mut self) -> Option<u64> {
        let stands = std::mem::take(&mut self.history.unstood) && self.rules.ends.repeats && self.aim.patience;
        stands.then(|| {
            let hash = self.history.coming.take().unwrap_or_else(|| self.stands(&self.scene.state));
            self.history.stood.push(hash);
            hash
        })
    }

    /// The move that was decided on is over.
    pub(super) fn play_ends(&mut self) {
        self.turn.later = true;
        self.turn.by = None;
        self.names_follow();
        let again = matches!(self.rules.turn.steps.get(self.turn.at), Some(Step::Play(play)) if play.again);
        if !again {
            self.turn.at += 1;
        }
    }

    /// No move was made.
    pub(super) fn decline(&mut self) {
        self.turn.by = None;
        self.fresh();
        self.turn.at += 1;
    }

    /// Whether the decision at hand can be declined.
    pub(super) fn can_decline(&self) -> bool {
        matches!(self.rules.turn.steps.get(self.turn.at), Some(Step::Play(play)) if play.optional)
    }

    /// A decision comes: what the last move of the turn did is kept.
    pub(super) fn keep_last(&mut self) {
        if !self.turn.later {
            return self.fresh();
        }
        self.turn.last = self.scene.come();
        self.turn.taken.clone_from(&self.scene.taken);
        self.at_last();
    }

    /// As when the last move of the turn was over, or as at the beginning of the turn.
    pub(super) fn at_last(&mut self) {
        self.fresh();
        if self.turn.later {
            self.scene.come_to(&self.turn.last);
            self.scene.taken.clone_from(&self.turn.taken);
        }
    }

    /// The same, where a move was made in this turn.
    #[inline]
    pub(super) fn back_to_last(&mut self) {
        if self.turn.later {
            self.at_last();
        }
    }

    pub(super) fn turn_begins(&mut self) -> Done {
        self.comes_to(Stage::Begins);
        self.turn_opens()
    }

    /// The beginning of a turn whose player is on turn already.
    pub(super) fn turn_opens(&mut self) -> Done {
        self.turn.names.clear();
        self.turn.left.clear();
        self.fresh();
        self.another_decision()?;
        self.along.changed = true;
        (self.turn.at, self.turn.later, self.turn.over) = (0, false, false);
        self.nothing_is_given();
        self.event(EventKind::TurnBegins)?;
        self.soon()
    }

    /// What was done so far was not too much; what follows is for another decision.
    #[inline]
    pub(super) fn another_decision(&mut self) -> Done {
        if self.scene.is_too_much() {
            return Err(Stop::TooMuch);
        }
        self.scene.work.set(0);
        Ok(())
    }

    pub(super) fn turn_ends(&mut self) -> Done {
        self.nothing_is_given();
        self.tick();
        self.turn.over = true;
        self.event(EventKind::TurnEnds)?;
        self.foresee();
        self.endings()
    }

    /// How often the position that comes has stood, where that is asked.
    pub(super) fn foresee(&mut self) {
        if !self.rules.ends.repeats || !self.aim.patience {
            return;
        }
        if self.asking.exploring {
            // What has stood is no matter of which options there are.
            self.scene.repeats = 1;
            return;
        }
        let (rules, state) = (self.rules, &self.scene.state);
        let now = if rules.kept_for(Each::Turn).is_empty() {
            let foretold = self.history.foretold.take();
            let digest = || rules.slots.digest_in(state, rules.next_turn(state), rules.slots.repetition.uncounted);
            debug_assert!(foretold.is_none_or(|hash| hash == digest()), "something has happened since");
            foretold.unwrap_or_else(digest)
        } else {
            let mut next = state.clone();
            rules.pass_on(&mut next);
            self.stands(&next)
        };
        self.history.coming = Some(now);
        self.scene.repeats = 1 + self.history.stood.times(now);
    }

    /// The hash of a turn that begins with what stands now. It is kept for the end of the turn, if the turn has no more to it and nothing
    /// happens before.
    #[inline]
    pub(super) fn foretell(&mut self) -> u64 {
        let (rules, state) = (self.rules, &self.scene.state);
        let now = rules.slots.digest_in(state, rules.next_turn(state), rules.slots.repetition.uncounted);
        let over = self.turn.at >= rules.turn.steps.len() && self.asking.resumes.is_none();
        let so = over && !self.awaited(EventKind::TurnEnds);
        self.history.foretold = Some(now).filter(|_| so);
        debug_assert_eq!(Turn::<B>::default().digest(), Turn::<B>::FRESH);
        mingle(now, Turn::<B>::FRESH)
    }

    /// The turn is counted, and clocks that no rule has set in it go on by one.
    fn tick(&mut self) {
        let numbers = &mut self.scene.state.numbers;
        numbers[TURNS] += 1;
        for clock in &self.rules.turn.clocks {
            if numbers[CLOCKS_SET] >> clock.bit & 1 == 0 {
                for at in clock.at.as_slice() {
                    let now = &mut numbers[*at as usize];
                    *now = (*now + 1).min(clock.greatest).max(*now);
                }
            }
        }
    }

    /// A turn is about to begin: what stands now is what its player finds, if more than clocks may have changed since it was foreseen.
    pub(super) fn comes(&mut self) {
        self.history.unstood = true;
        if !self.rules.recurrence.calm && self.rules.ends.repeats && self.aim.patience {
            self.history.coming = Some(self.stands(&self.scene.state));
        }
    }

    /// The turn passes to the next player.
    pub(super) fn pass_on(&mut self) {
        self.rules.pass_on(&mut self.scene.state);
        self.comes();
    }

    /// A hash of all by which positions are the same for repetition.
    pub(super) fn stands(&self, state: &State<B>) -> u64 {
        self.rules.slots.digest(state, self.rules.slots.repetition.uncounted)
    }
}

impl<B: Word> Rules<B> {
    /// Whose turn is next: who is still in the game, if anybody is.
    #[inline]
    fn next_turn(&self, state: &State<B>) -> u8 {
        let (many, out) = (self.players.order.len() as u8, state.numbers[self.slots.out]);
        let after = |turn: u8| if turn + 1 < many { turn + 1 } else { 0 };
        let next = after(state.turn);
        match out {
            0 => next,
            _ => std::iter::successors(Some(next), |turn| Some(after(*turn)))
                .take(many.into())
                .find(|turn| out >> self.side(*turn) & 1 == 0)
                .unwrap_or(next),
        }
    }

    /// The position in which the next player begins.
    pub(super) fn pass_on(&self, state: &mut State<B>) {
        state.turn = self.next_turn(state);
        state.numbers[CLOCKS_SET] = 0;
        self.begin_afresh(state, Each::Turn);
    }
}
