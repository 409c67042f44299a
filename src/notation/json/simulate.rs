//! Many games counted, in JSON.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::goes_by::GoesBy;

/// What `simulate --json` says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Simulation {
    /// 1
    pub schema: u32,
    /// Whose rules.
    pub variant: String,
    /// Who decided for all players: `random`.
    pub agent: String,
    /// What they went by that lies beside the rules.
    #[serde(default)]
    pub goes_by: GoesBy,
    /// What fixed all chance.
    pub seed: u64,
    /// Decisions after which a game was cut off.
    pub limit: u32,
    /// Games played.
    pub games: u64,
    /// Games won, by side.
    pub wins: IndexMap<String, u64>,
    /// Games drawn.
    pub draws: u64,
    /// Games drawn, by why.
    pub draws_by: IndexMap<String, u64>,
    /// Games cut off.
    pub cut_off: u64,
    /// Decisions a game took.
    pub plies: Plies,
    /// Moves to choose from in a decision, on average.
    pub branching: f64,
    /// Games by why they ended.
    pub endings: IndexMap<String, u64>,
    /// Processor time.
    pub cpu_seconds: f64,
}

/// Lengths of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plies {
    /// On average.
    pub mean: f64,
    /// The shortest.
    pub min: u64,
    /// What a quarter, half, and three quarters of the games do not exceed.
    pub quartiles: [u64; 3],
    /// The longest.
    pub max: u64,
}

/// A game, as a line of `simulate --each jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameLine {
    /// Its number, counted from 0.
    pub game: u64,
    /// By which of several rules it was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The sides that have won it, none of a draw; `null` if it was cut off.
    pub winners: Option<Vec<String>>,
    /// Why it ended.
    pub reason: Option<String>,
    /// Where the line stands that ended it.
    pub rule: Option<String>,
    /// Decisions of players.
    pub decisions: u32,
    /// Options that they had, all decisions together.
    pub options: u64,
    /// The side of who decided first.
    pub first: Option<String>,
    /// Pieces taken.
    pub taken: u32,
    /// How often the lead in pieces changed hands.
    pub lead_changes: u32,
}

impl GameLine {
    /// The names of the columns and what stands in them, as CSV has them: several winners with a `+` between them, `-` for a draw, and
    /// nothing where it was cut off.
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
