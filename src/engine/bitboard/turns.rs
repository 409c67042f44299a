//! Turns: how they begin and end, clocks, endings, and how often positions have occurred. For what lies between see
//! [`super::steps`].

use smallvec::SmallVec;

use super::super::word::Word;
use super::keys::{blend, mingle, named, spot};
use super::move_state::{MoveSites, NamedValue, State, Taken};
use super::phrases::Term;
use super::rules::{LOOPS, Rules, Step};
use super::run::{Done, Mode, Over, Run, Stop};
use super::script::ResumeAt;
use super::slots::{CLOCKS_SET, TURNS};
use crate::model::rules::Each;
use crate::program::code::EventKind;

/// How far a turn has progressed, and what its last move did.
#[derive(Clone, Debug)]
pub(super) struct Turn<B> {
    /// The index of the next step of the script.
    pub(super) at: usize,
    pub(super) counters: [u32; LOOPS],
    /// The values of the names of the script.
    pub(super) names: SmallVec<[NamedValue<B>; 4]>,
    /// The remaining things of loops, the next one last, each with the number of its loop.
    pub(super) left: Vec<(u8, NamedValue<B>)>,
    /// There has been a move in this turn: phrases can read what it did until the next one begins or is declined.
    pub(super) later: bool,
    last: MoveSites<B>,
    taken: Vec<Taken<B>>,
    /// The condition of the current decision on the piece that moves.
    pub(super) only: Option<Term>,
    /// It is over: how often a position has occurred is computed for the one that comes.
    pub(super) over: bool,
    /// Who decides and makes the move, if not the player on turn.
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
            last: MoveSites::NOTHING,
            taken: Vec::new(),
            only: None,
            over: false,
            by: None,
        }
    }
}

impl<B: Word> Turn<B> {
    /// Whether names of its script denote pieces on the board; `pieces` are the names that can, as bits.
    #[inline]
    pub(super) fn names_pieces(&self, pieces: u16) -> bool {
        let piece = |name: &NamedValue<B>| matches!(name, NamedValue::Pieces(set) if set.any());
        let means = |(i, name): (usize, &NamedValue<B>)| pieces >> i & 1 != 0 && piece(name);
        pieces != 0 && (self.names.iter().enumerate().any(means) || self.left.iter().any(|(_, name)| piece(name)))
    }

    /// The hash of a turn in which nothing has been done.
    const FRESH: u64 = 0;

    /// Copies another turn and reuses allocated memory. What its last move did is copied only if it had one, as nothing reads it
    /// otherwise.
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

