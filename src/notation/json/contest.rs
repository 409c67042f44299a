//! A match of two agents, in JSON.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::goes_by::GoesBy;

/// The output of `match --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// 1
    pub schema: u32,
    /// What was played.
    #[serde(flatten)]
    pub between: Between,
    /// The results of the games.
    #[serde(flatten)]
    pub results: Results,
    /// The time control of each player: `60s+1s`; `null` if the match has no clock.
    pub time: Option<String>,
    /// Games lost by running out of time.
    pub on_time: u64,
    /// What the results say about the agent's strength.
    #[serde(flatten)]
    pub points: Points,
    /// The result of the sequential test, if one was requested.
    #[serde(flatten)]
    pub test: Test,
    /// The mean number of players' decisions per game; `null` where no game was played.
    pub decisions: Option<f64>,
    /// The files beside the rules that were used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goes_by: Option<GoesBy>,
    /// Processor time in seconds.
    pub cpu_seconds: f64,
}

/// The agents, and the conditions of the match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Between {
    /// The variant.
    pub variant: String,
    /// The agent whose results are counted.
    pub agent: String,
    /// Its opponent.
    pub opponent: String,
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of random decisions at the start of each game.
    pub opening: u32,
    /// The number of openings that were given; `null` where the games began elsewhere.
    pub openings: Option<u64>,
    /// The number of decisions after which a game is cut off.
    pub limit: u32,
}

/// Numbers of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Results {
    /// Games played.
    pub games: u64,
    /// Games that the agent won.
    pub won: u64,
    /// Games drawn, won together with others, or cut off.
    pub drawn: u64,
    /// Games that the agent lost.
    pub lost: u64,
    /// Games cut off.
    pub cut_off: u64,
}

/// The agent's points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Points {
    /// Points per game: 1 for a win, a share of 1 for a win with others or a draw (1/2 with two sides); `null` where no game
    /// was played.
    pub score: Option<f64>,
    /// The standard error of the score, computed over openings; `null` if there is only one.
    pub error: Option<f64>,
    /// Points per game, by the side that the agent played; `null` where no game was played.
    pub score_as: IndexMap<String, Option<f64>>,
    /// Points per game of equally strong agents: 1/k for k sides.
    #[serde(default = "half")]
    pub even: f64,
    /// The difference in strength; `null` with more than two sides, or where no game was played.
    pub elo: Option<Strength>,
}

/// A sequential test of whether the agent is stronger; all is `null` if none was requested.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    /// The logarithm of the likelihood ratio.
    pub likelihood: Option<f64>,
    /// The bounds of the logarithm: at the first the test rejects that the agent is stronger, at the second it accepts it.
    pub bounds: Option<[f64; 2]>,
    /// Whether the agent is stronger, once the test has decided.
    pub stronger: Option<bool>,
}

/// The even score with two sides.
fn half() -> f64 {
    0.5
}

/// A difference in strength, in Elo; a value without bound is `null`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// The difference that corresponds to the score.
    pub difference: Option<f64>,
    /// The lower end of its 95 % confidence interval.
    pub least: Option<f64>,
    /// The upper end of the interval.
    pub most: Option<f64>,
}
