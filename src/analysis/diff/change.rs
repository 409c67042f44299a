//! What one version says and the other does not.

/// What has changed in one chapter, or in the equipment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// `capture`; `equipment`.
    pub chapter: String,
    /// What only the first version says.
    pub removed: Vec<Said>,
    /// What only the second version says.
    pub added: Vec<Said>,
}

/// A line of the rules, or a part of the equipment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// As the author wrote it.
    pub text: String,
    /// `english.draughts:41`; empty for the equipment.
    pub place: String,
    /// Where both versions have a line that reads like it: the definitions and numbers behind it that this one has alone.
    pub meaning: Option<String>,
}

impl Change {
    pub(super) fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.added.is_empty()
    }
}
