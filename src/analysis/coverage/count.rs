//! How often each thing played a part.

use super::points::{Point, Points};
use crate::engine::Actor;

/// How often something played a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Decisions in which it did, chance's among them.
    pub moves: u64,
    /// Decisions of players in which it did; what chance does counts with the one before it.
    pub decisions: u64,
    /// Games in which it did; positions, where positions were looked at.
    pub games: u64,
}

/// Counts of everything. Counts of parts add up to the count of the whole in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games, or positions.
    pub games: u64,
    /// Decisions, chance's among them.
    pub moves: u64,
    /// Decisions of players.
    pub decisions: u64,
    counts: Vec<Count>,
    /// The last move, the last decision of a player and the last game in which a thing was counted, so that it counts once.
    seen: Vec<(u64, u64, u64)>,
    /// A decision is under way; before the first one the set-up is.
    in_move: bool,
    /// The same of players' decisions.
    in_decision: bool,
}

impl Counts {
    /// Nothing yet.
    pub fn new(points: &Points<'_>) -> Counts {
        Counts { counts: vec![Count::default(); points.len()], seen: vec![(0, 0, 0); points.len()], ..Counts::default() }
    }

    /// A game begins.
    pub(super) fn game_begins(&mut self) {
        self.games += 1;
        (self.in_move, self.in_decision) = (false, false);
    }

    /// A decision begins, a player's or chance's.
    pub(super) fn move_begins(&mut self, actor: Actor) {
        self.moves += 1;
        self.in_move = true;
        if let Actor::Player(_) = actor {
            self.decisions += 1;
            self.in_decision = true;
        }
    }

    /// Something plays a part in the decision under way; what the set-up does counts with the game only.
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

    /// How often it played a part.
    pub fn of(&self, points: &Points<'_>, point: Point) -> Count {
        self.counts.get(points.index(point)).copied().unwrap_or_default()
    }

    /// Both counts together.
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
