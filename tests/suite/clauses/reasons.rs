//! Lines that nothing is red without, each with the reason: `tests/facts/clauses.toml`.

use toml::Table;

use super::mutants::Mutant;
use crate::facts::{read, tables, text};

/// Survivors that have a reason.
pub(crate) struct Reasons {
    entries: Vec<Table>,
}

impl Reasons {
    /// Reads the file.
    pub(crate) fn read() -> Reasons {
        Reasons { entries: tables(read("clauses.toml").get("survivor")).cloned().collect() }
    }

    /// The entries for a variant.
    pub(crate) fn of(&self, variant: &str) -> Vec<&Table> {
        self.entries.iter().filter(|entry| text(entry, "variant") == variant).collect()
    }

    /// Every entry, in the order written.
    pub(crate) fn all(&self) -> &[Table] {
        &self.entries
    }
}

/// Whether an entry speaks of this mutant. Without a line it means that change wherever it is made; what it became may be left out.
pub(crate) fn means(entry: &Table, mutant: &Mutant) -> bool {
    let becomes = entry.get("becomes").is_none_or(|_| text(entry, "becomes") == mutant.becomes);
    let line = entry.get("line").is_none_or(|_| text(entry, "line") == mutant.line);
    line && text(entry, "change") == mutant.change && becomes
}

/// An entry in short.
pub(crate) fn words(entry: &Table) -> String {
    format!("{}: {:?}, {}", text(entry, "variant"), text(entry, "line"), text(entry, "change"))
}
