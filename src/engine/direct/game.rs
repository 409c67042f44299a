//! Whole games, played directly.

use super::super::line::Standing;
use super::super::moves::Move;
use super::super::position::{Position, beginning};
use super::super::run::LimitReached;
use super::super::word::Word;
use super::asks::Decider;
use super::chance::Luck;
use super::rules::Rules;
use super::run::{Run, Stop};
use super::scene::State;
use crate::model::setup::Outcome;
use crate::model::{KindId, PlayerId, SideId};
use crate::program::Program;

/// What a game is, whatever its word.
pub(super) trait Game {
    fn actor(&self) -> Option<PlayerId>;
    fn options(&self) -> usize;
    fn each_piece(&self, each: &mut dyn FnMut(Standing));
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
pub(super) enum Asks {
    /// Which move comes next.
    Move,
    /// How the move at hand goes on.
    Rest,
    /// What comes of chance, where that is not drawn.
    Chance,
}

/// A game under way.
#[derive(Clone)]
pub(super) struct Under<'r, B: Word> {
    pub(super) run: Run<'r, B>,
    start: State<B>,
    /// It begins with the set-up.
    whole: bool,
    /// The position in which somebody is asked in the midst of a move.
    root: State<B>,
    pub(super) asks: Asks,
    /// How many options there are.
    pub(super) options: usize,
    pub(super) over: bool,
    /// Something was asked that is not carried out here.
    pub(super) lost: bool,
}

impl<'r, B: Word> Under<'r, B> {
    /// A game from a position that begins a turn, or from the beginning of all.
    pub(super) fn new(rules: &'r Rules<B>, program: &Program, position: &Position, begins: bool) -> Under<'r, B> {
        let start = if begins {
            rules.slots.state::<B>(program, position)
        } else {
            rules.slots.read::<B>(program, &beginning(program).store)
        };
        let run = Run::new(rules, start.clone());
        Under { run, root: start.clone(), start, whole: !begins, asks: Asks::Move, options: 0, over: false, lost: false }
    }

    /// The position at the decision.
    pub(super) fn standing(&self) -> &State<B> {
        if self.asks == Asks::Move { &self.run.scene.state } else { &self.root }
    }

    /// Who must choose; nobody if the game is over.
    pub(super) fn decides(&self) -> Option<PlayerId> {
        let player = match self.asks {
            Asks::Rest => self.run.aim.decider,
            Asks::Move => self.run.chooser(),
            Asks::Chance => self.run.rules.player(self.standing().turn) as u8,
        };
        (self.options > 0).then_some(PlayerId(player))
    }

    /// Shows each piece on the board.
    #[inline(always)]
    pub(super) fn each_standing(&self, mut each: impl FnMut(Standing)) {
        let (rules, state) = (self.run.rules, self.standing());
        let towers = rules.slots.towers.is_some();
        for (side, kinds) in (0..).map(SideId).zip(state.boards.as_ref()[..rules.slots.boards].chunks_exact(rules.slots.kinds))
        {
            for (kind, sites) in (0..).map(KindId).zip(kinds) {
                let mut left = *sites;
                while let Some(one) = left.take() {
                    let site = rules.slots.order.site(one);
                    each(Standing { side, kind, site, under: None });
                    if towers {
                        self.each_below(one, &mut |owner, kind| each(Standing { side: owner, kind, site, under: Some(side) }));
                    }
                }
            }
        }
    }

    /// Shows each piece under the commander of a tower.
    fn each_below(&self, commander: B, each: &mut dyn FnMut(SideId, KindId)) {
        let rules = self.run.rules;
        for below in rules.slots.below(commander, self.standing()).into_iter().map(|code| rules.slots.board_of(code)) {
            each(SideId((below / rules.slots.kinds) as u8), KindId((below % rules.slots.kinds) as u8));
        }
    }

    /// Back at a decision where the position was this.
    pub(super) fn stands(&mut self, state: &State<B>) {
        self.run.scene.state.clone_from(state);
        if self.asks != Asks::Move {
            self.root.clone_from(state);
        }
    }

    fn settled(&mut self, mut done: Result<(), Stop>) {
        loop {
            self.options = 0;
            self.asks = Asks::Move;
            match done {
                Ok(()) => {
                    self.options = self.run.listed.total() + usize::from(self.run.can_decline());
                }
                Err(Stop::Over) => self.over = true,
                Err(Stop::Asked) => {
                    self.root.clone_from(&self.run.scene.state);
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

    /// Somebody is asked in the midst of a move.
    fn asked(&mut self) {
        let player = matches!(self.run.asking.asked.by, Decider::Player(_));
        self.asks = if player { Asks::Rest } else { Asks::Chance };
        if player && self.run.list_asked().is_ok() {
            self.options = self.run.asking.options.total();
        } else {
            self.lost = true;
        }
    }

    /// Plays the i-th move up to its end.
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
        (self.run.history.foretold, self.run.history.at_hand, self.run.idle) = (None, None, 0);
        let made = match self.asks {
            Asks::Move => self.make(i),
            Asks::Rest => self.run.go_by(i),
            Asks::Chance => Err(Stop::TooMuch),
        };
        match made {
            Err(Stop::Failed | Stop::Found) => Err(Stop::TooMuch),
            made => made,
        }
    }

    /// On to the next decision.
    pub(super) fn goes_on(&mut self, made: Result<(), Stop>) {
        let done = made.and_then(|()| self.run.go_on());
        self.settled(done);
    }

    fn start(&mut self) -> Result<(), Stop> {
        if self.whole { self.run.begin_all() } else { self.run.go_on() }
    }

    /// A game begins at the start of a turn.
    pub(super) fn begin_at(&mut self, state: &State<B>) {
        self.start.clone_from(state);
        self.whole = false;
        self.begin();
    }

    /// A game begins at the start of a turn with just these pieces on the board, and waits for no patience to run out.
    pub(super) fn arrange(&mut self, pieces: &[Standing], turn: u8) {
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

    /// The game begins.
    pub(super) fn begin(&mut self) {
        self.run.scene.state.clone_from(&self.start);
        self.run.over = None;
        (self.over, self.lost) = (false, false);
        self.run.chosen.choices.clear();
        self.run.chance.drawn.clear();
        self.run.history.begin();
        self.run.turn = Default::default();
        (self.run.asking.script, self.run.asking.resumes) = (false, None);
        self.run.idle = 0;
        // Another game may have ended in the midst of a move.
        self.run.fresh();
        let done = self.start();
        self.settled(done);
    }
}

impl<B: Word> Game for Under<'_, B> {
    fn actor(&self) -> Option<PlayerId> {
        self.decides()
    }

    fn each_piece(&self, each: &mut dyn FnMut(Standing)) {
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
        // Generators know no way but a capture for a piece to go.
        let found = self.run.listed.found.total > 0;
        let pieces = if gone && !found { self.standing().occupied().count() } else { 0 };
        let made = self.act(i);
        if gone && if found { !self.run.scene.taken.is_empty() } else { self.run.scene.state.occupied().count() < pieces } {
            self.run.history.stood.clear();
        }
        self.goes_on(made);
    }

    fn restart(&mut self, draw: &mut dyn FnMut(u64) -> u64) {
        if self.run.rules.happens.chance {
            let half = 1 << 32;
            self.run.chance.luck = Luck::rolling(draw(half) << 32 | draw(half));
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
        let begins = self.asks == Asks::Move && !self.run.turn.later && self.run.turn.at == 0 && !self.run.can_decline();
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
