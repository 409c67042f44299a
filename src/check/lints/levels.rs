//! The names of the lints, and their levels: the default, those of a file's `[lints]`, those of the command line.

use std::fmt;
use std::str::FromStr;

use crate::diagnostic::{Diagnostic, Severity, nearest};
use crate::source::FileId;
use crate::syntax::front::{Table, Value};

/// How severe a lint is taken to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Not reported.
    Allow,
    /// A warning: the file can be played.
    Warn,
    /// An error: the file is refused.
    Deny,
}

/// A lint: something odd that a rule file may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lint {
    /// The stable code in messages, such as `W0805`.
    pub code: &'static str,
    /// The name by which its level is set, such as `unused-region`.
    pub name: &'static str,
}

const fn lint(code: &'static str, name: &'static str) -> Lint {
    Lint { code, name }
}

/// All lints, in the order of their codes. The pages of the codes explain them.
pub const LINTS: &[Lint] = &[
    lint("W0125", "many-oddities"),
    lint("W0301", "maybe-none"),
    lint("W0302", "maybe-many"),
    lint("W0609", "untried-option"),
    lint("W0610", "unfit-option"),
    lint("W0615", "maybe-endless"),
    lint("W0801", "idle-law"),
    lint("W0802", "unused-state"),
    lint("W0803", "unused-definition"),
    lint("W0804", "unmoved-piece"),
    lint("W0805", "unused-region"),
    lint("W0806", "unused-option"),
    lint("W0807", "unused-number"),
    lint("W0808", "unused-attribute"),
    lint("W0809", "unused-set"),
    lint("W0810", "unused-direction"),
    lint("W0811", "unused-pile"),
    lint("W0812", "unused-token"),
    lint("W0813", "unused-name"),
    lint("W0814", "unplayed-moves"),
    lint("W0820", "impossible-piece"),
    lint("W0821", "impossible-promotion"),
    lint("W0822", "impossible-effect"),
    lint("W0823", "impossible-move"),
    lint("W0830", "always-true"),
    lint("W0831", "never-true"),
    lint("W0832", "compared-with-itself"),
    lint("W0833", "said-twice"),
    lint("W0840", "idle-obligation"),
    lint("W0841", "same-for-every-move"),
    lint("W0842", "tells-what-is-hidden"),
    lint("W0843", "moves-as-truth"),
    lint("W0844", "hides-given-word"),
    lint("W0846", "idle-require"),
    lint("W0847", "no-towers"),
    lint("W0848", "moved-not-made"),
    lint("W0849", "occupied-landing"),
    lint("W0850", "player-without-turn"),
    lint("W0851", "empty-region"),
    lint("W0852", "no-setup"),
    lint("W0860", "same-as-parent"),
    lint("W0861", "duplicate-rule"),
    lint("W0870", "cannot-win"),
    lint("W0871", "never-ends"),
    lint("W0872", "everybody-wins"),
    lint("W0873", "ends-at-once"),
    lint("W0874", "late-ending"),
    lint("W0875", "contrary-laws"),
    lint("W0890", "lost-words"),
];

/// The word that means all lints on the command line.
const ALL: &str = "all";

/// Levels by name of lint; of several for the same lint the last one counts.
///
/// ```
/// use draughtsman::check::{Level, Levels};
/// let mut levels = Levels::default();
/// levels.set("unused-region", Level::Deny).unwrap();
/// let wrong = levels.set("unused-regoin", Level::Deny).unwrap_err();
/// assert_eq!(wrong.to_string(), "there is no lint `unused-regoin`; did you mean `unused-region`?");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels(Vec<(Option<Lint>, Level)>);

/// A name that no lint has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no lint `{name}`{}", near.map_or_else(String::new, |near| format!("; did you mean `{near}`?")))]
pub struct UnknownLint {
    /// The name as given.
    pub name: String,
    /// The lint that was probably meant.
    pub near: Option<&'static str>,
}

