//! What agents go by that lies beside the rules, in JSON: `{"weights":"bundled english.weights","endgames":null}`

use serde::{Deserialize, Serialize};

/// Files that agents go by; `null` where there is none, or nobody makes use of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoesBy {
    /// What was learned from games: the file, or `bundled` and a name.
    pub weights: Option<String>,
    /// Endgame tables.
    pub endgames: Option<String>,
}

impl GoesBy {
    /// In words; nothing where they go by nothing.
    ///
    /// ```
    /// use draughtsman::notation::json::goes_by::GoesBy;
    /// let known = GoesBy { weights: None, endgames: Some("mine.endgames".to_owned()) };
    /// assert_eq!(known.words().unwrap(), "goes by mine.endgames");
    /// assert_eq!(GoesBy::default().words(), None);
    /// ```
    pub fn words(&self) -> Option<String> {
        let files: Vec<&str> = [&self.weights, &self.endgames].into_iter().flatten().map(String::as_str).collect();
        (!files.is_empty()).then(|| format!("goes by {}", files.join(" and ")))
    }
}
