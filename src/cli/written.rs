//! A position given by the user: FEN text, or a file in one of several formats.

use std::path::Path;

use draughtsman::session::{Format, Written, looks_like_pdn};

use super::answer::Failure;
use super::names::beside;
use super::{files, games, load};

/// Greatest size of a position or saved game, in bytes.
const MOST_BYTES: usize = 1 << 24;

/// The name in messages of FEN text on the command line.
const ARGUMENT: &str = "--position";

/// Reads the position, as far as possible without the rules.
pub(super) fn written(argument: &str, game: Option<usize>) -> Result<Written, Failure> {
    let (name, bytes) = if argument == load::STDIN {
        ("standard input".to_owned(), load::stdin(MOST_BYTES)?)
    } else if let Some(bytes) = file(argument)? {
        (argument.to_owned(), bytes)
    } else {
        return Ok(Written::new(ARGUMENT, argument.to_owned(), Format::of(argument), game)?);
    };
    if bytes.len() > MOST_BYTES {
        return Err(Failure::Wrong(format!("{name}: this is no position: more than {MOST_BYTES} bytes")));
    }
    let ending = Path::new(&name).extension().and_then(|ending| ending.to_str()).map(str::to_owned);
    let text = match ending.as_deref() {
        Some(games::ENDING) => games::decoded(&name, bytes)?,
        _ => String::from_utf8(bytes).map_err(|error| {
            Failure::Wrong(format!("{name}: byte {} is no UTF-8 text", error.utf8_error().valid_up_to() + 1))
        })?,
    };
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    let format = match ending.as_deref() {
        Some("fen") => Format::Fen,
        Some("json") => Format::Json,
        Some("toml") => Format::Toml,
        Some(games::ENDING) => Format::Pdn,
        _ => Format::of(&text),
    };
    Ok(Written::new(name, text, format, game)?)
}

/// The content of a file, or `None` if the argument looks like FEN text.
fn file(argument: &str) -> Result<Option<Vec<u8>>, Failure> {
    let path = Path::new(argument);
    let ending = path.extension().and_then(|ending| ending.to_str());
    if path.is_dir() {
        return Err(Failure::Wrong(format!(
            "{argument}: this is a folder; FEN text, or a file (.fen, .json, .toml, .pdn) is accepted"
        )));
    }
    let named = matches!(ending, Some("fen" | "json" | "toml" | games::ENDING));
    if !named && !path.exists() {
        // Every FEN has a colon after the side to move; each other format accepted here contains a mark of its own.
        let is_name = argument.trim().len() > 1 && !argument.contains([':', '{', '[', '=', '#']);
        if !is_name || looks_like_pdn(argument) {
            return Ok(None);
        }
        let problem = format!(
            "there is no file `{}`, and this is no FEN, which begins with the side to move and a colon",
            short(argument)
        );
        return Err(Failure::misspelt(problem, beside(path)));
    }
    files::read(path, MOST_BYTES).map(Some)
}

fn short(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
