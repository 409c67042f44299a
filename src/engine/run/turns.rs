//! Turns: set-up, beginnings, ends, clocks, and the turn order.

use crate::model::rules::{Each, StoredType};
use crate::model::setup::Outcome;
use crate::model::{PlayerId, SideId, StoredId};
use crate::program::code::EventKind;
use crate::program::{Layout, Program};

use super::Runner;
use crate::engine::machine::{About, Machine, MoveSoFar, Task};
use crate::engine::position::TurnStartHash;
use crate::engine::store::{Journal, Store};

impl Runner<'_> {
    pub(super) fn set_up(&mut self, next: u16) {
        match self.program.game.setup.get(next as usize) {
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
        self.machine.moving = MoveSoFar::default();
        self.machine.chooser = None;
        self.began = TurnStartHash(self.store.hash());
        self.push(Task::TurnEnds);
        self.push(Task::Turn);
        self.push_immediate_endings();
        self.tell(EventKind::TurnBegins, About::Nothing);
    }

    pub(super) fn turn(&mut self) {
        let script = &self.program.game.turn;
        let base = self.enter(script.locals);
        self.push(Task::Block { block: script.body, next: 0, base });
    }

    pub(super) fn turn_ends(&mut self) {
        self.machine.values.clear();
        self.tick();
        self.push(Task::Endings { next: 0 });
        self.tell(EventKind::TurnEnds, About::Nothing);
    }

    /// Counts the turn, and advances the clocks that no rule has set in it.
    fn tick(&mut self) {
        self.set_cell(Layout::TURNS, self.store.cell(Layout::TURNS).saturating_add(1));
        let layout = &self.program.layout;
        let set = self.store.cell(Layout::CLOCKS_SET);
        let clocks = self.program.stored.iter().enumerate().filter(|(_, stored)| stored.clock);
        for (bit, (i, stored)) in clocks.enumerate() {
            let StoredType::Number { start, greatest, .. } = stored.holds else { continue };
            if set >> bit & 1 != 0 {
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
        let order = &self.program.equipment.turn_order;
        pass_on(self.program, &mut self.store, &mut self.journal);
        self.idle_turns += 1;
        if self.idle_turns > 2 * order.len() as u32 {
            self.machine.outcome = Some(Box::new(Outcome {
                winners: Vec::new(),
                reason: "nobody can move".to_owned(),
                rule: self.program.game.turn.rule,
                scores: Vec::new(),
                ranking: Vec::new(),
            }));
        }
        self.push(Task::TurnBegins);
    }

    /// Resets what starts afresh with each move (`each move`).
    pub(in crate::engine) fn fresh_each_move(&mut self) {
        self.fresh(Each::Move);
    }

    /// The cells of `each move` things that nobody reads any more: after a move those that no later rule reads, at the end of
    /// the game all of them, during a move none.
    pub(in crate::engine) fn forgotten(&self) -> impl Iterator<Item = usize> {
        let (program, over) = (self.program, self.machine.outcome.is_some());
        let moving = !over && self.machine.in_a_move();
        let gone = move |id: &StoredId| over || !moving && program.afterwards.forgotten.contains(id);
        program.kept_for(Each::Move).filter(gone).flat_map(|id| program.layout.cells_of(id))
    }

    fn fresh(&mut self, each: Each) {
        fresh(self.program, &mut self.store, &mut self.journal, each);
    }

    /// The sides that are still in the game.
    pub(super) fn sides_in(&self) -> Vec<SideId> {
        let out = self.store.cell(self.program.layout.out());
        let sides = 0..self.program.equipment.sides.len() as u8;
        sides.filter(|side| out >> side & 1 == 0).map(SideId).collect()
    }

    pub(super) fn set_cell(&mut self, at: usize, value: u32) {
        self.store.set_cell(at, value, &self.program.layout, &mut self.journal);
    }

    /// Gives a player the turn, to evaluate what that player could do.
    pub(in crate::engine) fn put_on_turn(&mut self, player: PlayerId) {
        let order = &self.program.equipment.turn_order;
        if let Some(turn) = order.iter().position(|one| *one == player) {
            self.set_cell(self.program.layout.turn(), turn as u32);
        }
    }
}

/// The index in the turn order of the next player who is still in the game.
fn next_in_turn(program: &Program, store: &Store) -> u32 {
    let layout = &program.layout;
    let order = &program.equipment.turn_order;
    let out = store.cell(layout.out());
    let now = store.cell(layout.turn()) as usize;
    let in_game = |turn: &usize| {
        let player = order[*turn % order.len()];
        out >> program.equipment.players[player.index()].side.0 & 1 == 0
    };
    let next = (now + 1..now + 1 + order.len()).find(in_game).unwrap_or(now + 1);
    (next % order.len()) as u32
}

/// The hash as it will be when the turn has passed to the next player.
fn hash_passed_on(program: &Program, store: &Store) -> u64 {
    let layout = &program.layout;
    let cells = program.kept_for(Each::Turn).flat_map(|id| layout.cells_of(id));
    store.hash_with(cells.map(|at| (at, 0)).chain([(layout.turn(), next_in_turn(program, store))]), layout)
}

/// Passes the turn to the next player who is still in the game, and resets what starts afresh each turn.
fn pass_on(program: &Program, store: &mut Store, journal: &mut Journal) {
    let layout = &program.layout;
    store.set_cell(layout.turn(), next_in_turn(program, store), layout, journal);
    store.set_cell(Layout::CLOCKS_SET, 0, layout, journal);
    fresh(program, store, journal, Each::Turn);
}

fn fresh(program: &Program, store: &mut Store, journal: &mut Journal, each: Each) {
    for at in program.kept_for(each).flat_map(|id| program.layout.cells_of(id)) {
        store.set_cell(at, 0, &program.layout, journal);
    }
}

/// How many times the position has occurred, this time included. After the end of a turn it is the position that the next player
/// will find: whose turn is next counts, clocks do not.
pub(in crate::engine) fn repeats(program: &Program, store: &Store, machine: &Machine, stood: &[u64]) -> u32 {
    if stood.is_empty() {
        return 1;
    }
    let now = if machine.has_ended_turn() { hash_passed_on(program, store) } else { store.hash() };
    1 + stood.iter().filter(|hash| **hash == now).count() as u32
}
