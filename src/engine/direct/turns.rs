//! Turns: their ends and beginnings, clocks, endings, and how often a position has stood.

use super::super::word::Word;
use super::list::{blend, mingle};
use super::run::{Done, Mode, Over, Run, Stop};
use super::scene::{Named, State};
use super::slots::{CLOCKS_SET, TURNS};
use crate::model::rules::Each;
use crate::program::code::EventKind;

impl<B: Word> Run<'_, B> {
    /// From the end of a move to the next decision, or to the end of the game. `stood` are the positions before.
    pub(super) fn go_on(&mut self, stood: &mut Vec<u64>) -> Done {
        let mut idle = 0;
        loop {
            self.mode = Mode::Play;
            self.turn_ends(stood)?;
            self.pass_on();
            idle += 1;
            if idle > 2 * self.rules.order.len() {
                self.over = Some(Over { winners: 0, reason: None, scores: Default::default() });
                return Err(Stop::Over);
            }
            self.turn_begins()?;
            self.list()?;
            if !self.listed.batches.is_empty() {
                if self.rules.repeats {
                    stood.push(self.stands(&self.scene.state));
                }
                return Ok(());
            }
            self.cannot_move()?;
        }
    }

    pub(super) fn turn_begins(&mut self) -> Done {
        self.fresh();
        self.along.changed = true;
        self.event(EventKind::TurnBegins)?;
        self.soon()
    }

    fn turn_ends(&mut self, stood: &[u64]) -> Done {
        self.tick();
        self.event(EventKind::TurnEnds)?;
        if self.rules.repeats && self.patience {
            let mut next = self.scene.state;
            std::mem::swap(&mut next, &mut self.scene.state);
            self.pass_on();
            std::mem::swap(&mut next, &mut self.scene.state);
            let now = self.stands(&next);
            self.scene.repeats = 1 + stood.iter().filter(|hash| **hash == now).count() as u32;
        }
        self.endings()
    }

    /// Clocks that no rule has set in this turn go on by one.
    fn tick(&mut self) {
        let numbers = &mut self.scene.state.numbers;
        for clock in &self.rules.clocks {
            if numbers[CLOCKS_SET] >> clock.bit & 1 == 0 {
                for at in &clock.at {
                    let now = &mut numbers[*at as usize];
                    *now = (*now + 1).min(clock.greatest).max(*now);
                }
            }
        }
    }

    /// The turn passes to the next player.
    fn pass_on(&mut self) {
        let many = self.rules.order.len() as u8;
        let state = &mut self.scene.state;
        state.turn = if state.turn + 1 < many { state.turn + 1 } else { 0 };
        state.numbers[TURNS] += 1;
        state.numbers[CLOCKS_SET] = 0;
        self.begin_afresh(Each::Turn);
    }

    /// A hash of all by which positions are the same for repetition.
    pub(super) fn stands(&self, state: &State<B>) -> u64 {
        let boards = state.boards.as_ref()[..self.rules.slots.boards].iter();
        let hash = boards.fold(u64::from(state.turn), |hash, board| blend(hash, *board));
        let numbers = state.numbers.as_ref()[self.rules.slots.uncounted..self.rules.slots.many].iter();
        numbers.fold(hash, |hash, number| mingle(hash, u64::from(*number as u32)))
    }

    /// The endings between turns, in order. A `cannot move` line stands where it stands: a later line decides only if the next
    /// player can move.
    fn endings(&mut self) -> Done {
        let rules = self.rules;
        let before = self.scene.state;
        let mut ranked = false;
        for ending in &rules.endings {
            if ending.cannot_move.is_some() {
                ranked = true;
                continue;
            }
            if ending.patience && !self.patience {
                continue;
            }
            let outer = self.enter(ending.locals);
            if ending.condition.as_ref().is_none_or(|condition| self.holds(condition)) {
                match self.block_alone(ending.body) {
                    Ok(()) => {}
                    Err(Stop::Over) if ranked => {
                        if let Some(stuck) = self.next_is_stuck(&before)? {
                            self.over = Some(stuck);
                        }
                        return Err(Stop::Over);
                    }
                    stop => return stop,
                }
            }
            self.leave(outer);
        }
        Ok(())
    }

    /// The end of the game by a line for who cannot move, if the next player cannot.
    fn next_is_stuck(&self, before: &State<B>) -> Result<Option<Over>, Stop> {
        let mut trial = Run::new(self.rules, *before);
        trial.patience = false;
        trial.mode = Mode::Play;
        let mut begun = || {
            let mut idle = 0;
            loop {
                trial.pass_on();
                idle += 1;
                if idle > 2 * trial.rules.order.len() {
                    return Ok(());
                }
                trial.turn_begins()?;
                trial.list()?;
                if !trial.listed.batches.is_empty() {
                    return Ok(());
                }
                trial.mode = Mode::Play;
                trial.cannot_move()?;
                trial.turn_ends(&[])?;
            }
        };
        match begun() {
            Err(Stop::Over) => {}
            Err(Stop::TooMuch) => return Err(Stop::TooMuch),
            _ => return Ok(None),
        }
        let over = trial.over.take();
        let line = |over: &Over| over.reason.map(|reason| self.rules.reasons[reason as usize].0);
        let by_line = |over: &Over| {
            let lines = self.rules.endings.iter().filter(|ending| ending.cannot_move.is_some());
            lines.clone().any(|ending| Some(ending.rule) == line(over))
        };
        Ok(over.filter(|over| by_line(over)))
    }

    /// A player has to move and cannot.
    fn cannot_move(&mut self) -> Done {
        let rules = self.rules;
        self.mode = Mode::Play;
        let player = rules.player(self.scene.state.turn);
        let stuck = |ending: &&super::rules::Ending| {
            let who = ending.cannot_move.map(|who| rules.phrases.bits(who, &self.scene));
            who.is_some_and(|who| who >> player & 1 != 0)
        };
        let lines: Vec<&super::rules::Ending> = rules.endings.iter().filter(stuck).collect();
        for ending in lines {
            let outer = self.enter(ending.locals);
            self.scene.names[0] = Named::Bits(1 << player);
            self.block_alone(ending.body)?;
            self.leave(outer);
        }
        Ok(())
    }
}
