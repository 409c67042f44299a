//! Named positions that an author keeps beside a rule file, in TOML.
//!
//! ```toml
//! [[position]]
//! name   = "a man in the corner"
//! reason = "It has one way to go."
//! fen    = "W:W5:B1"
//!
//! [[position]]
//! name    = "two ways round"
//! options = ["long-kings", "quiet-limit=50"]
//! player  = "White"
//! diagram = """
//! . b . b
//! w . . .
//! """
//! ```
//!
//! `[position.setup]` holds what FEN or a diagram cannot express, as in a saved game; `moves` are played from there, or from
//! the start of the rules.

mod write;

#[cfg(test)]
mod tests;

pub use write::{HEADER, entry};

use std::ops::Range;

use rustc_hash::FxHashSet;
use serde_json::{Map, Value};
use toml::de::DeTable;

use super::error::Error;
use super::position::Field;
use super::saved::{self, SavedGame};
use super::{Header, Terms, fen};
use crate::source::Source;

/// A position of the file, as far as it can be read without the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pinned {
    /// Its name.
    pub name: String,
    /// Why it is kept; may be empty.
    pub reason: String,
    /// The options that are set, as on the command line: `NAME`, `NAME=off`, `NUMBER=50`.
    pub options: Vec<String>,
    entry: Value,
    place: String,
}

const KEYS: [&str; 9] = ["name", "reason", "options", "fen", "player", "diagram", "symbols", "setup", "moves"];

/// The maximum length of a name in characters.
const LONGEST: usize = 200;

/// The bytes of each position's heading in a file of positions, in order; empty if it is no TOML.
///
/// ```
/// use draughtsman::notation::pinned::places;
/// assert_eq!(places("[[position]]\nname = \"a corner\"\n"), [0..12]);
/// ```
pub fn places(text: &str) -> Vec<Range<usize>> {
    let Ok(root) = DeTable::parse(text) else { return Vec::new() };
    let positions = root.get_ref().get("position").and_then(|positions| positions.get_ref().as_array());
    positions.into_iter().flatten().map(|position| position.span()).collect()
}

/// Reads a file of positions.
///
/// ```
/// let all = draughtsman::notation::pinned::read("[[position]]\nname = \"a corner\"\nfen = \"W:W5:B1\"\n").unwrap();
/// assert_eq!((all[0].name.as_str(), all[0].reason.as_str()), ("a corner", ""));
/// ```
///
/// # Errors
/// What is wrong with the file, and where.
pub fn read(text: &str) -> Result<Vec<Pinned>, Error> {
    let value = saved::parse(text)?;
    let root = Field::root(&value);
    root.only(&["position"])?;
    let mut names = FxHashSet::default();
    let mut all = Vec::new();
    for one in root.get("position").map_or(Ok(Vec::new()), |list| list.items())? {
        one.only(&KEYS)?;
        let name = one.required("name")?;
        let text = name.text()?.trim();
        if text.is_empty() || text.contains(char::is_control) || text.chars().count() > LONGEST {
            return Err(name.error(format!("this is no name: one line of 1 to {LONGEST} characters is")));
        }
        if !names.insert(text.to_owned()) {
            return Err(name.error(format!("two positions are called `{text}`")));
        }
        let reason = one.get("reason").map_or(Ok(""), |reason| reason.text())?;
        let options = one.get("options").map_or(Ok(Vec::new()), |list| list.items())?;
        let options: Result<Vec<String>, Error> = options.iter().map(|option| Ok(option.text()?.to_owned())).collect();
        let ways: Vec<&str> = ["fen", "diagram", "setup"].into_iter().filter(|key| one.get(key).is_some()).collect();
        if let [first, second, ..] = ways[..] {
            return Err(one.error(format!("the position `{text}` is given twice, by `{first}` and by `{second}`")));
        }
        all.push(Pinned {
            name: text.to_owned(),
            reason: reason.trim().to_owned(),
            options: options?,
            entry: one.value().clone(),
            place: format!("the position `{text}`"),
        });
    }
    Ok(all)
}

/// The lines, from 1, that hold the names of the positions, in the order of the file.
///
/// ```
/// use draughtsman::notation::pinned::lines;
/// assert_eq!(lines("# Two.\n[[position]]\nname = \"a\"\n\n[[position]]\nname = \"b\"\n"), [3, 6]);
/// ```
pub fn lines(text: &str) -> Vec<usize> {
    #[derive(serde::Deserialize)]
    struct File {
        #[serde(default)]
        position: Vec<One>,
    }
    #[derive(serde::Deserialize)]
    struct One {
        name: toml::Spanned<String>,
    }
    let source = Source::new("", text);
    let read = toml::from_str(text).unwrap_or(File { position: Vec::new() });
    read.position.iter().map(|one| source.line_column(one.name.span().start as u32).0).collect()
}

impl Pinned {
    /// The starting position, and the moves from there.
    ///
    /// # Errors
    /// What does not match the rules, and where.
    pub fn game(&self, terms: &Terms<'_>) -> Result<SavedGame, Error> {
        let field = Field::below_key(&self.place, &self.entry);
        let mut game = SavedGame { header: Header::default(), ..SavedGame::default() };
        for mv in field.get("moves").map_or(Ok(Vec::new()), |list| list.items())? {
            game.moves.push(mv.text()?.to_owned());
        }
        if let Some(text) = field.get("fen") {
            let setup = fen::read(terms, text.text()?.trim());
            game.start = Some(setup.map_err(|error| text.error(error.to_string()))?);
        } else if let Some(setup) = field.get("setup") {
            game.start = Some(saved::setup_of(terms, &setup)?);
        } else if field.get("diagram").is_some() {
            let short: Map<String, Value> = ["player", "diagram", "symbols"]
                .into_iter()
                .filter_map(|key| Some((key.to_owned(), self.entry.get(key)?.clone())))
                .collect();
            let short = Value::Object(short);
            game.start = Some(saved::setup_of(terms, &Field::below_key(&self.place, &short))?);
        }
        Ok(game)
    }
}
