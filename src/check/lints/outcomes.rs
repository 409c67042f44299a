//! Sides that can never win, and games that can never end, as proved from the endings; no game is played.

use crate::diagnostic::Diagnostic;
use crate::model::SideId;
use crate::model::expr::{Expr, ExprKind, Field, Given, Type, low_bits};
use crate::model::rules::{Block, Effects, EndingKind, MoveVerb, StatementKind, Subject};
use crate::model::walk::any_statement;
use crate::source::Span;
use crate::syntax::ast::Ending;

use super::Looked;
use super::reckon::{Around, Reckoner};

/// How a game can end.
#[derive(Default)]
struct Ends {
    /// The sides that can win, as bits.
    winners: u64,
    /// Whether it can end at all.
    ends: bool,
}

impl Looked<'_> {
    /// W0870 and W0871.
    pub(super) fn outcomes(&mut self) {
        let at_end = self.victory().filter(|at| self.asked(*at));
        let mut players = self.equipment.players.iter().filter_map(|player| self.declared("players", &player.name));
        if at_end.is_none() && !players.any(|at| self.asked(at)) {
            return;
        }
        let ends = self.ends();
        if !ends.ends {
            if let Some(at) = at_end {
                self.found.push(
                    Diagnostic::warning("W0871", at, "this game can never end: no line ends it, and everybody can always move")
                        .help("an ending reads `PLAYER wins if …`, `draw if turns = 200`, `player who cannot move loses`"),
                );
            }
            return;
        }
        let sides = self.equipment.sides.len();
        let never: Vec<usize> = (0..sides).filter(|side| ends.winners >> side & 1 == 0).collect();
        if never.len() == sides {
            if let Some(at) = at_end {
                let found = Diagnostic::warning("W0870", at, "nobody can ever win this game");
                self.found.push(found.help("every line that ends it draws it"));
            }
            return;
        }
        for side in never {
            let player = self.equipment.players.iter().find(|player| player.side == SideId(side as u8));
            let Some(player) = player else { continue };
            let name = &self.equipment.sides[side].name;
            if let Some(at) = self.declared("players", &player.name).or(at_end) {
                self.found.push(
                    Diagnostic::warning("W0870", at, format!("`{name}` can never win"))
                        .help(format!("no line lets `{name}` win, or another lose")),
                );
            }
        }
    }

    /// Where findings about the endings are reported: at the last line of `victory` in the file itself, else at its `name`.
    fn victory(&self) -> Option<Span> {
        let file = self.front.values().next().map(|entry| entry.key.file)?;
        let lines = self.order.iter().filter_map(|line| self.lines.get(line.index()));
        let mut lines = lines.filter(|line| line.chapter == "victory" && line.span.file == file);
        lines.next_back().map(|line| line.span).or_else(|| self.front.get("name").map(|entry| entry.value.span))
    }

    fn ends(&self) -> Ends {
        let reckoner = self.reckoner();
        let mut ends = Ends::default();
        let rules = self.rules;
        for rule in rules.groups.iter().flat_map(|group| &group.rules) {
            if let MoveVerb::Body(_, body) = &rule.verb {
                self.block(reckoner, body, None, &mut ends);
            }
            self.block(reckoner, &rule.then, None, &mut ends);
        }
        for trigger in &rules.triggers {
            self.block(reckoner, &trigger.body, None, &mut ends);
        }
        for script in rules.setup.iter().chain([&rules.turn]) {
            self.block(reckoner, &script.body, None, &mut ends);
        }
        let always = self.always_moves(reckoner);
        for ending in &rules.endings {
            let mut stuck = None;
            match &ending.kind {
                EndingKind::AsSoonAs(condition) if reckoner.truth(condition, &Around::default()) == Some(false) => continue,
                EndingKind::CannotMove(players) => {
                    let players = reckoner.bits(players, &Around::default()) & !always;
                    if players == 0 {
                        continue;
                    }
                    stuck = Some(players);
                }
                _ => {}
            }
            self.block(reckoner, &ending.body, stuck, &mut ends);
        }
        ends
    }

    /// Adds what the statements can bring about. `stuck`: the players, as bits, of whom one is `it` and cannot move.
    fn block(&self, reckoner: Reckoner<'_>, block: &Block, stuck: Option<u64>, ends: &mut Ends) {
        let all = low_bits(self.equipment.sides.len());
        for statement in &block.statements {
            match &statement.kind {
                StatementKind::If(condition, then, otherwise) => {
                    let holds = reckoner.truth(condition, &Around::default());
                    if holds != Some(false) {
                        self.block(reckoner, then, stuck, ends);
                    }
                    if holds != Some(true) {
                        self.block(reckoner, otherwise, stuck, ends);
                    }
                    continue;
                }
                StatementKind::Wins(who, _) => {
                    ends.winners |= self.sides_of(reckoner, who, stuck);
                    ends.ends = true;
                }
                StatementKind::Loses(who, _) => {
                    let losers = self.sides_of(reckoner, who, stuck);
                    // of several possible losers each may be the only one; a single possible loser never wins by it
                    let others = if losers.count_ones() == 1 { all & !losers } else { all };
                    ends.winners |= if losers == 0 { 0 } else { others };
                    ends.ends = true;
                }
                StatementKind::Draw(_) => ends.ends = true,
                StatementKind::End(Ending::Game, _) => {
                    ends.winners |= all;
                    ends.ends = true;
                }
                _ => {}
            }
            for inner in statement.kind.blocks() {
                self.block(reckoner, inner, stuck, ends);
            }
        }
    }

    /// The sides that the phrase may mean.
    fn sides_of(&self, reckoner: Reckoner<'_>, who: &Expr, stuck: Option<u64>) -> u64 {
        let of_players = |players: u64| {
            let of = self.equipment.players.iter().enumerate().filter(|(i, _)| players >> i & 1 != 0);
            of.fold(0, |bits, (_, player)| bits | 1u64 << player.side.index())
        };
        match (&who.kind, stuck) {
            (ExprKind::Field(Field::SideOf, inner), Some(players))
                if matches!(inner.kind, ExprKind::Local(local) if local.index() == 0)
                    || inner.kind == ExprKind::Given(Given::Mover) =>
            {
                of_players(players)
            }
            _ if who.ty == Type::Side => reckoner.bits(who, &Around::default()),
            _ => low_bits(self.equipment.sides.len()),
        }
    }

    /// The players who can move in every position, as bits: each turn offers them an unconditional move that does nothing.
    fn always_moves(&self, reckoner: Reckoner<'_>) -> u64 {
        let forbidden = |block: &Block| any_statement(block, &mut |one| !matches!(one.kind, StatementKind::If(..)));
        // a trigger with other effects may forbid any move
        let ends = Effects::ENDS_LEG | Effects::ENDS_MOVE | Effects::ENDS_TURN | Effects::SCORES;
        let harmless = Effects::STORES | Effects::KIND | ends;
        let requires = self.rules.triggers.iter().any(|trigger| !trigger.body.effects().only(harmless));
        // every decision of a turn must offer it
        let mut offered: Vec<Option<Vec<usize>>> = Vec::new();
        any_statement(&self.rules.turn.body, &mut |one| {
            if let StatementKind::Play { moves, by } = &one.kind {
                offered.push(match (&moves.kind, by) {
                    (ExprKind::Moves(groups), None) => Some(groups.iter().map(|group| group.index()).collect()),
                    _ => None,
                });
            }
            false
        });
        if requires || offered.is_empty() {
            return 0;
        }
        let mut always = 0;
        for (i, group) in self.rules.groups.iter().enumerate() {
            if !offered.iter().all(|groups| groups.as_ref().is_some_and(|groups| groups.contains(&i))) {
                continue;
            }
            for rule in &group.rules {
                let (Subject::Players(players), MoveVerb::Body(_, body), None) = (&rule.subject, &rule.verb, &rule.condition)
                else {
                    continue;
                };
                if forbidden(body) || forbidden(&rule.then) {
                    continue;
                }
                always |= match &players.kind {
                    ExprKind::Given(Given::Mover | Given::Players) => low_bits(self.equipment.players.len()),
                    ExprKind::Players(_) => reckoner.bits(players, &Around::default()),
                    _ => 0,
                };
            }
        }
        always
    }
}
