//! A match of two agents: each opening is played once for each side that the first agent can take, and the results give their
//! difference in strength.

use serde::{Deserialize, Serialize};

use super::agent::Agent;
use super::decider::{Decider, Undecided};
use super::score::{BOUND, Score, sprt_verdict};
use super::series::{Series, Start};
use super::thinker::Clock;
use crate::analysis::simulate::{Played, Simulator};
use crate::engine::Game;
use crate::model::{SideId, Variant};
use crate::notation::TimeControl;
use crate::notation::json::SCHEMA;
use crate::notation::json::contest::{self as wire, Match, Points, Results, Strength, Test};

/// Random openings that are tried to find one after which the game is not over.
const MOST_OPENINGS: u64 = 100;

/// A match between two agents, with its openings and seed.
pub struct Contest<'c> {
    simulator: &'c Simulator<'c>,
    /// For each side the series in which the first agent plays that side, and the other agent all others.
    series: Vec<Series<'c>>,
    plies: u32,
    /// The games from which openings start, used in turn; if empty, all games start as the simulator does.
    starts: Vec<Game>,
}

impl<'c> Contest<'c> {
    /// A match in which openings are `plies` random decisions.
    pub fn new(simulator: &'c Simulator<'c>, agents: [Agent; 2], plies: u32, seed: u64, clock: Clock<'c>) -> Contest<'c> {
        Contest::between(simulator, &|which| Decider::of(simulator.program(), agents[which]), plies, seed, clock)
    }

    /// The same between any deciders: `decider` makes the first (0) or the other (1) for a seat.
    pub fn between(
        simulator: &'c Simulator<'c>,
        decider: &dyn Fn(usize) -> Decider,
        plies: u32,
        seed: u64,
        clock: Clock<'c>,
    ) -> Contest<'c> {
        let series =
            |seats: &[usize]| Series::between(simulator, seats.iter().map(|which| decider(*which)).collect(), seed, clock);
        Contest::of(simulator, &series, plies)
    }

    /// A match with the series that `series` makes for each side; its argument says for each seat whether the first (0) or the
    /// other agent (1) sits there.
    fn of(simulator: &'c Simulator<'c>, series: &dyn Fn(&[usize]) -> Series<'c>, plies: u32) -> Contest<'c> {
        let equipment = &simulator.program().equipment;
        let seats =
            |side: SideId| -> Vec<usize> { equipment.players.iter().map(|player| usize::from(player.side != side)).collect() };
        Contest { simulator, series: equipment.playing().map(|side| series(&seats(side))).collect(), plies, starts: Vec::new() }
    }

    /// The same with openings that start from these games, used in turn and again from the first; the random decisions come after
    /// them.
    pub fn from_openings(self, starts: Vec<Game>) -> Contest<'c> {
        Contest { starts, ..self }
    }

    /// The same by the clock: a player that runs out of time has lost.
    #[must_use]
    pub fn under(self, control: Option<TimeControl>) -> Contest<'c> {
        Contest { series: self.series.into_iter().map(|series| series.under(control)).collect(), ..self }
    }

    /// The games from the n-th opening, in the order of the sides that the first agent plays. They depend on the seed and the
    /// number only, unless time is measured. If the clock says to stop, some are missing.
    ///
    /// # Errors
    /// A rule exceeds a limit of the engine, or something outside the program has no answer.
    pub fn round(&mut self, number: u64) -> Result<Vec<Played>, Undecided> {
        self.games(number, Series::game_from)
    }

    /// The same, played decision by decision and each with its moves. Their random numbers differ from those of
    /// [`Contest::round`].
    ///
    /// # Errors
    /// A rule exceeds a limit of the engine, or something outside the program has no answer.
    pub fn kept(&mut self, number: u64) -> Result<Vec<(Played, Game)>, Undecided> {
        self.games(number, Series::kept_from)
    }

    fn games<T>(
        &mut self,
        number: u64,
        play: impl Fn(&mut Series<'c>, Start) -> Result<Option<T>, Undecided>,
    ) -> Result<Vec<T>, Undecided> {
        let mut games = Vec::with_capacity(self.series.len());
        let given = self.starts.len().max(1) as u64;
        for series in &mut self.series {
            if let Some(start) = self.starts.get((number % given) as usize) {
                series.begin_at(start);
            }
            let mut played = None;
            // Openings in which the game is over are replaced; the replacements are the same for every side.
            for again in 0..MOST_OPENINGS {
                let start = Start { opening: number * MOST_OPENINGS + again, plies: self.plies };
                played = play(series, start)?;
                if played.is_some() || series.stops() {
                    break;
                }
            }
            games.extend(played);
        }
        Ok(games)
    }

    /// Plays the n-th round and counts it.
    ///
    /// # Errors
    /// A rule exceeds a limit of the engine, or something outside the program has no answer.
    pub fn counted(&mut self, number: u64) -> Result<Round, Undecided> {
        let games = self.round(number)?;
        Ok(self.count(&games))
    }

    /// Counts the games of a round.
    pub fn count<'p>(&self, games: impl IntoIterator<Item = &'p Played>) -> Round {
        let mut round = Round::default();
        for (number, played) in games.into_iter().enumerate() {
            round.points.push(self.points(number, played));
            round.decisions += u64::from(played.decisions);
            round.cut_off += u64::from(played.outcome.is_none() && played.overstepped.is_none());
            round.lost_on_time += u64::from(played.overstepped.is_some());
        }
        round
    }

    /// The points of the first agent from the n-th game of a round. A game has one point, which all winners share; everybody
    /// shares it if nobody has won or the game was cut off. A player that runs out of time has lost.
    pub fn points(&self, number: usize, played: &Played) -> f64 {
        let equipment = &self.simulator.program().equipment;
        let (all, side) = (equipment.playing().count(), equipment.playing().nth(number));
        let late = played.overstepped.and_then(|player| equipment.players.get(player.index()).map(|player| player.side));
        if late.is_some() && late == side {
            return 0.0;
        }
        let on_time = played.overstepped.map(|player| equipment.winners_without(player, &[]));
        let winners = on_time.as_deref().or(played.outcome.as_ref().map(|outcome| outcome.winners.as_slice()));
        match winners.unwrap_or_default() {
            [] => 1.0 / all.max(1) as f64,
            winners if side.is_some_and(|side| winners.contains(&side)) => 1.0 / winners.len() as f64,
            _ => 0.0,
        }
    }
}

