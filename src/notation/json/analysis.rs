//! The best lines of play, in JSON.
//!
//! ```json
//! {"schema":1,"variant":"english","position":{…},"agent":"alpha-beta:5s","player":"Black","depth":14,"nodes":152340,
//!  "lines":[{"value":0.25,"moves":["11-15","23-19"]},{"wins_in":7,"moves":["22-15"]}],"cpu_seconds":5.01}
//! ```

use serde::{Deserialize, Serialize};

use super::goes_by::GoesBy;
use super::position::Position;

/// The output of `analyse --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// 1
    pub schema: u32,
    /// The variant.
    pub variant: String,
    /// The analysed position.
    pub position: Position,
    /// The agent and its limits.
    pub agent: String,
    /// Whose decision it is.
    pub player: String,
    /// The number of decisions that were searched in full width, for agents that search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The number of decisions searched, or of playouts made.
    pub nodes: u64,
    /// The number of sampled positions, where the player cannot see everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worlds: Option<u64>,
    /// The best move first.
    pub lines: Vec<Line>,
    /// The files beside the rules that were used.
    pub goes_by: GoesBy,
    /// Processor time in seconds.
    pub cpu_seconds: f64,
}

/// A move and its principal variation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// The value of the first move.
    #[serde(flatten)]
    pub worth: Worth,
    /// In how many of the sampled positions the first move is best, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worlds: Option<u64>,
    /// The value is an average over samples, not over all results of chance or all hidden positions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub samples: bool,
    /// The moves, each in the notation of the game.
    pub moves: Vec<String>,
}

/// The value of a move for the player who decides; exactly one field is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Worth {
    /// In units of a piece that counts 1, where nothing is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The move wins, by the rules, after this many decisions of all players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins_in: Option<u32>,
    /// The move loses after this many decisions of all players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loses_in: Option<u32>,
}

impl Worth {
    /// The worth of a value in units of a piece that counts 1, or of a proved result: a win in n decisions (n > 0) or a loss in
    /// -n decisions.
    pub fn of(value: f64, decided: Option<i32>) -> Worth {
        match decided {
            // Adding 0.0 turns -0.0 into 0.0.
            None => Worth { value: Some(value + 0.0), ..Worth::default() },
            Some(plies) if plies > 0 => Worth { wins_in: Some(plies.unsigned_abs()), ..Worth::default() },
            Some(plies) => Worth { loses_in: Some(plies.unsigned_abs()), ..Worth::default() },
        }
    }
}

impl Worth {
    /// Whether a text is a worth as `Display` writes it.
    ///
    /// ```
    /// use draughtsman::notation::json::analysis::Worth;
    /// assert!(["-0.08", "+12.50", "wins in 7", "loses in 12"].iter().all(|text| Worth::is_one(text)));
    /// assert!(["0.08", "+0.1", "-.08", "wins in", "wins", "a win"].iter().all(|text| !Worth::is_one(text)));
    /// ```
    pub fn is_one(text: &str) -> bool {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if let Some(plies) = text.strip_prefix("wins in ").or_else(|| text.strip_prefix("loses in ")) {
            return digits(plies);
        }
        let number = text.strip_prefix(['+', '-']).and_then(|number| number.split_once('.'));
        number.is_some_and(|(whole, part)| digits(whole) && digits(part) && part.len() == 2)
    }
}

impl std::fmt::Display for Worth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = match (self.value, self.wins_in, self.loses_in) {
            (_, Some(plies), _) => format!("wins in {plies}"),
            (_, _, Some(plies)) => format!("loses in {plies}"),
            (value, ..) => format!("{:+.2}", (100.0 * value.unwrap_or(0.0)).round() / 100.0 + 0.0),
        };
        f.pad(&text)
    }
}
