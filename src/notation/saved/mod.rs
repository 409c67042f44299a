//! A saved game in TOML: its start, its moves, and the seed. Resuming it replays the moves, so repetition and clocks survive. A
//! saved position is a saved game without moves.
//!
//! ```toml
//! schema = 1
//! variant = "warp"
//! options = []
//! seed = 7
//! moves = ["a3-b4", "h6-g5"]
//!
//! [setup]
//! player = "Black"
//! diagram = """
//! . w . w
//! b . b .
//! """
//! ```

mod grid;
pub(super) mod inline;
mod layout;
mod read;

#[cfg(test)]
mod tests;

pub use grid::{print as print_grid, read as read_grid};
pub use read::{header, read};
pub(super) use read::{parse, setup as setup_of};

use serde_json::Value;

use super::json::SCHEMA;
use super::position::to_wire;
use super::{GameClock, Header, Terms, time_text};
use crate::model::{Setup, SideId};

/// A game, finished or not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedGame {
    /// The rules.
    pub header: Header,
    /// The seed of all randomness.
    pub seed: Option<u64>,
    /// The starting position; none: the start that the rules give.
    pub start: Option<Setup>,
    /// The text of the option taken at each decision, including those of chance.
    pub moves: Vec<String>,
    /// The result, if the players have ended the game and not the rules.
    pub ended: Option<Ended>,
    /// The earlier games of the match, in order.
    pub earlier: Vec<Earlier>,
    /// The game clock, if the players play by the clock.
    pub clock: Option<GameClock>,
}

/// The result of a game, ended by the rules or by the players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// The sides that won; empty for a draw.
    pub winners: Vec<SideId>,
    /// `resignation`, `agreement`, `time`, or the words of the rules.
    pub reason: String,
    /// The number of things left in the pile that decides a match between equal wins.
    pub left: usize,
}

/// A finished game of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Earlier {
    /// The result.
    pub ended: Ended,
    /// The seed of all randomness.
    pub seed: Option<u64>,
    /// The starting position; none: the start that the rules give.
    pub start: Option<Setup>,
    /// The text of the option taken at each decision.
    pub moves: Vec<String>,
}

/// Whether a text is a saved game or position, by whatever rules, exactly as it is printed here: TOML with a schema, with no
/// unknown keys, and with nothing that somebody else has added.
///
/// ```
/// use draughtsman::notation::saved::is_one;
/// assert!(is_one("schema = 1\nvariant = \"english\"\noptions = []\n"));
/// assert!(!is_one("# my notes\nschema=1\n"));
/// ```
pub fn is_one(text: &str) -> bool {
    layout::is_printed(text) && read::is_one(text)
}

/// Prints a game. Pieces that a mark can represent are in a diagram, everything else in records.
pub fn write(terms: &Terms, game: &SavedGame) -> String {
    let mut text = format!("schema = {SCHEMA}\nvariant = {}\n", inline::text(&game.header.variant));
    if let Some(on) = &game.header.options {
        text.push_str(&format!("options = {}\n", inline::value(&Value::from(on.clone()))));
    }
    text.push_str(&course(game.seed, &game.moves));
    if let Some(ended) = &game.ended {
        let parts: Vec<String> = result(terms, ended).iter().map(|(key, value)| format!("{key} = {value}")).collect();
        text.push_str(&format!("ended = {{ {} }}\n", parts.join(", ")));
    }
    if let Some(clock) = &game.clock {
        text.push_str(&format!("clock = {{ control = {}, left = {{ ", inline::text(&clock.control.to_string())));
        let left = terms.equipment.players.iter().zip(&clock.left);
        let left = left.map(|(player, left)| format!("{} = {}", inline::key(&player.name), inline::text(&time_text(*left))));
        text.push_str(&format!("{} }} }}\n", left.collect::<Vec<_>>().join(", ")));
    }
    if !game.header.numbers.is_empty() {
        text.push_str("\n[numbers]\n");
        for (name, value) in &game.header.numbers {
            text.push_str(&format!("{} = {value}\n", inline::key(name)));
        }
    }
    if let Some(start) = &game.start {
        text.push_str(&setup(terms, start));
    }
    for earlier in &game.earlier {
        text.push_str("\n[[earlier]]\n");
        for (key, value) in result(terms, &earlier.ended) {
            text.push_str(&format!("{key} = {value}\n"));
        }
        text.push_str(&course(earlier.seed, &earlier.moves));
        if let Some(start) = &earlier.start {
            text.push_str(&setup_under("earlier.setup", terms, start));
        }
    }
    text
}

/// The seed and the moves.
pub(super) fn course(seed: Option<u64>, moves: &[String]) -> String {
    let mut text = match seed.map(i64::try_from) {
        Some(Ok(seed)) => format!("seed = {seed}\n"),
        Some(Err(_)) => format!("seed = \"{}\"\n", seed.unwrap_or_default()),
        None => String::new(),
    };
    if !moves.is_empty() {
        text.push_str("moves = [\n");
        for pair in moves.chunks(2) {
            let line: Vec<String> = pair.iter().map(|mv| inline::text(mv)).collect();
            text.push_str(&format!("  {},\n", line.join(", ")));
        }
        text.push_str("]\n");
    }
    text
}

/// The keys of a result, with their values.
fn result(terms: &Terms, ended: &Ended) -> Vec<(&'static str, String)> {
    let sides = &terms.equipment.sides;
    let winners: Vec<&str> =
        ended.winners.iter().map(|side| sides.get(side.index()).map_or("?", |side| side.name.as_str())).collect();
    let mut keys = vec![("winners", inline::value(&Value::from(winners))), ("reason", inline::text(&ended.reason))];
    if ended.left > 0 {
        keys.push(("left", ended.left.to_string()));
    }
    keys
}

/// The `[setup]` table of a setup.
pub fn setup(terms: &Terms, setup: &Setup) -> String {
    setup_under("setup", terms, setup)
}

/// The same under another table name.
pub(super) fn setup_under(table_name: &str, terms: &Terms, setup: &Setup) -> String {
    let (drawn, rest): (Vec<_>, Vec<_>) = setup.board.iter().cloned().partition(|(site, tower)| {
        matches!(tower.as_slice(), [piece] if piece.slots.is_empty()) && grid::has(terms.equipment, *site)
    });
    let diagram = grid::print(terms.equipment, &drawn).filter(|_| !drawn.is_empty());
    let board = if diagram.is_some() { rest } else { setup.board.clone() };
    let wire = to_wire(&Header::default(), terms, &Setup { board, ..setup.clone() });
    let mut text = format!("\n[{table_name}]\nplayer = {}\n", inline::text(&wire.player));
    let mut tables = String::new();
    if let Ok(Value::Object(entries)) = serde_json::to_value(wire) {
        for (key, value) in entries.into_iter().filter(|(key, _)| super::position::setup_keys().contains(&key.as_str())) {
            match value {
                Value::Object(table) if key != "outcome" => {
                    if !table.is_empty() {
                        tables.push_str(&format!("\n[{table_name}.{key}]\n"));
                    }
                    for (name, value) in table {
                        tables.push_str(&format!("{} = {}\n", inline::key(&name), inline::value(&value)));
                    }
                }
                Value::Null => {}
                _ if key == "player" => {}
                value => text.push_str(&format!("{key} = {}\n", inline::value(&value))),
            }
        }
    }
    if let Some(diagram) = diagram {
        text.push_str(&format!("diagram = \"\"\"\n{diagram}\"\"\"\n"));
    }
    text + &tables
}
