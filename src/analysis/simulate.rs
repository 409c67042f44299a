//! Many games, and what comes of them: who wins, by which line games end, how long they are, how many moves there are to choose from.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::engine::{Actor, Ahead, Direct, LimitReached, Playing, Position, Walk};
use crate::model::Variant;
use crate::model::setup::Outcome;
use crate::notation::json::SCHEMA;
use crate::notation::json::simulate::{Plies, Simulation};
use crate::program::Program;

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it ended; none if it was cut off.
    pub outcome: Option<Outcome>,
    /// Decisions of players.
    pub decisions: u32,
    /// Options that they had, all decisions together.
    pub options: u64,
}

/// Plays games of one variant from one position.
pub struct Simulator<'p> {
    program: &'p Program,
    start: Position,
    most: u32,
    direct: Option<Direct>,
    ahead: OnceLock<Ahead>,
}

impl<'p> Simulator<'p> {
    /// Games from a position; after so many decisions of players a game is cut off.
    pub fn new(program: &'p Program, start: Position, most: u32) -> Simulator<'p> {
        let direct = Direct::new(program).ok();
        Simulator { program, start, most, direct, ahead: OnceLock::new() }
    }

    /// Where games begin.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// After so many decisions of players a game is cut off.
    pub fn most(&self) -> u32 {
        self.most
    }

    /// What looks ahead in these games.
    pub fn ahead(&self) -> &Ahead {
        self.ahead.get_or_init(|| Ahead::new(self.program))
    }

    /// The rules.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// A game by what plays these rules faster than the general machine, if anything does, to be played again and again.
    pub fn playout(&self) -> Option<Playing<'_>> {
        self.direct.as_ref()?.game(self.program, &self.start)
    }

    /// Such a game from its beginning; `pick` takes a number below the one that it is given.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn play_out(&self, game: &mut Playing<'_>, pick: &mut dyn FnMut(u64) -> u64) -> Result<Played, LimitReached> {
        match self.play_directly(game, pick) {
            Some(played) => Ok(played),
            None => self.walk(pick),
        }
    }

    /// The same, if nothing happens that only the general machine carries out.
    pub fn play_directly(&self, game: &mut Playing<'_>, pick: &mut dyn FnMut(u64) -> u64) -> Option<Played> {
        let mut played = Played { outcome: None, decisions: 0, options: 0 };
        game.restart(pick);
        loop {
            let options = game.options() as u64;
            if options == 0 || played.decisions >= self.most {
                break;
            }
            played.decisions += 1;
            played.options += options;
            game.play(pick(options) as usize);
        }
        played.outcome = game.outcome();
        (!game.lost()).then_some(played)
    }

    /// A game by the general machine, each decision taken at random: `pick` takes a number below the one that it is given. For
    /// players that is an option, each as likely; for chance the options take as many numbers as ways lead to them. The moves are
    /// those of [`Position::moves`] in the same order.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn walk(&self, pick: &mut dyn FnMut(u64) -> u64) -> Result<Played, LimitReached> {
        let mut played = Played { outcome: None, decisions: 0, options: 0 };
        let mut walk = Walk::new(self.program, &self.start);
        while let Some(actor) = walk.actor() {
            let options = walk.options()? as u64;
            let option = if actor == Actor::Chance {
                let Some(option) = drawn(walk.ways(), pick) else { break };
                option
            } else {
                if played.decisions >= self.most {
                    return Ok(played);
                }
                played.decisions += 1;
                played.options += options;
                if options == 0 {
                    break;
                }
                pick(options) as usize
            };
            walk.play(option)?;
        }
        played.outcome = walk.outcome().cloned();
        Ok(played)
    }
}

/// The place of one of these options of chance, each taking as many numbers as ways lead to it; none if there is no way.
pub(crate) fn drawn(ways: impl Iterator<Item = u64> + Clone, pick: &mut dyn FnMut(u64) -> u64) -> Option<usize> {
    let total = ways.clone().fold(0, u64::saturating_add);
    let mut rest = if total == 0 { return None } else { pick(total) };
    ways.into_iter().position(|ways| {
        let here = rest < ways;
        rest = rest.saturating_sub(ways);
        here
    })
}

/// Games counted. Counts of parts add up to the count of the whole in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Games won, by side.
    pub wins: Vec<u64>,
    /// Games drawn, by reason.
    pub draws: BTreeMap<String, u64>,
    /// Games that came to an end, by reason.
    pub endings: BTreeMap<String, u64>,
    /// Games cut off.
    pub cut_off: u64,
    /// Games by how many decisions of players they took.
    pub lengths: BTreeMap<u32, u64>,
    /// Options of all decisions of players together.
    pub options: u64,
}

