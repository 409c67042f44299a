//! The files beside the rules that agents use, in JSON: `{"weights":"bundled english.weights","endgames":null}`

use serde::{Deserialize, Serialize};

/// Files that agents use; `null` where there is none, or no agent uses it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoesBy {
    /// The learned weights: the file, or `bundled` and a name.
    pub weights: Option<String>,
    /// The file of endgame tables.
    pub endgames: Option<String>,
}

impl GoesBy {
    /// A description; none if no file is used.
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
