//! Counts of played games: who wins, which lines end games, how long games are.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::courses::Courses;
use super::played::Played;
use crate::model::Variant;
use crate::notation::json::SCHEMA;
use crate::notation::json::goes_by::GoesBy;
use crate::notation::json::simulate::{Plies, Simulation};

/// Counts over many games. Counts of parts can be added in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Number of games.
    pub games: u64,
    /// Games won, by side. A game with several winners counts for each.
    pub wins: Vec<u64>,
    /// Games won jointly by several sides, by the bit set of these sides.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub together: BTreeMap<u64, u64>,
    /// Drawn games, by reason.
    pub draws: BTreeMap<String, u64>,
    /// Finished games, by reason.
    pub endings: BTreeMap<String, u64>,
    /// Games cut off before they ended.
    pub cut_off: u64,
    /// Number of games by the number of their players' decisions.
    pub lengths: BTreeMap<u32, u64>,
    /// Sum of the number of options over all decisions of players.
    pub options: u64,
    /// For each rule that has ended games, by its [`RuleId`](crate::model::RuleId): how they ended.
    #[serde(default)]
    pub by_rule: BTreeMap<u16, Ended>,
    /// Statistics about the course of the games, if these were recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub courses: Option<Courses>,
}

/// Games ended by one rule line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// Number of games.
    pub games: u64,
    /// Games without a winner.
    pub drawn: u64,
    /// Games won, by side; a game may have several winners.
    pub wins: Vec<u64>,
}

impl Tally {
    /// An empty tally for this number of sides.
    pub fn new(sides: usize) -> Tally {
        Tally { wins: vec![0; sides], ..Tally::default() }
    }

    /// Adds one game.
    pub fn add(&mut self, played: &Played) {
        self.games += 1;
        self.options += played.options;
        *self.lengths.entry(played.decisions).or_default() += 1;
        if played.course.is_some() {
            self.courses.get_or_insert_default().add(played);
        }
        let Some(outcome) = &played.outcome else {
            self.cut_off += 1;
            return;
        };
        *self.endings.entry(outcome.reason.clone()).or_default() += 1;
        if outcome.winners.is_empty() {
            *self.draws.entry(outcome.reason.clone()).or_default() += 1;
        }
        if outcome.winners.len() > 1 {
            let sides = outcome.winners.iter().fold(0, |sides, side| sides | 1 << side.0);
            *self.together.entry(sides).or_default() += 1;
        }
        let ended = self.by_rule.entry(outcome.rule.0).or_default();
        ended.wins.resize(self.wins.len(), 0);
        ended.games += 1;
        ended.drawn += u64::from(outcome.winners.is_empty());
        for side in &outcome.winners {
            self.wins[side.index()] += 1;
            ended.wins[side.index()] += 1;
        }
    }

    /// The sum of two tallies.
    #[must_use]
    pub fn and(mut self, other: Tally) -> Tally {
        self.games += other.games;
        self.cut_off += other.cut_off;
        self.options += other.options;
        self.wins.resize(self.wins.len().max(other.wins.len()), 0);
        self.wins.iter_mut().zip(other.wins).for_each(|(sum, more)| *sum += more);
        other.together.into_iter().for_each(|(sides, games)| *self.together.entry(sides).or_default() += games);
        other.draws.into_iter().for_each(|(reason, games)| *self.draws.entry(reason).or_default() += games);
        other.endings.into_iter().for_each(|(reason, games)| *self.endings.entry(reason).or_default() += games);
        for (rule, more) in other.by_rule {
            let ended = self.by_rule.entry(rule).or_default();
            (ended.games, ended.drawn) = (ended.games + more.games, ended.drawn + more.drawn);
            ended.wins.resize(ended.wins.len().max(more.wins.len()), 0);
            ended.wins.iter_mut().zip(more.wins).for_each(|(sum, more)| *sum += more);
        }
        self.courses = match (self.courses, other.courses) {
            (Some(one), Some(other)) => Some(one.and(&other)),
            (one, other) => one.or(other),
        };
        other.lengths.into_iter().for_each(|(length, games)| *self.lengths.entry(length).or_default() += games);
        self
    }

    /// Number of decisions in all games.
    pub fn decisions(&self) -> u64 {
        self.lengths.iter().map(|(length, games)| u64::from(*length) * games).sum()
    }