impl Tally {
    /// No game yet of so many sides.
    pub fn new(sides: usize) -> Tally {
        Tally { wins: vec![0; sides], ..Tally::default() }
    }

    /// One game more.
    pub fn add(&mut self, played: &Played) {
        self.games += 1;
        self.options += played.options;
        *self.lengths.entry(played.decisions).or_default() += 1;
        let Some(outcome) = &played.outcome else {
            self.cut_off += 1;
            return;
        };
        *self.endings.entry(outcome.reason.clone()).or_default() += 1;
        if outcome.winners.is_empty() {
            *self.draws.entry(outcome.reason.clone()).or_default() += 1;
        }
        for side in &outcome.winners {
            self.wins[side.index()] += 1;
        }
    }

    /// Both counts together.
    #[must_use]
    pub fn and(mut self, other: Tally) -> Tally {
        self.games += other.games;
        self.cut_off += other.cut_off;
        self.options += other.options;
        self.wins.resize(self.wins.len().max(other.wins.len()), 0);
        self.wins.iter_mut().zip(other.wins).for_each(|(sum, more)| *sum += more);
        other.draws.into_iter().for_each(|(reason, games)| *self.draws.entry(reason).or_default() += games);
        other.endings.into_iter().for_each(|(reason, games)| *self.endings.entry(reason).or_default() += games);
        other.lengths.into_iter().for_each(|(length, games)| *self.lengths.entry(length).or_default() += games);
        self
    }

    /// Decisions of all games together.
    pub fn decisions(&self) -> u64 {
        self.lengths.iter().map(|(length, games)| u64::from(*length) * games).sum()
    }

    /// Decisions a game on average.
    pub fn mean_length(&self) -> f64 {
        self.decisions() as f64 / self.games.max(1) as f64
    }

    /// Options a decision on average.
    pub fn branching(&self) -> f64 {
        self.options as f64 / self.decisions().max(1) as f64
    }

    /// The length that so many quarters of the games do not exceed: 0 is the shortest, 4 the longest.
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

/// Games counted, in the words of JSON, but for the processor's time, which whoever has played them knows.
pub fn to_wire(tally: &Tally, variant: &Variant, agent: String, seed: u64, limit: u32) -> Simulation {
    let equipment = &variant.equipment;
    let thousandths = |number: f64| (number * 1000.0).round() / 1000.0;
    let at = |quarters: u64| u64::from(tally.quartile(quarters));
    Simulation {
        schema: SCHEMA,
        variant: variant.id.clone(),
        agent,
        seed,
        limit,
        games: tally.games,
        wins: equipment.playing().map(|side| (equipment.sides[side.index()].name.clone(), tally.wins[side.index()])).collect(),
        draws: tally.draws.values().sum(),
        draws_by: often(&tally.draws),
        cut_off: tally.cut_off,
        plies: Plies { mean: thousandths(tally.mean_length()), min: at(0), quartiles: [at(1), at(2), at(3)], max: at(4) },
        branching: thousandths(tally.branching()),
        endings: often(&tally.endings),
        cpu_seconds: 0.0,
    }
}

/// Reasons, the most frequent first.
fn often(reasons: &BTreeMap<String, u64>) -> IndexMap<String, u64> {
    let mut sorted: Vec<(&String, &u64)> = reasons.iter().collect();
    sorted.sort_by_key(|(_, games)| std::cmp::Reverse(**games));
    sorted.into_iter().map(|(reason, games)| (reason.clone(), *games)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{RuleId, SideId};

    fn game(winner: Option<u8>, decisions: u32) -> Played {
        let winners = winner.into_iter().map(SideId).collect();
        let reason = if winner.is_some() { "won" } else { "drawn" }.to_owned();
        let outcome = Outcome { winners, reason, rule: RuleId::default(), scores: Vec::new(), ranking: Vec::new() };
        Played { outcome: Some(outcome), decisions, options: 10 * u64::from(decisions) }
    }

    #[test]
    fn parts_add_up_in_any_order() {
        let games = [game(Some(0), 4), game(None, 8), game(Some(1), 1), Played { outcome: None, decisions: 9, options: 2 }];
        let tally = |games: &[Played]| {
            games.iter().fold(Tally::new(2), |mut tally, game| {
                tally.add(game);
                tally
            })
        };
        let whole = tally(&games);
        assert_eq!(tally(&games[2..]).and(tally(&games[..2])), whole);
        assert_eq!((whole.games, whole.wins.as_slice(), whole.cut_off, whole.draws["drawn"]), (4, &[1, 1][..], 1, 1));
        assert_eq!([0, 1, 2, 3, 4].map(|quarters| whole.quartile(quarters)), [1, 1, 4, 8, 9]);
        assert_eq!(whole.decisions(), 22);
    }
}
