//! How games end: the endings between turns, and the statements by which sides win, lose or draw.

use smallvec::SmallVec;

use super::super::word::Word;
use super::move_state::{NamedValue, State};
use super::phrases::Term;
use super::run::{Done, Mode, Over, Run, Stop, TURN};

impl<B: Word> Run<'_, B> {
    /// Tests the endings between turns, in order. A `cannot move` line keeps its place among them: a later line decides only
    /// if the next player can move.
    pub(super) fn endings(&mut self) -> Done {
        let rules = self.rules;
        // The state before any ending has changed it.
        let mut before = None;
        let mut ranked = false;
        let mut next = 0;
        loop {
            next = self.may_hold(&rules.ends.stretches, next);
            let Some(ending) = rules.ends.between.get(next) else { return Ok(()) };
            next += 1;
            if ending.cannot_move.is_some() {
                ranked = true;
                continue;
            }
            if ending.patience && !self.aim.patience {
                continue;
            }
            let outer = self.enter(ending.locals);
            if ending.condition.as_ref().is_none_or(|condition| self.holds(condition)) {
                let before = before.get_or_insert_with(|| self.moving.state.clone());
                match self.script_alone(ending.body) {
                    // Sides that are out are skipped, so the position that comes next may be another one.
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
    }

    /// How the game ends by a `cannot move` line, if the next player cannot move; none if that player can.
    fn next_is_stuck(&self, before: &State<B>) -> Result<Option<Over>, Stop> {
        let mut trial = Run::new(self.rules, before.clone());
        trial.aim.patience = false;
        trial.aim.mode = Mode::Play;
        // The turns of the trial may end in the same way and need trials of their own; the count of idle turns bounds their
        // number.
        trial.idle = self.idle;
        match trial.next_turn().and_then(|()| trial.go_on()) {
            Err(Stop::Over) => {}
            Err(Stop::TooMuch) => return Err(Stop::TooMuch),
            _ => return Ok(None),
        }
        let over = trial.over.take();
        let line = |over: &Over| over.reason.map(|reason| self.rules.ends.reasons[reason as usize].0);
        let by_line = |over: &Over| {
            let lines = self.rules.ends.between.iter().filter(|ending| ending.cannot_move.is_some());
            lines.clone().any(|ending| Some(ending.rule) == line(over))
        };
        Ok(over.filter(|over| by_line(over)))
    }

    /// A player has to move and cannot: this one, or else the player whose turn it is. Runs the `cannot move` lines for that
    /// player.
    pub(super) fn cannot_move(&mut self, by: Option<u8>) -> Done {
        let rules = self.rules;
        self.aim.mode = Mode::Play;
        self.nothing_is_given();
        let player = by.map_or(rules.player(self.moving.state.turn), usize::from);
        let turn = self.moving.state.turn;
        self.moving.state.turn = by.map_or(Some(turn), |by| rules.place_of(by)).ok_or(Stop::TooMuch)?;
        let stuck = |ending: &&super::rules::Ending| {
            let who = ending.cannot_move.map(|who| rules.phrases.bits(who, &self.moving));
            who.is_some_and(|who| who >> player & 1 != 0)
        };
        let lines: Vec<&super::rules::Ending> = rules.ends.between.iter().filter(stuck).collect();
        self.moving.state.turn = turn;
        for ending in lines {
            let outer = self.enter(ending.locals);
            self.moving.names[0] = NamedValue::Bits(1 << player);
            self.script_alone(ending.body)?;
            self.leave(outer);
        }
        Ok(())
    }

    /// The sides that are still in the game, as bits.
    pub(super) fn sides_in(&self) -> u8 {
        let slots = &self.rules.slots;
        let all = (1u64 << (slots.boards / slots.kinds)) - 1;
        all as u8 & !(self.moving.state.numbers[slots.out] as u8)
    }

    /// The sides still in the game that a term means.
    pub(super) fn sides_of(&self, who: Term, players: bool) -> u8 {
        self.to_sides(who, players) as u8 & self.sides_in()
    }

    /// Sides lose: if only one side is left, it has won; otherwise the game goes on without the losers.
    pub(super) fn lose(&mut self, losers: u8, reason: u16) -> Done {
        let left = self.sides_in() & !losers;
        if left.count_ones() <= 1 {
            return self.end(left, reason);
        }
        self.moving.state.numbers[self.rules.slots.out] |= i32::from(losers);
        if losers >> self.rules.side(self.moving.state.turn) & 1 != 0 {
            self.progress.ended = self.progress.ended.max(TURN);
        }
        Ok(())
    }

    /// Sides win: if they are all the sides still in the game, it is a draw.
    pub(super) fn win(&mut self, winners: u8, reason: u16) -> Done {
        match winners {
            0 => Ok(()),
            all if all == self.sides_in() => self.end(0, reason),
            some => self.end(some, reason),
        }
    }

    /// Ends the game with these winners, as bits; with none it is a draw.
    pub(super) fn end(&mut self, winners: u8, reason: u16) -> Done {
        let scores = self.scores();
        self.over = Some(Over { winners, reason: Some(reason), scores });
        Err(Stop::Over)
    }

    /// Ends the game: the sides with the highest score have won; if those are all that are still in the game, it is a draw.
    pub(super) fn count_scores(&mut self, reason: u16) -> Done {
        let (scores, in_game) = (self.scores(), self.sides_in());
        // A side that is out cannot win.
        let counts = scores.iter().enumerate().filter(|(player, _)| in_game >> self.rules.players.side_of[*player] & 1 != 0);
        let best = counts.clone().map(|(_, score)| *score).max();
        let winners = counts.filter(|(_, score)| Some(**score) == best);
        let winners = winners.fold(0u8, |winners, (player, _)| winners | 1 << self.rules.players.side_of[player]);
        let winners = if winners == in_game { 0 } else { winners };
        self.over = Some(Over { winners, reason: Some(reason), scores });
        Err(Stop::Over)
    }

    fn scores(&mut self) -> SmallVec<[i64; 2]> {
        let rules = self.rules;
        if rules.ends.scores.is_empty() || self.aim.mode != Mode::Play {
            return SmallVec::new();
        }
        let outer = self.enter(1);
        let mut scores = SmallVec::new();
        for player in 0..rules.players.side_of.len() {
            self.moving.names[0] = NamedValue::Nothing;
            let mut score = 0;
            for (who, value) in &rules.ends.scores {
                if rules.phrases.bits(*who, &self.moving) >> player & 1 != 0 {
                    self.moving.names[0] = NamedValue::Bits(1 << player);
                    score += rules.phrases.number(*value, &self.moving);
                    self.moving.names[0] = NamedValue::Nothing;
                }
            }
            scores.push(score);
        }
        self.leave(outer);
        scores
    }
}
