//! Counting leaves (perft). Each decision is a ply, chance included. A player's decision is restored for each of its options;
//! for each result of chance the game is played again from the last of these decisions, with the results so far and the next
//! one.

use super::super::word::Word;
use super::chance::ChanceSource;
use super::decision::Decision;
use super::game::{DecisionKind, GameInProgress};
use super::run::Stop;
use crate::engine::run::MOST_MOVES;

/// A player's choice: this option at the decision on this level.
#[derive(Clone, Copy)]
pub(super) struct Act {
    pub(super) level: usize,
    pub(super) option: usize,
}

/// The decisions from the root to the current one.
pub(super) struct Tree<'t, 'r, B: Word> {
    pub(super) game: &'t mut GameInProgress<'r, B>,
    nodes: Vec<Decision<B>>,
    /// What chance has drawn since a player's last decision.
    results: Vec<u32>,
    /// The moves of the last ply are made too.
    made: bool,
}

impl<B: Word> GameInProgress<'_, B> {
    /// The number of leaves `depth` plies below the beginning, without endings that read a clock or `repeats`. None if
    /// anything on the way goes beyond the bounds of this engine. `made`: every move is made, those of the last ply too.
    pub(super) fn count(&mut self, depth: u32, made: bool) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let mut tree = Tree::new(self, made);
        tree.play(None, false).and_then(|_| tree.below(None, depth)).ok()
    }
}

impl<'t, 'r, B: Word> Tree<'t, 'r, B> {
    /// A tree with no decisions kept.
    pub(super) fn new(game: &'t mut GameInProgress<'r, B>, made: bool) -> Tree<'t, 'r, B> {
        Tree { game, nodes: Vec::new(), results: Vec::new(), made }
    }

    /// The number of leaves below the current decision, to which this choice has led.
    fn below(&mut self, act: Option<Act>, depth: u32) -> Result<u64, Stop> {
        let game = &*self.game;
        if game.over {
            return Ok(0);
        }
        let many = match game.decision {
            DecisionKind::Chance => game.run.asking.asked.options.len(),
            _ if game.lost => return Err(Stop::TooMuch),
            _ => game.options,
        };
        if many > MOST_MOVES {
            return Err(Stop::TooMuch);
        }
        if depth == 1 && !self.made {
            return Ok(many as u64);
        }
        let mut leaves = 0;
        if self.game.decision == DecisionKind::Chance {
            for result in 0..many as u32 {
                self.results.push(result);
                leaves += self.after(act, depth)?;
                self.results.pop();
            }
            return Ok(leaves);
        }
        let level = act.map_or(0, |act| act.level + 1);
        let results = std::mem::take(&mut self.results);
        self.keep(level);
        for option in 0..many {
            leaves += self.after(Some(Act { level, option }), depth)?;
        }
        self.results = results;
        Ok(leaves)
    }

    /// The number of leaves after this choice, `depth` plies below the decision at which it was made.
    fn after(&mut self, act: Option<Act>, depth: u32) -> Result<u64, Stop> {
        self.play(act, depth == 1)?;
        if depth == 1 { Ok(1) } else { self.below(act, depth - 1) }
    }

    /// Keeps the current decision, so that it can be restored.
    pub(super) fn keep(&mut self, level: usize) {
        self.game.keep(&mut self.nodes, level);
    }

    /// Plays a player's choice again, or the beginning, with what chance has drawn since, and on to the next decision. After
    /// the last ply no moves are listed. Returns whether the turn is known to be over, or the game.
    pub(super) fn play(&mut self, act: Option<Act>, last: bool) -> Result<bool, Stop> {
        let game = &mut *self.game;
        if game.run.rules.happens.chance {
            game.run.chance.source = ChanceSource::given(&self.results);
        }
        let Some(Act { level, option }) = act else {
            game.begin();
            return Ok(false);
        };
        let node = &mut self.nodes[level];
        game.back_to(node);
        let made = game.act_at(node, option);
        // A result of chance may concern what precedes the next decision.
        if !last || !self.results.is_empty() {
            game.goes_on(made);
            return if last && game.lost && game.decision != DecisionKind::Chance { Err(Stop::TooMuch) } else { Ok(false) };
        }
        match made.and_then(|()| game.run.turn_passes()) {
            Ok(()) | Err(Stop::Over) => Ok(true),
            Err(Stop::Asked) => Ok(false),
            Err(_) => Err(Stop::TooMuch),
        }
    }
}