impl Levels {
    /// Sets the level of a lint, by name or code, or that of all of them (`all`).
    ///
    /// # Errors
    /// There is no such lint.
    pub fn set(&mut self, name: &str, level: Level) -> Result<(), UnknownLint> {
        let found = match name {
            ALL => None,
            _ => Some(known(name).ok_or_else(|| UnknownLint { name: name.to_owned(), near: near(name) })?),
        };
        self.0.push((found, level));
        Ok(())
    }

    /// The level set for this lint by its name, if any.
    fn of(&self, lint: Lint) -> Option<Level> {
        self.0.iter().rev().find(|(one, _)| *one == Some(lint)).map(|(_, level)| *level)
    }

    /// The level set for all lints, if any.
    fn of_all(&self) -> Option<Level> {
        self.0.iter().rev().find(|(one, _)| one.is_none()).map(|(_, level)| *level)
    }

    /// The level of a lint: the one set for it by name, else that of its file, else the one set for all lints. So `--deny all`
    /// does not affect what a file allows; `--warn all` does.
    fn level(&self, lint: Lint, file: &Levels) -> Level {
        let all = self.of_all();
        match (self.of(lint), file.of(lint), all) {
            (Some(level), _, _) => level,
            (None, Some(Level::Allow), Some(Level::Warn)) => Level::Warn,
            (None, Some(level), _) => level,
            (None, None, Some(level)) => level,
            (None, None, None) => Level::Warn,
        }
    }
}

/// The lint with this name or code.
fn known(name: &str) -> Option<Lint> {
    LINTS.iter().find(|lint| lint.name == name || lint.code == name).copied()
}

fn near(name: &str) -> Option<&'static str> {
    nearest(name, LINTS.iter().map(|lint| lint.name))
}

/// The levels of a file's own `[lints]`. The checks of the front matter report its mistakes.
pub(in crate::check) fn of_file(front: &Table) -> Levels {
    let mut levels = Levels::default();
    if let Some(Value::Table(lints)) = front.get("lints").map(|entry| &entry.value.value) {
        for (name, entry) in lints {
            if let (Some(lint), Value::String(level)) = (LINTS.iter().find(|lint| lint.name == name), &entry.value.value)
                && let Ok(level) = level.parse()
            {
                levels.0.push((Some(*lint), level));
            }
        }
    }
    levels
}

/// Gives each diagnostic the level of its file: what is allowed is dropped, what is denied becomes an error.
pub(in crate::check) fn weigh(found: Vec<Diagnostic>, asked: &Levels, files: &[(FileId, Levels)]) -> Vec<Diagnostic> {
    let nothing = Levels::default();
    let weighed = found.into_iter().filter_map(|one| {
        let file = files.iter().find(|(file, _)| *file == one.span.file).map_or(&nothing, |(_, levels)| levels);
        let lint = LINTS.iter().find(|lint| lint.code == one.code).copied();
        match lint.filter(|_| one.severity == Severity::Warning).map(|lint| (lint, asked.level(lint, file))) {
            Some((_, Level::Allow)) => None,
            Some((lint, Level::Deny)) => {
                let help = format!("`{}` is denied", lint.name);
                Some(Diagnostic { severity: Severity::Error, ..one }.help(help))
            }
            _ => Some(one),
        }
    });
    weighed.collect()
}

/// The name of the lint with this code.
///
/// ```
/// assert_eq!(draughtsman::check::lint_name("W0805"), Some("unused-region"));
/// ```
pub fn lint_name(code: &str) -> Option<&'static str> {
    LINTS.iter().find(|lint| lint.code == code).map(|lint| lint.name)
}

impl Level {
    /// All levels, with their words.
    pub const ALL: [(&'static str, Level); 3] = [("allow", Level::Allow), ("warn", Level::Warn), ("deny", Level::Deny)];
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Level, String> {
        let found = Level::ALL.iter().find(|(word, _)| *word == text);
        found.map(|(_, level)| *level).ok_or_else(|| format!("`{text}` is none of `allow`, `warn` and `deny`"))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = Level::ALL.iter().find(|(_, level)| level == self).map_or("", |(word, _)| *word);
        f.write_str(word)
    }
}
