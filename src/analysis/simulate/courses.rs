//! Statistics about the courses of many games, in whole numbers, so that counts of parts can be added in any order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::distinct::Distinct;
use super::played::Played;
use crate::model::SideId;

/// The number of decisions of a game that are counted one by one; later decisions are in the sums only.
pub const FOLLOWED: usize = 400;

/// The unit of shares of a game: one millionth.
pub const PARTS: u64 = 1_000_000;

/// Statistics about the courses of games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Courses {
    /// Finished games by the result of the side that decided first: sole win; joint win or draw; loss.
    pub first: [u64; 3],
    /// Of the second of these, the joint wins, by the number of winning sides.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub first_among: BTreeMap<u32, u64>,
    /// Number of decisions by their number of options.
    pub options: BTreeMap<u32, u64>,
    /// For each of the first [`FOLLOWED`] decisions of a game: in how many games it occurred, and the sum of its options.
    pub by_decision: Vec<(u64, u64)>,
    /// Number of pieces taken.
    pub taken: u64,
    /// Sum of the squares of the pieces taken per game.
    pub taken_squared: u64,
    /// Number of decisions that took pieces.
    pub taking: u64,
    /// Number of times the lead passed from one side to another.
    pub lead_changes: u64,
    /// Sum of the squares of the lead changes per game.
    pub lead_changes_squared: u64,
    /// Games in which some side led at a decision.
    pub led: u64,
    /// Games with exactly one winner.
    pub won: u64,
    /// Those of them in which the winner had been behind.
    pub comebacks: u64,
    /// Sum over these games of the share of decisions before which the winner was behind, in units of 1/[`PARTS`].
    pub behind: u64,
    /// Sum over these games of the share that remained when the winner took the final lead, in units of 1/[`PARTS`].
    pub settled: u64,
    /// Estimates the number of distinct games.
    pub different: Distinct,
}

impl Courses {
    /// Adds one game, if its course was recorded.
    pub fn add(&mut self, played: &Played) {
        let Some(course) = &played.course else { return };
        if self.by_decision.len() < course.options.len().min(FOLLOWED) {
            self.by_decision.resize(course.options.len().min(FOLLOWED), (0, 0));
        }
        for (at, options) in course.options.iter().enumerate() {
            *self.options.entry(*options).or_default() += 1;
            if let Some((games, sum)) = self.by_decision.get_mut(at) {
                (*games, *sum) = (*games + 1, *sum + u64::from(*options));
            }
        }
        let (taken, changes) = (u64::from(course.taken), u64::from(course.lead_changes));
        self.taken += taken;
        self.taken_squared += taken * taken;
        self.taking += u64::from(course.taking);
        self.lead_changes += changes;
        self.lead_changes_squared += changes * changes;
        self.led += u64::from(course.led);
        self.different.add(course.hash);
        let Some(outcome) = &played.outcome else { return };
        if let Some(first) = course.first {
            let others = outcome.winners.iter().any(|side| *side != first);
            let result = match outcome.winners.contains(&first) {
                true if others => 1,
                true => 0,
                false if others => 2,
                false => 1,
            };
            self.first[result] += 1;
            if outcome.winners.contains(&first) && others {
                *self.first_among.entry(outcome.winners.len() as u32).or_default() += 1;
            }
        }
        if let [winner] = outcome.winners.as_slice() {
            self.won_by(*winner, played);
        }
    }

    fn won_by(&mut self, winner: SideId, played: &Played) {
        let Some(course) = &played.course else { return };
        let all = u64::from(played.decisions).max(1);
        let behind = u64::from(course.behind.get(winner.index()).copied().unwrap_or(0));
        self.won += 1;
        self.comebacks += u64::from(behind > 0);
        self.behind += behind * PARTS / all;
        if let Some((_, since)) = course.leader.filter(|(side, _)| *side == winner) {
            self.settled += all.saturating_sub(u64::from(since)) * PARTS / all;
        }
    }

    /// The sum of both statistics.
    #[must_use]
    pub fn and(mut self, other: &Courses) -> Courses {
        self.first.iter_mut().zip(other.first).for_each(|(sum, more)| *sum += more);
        other.first_among.iter().for_each(|(winners, games)| *self.first_among.entry(*winners).or_default() += games);
        other.options.iter().for_each(|(options, many)| *self.options.entry(*options).or_default() += many);
        self.by_decision.resize(self.by_decision.len().max(other.by_decision.len()), (0, 0));
        for ((games, sum), (more, others)) in self.by_decision.iter_mut().zip(&other.by_decision) {
            (*games, *sum) = (*games + more, *sum + others);
        }
        self.taken += other.taken;
        self.taken_squared += other.taken_squared;
        self.taking += other.taking;
        self.lead_changes += other.lead_changes;
        self.lead_changes_squared += other.lead_changes_squared;
        self.led += other.led;
        self.won += other.won;
        self.comebacks += other.comebacks;
        self.behind += other.behind;
        self.settled += other.settled;
        self.different = self.different.and(&other.different);
        self
    }
}
