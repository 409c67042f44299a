//! The best lines of play, in JSON.
//!
//! ```json
//! {"schema":1,"variant":"english","position":{…},"agent":"alpha-beta:5s","player":"Black","depth":14,"nodes":152340,
//!  "lines":[{"value":0.25,"moves":["11-15","23-19"]},{"wins_in":7,"moves":["22-15"]}],"cpu_seconds":5.01}
//! ```

use serde::{Deserialize, Serialize};

use super::goes_by::GoesBy;
use super::position::Position;

/// What `analyse --json` says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// 1
    pub schema: u32,
    /// Whose rules.
    pub variant: String,
    /// Of this position.
    pub position: Position,
    /// Who has thought, and how long.
    pub agent: String,
    /// Whose decision it is.
    pub player: String,
    /// How many decisions ahead every way was looked at, by who thinks so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many decisions were looked at, or playouts made.
    pub nodes: u64,
    /// How many positions were thought about, where the player cannot see which it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worlds: Option<u64>,
    /// The best move first.
    pub lines: Vec<Line>,
    /// What lies beside the rules and was gone by.
    pub goes_by: GoesBy,
    /// Processor time.
    pub cpu_seconds: f64,
}

/// A move and what follows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// What the first move is worth.
    #[serde(flatten)]
    pub worth: Worth,
    /// In how many of the positions that were thought about it is the best, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worlds: Option<u64>,
    /// What the first move is worth is an average of samples, not of all that chance can bring or that may be hidden.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub samples: bool,
    /// The moves, each in the notation of the game.
    pub moves: Vec<String>,
}

/// What a move is worth to who decides; one of the three.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Worth {
    /// In pieces that count 1, where nothing is certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// It wins, by the rules, after so many decisions of everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins_in: Option<u32>,
    /// It loses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loses_in: Option<u32>,
}

impl Worth {
    /// Of a value in pieces that count 1; or of a game that is won in so many decisions (more than 0) or lost (less).
    pub fn of(value: f64, decided: Option<i32>) -> Worth {
        match decided {
            // Nothing is worth 0, not -0.
            None => Worth { value: Some(value + 0.0), ..Worth::default() },
            Some(plies) if plies > 0 => Worth { wins_in: Some(plies.unsigned_abs()), ..Worth::default() },
            Some(plies) => Worth { loses_in: Some(plies.unsigned_abs()), ..Worth::default() },
        }
    }
}

impl Worth {
    /// Whether a text is one as it is displayed.
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
