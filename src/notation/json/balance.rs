//! What games say of their rules, in JSON.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::contest::Match;
use super::goes_by::GoesBy;

/// What `simulate --report --json` and `merge --json` say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Balance {
    /// 1
    pub schema: u32,
    /// Who decided.
    pub agent: String,
    /// What fixed all chance.
    pub seed: u64,
    /// Decisions at random that a game began with.
    pub opening: u32,
    /// Decisions after which a game was cut off.
    pub limit: u32,
    /// How narrow the intervals were to be, if that was asked.
    pub until: Option<f64>,
    /// Rules, each with its games.
    pub cases: Vec<Case>,
    /// Each of the others against the first.
    pub differences: Vec<Difference>,
    /// Agents by the first rules, each against the one before it.
    pub thought: Vec<Match>,
    /// What played a part in games by the first rules.
    pub rules: Option<Rules>,
    /// Processor time.
    pub cpu_seconds: f64,
}

/// Rules, and what games by them came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// What tells it from the others: `idle-limit=20`.
    pub name: String,
    /// Whose rules.
    pub variant: String,
    /// `English draughts`
    pub title: String,
    /// What was chosen of them.
    pub options: Vec<String>,
    /// What agents went by that lies beside the rules.
    #[serde(default)]
    pub goes_by: GoesBy,
    /// Games played.
    pub games: u64,
    /// About how many of them are different.
    pub different: u64,
    /// Won by each side.
    pub wins: IndexMap<String, Share>,
    /// Won by nobody.
    pub drawn: Share,
    /// Not over by then.
    pub cut_off: Share,
    /// Whether the sides win alike.
    pub fairness: Fairness,
    /// What it is worth to decide first.
    pub first: First,
    /// Decisions a game.
    pub length: Length,
    /// Moves to choose from.
    pub branching: Branching,
    /// Lines by which games ended, the most frequent first.
    pub endings: Vec<Ending>,
    /// Pieces taken.
    pub captures: Captures,
    /// Who was ahead.
    pub lead: Lead,
}

/// So many of all, and the interval that holds the true share in 95 of 100 such samples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// How many.
    pub games: u64,
    /// Of all.
    pub share: f64,
    /// The least that the true share may be.
    pub least: f64,
    /// The most.
    pub most: f64,
}

/// A mean, `null` of no numbers, and the interval that holds the true one in 95 of 100 such samples; `null` where so few tell none.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    /// On average.
    pub mean: Option<f64>,
    /// The least that the true mean may be.
    pub least: Option<f64>,
    /// The most.
    pub most: Option<f64>,
}

impl Mean {
    /// The interval, if there is one.
    pub fn interval(self) -> Option<[f64; 2]> {
        self.least.zip(self.most).map(|(least, most)| [least, most])
    }
}

/// Whether the sides win alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fairness {
    /// `binomial`, `chi-squared`, or `cochran` where several have won together
    pub test: String,
    /// How likely so uneven a result is where all sides win alike; none if nobody has won.
    pub p: Option<f64>,
}

/// What it is worth to decide first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct First {
    /// Games that who decided first has won.
    pub won: u64,
    /// That nobody has won, or several.
    pub drawn: u64,
    /// That others have won.
    pub lost: u64,
    /// Points a game: 1, a share of it for a win with others and for a draw, 0.
    pub score: Mean,
    /// What it would be if it did not matter: one of as many as there are sides.
    pub even: f64,
}

/// Decisions a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Length {
    /// On average.
    pub mean: Mean,
    /// The standard deviation.
    pub deviation: f64,
    /// The shortest.
    pub min: u64,
    /// What a quarter, half, and three quarters of the games do not exceed.
    pub quartiles: [u64; 3],
    /// The longest.
    pub max: u64,
    /// Games by their lengths.
    pub histogram: Vec<Bin>,
}

/// Games of these lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bin {
    /// The shortest.
    pub from: u64,
    /// The longest.
    pub to: u64,
    /// How many.
    pub games: u64,
}

/// Moves to choose from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Branching {
    /// On average of all decisions.
    pub mean: f64,
    /// The geometric mean.
    pub geometric: f64,
    /// The share of decisions without a choice.
    pub forced: f64,
    /// The logarithm to base 10 of the size of the game tree: of the geometric mean to the power of the mean length.
    pub complexity: f64,
    /// On average at the first decisions of games one by one, as far as a tenth of the games came.
    pub by_decision: Vec<f64>,
}

/// A line that ended games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ending {
    /// Where it stands.
    pub place: String,
    /// The line.
    pub text: String,
    /// How often it has ended one.
    pub share: Share,
    /// Games won by it, by side.
    pub wins: IndexMap<String, u64>,
    /// Games drawn by it.
    pub drawn: u64,
}

/// Pieces taken.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Captures {
    /// A game.
    pub taken: Mean,
    /// The share of decisions by which any were.
    pub taking: f64,
}

/// Who was ahead.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lead {
    /// Games in which anybody was, at a decision.
    pub led: Share,
    /// How often the lead went from one side to another, a game.
    pub changes: Mean,
    /// Won games whose winner had been behind.
    pub comebacks: Share,
    /// The share of a won game during which the winner was behind.
    pub behind: f64,
    /// The share of a won game that was left when the winner got ahead for good.
    pub settled: f64,
}

/// How rules differ from the first ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// What tells it from the others.
    pub name: String,
    /// How likely it is that results differ as much by chance alone; none where there is nothing to compare.
    pub p: Option<f64>,
    /// The points of who decides first; beyond what the numbers of sides make of it where they differ.
    pub first: Mean,
    /// The share of games that are drawn.
    pub drawn: Mean,
    /// Decisions a game.
    pub length: Mean,
    /// Moves to choose from.
    pub branching: f64,
}

/// What played a part in games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// How many games were looked at.
    pub games: u64,
    /// Each line.
    pub lines: Vec<RuleLine>,
}

/// How often a line played a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RuleLine {
    /// Where it stands.
    pub place: String,
    /// The line.
    pub text: String,
    /// The option that put it there.
    pub option: Option<String>,
    /// The share of games in which it did.
    pub games: f64,
    /// The share of decisions.
    pub decisions: f64,
}
