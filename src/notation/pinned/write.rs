//! Writes new entries of the file.

use super::super::saved::{self, SavedGame, inline};
use super::super::{Terms, fen};

/// The beginning of a new file.
pub const HEADER: &str = "\
# Positions whose legal moves are pinned: `draughtsman snapshot` compares them with what the rules say now.
";

/// The text of an entry: with FEN if FEN can express all of the position, else with a setup.
pub fn entry(terms: &Terms<'_>, name: &str, reason: &str, options: &[String], game: &SavedGame) -> String {
    let mut text = format!("\n[[position]]\nname   = {}\n", inline::text(name));
    if !reason.is_empty() {
        text.push_str(&format!("reason = {}\n", inline::text(reason)));
    }
    if !options.is_empty() {
        let list: Vec<String> = options.iter().map(|option| inline::text(option)).collect();
        text.push_str(&format!("options = [{}]\n", list.join(", ")));
    }
    let short = game.start.as_ref().and_then(|start| fen::whole(terms, start));
    if let Some(fen) = &short {
        text.push_str(&format!("fen    = {}\n", inline::text(fen)));
    }
    text.push_str(&saved::course(None, &game.moves));
    if let (Some(start), None) = (&game.start, &short) {
        text.push_str(&saved::setup_under("position.setup", terms, start));
    }
    text
}
