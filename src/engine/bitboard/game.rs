//! Whole games played by the bitboard engine.

use super::super::line::BoardPiece;
use super::super::moves::Move;
use super::super::position::{Position, beginning};
use super::super::run::LimitReached;
use super::super::word::Word;
use super::asks::Decider;
use super::chance::ChanceSource;
use super::move_state::State;
use super::rules::Rules;
use super::run::{Run, Stop};
use crate::model::setup::Outcome;
use crate::model::{KindId, PlayerId, SideId};
use crate::program::Program;

/// The interface of a game, whatever word its sets are made of.
pub(super) trait ErasedGame {
    fn actor(&self) -> Option<PlayerId>;
    fn options(&self) -> usize;
    fn each_piece(&self, each: &mut dyn FnMut(BoardPiece));
    fn play(&mut self, i: usize);
    fn restart(&mut self, draw: &mut dyn FnMut(u64) -> u64);
    fn outcome(&self) -> Option<Outcome>;
    fn lost(&self) -> bool;
    fn position(&self, program: &Program) -> Option<Position>;
    fn after(&mut self, program: &Program, i: usize) -> Result<Option<Position>, Option<Outcome>>;
    fn leaves(&mut self, depth: u32, made: bool) -> Option<u64>;
    fn replies(&mut self, program: &Program) -> Option<Vec<Position>>;
    fn move_of(&self, program: &Program, i: usize, position: &Position, moves: &[Move]) -> Result<Option<usize>, LimitReached>;
    fn note_results(&mut self);
    fn results(&mut self) -> Vec<usize>;
}

/// What a decision is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DecisionKind {
    /// Which move to make.
    Move,
    /// How the unfinished move, or the script, continues.
    Continuation,
    /// What chance yields, where no result is drawn.
    Chance,
}

/// A game in progress.
#[derive(Clone)]
pub(super) struct GameInProgress<'r, B: Word> {
    pub(super) run: Run<'r, B>,
    start: State<B>,
    /// The game begins with the set-up.
    whole: bool,
    /// The position in which the current question was asked, if the decision is not about a move.
    root: State<B>,
    pub(super) decision: DecisionKind,
    /// The number of options.
    pub(super) options: usize,
    pub(super) over: bool,
    /// The game went beyond what this engine carries out, or stopped at chance because no result is given.
    pub(super) lost: bool,
}

