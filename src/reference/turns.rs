//! Turns: the set-up, the parts of a turn, and who plays next.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::rules::{Each, StoredType};
use crate::model::setup::Outcome;
use crate::model::{SideId, StoredId, Variant};

use super::events::Moment;
use super::position::{Kept, Position, fresh_stored};
use super::run::{Moving, Ran, Run, Stop};

impl<'v> Run<'v> {
    /// Runs a whole game: the `setup` chapter, then the turns.
    pub(super) fn whole_game(&mut self) -> Ran {
        let variant = self.variant;
        for script in &variant.rules.setup {
            self.within(&script.scope, BTreeMap::new(), |run| run.block_of(&script.body))?;
        }
        self.turns()
    }

    /// Runs turn after turn until the game is over.
    pub(super) fn turns(&mut self) -> Ran {
        loop {
            self.turn()?;
            self.next_turn()?;
        }
    }

    fn turn(&mut self) -> Ran {
        let script = &self.variant.rules.turn;
        self.turn.began = Some((self.position.clone(), self.record.used));
        self.moving = Moving::default();
        self.names.clear();
        self.doing.clear();
        self.chooser = None;
        self.turn.ended = false;
        self.turn.over = false;
        self.tell(Moment::TurnBegins, None)?;
        self.test_immediate_endings()?;
        self.within(&script.scope, BTreeMap::new(), |run| run.block_of(&script.body))?;
        self.tick();
        self.tell(Moment::TurnEnds, None)?;
        self.turn.over = true;
        self.endings()
    }

    /// Counts the turn, and advances every clock that no rule has set during it.
    fn tick(&mut self) {
        self.position.turns += 1;
        for (stored, kept) in &mut self.position.stored {
            let declared = &self.variant.rules.stored[stored.stored.index()];
            if let (true, StoredType::Number { greatest, .. }, Kept::Number(number)) = (declared.clock, declared.holds, kept)
                && !self.position.clocks_set.contains(&stored.stored)
                && *number < greatest
            {
                *number += 1;
            }
        }
    }

    /// Passes the turn on. The game is drawn if two rounds of turns pass in which nobody can choose anything.
    pub(super) fn next_turn(&mut self) -> Ran {
        let variant = self.variant;
        self.position.pass_on(variant);
        let standing = self.position.standing(variant);
        Arc::make_mut(&mut self.position.stood).push(standing);
        self.turn.idle += 1;
        if self.turn.idle <= 2 * variant.equipment.turn_order.len() {
            return Ok(());
        }
        self.outcome = Some(Outcome {
            winners: Vec::new(),
            reason: "nobody can move".to_owned(),
            rule: variant.rules.turn.rule,
            scores: Vec::new(),
            ranking: Vec::new(),
        });
        Err(Stop::Over)
    }

    /// Resets what is marked `each move`.
    pub(super) fn fresh_each_move(&mut self) {
        let variant = self.variant;
        self.position.start_afresh(variant, Each::Move);
    }

    /// The sides that are still in the game.
    pub(super) fn sides_in(&self) -> Vec<SideId> {
        let all = (0..self.variant.equipment.sides.len() as u8).map(SideId);
        all.filter(|side| !self.position.out.contains(side)).collect()
    }
}

impl Position {
    /// Passes the turn to the next player whose side is still in the game, and resets what is marked `each turn`.
    pub(super) fn pass_on(&mut self, variant: &Variant) {
        let order = &variant.equipment.turn_order;
        let in_game = |turn: &usize| !self.out.contains(&variant.equipment.players[order[turn % order.len()].index()].side);
        let next = (self.turn + 1..=self.turn + order.len()).find(in_game).unwrap_or(self.turn + 1);
        self.turn = next % order.len();
        self.clocks_set.clear();
        self.start_afresh(variant, Each::Turn);
    }

    fn start_afresh(&mut self, variant: &Variant, each: Each) {
        let afresh = |stored: StoredId| variant.rules.stored[stored.index()].each == each;
        self.stored.extend(fresh_stored(variant).filter(|(stored, _)| afresh(stored.stored)));
    }
}
