//! Endings between turns.

use super::super::word::Word;
use super::run::{Done, Mode, Over, Run, Stop};
use super::scene::{Named, State};

impl<B: Word> Run<'_, B> {
    /// The endings between turns, in order. A `cannot move` line stands where it stands: a later line decides only if the next
    /// player can move.
    pub(super) fn endings(&mut self) -> Done {
        let rules = self.rules;
        // Before anything that endings do.
        let mut before = None;
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
                let before = before.get_or_insert_with(|| self.scene.state.clone());
                match self.block_alone(ending.body) {
                    // Who is out is passed over, and it may be another position that comes.
                    Ok(()) => self.foresee(),
                    Err(Stop::Over) if ranked => {
                        if let Some(stuck) = self.next_is_stuck(before)? {
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
        let mut trial = Run::new(self.rules, before.clone());
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
                if trial.turn_goes_on()? {
                    return Ok(());
                }
                trial.mode = Mode::Play;
                trial.turn_ends()?;
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
    pub(super) fn cannot_move(&mut self) -> Done {
        let rules = self.rules;
        self.mode = Mode::Play;
        self.next = self.choices.len();
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
