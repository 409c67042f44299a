//! A match of two agents, in JSON.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::goes_by::GoesBy;

/// What `match --json` says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// 1
    pub schema: u32,
    /// What was played.
    #[serde(flatten)]
    pub between: Between,
    /// How the games came out.
    #[serde(flatten)]
    pub results: Results,
    /// What each player had for a game: `60s+1s`; `null` where nobody played by the clock.
    pub time: Option<String>,
    /// Games in which somebody ran out of time, and lost.
    pub on_time: u64,
    /// What that says of how strong the agent is.
    #[serde(flatten)]
    pub points: Points,
    /// What a test made of it, if one was asked for.
    #[serde(flatten)]
    pub test: Test,
    /// Decisions of players a game, on average; `null` where no game was played.
    pub decisions: Option<f64>,
    /// What lies beside the rules and is gone by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goes_by: Option<GoesBy>,
    /// Processor time.
    pub cpu_seconds: f64,
}

/// Who played, and by what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Between {
    /// Whose rules.
    pub variant: String,
    /// Who it is about.
    pub agent: String,
    /// Whom it played against.
    pub opponent: String,
    /// What fixed all chance.
    pub seed: u64,
    /// Decisions at random that each game began with.
    pub opening: u32,
    /// How many openings were given; `null` where the games began elsewhere.
    pub openings: Option<u64>,
    /// Decisions after which a game was cut off.
    pub limit: u32,
}

/// Games counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Results {
    /// Games played.
    pub games: u64,
    /// Games that the agent has won.
    pub won: u64,
    /// Games drawn, or won with others, those cut off included.
    pub drawn: u64,
    /// Games that it has lost.
    pub lost: u64,
    /// Games cut off.
    pub cut_off: u64,
}

/// What the agent got for its games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Points {
    /// Points a game: 1 for a win, a share of it for a win with others and for a draw (a half of two); `null` where no game was played.
    pub score: Option<f64>,
    /// The standard error of the score, by openings; `null` with one opening only.
    pub error: Option<f64>,
    /// Points a game, by the side that the agent played; `null` where no game was played.
    pub score_as: IndexMap<String, Option<f64>>,
    /// Points a game that agents get who are as strong as each other: 1/k where k sides play.
    #[serde(default = "half")]
    pub even: f64,
    /// The difference in strength; `null` where more than two sides play, or no game was played.
    pub elo: Option<Strength>,
}

/// A test of whether the agent is stronger; all is `null` if none was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    /// The logarithm of the likelihood ratio.
    pub likelihood: Option<f64>,
    /// Up to where of these the test rejects that the first agent is stronger, and from where on it accepts it.
    pub bounds: Option<[f64; 2]>,
    /// Whether the agent is stronger, once the test has decided.
    pub stronger: Option<bool>,
}

/// What is even between two.
fn half() -> f64 {
    0.5
}

/// A difference in strength, in Elo; what is beyond measure is `null`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// The one that the score stands for.
    pub difference: Option<f64>,
    /// The least of the interval that holds it in 95 of 100 matches.
    pub least: Option<f64>,
    /// The greatest.
    pub most: Option<f64>,
}
