//! Counting leaves: a ply is one decision, chance's included. A decision of a player is come back to for each of its options; what
//! chance draws is drawn by playing again what has led there, with the results so far and each of the next.

use super::super::word::Word;
use super::chance::Luck;
use super::decision::Decision;
use super::game::{Asks, Under};
use super::run::Stop;
use crate::engine::run::MOST_MOVES;

/// What a player has done: at the decision on this level, this option.
#[derive(Clone, Copy)]
pub(super) struct Act {
    pub(super) level: usize,
    pub(super) option: usize,
}

/// The decisions from the root to the one at hand.
pub(super) struct Tree<'t, 'r, B: Word> {
    pub(super) game: &'t mut Under<'r, B>,
    nodes: Vec<Decision<B>>,
    /// What chance has drawn since the last decision of a player.
    results: Vec<u32>,
    /// The moves of the last ply are made too.
    made: bool,
}

impl<B: Word> Under<'_, B> {
    /// Leaves so many plies below the beginning, without endings that wait for patience to run out; none if anything on the way goes
    /// beyond the bounds of this engine. `made`: with every move made, the last ones too.
    pub(super) fn count(&mut self, depth: u32, made: bool) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let mut tree = Tree::new(self, made);
        tree.play(None, false).and_then(|()| tree.below(None, depth)).ok()
    }
}

impl<'t, 'r, B: Word> Tree<'t, 'r, B> {
    /// With nothing kept.
    pub(super) fn new(game: &'t mut Under<'r, B>, made: bool) -> Tree<'t, 'r, B> {
        Tree { game, nodes: Vec::new(), results: Vec::new(), made }
    }

    /// Leaves below the decision at hand, to which something has led.
    fn below(&mut self, act: Option<Act>, depth: u32) -> Result<u64, Stop> {
        let game = &*self.game;
        if game.over {
            return Ok(0);
        }
        let many = match game.asks {
            Asks::Chance => game.run.asking.asked.options.len(),
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
        if self.game.asks == Asks::Chance {
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

    /// Leaves after what was done at a decision so many plies above them.
    fn after(&mut self, act: Option<Act>, depth: u32) -> Result<u64, Stop> {
        self.play(act, depth == 1)?;
        if depth == 1 { Ok(1) } else { self.below(act, depth - 1) }
    }

    /// Notes the decision at hand, to come back to it.
    pub(super) fn keep(&mut self, level: usize) {
        self.game.keep(&mut self.nodes, level);
    }

    /// Plays again what a player has done, or the beginning, with what chance has drawn since; and on to the next decision. After the
    /// last ply nothing is listed.
    pub(super) fn play(&mut self, act: Option<Act>, last: bool) -> Result<(), Stop> {
        let game = &mut *self.game;
        if game.run.rules.happens.chance {
            game.run.chance.luck = Luck::told(&self.results);
        }
        let Some(Act { level, option }) = act else {
            game.begin();
            return Ok(());
        };
        let node = &mut self.nodes[level];
        game.back_to(node);
        let made = game.act_at(node, option);
        // A result of chance may belong to what comes before the next decision.
        if !last || !self.results.is_empty() {
            game.goes_on(made);
            return if last && game.lost && game.asks != Asks::Chance { Err(Stop::TooMuch) } else { Ok(()) };
        }
        match made.and_then(|()| game.run.turn_passes()) {
            Ok(()) | Err(Stop::Over | Stop::Asked) => Ok(()),
            Err(_) => Err(Stop::TooMuch),
        }
    }
}
