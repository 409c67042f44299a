//! Matches options of this engine with the machine's moves in the same position.

use super::super::moves::Move;
use super::super::position::{Counting, Position};
use super::super::run::LimitReached;
use super::super::word::Word;
use super::chance::ChanceSource;
use super::game::{DecisionKind, ErasedGame as _, GameInProgress};
use crate::program::Program;

/// The maximum number of continuations compared to distinguish moves.
const MOST_WAYS: usize = 1_000;

impl<B: Word> GameInProgress<'_, B> {
    /// Which of the moves of the current position an option is: one that leads to the same state, or at the end of the game to
    /// the same outcome. Among several it is one after which there are as many options and, where chance or a player is asked
    /// during the move, whose continuations lead to the same states.
    pub(super) fn move_by(
        &self,
        program: &Program,
        option: usize,
        position: &Position,
        moves: &[Move],
    ) -> Result<Option<usize>, LimitReached> {
        let mut before = self.clone();
        // The earlier positions are not known here: endings that read a clock or `repeats` do not apply.
        before.run.aim.patience = false;
        let after = before.led(Some(option), &[]);
        let there = after.moves_there(program, position, moves)?;
        if there.len() > 1
            && after.decision != DecisionKind::Move
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

    /// The game after an option, or from its beginning, with these results of chance; when they are used up, it stops at
    /// chance.
    fn led(&self, option: Option<usize>, drawn: &[u32]) -> Self {
        let mut game = self.clone();
        game.run.chance.source = ChanceSource::given(drawn);
        match option {
            Some(option) => game.play(option),
            None => game.begin(),
        }
        game
    }

    /// The number of continuations from where the game is.
    fn ways_on(&self) -> usize {
        if self.decision == DecisionKind::Chance { self.run.asking.asked.options.len() } else { self.options }
    }

    /// Hashes of the states after all continuations, sorted; none if there are too many continuations.
    pub(super) fn further(&self, option: Option<usize>, drawn: &[u32]) -> Option<Vec<u64>> {
        let after = self.led(option, drawn);
        let ways = after.ways_on();
        if ways > MOST_WAYS {
            return None;
        }
        let goes = |way: usize| match after.decision {
            DecisionKind::Chance => self.led(option, &[drawn, &[way as u32]].concat()),
            DecisionKind::Move | DecisionKind::Continuation => after.led(Some(way), &[]),
        };
        let mut all: Vec<u64> = (0..ways).map(|way| goes(way).digest()).collect();
        all.sort_unstable();
        Some(all)
    }

    fn digest(&self) -> u64 {
        self.run.rules.slots.digest(self.standing(), 0)
    }

    /// Hashes of the states after all moves of a position, sorted.
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

    /// The moves of a position that may lead to the state of this game, with the positions after them. Only the best matches
    /// are returned: those with the same state, then those with as many options.
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
            // At the end of a game the state here may be that before the end of the turn, so the outcome is compared as well.
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
