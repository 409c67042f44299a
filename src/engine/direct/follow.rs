//! A game here and in the lists of moves that everybody sees: which of those moves an option is, and which results chance has drawn.

use super::super::moves::Move;
use super::super::position::{Counting, Position};
use super::super::run::LimitReached;
use super::super::word::Word;
use super::game::{Asks, Game as _, Under};
use crate::program::Program;

impl<B: Word> Under<'_, B> {
    /// The moves of a position that lead to where it stands, the likeliest first: where several come to the same memory, those after
    /// which there is as much to decide; at the end of a game those that end it so.
    pub(super) fn moves_there(
        &self,
        program: &Program,
        position: &Position,
        moves: &[Move],
    ) -> Result<Vec<usize>, LimitReached> {
        let Under { run, asks, options, .. } = self;
        let (standing, outcome) = (self.standing(), self.outcome());
        let mut there = Vec::new();
        for (i, mv) in moves.iter().enumerate() {
            let next = position.play_impatiently(program, mv)?;
            let ends = outcome.is_some() && next.outcome() == outcome.as_ref();
            // What stands at the end of a game may be told before the turn is over.
            let same = *standing == run.rules.slots.read::<B>(program, &next.store);
            if ends || same {
                there.push((i, ends, same, next));
            }
        }
        if there.len() > 1 {
            let options = if *asks == Asks::Chance { run.asked.options.len() } else { *options };
            let mut counted = Vec::new();
            for (i, ends, same, next) in there {
                counted.push((!same, !ends && next.moves(program, Counting::AsWritten)?.len() != options, i));
            }
            counted.sort_unstable();
            return Ok(counted.into_iter().map(|(.., i)| i).collect());
        }
        Ok(there.into_iter().map(|(i, ..)| i).collect())
    }
}
