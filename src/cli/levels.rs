//! `--allow`, `--warn` and `--deny` of lints.

use draughtsman::check::{LINTS, Level, Levels, UnknownLint};

/// How bad lints are taken to be.
#[derive(clap::Args)]
pub(crate) struct LevelArguments {
    /// Do not report this lint, by its name or code; `all` for all
    #[arg(long, value_name = "LINT", value_delimiter = ',')]
    allow: Vec<String>,
    /// Report it, even if the file allows it
    #[arg(long, value_name = "LINT", value_delimiter = ',')]
    warn: Vec<String>,
    /// Report it as an error; `all` leaves alone what the file allows
    #[arg(long, value_name = "LINT", value_delimiter = ',')]
    deny: Vec<String>,
}

impl LevelArguments {
    /// The levels for the checker. Names that are denied overrule names that are warned of, and these overrule names that are
    /// allowed; a single name overrules `all`.
    pub(crate) fn levels(&self) -> Result<Levels, String> {
        let mut levels = Levels::default();
        for (names, level) in [(&self.allow, Level::Allow), (&self.warn, Level::Warn), (&self.deny, Level::Deny)] {
            for name in names {
                levels.set(name, level).map_err(|unknown| with_all(&unknown))?;
            }
        }
        Ok(levels)
    }
}

/// The message. If no lint has a similar name, it lists all lints.
fn with_all(unknown: &UnknownLint) -> String {
    match unknown.near {
        Some(_) => unknown.to_string(),
        None => {
            let names: Vec<&str> = LINTS.iter().map(|lint| lint.name).collect();
            format!("{unknown}; accepted: all, {}", names.join(", "))
        }
    }
}
