//! The statistical report on the games of one or several rule sets, in JSON.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::contest::Match;
use super::goes_by::GoesBy;

/// The output of `simulate --report --json` and `merge --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Balance {
    /// 1
    pub schema: u32,
    /// The agents that decided.
    pub agent: String,
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of random decisions at the start of each game.
    pub opening: u32,
    /// The number of decisions after which a game is cut off.
    pub limit: u32,
    /// The width of the confidence intervals to reach, if one was requested.
    pub until: Option<f64>,
    /// The rule sets, each with its games.
    pub cases: Vec<Case>,
    /// Each other rule set compared with the first.
    pub differences: Vec<Difference>,
    /// Matches by the first rule set, each agent against the one before it.
    pub thought: Vec<Match>,
    /// What played a part in games by the first rule set.
    pub rules: Option<Rules>,
    /// Processor time in seconds.
    pub cpu_seconds: f64,
}

/// A rule set and the results of its games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// What distinguishes it from the other cases: `idle-limit=20`.
    pub name: String,
    /// The variant.
    pub variant: String,
    /// Its title: `English draughts`.
    pub title: String,
    /// The options and numbers that are set.
    pub options: Vec<String>,
    /// The files beside the rules that the agents used.
    #[serde(default)]
    pub goes_by: GoesBy,
    /// Games played.
    pub games: u64,
    /// An estimate of the number of distinct games.
    pub different: u64,
    /// Games won, by side.
    pub wins: IndexMap<String, Share>,
    /// Games won by nobody.
    pub drawn: Share,
    /// Games not over when they were cut off.
    pub cut_off: Share,
    /// Whether the sides win equally often.
    pub fairness: Fairness,
    /// The advantage of deciding first.
    pub first: First,
    /// Decisions per game.
    pub length: Length,
    /// The number of moves to choose from.
    pub branching: Branching,
    /// The rule lines that ended games, the most frequent first.
    pub endings: Vec<Ending>,
    /// Pieces taken.
    pub captures: Captures,
    /// Which side was ahead in pieces.
    pub lead: Lead,
}

/// A number of games, its share of all, and the 95 % confidence interval of the true share.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// The number of games.
    pub games: u64,
    /// Their share of all.
    pub share: f64,
    /// The lower end of the interval.
    pub least: f64,
    /// The upper end of the interval.
    pub most: f64,
}

/// A mean (`null` without numbers) and the 95 % confidence interval of the true mean (`null` where there are too few numbers).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    /// The mean.
    pub mean: Option<f64>,
    /// The lower end of the interval.
    pub least: Option<f64>,
    /// The upper end of the interval.
    pub most: Option<f64>,
}

impl Mean {
    /// The interval, if there is one.
    pub fn interval(self) -> Option<[f64; 2]> {
        self.least.zip(self.most).map(|(least, most)| [least, most])
    }
}

/// Whether the sides win equally often.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fairness {
    /// `binomial`, `chi-squared`, or `cochran` where several sides have won together.
    pub test: String,
    /// The probability of a result at least this uneven if all sides win equally often; none if nobody has won.
    pub p: Option<f64>,
}

/// The advantage of deciding first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct First {
    /// Games won by the side that decides first.
    pub won: u64,
    /// Games won by nobody, or by several sides.
    pub drawn: u64,
    /// Games won by others.
    pub lost: u64,
    /// Points per game of the side that decides first: 1 for a win, a share of 1 for a win with others or a draw, 0 for a loss.
    pub score: Mean,
    /// The score if the order did not matter: 1/k for k sides.
    pub even: f64,
}

/// Decisions per game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Length {
    /// The mean.
    pub mean: Mean,
    /// The standard deviation.
    pub deviation: f64,
    /// The length of the shortest game.
    pub min: u64,
    /// The lengths that a quarter, half, and three quarters of the games do not exceed.
    pub quartiles: [u64; 3],
    /// The length of the longest game.
    pub max: u64,
    /// Games by their lengths.
    pub histogram: Vec<Bin>,
}

/// The games whose lengths are in a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bin {
    /// The shortest length.
    pub from: u64,
    /// The longest length.
    pub to: u64,
    /// The number of games.
    pub games: u64,
}

/// The number of moves to choose from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Branching {
    /// The arithmetic mean over all decisions.
    pub mean: f64,
    /// The geometric mean over all decisions.
    pub geometric: f64,
    /// The share of decisions with at most one move.
    pub forced: f64,
    /// The logarithm to base 10 of the size of the game tree, which is the geometric mean to the power of the mean length.
    pub complexity: f64,
    /// The mean at the first decision of a game, at the second, and so on, as far as at least a tenth of the games reach.
    pub by_decision: Vec<f64>,
}

/// A rule line that ended games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ending {
    /// Where the line is.
    pub place: String,
    /// The line.
    pub text: String,
    /// The games that it ended.
    pub share: Share,
    /// Games won by it, by side.
    pub wins: IndexMap<String, u64>,
    /// Games drawn by it.
    pub drawn: u64,
}

/// Pieces taken.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Captures {
    /// Pieces taken per game.
    pub taken: Mean,
    /// The share of decisions that take pieces.
    pub taking: f64,
}

/// Which side was ahead in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lead {
    /// Games in which some side was ahead at some decision.
    pub led: Share,
    /// The number of times per game that the lead passed from one side to another.
    pub changes: Mean,
    /// Won games whose winner had been behind.
    pub comebacks: Share,
    /// The mean share of a won game during which the winner was behind.
    pub behind: f64,
    /// The mean share of a won game that remained when the winner took the lead for good.
    pub settled: f64,
}

/// How a rule set differs from the first one; differences are its value less that of the first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// What distinguishes it from the other cases.
    pub name: String,
    /// The probability that results differ at least this much by chance alone; none where there is nothing to compare.
    pub p: Option<f64>,
    /// Points per game of the side that decides first, less what different numbers of sides account for.
    pub first: Mean,
    /// The share of drawn games.
    pub drawn: Mean,
    /// Decisions per game.
    pub length: Mean,
    /// The mean number of moves to choose from.
    pub branching: f64,
}

/// What played a part in games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// The number of games examined.
    pub games: u64,
    /// Each rule line.
    pub lines: Vec<RuleLine>,
}

/// How often a rule line played a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RuleLine {
    /// Where the line is.
    pub place: String,
    /// The line.
    pub text: String,
    /// The option that the line belongs to.
    pub option: Option<String>,
    /// The share of games in which it played a part.
    pub games: f64,
    /// The share of decisions in which it played a part.
    pub decisions: f64,
}