    /// Mean number of decisions per game.
    pub fn mean_length(&self) -> f64 {
        self.decisions() as f64 / self.games.max(1) as f64
    }

    /// Mean number of options per decision.
    pub fn branching(&self) -> f64 {
        self.options as f64 / self.decisions().max(1) as f64
    }

    /// The quartile of the game length: the length that `quarters` quarters of the games do not exceed. 0 gives the shortest
    /// length, 4 the longest.
    pub fn quartile(&self, quarters: u64) -> u32 {
        let place = (self.games * quarters).div_ceil(4).max(1);
        let mut below = 0;
        let found = self.lengths.iter().find(|(_, games)| {
            below += **games;
            below >= place
        });
        found.map_or(0, |(length, _)| *length)
    }
}

/// The counts as JSON types. The processor time is 0; the caller fills it in.
pub fn to_wire(tally: &Tally, variant: &Variant, agent: String, seed: u64, limit: u32) -> Simulation {
    let equipment = &variant.equipment;
    let wins = equipment.playing().map(|side| (equipment.sides[side.index()].name.clone(), tally.wins[side.index()])).collect();
    simulation(tally, &variant.id, wins, agent, seed, limit)
}

/// The same for rules of which only the names are known.
pub(crate) fn simulation(
    tally: &Tally,
    variant: &str,
    wins: IndexMap<String, u64>,
    agent: String,
    seed: u64,
    limit: u32,
) -> Simulation {
    let thousandths = |number: f64| (number * 1000.0).round() / 1000.0;
    let at = |quarters: u64| u64::from(tally.quartile(quarters));
    Simulation {
        schema: SCHEMA,
        variant: variant.to_owned(),
        agent,
        goes_by: GoesBy::default(),
        seed,
        limit,
        games: tally.games,
        wins,
        draws: tally.draws.values().sum(),
        draws_by: often(&tally.draws),
        cut_off: tally.cut_off,
        plies: Plies { mean: thousandths(tally.mean_length()), min: at(0), quartiles: [at(1), at(2), at(3)], max: at(4) },
        branching: thousandths(tally.branching()),
        endings: often(&tally.endings),
        cpu_seconds: 0.0,
    }
}

/// The reasons with their counts, the most frequent first.
fn often(reasons: &BTreeMap<String, u64>) -> IndexMap<String, u64> {
    let mut sorted: Vec<(&String, &u64)> = reasons.iter().collect();
    sorted.sort_by_key(|(_, games)| std::cmp::Reverse(**games));
    sorted.into_iter().map(|(reason, games)| (reason.clone(), *games)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::setup::Outcome;
    use crate::model::{RuleId, SideId};

    fn game(winners: &[u8], decisions: u32) -> Played {
        let reason = if winners.is_empty() { "drawn" } else { "won" }.to_owned();
        let winners = winners.iter().copied().map(SideId).collect();
        let outcome = Outcome { winners, reason, rule: RuleId::default(), scores: Vec::new(), ranking: Vec::new() };
        Played { outcome: Some(outcome), decisions, options: 10 * u64::from(decisions), overstepped: None, course: None }
    }

    #[test]
    fn parts_add_up_in_any_order() {
        let games = [game(&[0], 4), game(&[], 8), game(&[0, 1], 1), Played { decisions: 9, options: 2, ..Played::default() }];
        let tally = |games: &[Played]| {
            games.iter().fold(Tally::new(2), |mut tally, game| {
                tally.add(game);
                tally
            })
        };
        let whole = tally(&games);
        assert_eq!(tally(&games[2..]).and(tally(&games[..2])), whole);
        assert_eq!((whole.games, whole.wins.as_slice(), whole.cut_off, whole.draws["drawn"]), (4, &[2, 1][..], 1, 1));
        assert_eq!(whole.together, BTreeMap::from([(0b11, 1)]));
        assert_eq!(whole.by_rule[&0], Ended { games: 3, drawn: 1, wins: vec![2, 1] });
        assert_eq!([0, 1, 2, 3, 4].map(|quarters| whole.quartile(quarters)), [1, 1, 4, 8, 9]);
        assert_eq!(whole.decisions(), 22);
    }
}