/// The results of one round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// The points of the first agent, in the order of the sides that it played.
    pub points: Vec<f64>,
    /// The decisions of all games together.
    pub decisions: u64,
    /// The number of games that were cut off.
    pub cut_off: u64,
    /// The number of games in which a player ran out of time.
    #[serde(default)]
    pub lost_on_time: u64,
}

/// The results of several rounds, in the order of their numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchTally {
    /// The score of the first agent.
    pub score: Score,
    /// For each side that the first agent played, its points and the number of games.
    sides: Vec<(f64, u64)>,
    decisions: u64,
    cut_off: u64,
    on_time: u64,
}

/// The settings of a match, as they are reported.
#[derive(Clone, Debug)]
pub struct MatchSettings<'b> {
    /// The rules.
    pub variant: &'b Variant,
    /// The names of the first agent and the other.
    pub agents: [String; 2],
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of random decisions at the beginning of each game.
    pub opening: u32,
    /// The number of openings that were given, if any.
    pub openings: Option<u64>,
    /// The number of decisions after which a game was cut off.
    pub limit: u32,
    /// The time control, if the games were played by the clock.
    pub control: Option<TimeControl>,
    /// The two differences in strength between which the match was to decide, if it was to.
    pub ends: Option<[f64; 2]>,
}

impl MatchTally {
    /// No rounds yet, of rules with this number of sides.
    pub fn new(sides: usize) -> MatchTally {
        MatchTally { score: Score::default(), sides: vec![(0.0, 0); sides], decisions: 0, cut_off: 0, on_time: 0 }
    }

    /// Adds a round.
    pub fn add(&mut self, round: &Round) {
        for ((sum, games), point) in self.sides.iter_mut().zip(&round.points) {
            (*sum, *games) = (*sum + point, *games + 1);
        }
        self.decisions += round.decisions;
        self.cut_off += round.cut_off;
        self.on_time += round.lost_on_time;
        self.score.add(&round.points);
    }

    /// Whether two sides play: Elo ratings apply to no more.
    pub fn is_of_two(&self) -> bool {
        self.sides.len() <= 2
    }

    /// The points a game of agents that are equally strong; the first one plays one of k sides.
    fn even(&self) -> f64 {
        1.0 / self.sides.len().max(2) as f64
    }

    /// The results as JSON, without processor time and the files that the agents used, which the caller adds.
    pub fn to_wire(&self, between: &MatchSettings<'_>) -> Match {
        // Adding 0.0 turns -0.0 into 0.0.
        let thousandths = |number: f64| (number * 1000.0).round() / 1000.0 + 0.0;
        let Score { games, results: [won, drawn, lost], .. } = self.score;
        // A score of 0 or 1 corresponds to no finite difference.
        let finite = |number: f64| number.is_finite().then(|| (number * 10.0).round() / 10.0);
        let (elo, ends) = self.score.elo();
        // Without games there is no average.
        let played = |number: f64, games: u64| (games > 0).then(|| thousandths(number));
        let likelihood = between.ends.map(|ends| self.score.log_likelihood_ratio(ends));
        let equipment = &between.variant.equipment;
        let names = equipment.playing().map(|side| equipment.sides[side.index()].name.clone());
        let of_side = |(sum, games): &(f64, u64)| played(sum / *games as f64, *games);
        Match {
            schema: SCHEMA,
            between: wire::Between {
                variant: between.variant.id.clone(),
                agent: between.agents[0].clone(),
                opponent: between.agents[1].clone(),
                seed: between.seed,
                opening: between.opening,
                openings: between.openings,
                limit: between.limit,
            },
            results: Results { games, won, drawn, lost, cut_off: self.cut_off },
            time: between.control.map(|control| control.to_string()),
            on_time: self.on_time,
            points: Points {
                score: played(self.score.mean(), games),
                error: self.score.error().map(thousandths),
                score_as: names.zip(self.sides.iter().map(of_side)).collect(),
                even: thousandths(self.even()),
                elo: (self.is_of_two() && games > 0).then(|| Strength {
                    difference: finite(elo),
                    least: ends.and_then(|(least, _)| finite(least)),
                    most: ends.and_then(|(_, most)| finite(most)),
                }),
            },
            test: Test {
                likelihood: likelihood.map(thousandths),
                bounds: between.ends.map(|_| [-BOUND, BOUND].map(thousandths)),
                stronger: likelihood.and_then(sprt_verdict),
            },
            decisions: played(self.decisions as f64 / games as f64, games),
            goes_by: None,
            cpu_seconds: 0.0,
        }
    }
}
