//! How games end: endings between turns, `as soon as` endings, and the endings for a player who cannot move.

use crate::model::expr::Type;
use crate::model::rules::Ending as EndOf;
use crate::model::setup::Outcome;
use crate::model::{LocalId, PlayerId, RuleId, SideId};
use crate::program::code::{Op, Script};
use crate::program::node::NodeId;

use super::{Runner, Step, Waived};
use crate::engine::machine::{Ended, Task};
use crate::engine::trace::Fired;
use crate::engine::value::Value;

impl Runner<'_> {
    /// Runs the endings between turns, in order. A `cannot move` line has its place among them: a later line ends the game only
    /// if the next player can move.
    pub(super) fn endings(&mut self, next: u16) {
        let program = self.program;
        if next == 0 {
            self.push(Task::NextTurn);
        }
        let mark = self.journal.mark();
        for (i, ending) in program.game.endings.iter().enumerate().skip(next as usize) {
            if ending.cannot_move.is_some() || ending.patience && !self.past.patience {
                continue;
            }
            let base = self.machine.values.len() as u16;
            if let [(Op::If(condition, _, otherwise), _)] = program.block(ending.script.body).ops.as_slice()
                && program.block(*otherwise).ops.is_empty()
                && !self.eval(base).truth(*condition)
            {
                self.trace.note(Fired::Statement(ending.script.body, 0));
                self.machine.values.clear();
                continue;
            }
            let before = self.machine.clone();
            let waiting = self.machine.tasks.len();
            let base = self.enter(ending.script.locals);
            self.push(Task::Cut);
            self.push(Task::Block { block: ending.script.body, next: 0, base });
            match self.advance() {
                Step::Over if self.machine.outcome.is_some() => {
                    let rank = program.game.endings[..i].iter().any(|line| line.cannot_move.is_some());
                    if rank && let Some(stuck) = self.next_is_stuck(mark, &before) {
                        self.machine.outcome = Some(stuck);
                    }
                    return;
                }
                Step::Cut => self.machine.tasks.retain(|task| !matches!(task, Task::Forget { .. })),
                // The rest of the line is skipped.
                Step::Failed if self.limit.is_none() => self.machine.tasks.truncate(waiting),
                _ => return,
            }
            self.machine.values.clear();
        }
    }

    /// The outcome that a `cannot move` line gives because the next player cannot move; `None` if that player can.
    fn next_is_stuck(
        &self,
        mark: crate::engine::store::Mark,
        before: &crate::engine::machine::Machine,
    ) -> Option<Box<Outcome>> {
        let mut trial = self.clone();
        trial.journal.undo(mark, &mut trial.store, &self.program.layout);
        trial.machine = before.clone();
        trial.machine.tasks.clear();
        trial.push(Task::NextTurn);
        trial.past.patience = false;
        match trial.advance() {
            Step::Over => {
                let by_line = |outcome: &Outcome| {
                    let lines = self.program.game.endings.iter().filter(|line| line.cannot_move.is_some());
                    lines.clone().any(|line| line.script.rule == outcome.rule)
                };
                trial.machine.outcome.filter(|outcome| by_line(outcome))
            }
            _ => None,
        }
    }

    /// Pushes the `cannot move` scripts for a player who must move and cannot.
    pub(super) fn cannot_move(&mut self, player: PlayerId) {
        let base = self.machine.values.len() as u16;
        let lines = self.program.game.endings.iter();
        let applies = lines.filter_map(|line| line.cannot_move.map(|who| (who, &line.script)));
        let mut scripts: Vec<(RuleId, &Script)> = Vec::new();
        for (who, script) in applies {
            if self.eval(base).moving(player).bits(who) >> player.0 & 1 != 0 {
                scripts.push((script.rule, script));
            }
        }
        for (_, script) in scripts.into_iter().rev() {
            let base = self.enter(script.locals);
            self.bind_value(base, LocalId(0), Value::Bits(1 << player.0));
            self.push(Task::Block { block: script.body, next: 0, base });
        }
    }

    /// Schedules the test of the `as soon as` endings as the next task.
    pub(super) fn push_immediate_endings(&mut self) {
        if !self.program.game.immediate_endings.is_empty() && !self.past.tried {
            self.push(Task::ImmediateEndings { next: 0 });
        }
    }

    pub(super) fn test_immediate_endings(&mut self, next: u16) {
        for (i, soon) in self.program.game.immediate_endings.iter().enumerate().skip(next as usize) {
            if soon.patience && !self.past.patience {
                continue;
            }
            let base = self.machine.values.len() as u16;
            if self.eval(base).truth(soon.condition) {
                self.push(Task::ImmediateEndings { next: i as u16 + 1 });
                let base = self.enter(soon.script.locals);
                self.push(Task::Block { block: soon.script.body, next: 0, base });
                return;
            }
        }
    }

    /// Sides win and the game is over. If these are all sides that are left, it is a draw.
    pub(super) fn win(&mut self, winners: Vec<SideId>, why: Option<&str>, rule: RuleId) {
        if !winners.is_empty() {
            let all = winners.len() == self.sides_in().len();
            self.over(if all { Vec::new() } else { winners }, why, rule);
        }
    }

    /// Sides lose. If one side is left it has won, and if none is left the game is drawn; else it continues without the losers.
    pub(super) fn lose(&mut self, losers: &[SideId], why: Option<&str>, rule: RuleId) {
        if losers.is_empty() {
            return;
        }
        let left: Vec<SideId> = self.sides_in().into_iter().filter(|side| !losers.contains(side)).collect();
        if left.len() <= 1 {
            self.over(left, why, rule);
            return;
        }
        let out = losers.iter().fold(self.store.cell(self.program.layout.out()), |out, side| out | 1 << side.0);
        self.set_cell(self.program.layout.out(), out);
        if losers.contains(&self.program.equipment.players[self.mover().index()].side) {
            self.end(EndOf::Turn, None, rule);
        }
    }

    /// The sides that a `wins` or `loses` denotes, possibly none.
    pub(super) fn meant(&mut self, who: NodeId, base: u16, ran: Fired) -> Vec<SideId> {
        let sides = self.sides_of(who, base);
        if !sides.is_empty() {
            self.trace.note(ran);
        }
        sides
    }

    fn sides_of(&mut self, who: NodeId, base: u16) -> Vec<SideId> {
        let players = self.program.type_of(who) == Type::Player;
        let bits = self.eval(base).bits(who);
        let in_game = self.sides_in();
        let equipment = &self.program.equipment;
        let meant = |side: &SideId| {
            if players {
                equipment.players.iter().enumerate().any(|(i, player)| player.side == *side && bits >> i & 1 != 0)
            } else {
                bits >> side.0 & 1 != 0
            }
        };
        in_game.into_iter().filter(meant).collect()
    }

    /// Ends the game.
    pub(super) fn over(&mut self, winners: Vec<SideId>, why: Option<&str>, rule: RuleId) {
        let line = &self.program.lines[rule.index()];
        let reason = why.map_or_else(|| line.text.clone(), str::to_owned);
        let scores = self.scores();
        let ranking = if self.program.equipment.sides.len() > 2 { vec![winners.clone()] } else { Vec::new() };
        self.machine.outcome = Some(Box::new(Outcome { winners, reason, rule, scores, ranking }));
    }

    fn scores(&mut self) -> Vec<i64> {
        let program = self.program;
        let players = 0..program.equipment.players.len() as u8;
        if program.game.scores.is_empty() {
            return Vec::new();
        }
        let base = self.machine.values.len() as u16;
        let score = |player: u8| {
            let lines = program.game.scores.iter();
            let of = |line: &&crate::program::code::Score| self.eval(base).bits(line.player) >> player & 1 != 0;
            let value = |line: &crate::program::code::Score| {
                let eval = self.eval(base);
                eval.binding(LocalId(0), Value::Bits(1 << player)).number(line.value)
            };
            lines.filter(of).map(value).sum()
        };
        players.map(score).collect()
    }

    /// `end leg`, `end move`, `end turn`, `end game`
    pub(super) fn end(&mut self, what: EndOf, why: Option<&str>, rule: RuleId) {
        if let (EndOf::Move, Waived::Ends(passed)) = (what, &mut self.waived) {
            *passed = Some(rule);
            return;
        }
        let run = &mut self.machine.moving;
        match what {
            EndOf::Leg => run.leg_ended = true,
            EndOf::Move => run.ended = run.ended.max(Some(Ended::Move)),
            EndOf::Turn => run.ended = Some(Ended::Turn),
            EndOf::Game => self.end_game(why, rule),
        }
    }

    fn end_game(&mut self, why: Option<&str>, rule: RuleId) {
        let (scores, sides) = (self.scores(), self.sides_in());
        let players = self.program.equipment.players.iter().zip(&scores);
        // Sides that are out cannot win.
        let best = players.clone().filter(|(player, _)| sides.contains(&player.side)).map(|(_, score)| score).max();
        let of = |side: &SideId| players.clone().any(|(player, score)| player.side == *side && Some(score) == best);
        let winners: Vec<SideId> = sides.iter().copied().filter(of).collect();
        let winners = if winners.len() == sides.len() { Vec::new() } else { winners };
        self.over(winners, why, rule);
    }
}