    /// A hash of how far it has progressed, and of what its last move did.
    pub(super) fn digest(&self) -> u64 {
        // The step is spread over all bits, so that it is not mistaken for a counter or a site.
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

/// The most steps of a turn without a decision.
pub(super) const MOST_STEPS: usize = 10_000;

impl<B: Word> Run<'_, B> {
    /// Runs turns up to the next decision, or to the end of the game.
    pub(super) fn turns_go_on(&mut self) -> Done {
        for _ in 0..MOST_STEPS {
            if self.turn_goes_on()? {
                // If the position can change before somebody decides, this is not the hash of the decision.
                self.history.decision_hash = self.record_position().filter(|_| self.rules.recurrence.calm);
                return Ok(());
            }
            self.turn_is_over()?;
        }
        Err(Stop::TooMuch)
    }

    /// After a move: passes the turn on to the next player, if no steps remain.
    pub(super) fn turn_passes(&mut self) -> Done {
        if self.asking.resumes.is_some() {
            // Choices in a script are carried out on the way to the next decision.
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

    /// Passes the turn on. If many turns in a row pass without a choice, the game is drawn.
    pub(super) fn next_turn(&mut self) -> Done {
        self.pass_on();
        self.idle += 1;
        if self.idle > 2 * self.rules.players.order.len() {
            self.over = Some(Over { winners: 0, reason: None, scores: Default::default() });
            return Err(Stop::Over);
        }
        self.turn_begins()
    }

    /// Adds the current position to the history, if it is not there yet and repetition matters; returns the hash that was added.
    pub(super) fn record_position(&mut self) -> Option<u64> {
        let stands = std::mem::take(&mut self.history.unrecorded) && self.rules.ends.repeats && self.aim.patience;
        stands.then(|| {
            let hash = self.history.next_hash.take().unwrap_or_else(|| self.repetition_hash(&self.moving.state));
            self.history.stood.push(hash);
            hash
        })
    }

    /// Ends the move that was decided on.
    pub(super) fn play_ends(&mut self) {
        self.turn.later = true;
        self.turn.by = None;
        self.names_follow();
        let again = matches!(self.rules.turn.steps.get(self.turn.at), Some(Step::Play(play)) if play.again);
        if !again {
            self.turn.at += 1;
        }
    }

    /// Declines the current decision.
    pub(super) fn decline(&mut self) {
        self.turn.by = None;
        self.reset_move();
        self.turn.at += 1;
    }

    /// Whether the current decision can be declined.
    pub(super) fn can_decline(&self) -> bool {
        matches!(self.rules.turn.steps.get(self.turn.at), Some(Step::Play(play)) if play.optional)
    }

    /// Before a decision: keeps what the last move of the turn did.
    pub(super) fn keep_last(&mut self) {
        if !self.turn.later {
            return self.reset_move();
        }
        self.turn.last = self.moving.come();
        self.turn.taken.clone_from(&self.moving.taken);
        self.at_last();
    }

    /// Goes back to the end of the last move of the turn or, without one, to the beginning of the turn; the position stays.
    pub(super) fn at_last(&mut self) {
        self.reset_move();
        if self.turn.later {
            self.moving.come_to(&self.turn.last);
            self.moving.taken.clone_from(&self.turn.taken);
        }
    }

    /// The same, if a move has been made in this turn.
    #[inline]
    pub(super) fn back_to_last(&mut self) {
        if self.turn.later {
            self.at_last();
        }
    }

    pub(super) fn turn_begins(&mut self) -> Done {
        self.comes_to(ResumeAt::Begins);
        self.turn_opens()
    }

    /// Begins a turn whose player is on turn already.
    pub(super) fn turn_opens(&mut self) -> Done {
        self.turn.names.clear();
        self.turn.left.clear();
        self.reset_move();
        self.another_decision()?;
        self.progress.changed = true;
        (self.turn.at, self.turn.later, self.turn.over) = (0, false, false);
        self.nothing_is_given();
        self.event(EventKind::TurnBegins)?;
        self.end_immediately()
    }

    /// Checks the work done so far; what follows counts for another decision.
    #[inline]
    pub(super) fn another_decision(&mut self) -> Done {
        if self.moving.is_too_much() {
            return Err(Stop::TooMuch);
        }
        self.moving.work.set(0);
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

    /// Computes how often the position that comes has occurred, if anything depends on it.
    pub(super) fn foresee(&mut self) {
        if !self.rules.ends.repeats || !self.aim.patience {
            return;
        }
        if self.asking.exploring {
            // Which options there are does not depend on the history.
            self.moving.repeats = 1;
            return;
        }
        let (rules, state) = (self.rules, &self.moving.state);
        let now = if rules.kept_for(Each::Turn).is_empty() {
            let foretold = self.history.predicted_hash.take();
            let digest = || rules.slots.digest_in(state, rules.next_turn(state), rules.slots.repetition.uncounted);
            debug_assert!(foretold.is_none_or(|hash| hash == digest()), "something has happened since");
            foretold.unwrap_or_else(digest)
        } else {
            let mut next = state.clone();
            rules.pass_on(&mut next);
            self.repetition_hash(&next)
        };
        self.history.next_hash = Some(now);
        self.moving.repeats = 1 + self.history.stood.times(now);
    }

    /// The hash of a turn that begins with the current position. It is kept for the end of the turn, if no steps remain and
    /// nothing happens before it.
    #[inline]
    pub(super) fn foretell(&mut self) -> u64 {
        let (rules, state) = (self.rules, &self.moving.state);
        let now = rules.slots.digest_in(state, rules.next_turn(state), rules.slots.repetition.uncounted);
        let over = self.turn.at >= rules.turn.steps.len() && self.asking.resumes.is_none();
        let so = over && !self.awaited(EventKind::TurnEnds);
        self.history.predicted_hash = Some(now).filter(|_| so);
        debug_assert_eq!(Turn::<B>::default().digest(), Turn::<B>::FRESH);
        mingle(now, Turn::<B>::FRESH)
    }

    /// Counts the turn, and advances by one the clocks that no rule has set in it.
    fn tick(&mut self) {
        let numbers = &mut self.moving.state.numbers;
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

    /// Prepares the position that the next player finds; its hash is computed again if more than clocks may have changed since
    /// [`Run::foresee`].
    pub(super) fn comes(&mut self) {
        self.history.unrecorded = true;
        if !self.rules.recurrence.calm && self.rules.ends.repeats && self.aim.patience {
            self.history.next_hash = Some(self.repetition_hash(&self.moving.state));
        }
    }

    /// Passes the turn on to the next player.
    pub(super) fn pass_on(&mut self) {
        self.rules.pass_on(&mut self.moving.state);
        self.comes();
    }

    /// A hash of everything that counts for repetition.
    pub(super) fn repetition_hash(&self, state: &State<B>) -> u64 {
        self.rules.slots.digest(state, self.rules.slots.repetition.uncounted)
    }
}

impl<B: Word> Rules<B> {
    /// The next place in the turn order whose side is still in the game; the very next one if there is none.
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

    /// Passes the turn on in a state, to the position in which the next player begins.
    pub(super) fn pass_on(&self, state: &mut State<B>) {
        state.turn = self.next_turn(state);
        state.numbers[CLOCKS_SET] = 0;
        self.begin_afresh(state, Each::Turn);
    }
}
