//! Statistics of simulated games, in JSON.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::goes_by::GoesBy;

/// The output of `simulate --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Simulation {
    /// 1
    pub schema: u32,
    /// The variant.
    pub variant: String,
    /// The agent that decided for all players: `random`.
    pub agent: String,
    /// The files beside the rules that the agents used.
    #[serde(default)]
    pub goes_by: GoesBy,
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of decisions after which a game is cut off.
    pub limit: u32,
    /// Games played.
    pub games: u64,
    /// Games won, by side.
    pub wins: IndexMap<String, u64>,
    /// Games drawn.
    pub draws: u64,
    /// Games drawn, by reason.
    pub draws_by: IndexMap<String, u64>,
    /// Games cut off.
    pub cut_off: u64,
    /// Decisions per game.
    pub plies: Plies,
    /// The mean number of moves to choose from.
    pub branching: f64,
    /// All games, by the reason for which they ended.
    pub endings: IndexMap<String, u64>,
    /// Processor time in seconds.
    pub cpu_seconds: f64,
}

/// Lengths of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plies {
    /// The mean.
    pub mean: f64,
    /// The length of the shortest game.
    pub min: u64,
    /// The lengths that a quarter, half, and three quarters of the games do not exceed.
    pub quartiles: [u64; 3],
    /// The length of the longest game.
    pub max: u64,
}

/// A game, as a line of `simulate --each jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameLine {
    /// Its number, counted from 0.
    pub game: u64,
    /// The name of its rule set, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The sides that won, empty for a draw; `null` if it was cut off.
    pub winners: Option<Vec<String>>,
    /// The reason for which it ended.
    pub reason: Option<String>,
    /// Where the line is that ended it.
    pub rule: Option<String>,
    /// The number of players' decisions.
    pub decisions: u32,
    /// The number of options at these decisions, added up.
    pub options: u64,
    /// The side of the player who decided first.
    pub first: Option<String>,
    /// The number of pieces taken.
    pub taken: u32,
    /// The number of times that the lead in pieces changed hands.
    pub lead_changes: u32,
}

impl GameLine {
    /// The names and values of the CSV columns: several winners are joined by `+`, a draw is `-`, and the winners of a game
    /// that was cut off are empty.
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        let winners = self.winners.as_ref().map(|winners| if winners.is_empty() { "-".to_owned() } else { winners.join("+") });
        let game = [("game", self.game.to_string())];
        let rules = self.rules.iter().map(|rules| ("rules", rules.clone()));
        let rest = [
            ("winners", winners.unwrap_or_default()),
            ("reason", self.reason.clone().unwrap_or_default()),
            ("rule", self.rule.clone().unwrap_or_default()),
            ("decisions", self.decisions.to_string()),
            ("options", self.options.to_string()),
            ("first", self.first.clone().unwrap_or_default()),
            ("taken", self.taken.to_string()),
            ("lead_changes", self.lead_changes.to_string()),
        ];
        game.into_iter().chain(rules).chain(rest).collect()
    }
}
