//! A search of one decision, with its options as indices in the list of moves.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::Rng as _;

use super::limits::Thought;
use super::thinker::{Clock, Thinker};
use crate::engine::{Game, LimitReached, Line, LineVisitor, Move};

/// Searches one decision and returns its best options, at most `lines`, with their values, the best one first.
pub(super) struct Judging<'j> {
    pub(super) thinker: &'j mut Thinker,
    pub(super) lines: usize,
    pub(super) rng: &'j mut ChaCha8Rng,
    pub(super) clock: Clock<'j>,
    pub(super) game: &'j Game,
    pub(super) moves: &'j [Move],
}

impl LineVisitor for Judging<'_> {
    type Output = Result<Vec<Thought>, LimitReached>;

    fn visit<L: Line>(self, line: &mut L) -> Self::Output {
        line.restart(self.rng.next_u64());
        let thoughts = match self.lines {
            1 => self.thinker.choose(line, self.rng, self.clock).into_iter().collect(),
            lines => self.thinker.lines(line, self.rng, self.clock, lines),
        };
        let mut found = Vec::with_capacity(thoughts.len());
        for thought in thoughts {
            let place = line.place(thought.option, self.game, self.moves)?;
            found.extend(place.map(|option| Thought { option, ..thought }));
        }
        Ok(found)
    }
}
