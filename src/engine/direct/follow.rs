//! A game here and in the lists of moves that everybody sees: which of those moves an option is.

use super::super::moves::Move;
use super::super::position::{Counting, Position};
use super::super::run::LimitReached;
use super::super::word::Word;
use super::chance::Luck;
use super::game::{Asks, Game as _, Under};
use crate::program::Program;

/// Most ways on that are followed to tell moves apart.
const MOST_WAYS: usize = 1_000;

impl<B: Word> Under<'_, B> {
    /// Which of the moves of a position, at which the game stands, an option is: one that comes to the same memory, and at the end of a
    /// game ends it so. Of several it is one after which there is as much to decide, and, where chance or somebody is asked in the midst
    /// of the move, from which each way on comes to the same again.
    pub(super) fn move_by(
        &self,
        program: &Program,
        option: usize,
        position: &Position,
        moves: &[Move],
    ) -> Result<Option<usize>, LimitReached> {
        let mut before = self.clone();
        // Nobody knows what has stood before.
        before.run.aim.patience = false;
        let after = before.led(Some(option), &[]);
        let there = after.moves_there(program, position, moves)?;
        if there.len() > 1
            && after.asks != Asks::Move
            && let Some(further) = before.further(Some(option), &[])
        {
            for (i, next) in &there {
                if after.goes_on_from(program, next)? == further {
                    return Ok(Some(*i));
                }
            }
        }
        Ok(there.first().map(|(i, _)| *i))
    }

    /// The game after an option, or from its beginning, and what chance draws after it; then it is stopped at.
    fn led(&self, option: Option<usize>, drawn: &[u32]) -> Self {
        let mut game = self.clone();
        game.run.chance.luck = Luck::told(drawn);
        match option {
            Some(option) => game.play(option),
            None => game.begin(),
        }
        game
    }

    /// How many ways lead on from where it stands.
    fn ways_on(&self) -> usize {
        if self.asks == Asks::Chance { self.run.asking.asked.options.len() } else { self.options }
    }

    /// What comes of each way on from there, as numbers in their order; none if there are too many.
    pub(super) fn further(&self, option: Option<usize>, drawn: &[u32]) -> Option<Vec<u64>> {
        let after = self.led(option, drawn);
        let ways = after.ways_on();
        if ways > MOST_WAYS {
            return None;
        }
        let goes = |way: usize| match after.asks {
            Asks::Chance => self.led(option, &[drawn, &[way as u32]].concat()),
            Asks::Move | Asks::Rest => after.led(Some(way), &[]),
        };
        let mut all: Vec<u64> = (0..ways).map(|way| goes(way).digest()).collect();
        all.sort_unstable();
        Some(all)
    }

    fn digest(&self) -> u64 {
        self.run.rules.slots.digest(self.standing(), 0)
    }

    /// What comes of each move of a position, as numbers in their order.
    pub(super) fn goes_on_from(&self, program: &Program, position: &Position) -> Result<Vec<u64>, LimitReached> {
        let slots = &self.run.rules.slots;
        let mut all = Vec::new();
        for mv in position.moves_impatiently(program, Counting::AsWritten)? {
            let next = position.play_impatiently(program, &mv)?;
            all.push(slots.digest(&slots.read::<B>(program, &next.store), 0));
        }
        all.sort_unstable();
        Ok(all)
    }

    /// The moves of a position that lead to where it stands, and the positions after them, the likeliest first.
    fn moves_there(
        &self,
        program: &Program,
        position: &Position,
        moves: &[Move],
    ) -> Result<Vec<(usize, Position)>, LimitReached> {
        let (standing, outcome) = (self.standing(), self.outcome());
        let mut there = Vec::new();
        for (i, mv) in moves.iter().enumerate() {
            let next = position.play_impatiently(program, mv)?;
            let ends = outcome.is_some() && next.outcome() == outcome.as_ref();
            // What stands at the end of a game may be told before the turn is over.
            let same = *standing == self.run.rules.slots.read::<B>(program, &next.store);
            if ends || same {
                there.push((i, ends, same, next));
            }
        }
        if there.len() < 2 {
            return Ok(there.into_iter().map(|(i, .., next)| (i, next)).collect());
        }
        let mut counted = Vec::new();
        for (i, ends, same, next) in there {
            let as_much = ends || next.moves_impatiently(program, Counting::AsWritten)?.len() == self.ways_on();
            counted.push(((!same, !as_much), i, next));
        }
        counted.sort_by_key(|(unlike, i, _)| (*unlike, *i));
        let likeliest = counted[0].0;
        Ok(counted.into_iter().filter(|(unlike, ..)| *unlike == likeliest).map(|(_, i, next)| (i, next)).collect())
    }
}