impl<'r, B: Word> GameInProgress<'r, B> {
    /// A game from a position that begins a turn, or from before the set-up.
    pub(super) fn new(rules: &'r Rules<B>, program: &Program, position: &Position, begins: bool) -> GameInProgress<'r, B> {
        let start = if begins {
            rules.slots.state::<B>(program, position)
        } else {
            rules.slots.read::<B>(program, &beginning(program).store)
        };
        let run = Run::new(rules, start.clone());
        GameInProgress {
            run,
            root: start.clone(),
            start,
            whole: !begins,
            decision: DecisionKind::Move,
            options: 0,
            over: false,
            lost: false,
        }
    }

    /// The position at the current decision.
    pub(super) fn standing(&self) -> &State<B> {
        if self.decision == DecisionKind::Move { &self.run.moving.state } else { &self.root }
    }

    /// The player who must choose; none if the game is over.
    pub(super) fn decides(&self) -> Option<PlayerId> {
        let player = match self.decision {
            DecisionKind::Continuation => self.run.aim.decider,
            DecisionKind::Move => self.run.chooser(),
            DecisionKind::Chance => self.run.rules.player(self.standing().turn) as u8,
        };
        (self.options > 0).then_some(PlayerId(player))
    }

    /// Visits each piece on the board.
    #[inline(always)]
    pub(super) fn each_standing(&self, mut each: impl FnMut(BoardPiece)) {
        let (rules, state) = (self.run.rules, self.standing());
        let towers = rules.slots.towers.is_some();
        for (side, kinds) in (0..).map(SideId).zip(state.boards.as_ref()[..rules.slots.boards].chunks_exact(rules.slots.kinds))
        {
            for (kind, sites) in (0..).map(KindId).zip(kinds) {
                let mut left = *sites;
                while let Some(one) = left.take() {
                    let site = rules.slots.order.site(one);
                    each(BoardPiece { side, kind, site, under: None });
                    if towers {
                        self.each_below(one, &mut |owner, kind| {
                            each(BoardPiece { side: owner, kind, site, under: Some(side) })
                        });
                    }
                }
            }
        }
    }

    /// Visits each piece below the commander of a tower.
    fn each_below(&self, commander: B, each: &mut dyn FnMut(SideId, KindId)) {
        let rules = self.run.rules;
        for below in rules.slots.below(commander, self.standing()).into_iter().map(|code| rules.slots.board_of(code)) {
            each(SideId((below / rules.slots.kinds) as u8), KindId((below % rules.slots.kinds) as u8));
        }
    }

    /// Restores the position of a decision.
    pub(super) fn reset_to(&mut self, state: &State<B>) {
        self.run.moving.state.clone_from(state);
        if self.decision != DecisionKind::Move {
            self.root.clone_from(state);
        }
    }

    fn settled(&mut self, mut done: Result<(), Stop>) {
        loop {
            self.options = 0;
            self.decision = DecisionKind::Move;
            match done {
                Ok(()) => {
                    self.options = self.run.listed.total() + usize::from(self.run.can_decline());
                }
                Err(Stop::Over) => self.over = true,
                Err(Stop::Asked) => {
                    self.root.clone_from(&self.run.moving.state);
                    self.asked();
                    if self.options == 0 && !self.lost {
                        done = self.run.choose_nothing().and_then(|()| self.run.go_on());
                        continue;
                    }
                }
                Err(_) => self.lost = true,
            }
            return;
        }
    }

    /// A question has stopped the run: lists the options of the player asked. If they cannot be listed, or if chance is asked,
    /// the game is marked as lost; callers that supply chance's results look at `asks` first.
    fn asked(&mut self) {
        let player = matches!(self.run.asking.asked.by, Decider::Player(_));
        self.decision = if player { DecisionKind::Continuation } else { DecisionKind::Chance };
        if player && self.run.list_asked().is_ok() {
            self.options = self.run.asking.options.total();
        } else {
            self.lost = true;
        }
    }

    /// Plays the i-th move, up to its end.
    fn make(&mut self, mut i: usize) -> Result<(), Stop> {
        if i == self.run.listed.total() {
            self.run.decline();
            return Ok(());
        }
        let mut here = |count: u32| {
            let here = i < count as usize;
            if !here {
                i -= count as usize;
            }
            here
        };
        if let Some(found) = self.run.listed.found.moves.iter().find(|found| here(found.count)) {
            let found = *found;
            self.run.play_generated(&found, i as u32)?;
            self.run.play_ends();
            return Ok(());
        }
        let batch = *self.run.listed.batches.iter().find(|batch| here(batch.count)).ok_or(Stop::TooMuch)?;
        self.run.chance.drawn.clear();
        let from = self.run.decode(&batch, i as u32).ok_or(Stop::TooMuch)?;
        self.run.begin(batch.rule, from)?;
        self.run.play_ends();
        Ok(())
    }

    /// Plays an option, up to the end of the move.
    pub(super) fn act(&mut self, i: usize) -> Result<(), Stop> {
        (self.run.history.predicted_hash, self.run.history.decision_hash, self.run.idle) = (None, None, 0);
        let made = match self.decision {
            DecisionKind::Move => self.make(i),
            DecisionKind::Continuation => self.run.go_by(i),
            DecisionKind::Chance => Err(Stop::TooMuch),
        };
        match made {
            Err(Stop::Failed | Stop::Found) => Err(Stop::TooMuch),
            made => made,
        }
    }

    /// Continues to the next decision.
    pub(super) fn goes_on(&mut self, made: Result<(), Stop>) {
        let done = made.and_then(|()| self.run.go_on());
        self.settled(done);
    }

    fn start(&mut self) -> Result<(), Stop> {
        if self.whole { self.run.begin_all() } else { self.run.go_on() }
    }

    /// Begins the game at the start of a turn.
    pub(super) fn begin_at(&mut self, state: &State<B>) {
        self.start.clone_from(state);
        self.whole = false;
        self.begin();
    }

    /// Begins the game at the start of a turn with just these pieces on the board, without endings that read a clock or
    /// `repeats`.
    pub(super) fn arrange(&mut self, pieces: &[BoardPiece], turn: u8) {
        let rules = self.run.rules;
        let mut state = self.start.clone();
        state.boards.as_mut().fill(B::ZERO);
        for piece in pieces {
            state.boards[piece.side.index() * rules.slots.kinds + piece.kind.index()] |= rules.slots.order.bit(piece.site);
        }
        state.turn = turn;
        self.run.aim.patience = false;
        self.begin_at(&state);
    }

    /// Begins the game.
    pub(super) fn begin(&mut self) {
        self.run.moving.state.clone_from(&self.start);
        self.run.over = None;
        (self.over, self.lost) = (false, false);
        self.run.chosen.choices.clear();
        self.run.chance.drawn.clear();
        self.run.history.begin();
        self.run.turn = Default::default();
        (self.run.asking.script, self.run.asking.resumes) = (false, None);
        self.run.idle = 0;
        // The previous game may have ended during a move.
        self.run.reset_move();
        let done = self.start();
        self.settled(done);
    }
}

impl<B: Word> ErasedGame for GameInProgress<'_, B> {
    fn actor(&self) -> Option<PlayerId> {
        self.decides()
    }

