//! The end of the game: endings tested when a turn is over, `as soon as` endings, and players who cannot move.

use std::collections::BTreeMap;

use crate::model::expr::Expr;
use crate::model::rules::{Ending, EndingKind};
use crate::model::setup::Outcome;
use crate::model::{LocalId, PlayerId, RuleId, SideId};

use super::phrases::{Thing, Value};
use super::run::{Ran, Run, Stop};

impl<'v> Run<'v> {
    /// Tests the endings after a turn, in order. If a line after `player who cannot move` ends the game, but the next player
    /// cannot move, that earlier line decides instead.
    pub(super) fn endings(&mut self) -> Ran {
        let variant = self.variant;
        let before = self.clone();
        let mut stuck_first = false;
        for line in &variant.rules.endings {
            match line.kind {
                EndingKind::CannotMove(_) => stuck_first = true,
                EndingKind::AfterTurn if self.patience || !line.patience => {
                    let ran = self.within(&line.scope, BTreeMap::new(), |run| run.block_of(&line.body));
                    if ran == Err(Stop::Over)
                        && stuck_first
                        && let Some(stuck) = before.next_is_stuck()
                    {
                        self.outcome = Some(stuck);
                    }
                    ran?;
                }
                EndingKind::AfterTurn | EndingKind::AsSoonAs(_) => {}
            }
        }
        Ok(())
    }

    /// The outcome if the next player cannot move and a `player who cannot move` line then ends the game.
    fn next_is_stuck(&self) -> Option<Outcome> {
        let mut run = self.trial();
        run.patience = false;
        let ran = run.next_turn().and_then(|()| run.turns());
        let by_such_a_line = |outcome: &Outcome| {
            let lines = self.variant.rules.endings.iter();
            lines.filter(|line| matches!(line.kind, EndingKind::CannotMove(_))).any(|line| line.rule == outcome.rule)
        };
        run.outcome.filter(|outcome| ran == Err(Stop::Over) && by_such_a_line(outcome))
    }

    /// Runs the endings for a player who has to play and cannot move.
    pub(super) fn cannot_move(&mut self, player: PlayerId) -> Ran {
        let variant = self.variant;
        let mut meant = Vec::new();
        for line in &variant.rules.endings {
            if let EndingKind::CannotMove(who) = &line.kind
                && self.asking_afresh().moving(player).players_of(who).contains(&player)
            {
                meant.push(line);
            }
        }
        for line in meant {
            let before = self.stuck.replace(player);
            let it = BTreeMap::from([(LocalId(0), Value::Things(vec![Thing::Member(player.0)]))]);
            self.within(&line.scope, it, |run| run.block_of(&line.body))?;
            self.stuck = before;
        }
        Ok(())
    }

    /// Tests the `as soon as` endings, and runs those whose condition holds.
    pub(super) fn test_immediate_endings(&mut self) -> Ran {
        if self.tried {
            return Ok(());
        }
        let variant = self.variant;
        for line in &variant.rules.endings {
            if let EndingKind::AsSoonAs(condition) = &line.kind
                && (self.patience || !line.patience)
                && self.asking_afresh().truth(condition)
            {
                self.within(&line.scope, BTreeMap::new(), |run| run.block_of(&line.body))?;
            }
        }
        Ok(())
    }

    /// `P wins`: ends the game. If all sides still in the game win, it is a draw.
    pub(super) fn win(&mut self, who: &'v Expr, why: Option<&str>, rule: RuleId) -> Ran {
        let winners = self.sides_meant(who);
        if winners.is_empty() {
            return Ok(());
        }
        let all = winners.len() == self.sides_in().len();
        self.over(if all { Vec::new() } else { winners }, why, rule)
    }

    /// `P loses`: if one side is left, it wins; otherwise the game continues without the losers.
    pub(super) fn lose(&mut self, who: &'v Expr, why: Option<&str>, rule: RuleId) -> Ran {
        let losers = self.sides_meant(who);
        if losers.is_empty() {
            return Ok(());
        }
        let left: Vec<SideId> = self.sides_in().into_iter().filter(|side| !losers.contains(side)).collect();
        if left.len() <= 1 {
            return self.over(left, why, rule);
        }
        self.position.out.extend(&losers);
        if losers.contains(&self.side_of(self.mover())) {
            self.moving.ended = true;
            self.turn.ended = true;
        }
        Ok(())
    }

    /// The sides of a phrase that are still in the game.
    fn sides_meant(&self, who: &'v Expr) -> Vec<SideId> {
        let meant = self.asking().sides(who);
        self.sides_in().into_iter().filter(|side| meant.contains(side)).collect()
    }

    /// Ends the game. No winners is a draw.
    pub(super) fn over(&mut self, winners: Vec<SideId>, why: Option<&str>, rule: RuleId) -> Ran {
        let reason = why.map_or_else(|| self.variant.rules.lines[rule.index()].text.clone(), str::to_owned);
        let ranking = if self.variant.equipment.sides.len() > 2 { vec![winners.clone()] } else { Vec::new() };
        self.outcome = Some(Outcome { winners, reason, rule, scores: self.scores(), ranking });
        Err(Stop::Over)
    }

    /// The score of each player: the sum of the `score` lines that apply to it.
    fn scores(&self) -> Vec<i64> {
        let scores = &self.variant.rules.scores;
        if scores.is_empty() {
            return Vec::new();
        }
        let asking = self.asking_afresh();
        let score = |player: PlayerId| {
            let of_player = scores.iter().filter(|line| asking.players_of(&line.player).contains(&player));
            of_player.map(|line| asking.naming(LocalId(0), vec![Thing::Member(player.0)]).number(&line.value)).sum()
        };
        (0..self.variant.equipment.players.len() as u8).map(PlayerId).map(score).collect()
    }

    /// `end leg`, `end move`, `end turn`: nothing is interrupted, but no further leg or `play` begins. `end game`: scores
    /// decide.
    pub(super) fn end(&mut self, what: Ending, why: Option<&str>, rule: RuleId) -> Ran {
        match what {
            Ending::Leg => self.moving.leg_ended = true,
            Ending::Move => self.moving.ended = true,
            Ending::Turn => {
                self.moving.ended = true;
                self.turn.ended = true;
            }
            Ending::Game => {
                let (scores, sides) = (self.scores(), self.sides_in());
                let players = self.variant.equipment.players.iter().zip(&scores);
                // Sides that are out of the game are not counted.
                let best = players.clone().filter(|(player, _)| sides.contains(&player.side)).map(|(_, score)| score).max();
                let first = |side: &SideId| players.clone().any(|(player, score)| player.side == *side && Some(score) == best);
                let winners: Vec<SideId> = sides.iter().copied().filter(first).collect();
                let all = winners.len() == sides.len();
                return self.over(if all { Vec::new() } else { winners }, why, rule);
            }
        }
        Ok(())
    }
}
