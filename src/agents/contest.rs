//! Two agents against each other: each opening once with each of them on each side, and what that says about their strength.

use serde::{Deserialize, Serialize};

use super::agent::Agent;
use super::decider::{Decider, Undecided};
use super::score::{BOUND, Score, is_decided};
use super::series::{Series, Start};
use super::thinker::Clock;
use crate::analysis::simulate::{Played, Simulator};
use crate::engine::Game;
use crate::model::{SideId, Variant};
use crate::notation::TimeControl;
use crate::notation::json::SCHEMA;
use crate::notation::json::contest::{self as wire, Match, Points, Results, Strength, Test};

/// Random openings that are tried before one after which the game still goes on.
const MOST_OPENINGS: u64 = 100;

/// Two agents, games from openings, and chance.
pub struct Contest<'c> {
    simulator: &'c Simulator<'c>,
    /// For each side a series in which the first agent plays it, and the other all others.
    series: Vec<Series<'c>>,
    plies: u32,
    /// Where the games begin, one opening after the other; none where all begin as the simulator says.
    starts: Vec<Game>,
}

impl<'c> Contest<'c> {
    /// Openings are so many decisions at random.
    pub fn new(simulator: &'c Simulator<'c>, agents: [Agent; 2], plies: u32, seed: u64, clock: Clock<'c>) -> Contest<'c> {
        Contest::between(simulator, &|which| Decider::of(simulator.program(), agents[which]), plies, seed, clock)
    }

    /// The same between whoever decides: `decider` makes the first (0) or the other (1) for a seat.
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

    /// A series for each side, of which is told who sits at each seat.
    fn of(simulator: &'c Simulator<'c>, series: &dyn Fn(&[usize]) -> Series<'c>, plies: u32) -> Contest<'c> {
        let equipment = &simulator.program().equipment;
        let seats =
            |side: SideId| -> Vec<usize> { equipment.players.iter().map(|player| usize::from(player.side != side)).collect() };
        Contest { simulator, series: equipment.playing().map(|side| series(&seats(side))).collect(), plies, starts: Vec::new() }
    }

    /// The same from these games under way, one for each opening, and then from the first again; the decisions at random come
    /// after them.
    pub fn from_openings(self, starts: Vec<Game>) -> Contest<'c> {
        Contest { starts, ..self }
    }

    /// The same by the clock: who runs out of time has lost.
    #[must_use]
    pub fn under(self, control: Option<TimeControl>) -> Contest<'c> {
        Contest { series: self.series.into_iter().map(|series| series.under(control)).collect(), ..self }
    }

    /// The games from the n-th opening, by the side that the first agent plays. They depend on the seed and the number only,
    /// unless somebody plays by the clock. Where the clock says to stop, they are not all there.
    ///
    /// # Errors
    /// A rule that does not come to an end, or somebody outside who has no answer.
    pub fn round(&mut self, number: u64) -> Result<Vec<Played>, Undecided> {
        self.games(number, Series::game_from)
    }

    /// The same, decision by decision, each with the game that was played. They are games like those of [`Contest::round`], but not the same.
    ///
    /// # Errors
    /// A rule that does not come to an end, or somebody outside who has no answer.
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
            // Openings in which the game is over are none; those of one number are the same for every side.
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

    /// The n-th round, counted.
    ///
    /// # Errors
    /// A rule that does not come to an end, or somebody outside who has no answer.
    pub fn counted(&mut self, number: u64) -> Result<Round, Undecided> {
        let games = self.round(number)?;
        Ok(self.count(&games))
    }

    /// The games of a round, counted.
    pub fn count<'p>(&self, games: impl IntoIterator<Item = &'p Played>) -> Round {
        let mut round = Round::default();
        for (number, played) in games.into_iter().enumerate() {
            round.points.push(self.points(number, played));
            round.decisions += u64::from(played.decisions);
            round.cut_off += u64::from(played.outcome.is_none() && played.overstepped.is_none());
            round.on_time += u64::from(played.overstepped.is_some());
        }
        round
    }

    /// The points that the n-th game of a round is to the first agent: a game has one point, which all who have won it share, and everybody
    /// where nobody has, or it was cut off. Who runs out of time has lost.
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

/// A round counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// The points of the first agent, by the side that it played.
    pub points: Vec<f64>,
    /// Decisions of all games together.
    pub decisions: u64,
    /// Games cut off.
    pub cut_off: u64,
    /// Games in which somebody ran out of time.
    #[serde(default)]
    pub on_time: u64,
}

/// Rounds counted, in the order of their numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// What they came to.
    pub score: Score,
    /// Points of the first agent, and games, by the side that it played.
    sides: Vec<(f64, u64)>,
    decisions: u64,
    cut_off: u64,
    on_time: u64,
}

/// What a contest was about.
#[derive(Clone, Debug)]
pub struct Between<'b> {
    /// The rules.
    pub variant: &'b Variant,
    /// What the first agent is called, and the other.
    pub agents: [String; 2],
    /// What fixed all chance.
    pub seed: u64,
    /// Decisions at random that a game began with.
    pub opening: u32,
    /// How many openings were given, if any.
    pub openings: Option<u64>,
    /// Decisions after which a game was cut off.
    pub limit: u32,
    /// What each player had for a game, if they played by the clock.
    pub control: Option<TimeControl>,
    /// Between which two differences in strength it was to be decided, if that was asked.
    pub ends: Option<[f64; 2]>,
}

impl Counted {
    /// No round yet of rules for which so many sides play.
    pub fn new(sides: usize) -> Counted {
        Counted { score: Score::default(), sides: vec![(0.0, 0); sides], decisions: 0, cut_off: 0, on_time: 0 }
    }

    /// One round more.
    pub fn add(&mut self, round: &Round) {
        for ((sum, games), point) in self.sides.iter_mut().zip(&round.points) {
            (*sum, *games) = (*sum + point, *games + 1);
        }
        self.decisions += round.decisions;
        self.cut_off += round.cut_off;
        self.on_time += round.on_time;
        self.score.add(&round.points);
    }

    /// Whether two sides play: Elo's ratings are about two.
    pub fn is_of_two(&self) -> bool {
        self.sides.len() <= 2
    }

    /// Points a game that agents get who are as strong as each other: the first one has one of k sides.
    fn even(&self) -> f64 {
        1.0 / self.sides.len().max(2) as f64
    }

    /// In the words of JSON, but for the processor's time and what the agents went by, which whoever has played the games knows.
    pub fn to_wire(&self, between: &Between<'_>) -> Match {
        // Nothing has no sign.
        let thousandths = |number: f64| (number * 1000.0).round() / 1000.0 + 0.0;
        let Score { games, results: [won, drawn, lost], .. } = self.score;
        // A score of everything or nothing stands for no number.
        let finite = |number: f64| number.is_finite().then(|| (number * 10.0).round() / 10.0);
        let (elo, ends) = self.score.elo();
        // What no game was played for is not known.
        let played = |number: f64, games: u64| (games > 0).then(|| thousandths(number));
        let likelihood = between.ends.map(|ends| self.score.likelihood(ends));
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
                stronger: likelihood.and_then(is_decided),
            },
            decisions: played(self.decisions as f64 / games as f64, games),
            goes_by: None,
            cpu_seconds: 0.0,
        }
    }
}
