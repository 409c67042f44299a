//! Counts how often each coverage point takes part.

use super::points::{Point, Points};
use crate::engine::Actor;

/// How often a point took part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Number of decisions in which it did, including those of chance.
    pub moves: u64,
    /// Number of players' decisions in which it did; decisions of chance belong to the player's decision before them.
    pub decisions: u64,
    /// Number of games in which it did, or of positions if positions are examined.
    pub games: u64,
}

/// The counts of all points. Counts of parts can be added in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of games, or of positions.
    pub games: u64,
    /// Number of decisions, including those of chance.
    pub moves: u64,
    /// Number of players' decisions.
    pub decisions: u64,
    counts: Vec<Count>,
    /// For each point the numbers of the last decision, player's decision and game in which it was counted, so that it counts
    /// once in each.
    seen: Vec<(u64, u64, u64)>,
    /// Whether a decision has begun; before the first one the set-up runs.
    in_move: bool,
    /// Whether a player's decision has begun.
    in_decision: bool,
}

impl Counts {
    /// Counts of zero.
    pub fn new(points: &Points<'_>) -> Counts {
        Counts { counts: vec![Count::default(); points.len()], seen: vec![(0, 0, 0); points.len()], ..Counts::default() }
    }

    /// Starts a game.
    pub(super) fn game_begins(&mut self) {
        self.games += 1;
        (self.in_move, self.in_decision) = (false, false);
    }

    /// Starts a decision of a player or of chance.
    pub(super) fn move_begins(&mut self, actor: Actor) {
        self.moves += 1;
        self.in_move = true;
        if let Actor::Player(_) = actor {
            self.decisions += 1;
            self.in_decision = true;
        }
    }

    /// Counts points for the present decision. During the set-up they count for the game only.
    pub(super) fn add(&mut self, points: &Points<'_>, all: &[Point]) {
        for point in all {
            let index = points.index(*point);
            let (Some(count), Some(seen)) = (self.counts.get_mut(index), self.seen.get_mut(index)) else { continue };
            if self.in_move && seen.0 != self.moves {
                seen.0 = self.moves;
                count.moves += 1;
            }
            if self.in_decision && seen.1 != self.decisions {
                seen.1 = self.decisions;
                count.decisions += 1;
            }
            if seen.2 != self.games {
                seen.2 = self.games;
                count.games += 1;
            }
        }
    }

    /// How often a point took part.
    pub fn of(&self, points: &Points<'_>, point: Point) -> Count {
        self.counts.get(points.index(point)).copied().unwrap_or_default()
    }

    /// The sum of both counts.
    #[must_use]
    pub fn and(mut self, other: &Counts) -> Counts {
        self.games += other.games;
        self.moves += other.moves;
        self.decisions += other.decisions;
        for (sum, more) in self.counts.iter_mut().zip(&other.counts) {
            sum.moves += more.moves;
            sum.decisions += more.decisions;
            sum.games += more.games;
        }
        self.seen.iter_mut().for_each(|seen| *seen = (0, 0, 0));
        (self.in_move, self.in_decision) = (false, false);
        self
    }
}