    fn each_piece(&self, each: &mut dyn FnMut(BoardPiece)) {
        self.each_standing(each);
    }

    fn options(&self) -> usize {
        self.options
    }

    fn play(&mut self, i: usize) {
        if i >= self.options {
            return;
        }
        let gone = self.run.rules.recurrence.gone && self.run.rules.ends.repeats;
        // In a generated move, pieces leave the board by capture only.
        let found = self.run.listed.found.total > 0;
        let pieces = if gone && !found { self.standing().occupied().count() } else { 0 };
        let made = self.act(i);
        if gone && if found { !self.run.moving.taken.is_empty() } else { self.run.moving.state.occupied().count() < pieces } {
            self.run.history.stood.clear();
        }
        self.goes_on(made);
    }

    fn restart(&mut self, draw: &mut dyn FnMut(u64) -> u64) {
        if self.run.rules.happens.chance {
            let half = 1 << 32;
            self.run.chance.source = ChanceSource::rolling(draw(half) << 32 | draw(half));
        }
        self.begin();
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.run.over.as_ref().filter(|_| self.over)?;
        let rules = self.run.rules;
        let sides = rules.slots.boards / rules.slots.kinds;
        let winners: Vec<SideId> = (0..sides as u8).filter(|side| over.winners >> side & 1 != 0).map(SideId).collect();
        let ranking = if sides > 2 && over.reason.is_some() { vec![winners.clone()] } else { Vec::new() };
        let (rule, reason) = match over.reason {
            Some(reason) => rules.ends.reasons[reason as usize].clone(),
            None => (rules.turn.rule, "nobody can move".to_owned()),
        };
        Some(Outcome { winners, reason, rule, scores: over.scores.to_vec(), ranking })
    }

    fn lost(&self) -> bool {
        self.lost
    }

    fn position(&self, program: &Program) -> Option<Position> {
        let begins =
            self.decision == DecisionKind::Move && !self.run.turn.later && self.run.turn.at == 0 && !self.run.can_decline();
        begins.then(|| self.run.rules.slots.position(program, self.standing()))
    }

    fn after(&mut self, program: &Program, i: usize) -> Result<Option<Position>, Option<Outcome>> {
        let before = self.clone();
        self.play(i);
        let after = if self.over || self.lost { Err(self.outcome()) } else { Ok(self.position(program)) };
        *self = before;
        after
    }

    fn leaves(&mut self, depth: u32, made: bool) -> Option<u64> {
        self.run.aim.patience = false;
        self.count(depth, made)
    }

    fn replies(&mut self, program: &Program) -> Option<Vec<Position>> {
        self.run.aim.patience = false;
        self.begin();
        let mut replies = Vec::new();
        for i in 0..self.options {
            match self.after(program, i) {
                Ok(Some(next)) => replies.push(next),
                Ok(None) | Err(None) => return None,
                Err(Some(_)) => {}
            }
        }
        (!self.lost).then_some(replies)
    }

    fn move_of(&self, program: &Program, i: usize, position: &Position, moves: &[Move]) -> Result<Option<usize>, LimitReached> {
        self.move_by(program, i, position, moves)
    }

    fn note_results(&mut self) {
        self.run.chance.results.get_or_insert_default();
    }

    fn results(&mut self) -> Vec<usize> {
        self.run.chance.results.as_mut().map(std::mem::take).unwrap_or_default()
    }
}
