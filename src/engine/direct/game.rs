//! Whole games, played directly.

use super::super::position::Position;
use super::super::word::Word;
use super::rules::Rules;
use super::run::{Mode, Run, Stop};
use super::scene::State;
use crate::model::SideId;
use crate::model::setup::Outcome;
use crate::program::Program;

/// What a game is, whatever its word.
pub(super) trait Game {
    fn options(&self) -> usize;
    fn play(&mut self, i: usize);
    fn restart(&mut self);
    fn outcome(&self) -> Option<Outcome>;
    fn lost(&self) -> bool;
    fn position(&self, program: &Program) -> Position;
    fn after(&mut self, program: &Program, i: usize) -> Result<Position, Option<Outcome>>;
}

/// A game under way.
pub(super) struct Under<'r, B: Word> {
    run: Run<'r, B>,
    start: State<B>,
    /// The position at the decision.
    root: State<B>,
    /// How many moves there are.
    options: usize,
    /// Hashes of the positions that have stood, as far as they can come back.
    stood: Vec<u64>,
    over: bool,
    /// Something was asked that is not carried out here.
    lost: bool,
}

impl<'r, B: Word> Under<'r, B> {
    /// A game from a position at the start of a turn.
    pub(super) fn new(rules: &'r Rules<B>, program: &Program, position: &Position) -> Under<'r, B> {
        let start = rules.slots.state::<B>(program, position);
        let run = Run::new(rules, start);
        let mut game = Under { run, start, root: start, options: 0, stood: Vec::new(), over: false, lost: false };
        game.restart();
        game
    }

    fn settled(&mut self, done: Result<(), Stop>) {
        self.options = 0;
        self.root = self.run.scene.state;
        match done {
            Ok(()) => self.options = self.run.listed.total(),
            Err(Stop::Over) => self.over = true,
            Err(_) => self.lost = true,
        }
    }

    /// Plays the i-th move up to its end.
    fn make(&mut self, mut i: usize) -> Result<(), Stop> {
        let mut batches = self.run.listed.batches.iter();
        let batch = batches.find(|batch| {
            let here = i < batch.count as usize;
            if !here {
                i -= batch.count as usize;
            }
            here
        });
        let batch = *batch.ok_or(Stop::TooMuch)?;
        let from = self.run.decode(&batch, i as u32).ok_or(Stop::TooMuch)?;
        self.run.mode = Mode::Play;
        match self.run.run_rule(batch.rule, from) {
            Err(Stop::Failed | Stop::Found) => Err(Stop::TooMuch),
            done => done,
        }
    }
}

impl<B: Word> Game for Under<'_, B> {
    fn options(&self) -> usize {
        self.options
    }

    fn play(&mut self, i: usize) {
        if i >= self.options {
            return;
        }
        let pieces = if self.run.rules.gone { self.root.occupied().count() } else { 0 };
        let made = self.make(i);
        if self.run.rules.gone && self.run.rules.repeats && self.run.scene.state.occupied().count() < pieces {
            self.stood.clear();
        }
        let done = made.and_then(|()| self.run.go_on(&mut self.stood));
        self.settled(done);
    }

    fn restart(&mut self) {
        self.run.scene.state = self.start;
        self.run.over = None;
        (self.over, self.lost) = (false, false);
        self.stood.clear();
        if self.run.rules.repeats {
            self.stood.push(self.run.stands(&self.start));
        }
        let done = self.run.list();
        let done = if done.is_ok() && self.run.listed.batches.is_empty() { Err(Stop::TooMuch) } else { done };
        self.settled(done);
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.run.over.as_ref().filter(|_| self.over)?;
        let rules = self.run.rules;
        let winners = (0..2).filter(|side| over.winners >> side & 1 != 0).map(SideId).collect();
        let (rule, reason) = match over.reason {
            Some(reason) => rules.reasons[reason as usize].clone(),
            None => (rules.turn_rule, "nobody can move".to_owned()),
        };
        Some(Outcome { winners, reason, rule, scores: over.scores.to_vec(), ranking: Vec::new() })
    }

    fn lost(&self) -> bool {
        self.lost
    }

    fn position(&self, program: &Program) -> Position {
        self.run.rules.slots.position(program, &self.root)
    }

    fn after(&mut self, program: &Program, i: usize) -> Result<Position, Option<Outcome>> {
        let root = self.root;
        let stood = self.stood.clone();
        self.play(i);
        let after = if self.over || self.lost { Err(self.outcome()) } else { Ok(self.position(program)) };
        self.run.scene.state = root;
        self.run.over = None;
        (self.over, self.lost) = (false, false);
        self.stood = stood;
        let done = self.run.list();
        self.settled(done);
        after
    }
}
