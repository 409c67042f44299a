//! Turns: set-up, beginnings, ends, clocks, and who is next.

use crate::model::rules::{Each, StoredType};
use crate::model::setup::Outcome;
use crate::model::{PlayerId, SideId};
use crate::program::Layout;
use crate::program::code::EventKind;

use super::Runner;
use crate::engine::machine::{About, Run, Task};

impl Runner<'_> {
    pub(super) fn set_up(&mut self, next: u16) {
        match self.program.setup.get(next as usize) {
            None => self.push(Task::TurnBegins),
            Some(script) => {
                self.push(Task::Setup { next: next + 1 });
                let base = self.enter(script.locals);
                self.push(Task::Block { block: script.body, next: 0, base });
            }
        }
    }

    pub(super) fn turn_begins(&mut self) {
        self.machine.tasks.clear();
        self.machine.values.clear();
        self.machine.run = Run::default();
        self.machine.chooser = None;
        self.push(Task::TurnEnds);
        self.push(Task::Turn);
        self.soon();
        self.tell(EventKind::TurnBegins, About::Nothing);
    }

    pub(super) fn turn(&mut self) {
        let script = &self.program.turn;
        let base = self.enter(script.locals);
        self.push(Task::Block { block: script.body, next: 0, base });
    }

    pub(super) fn turn_ends(&mut self) {
        self.machine.values.clear();
        self.tick();
        self.push(Task::Endings { next: 0 });
        self.tell(EventKind::TurnEnds, About::Nothing);
    }

    /// Clocks that no rule has set in this turn go on by one.
    fn tick(&mut self) {
        let layout = &self.program.layout;
        let set = self.store.cell(Layout::CLOCKS_SET);
        for (i, stored) in self.program.stored.iter().enumerate().filter(|(_, stored)| stored.clock) {
            let StoredType::Number { start, greatest, .. } = stored.holds else { continue };
            if set >> (i % 32) & 1 != 0 {
                continue;
            }
            let cells = layout.stored[i];
            for owner in 0..cells.owners {
                let at = cells.start + owner * cells.width;
                let now = start + self.store.cell(at) as i32 as i64;
                if now < greatest {
                    self.set_cell(at, (now + 1 - start) as i32 as u32);
                }
            }
        }
    }

    pub(super) fn next_turn(&mut self) {
        let layout = &self.program.layout;
        let order = &self.program.equipment.turn_order;
        let out = self.store.cell(layout.out());
        let now = self.store.cell(layout.turn()) as usize;
        let in_game = |turn: &usize| {
            let player = order[*turn % order.len()];
            out >> self.program.equipment.players[player.index()].side.0 & 1 == 0
        };
        let next = (now + 1..now + 1 + order.len()).find(in_game).unwrap_or(now + 1);
        self.set_cell(layout.turn(), (next % order.len()) as u32);
        self.set_cell(Layout::TURNS, self.store.cell(Layout::TURNS).saturating_add(1));
        self.set_cell(Layout::CLOCKS_SET, 0);
        self.fresh(Each::Turn);
        self.idle_turns += 1;
        if self.idle_turns > 2 * order.len() as u32 {
            self.machine.outcome = Some(Box::new(Outcome {
                winners: Vec::new(),
                reason: "nobody can move".to_owned(),
                rule: self.program.turn.rule,
                scores: Vec::new(),
                ranking: Vec::new(),
            }));
        }
        self.push(Task::TurnBegins);
    }

    pub(super) fn fresh_each_move(&mut self) {
        self.fresh(Each::Move);
    }

    fn fresh(&mut self, each: Each) {
        for (i, _) in self.program.stored.iter().enumerate().filter(|(_, stored)| stored.each == each) {
            let cells = self.program.layout.stored[i];
            for at in cells.start..cells.start + cells.width * cells.owners {
                self.set_cell(at, 0);
            }
        }
    }

    /// The sides of players, or the sides themselves, that are still in the game.
    pub(super) fn sides_in(&self) -> Vec<SideId> {
        let out = self.store.cell(self.program.layout.out());
        let sides = 0..self.program.equipment.sides.len() as u8;
        sides.filter(|side| out >> side & 1 == 0).map(SideId).collect()
    }

    /// The hash by which positions are the same for repetition: whose turn is next counts, clocks do not.
    pub(super) fn repetition_hash(&self) -> u64 {
        self.store.hash()
    }

    pub(super) fn set_cell(&mut self, at: usize, value: u32) {
        self.store.set_cell(at, value, &self.program.layout, &mut self.journal);
    }

    /// Puts a player on turn, for questions about others' moves.
    pub(in crate::engine) fn put_on_turn(&mut self, player: PlayerId) {
        let order = &self.program.equipment.turn_order;
        if let Some(turn) = order.iter().position(|one| *one == player) {
            self.set_cell(self.program.layout.turn(), turn as u32);
        }
    }
}
