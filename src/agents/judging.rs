//! One decision thought about: of the best options, as places in its list of moves.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::Rng as _;

use super::limits::Thought;
use super::thinker::{Clock, Thinker};
use crate::engine::{Game, LimitReached, Line, Look, Move};

/// Thinks about one decision, and tells of so many options what they are worth, the best one first.
pub(super) struct Judging<'j> {
    pub(super) thinker: &'j mut Thinker,
    pub(super) lines: usize,
    pub(super) rng: &'j mut ChaCha8Rng,
    pub(super) clock: Clock<'j>,
    pub(super) game: &'j Game,
    pub(super) moves: &'j [Move],
}

impl Look for Judging<'_> {
    type Found = Result<Vec<Thought>, LimitReached>;

    fn look<L: Line>(self, line: &mut L) -> Self::Found {
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
