//! A position as somebody wrote it: FEN text, or a file in one of several forms.

use std::path::Path;

use draughtsman::notation::findings::Quote;
use draughtsman::notation::{self, Header, json, pdn, saved};

use super::answer::{Failure, Misread};
use super::names::beside;
use super::{files, games, load};

/// Greatest size of a position or saved game in bytes.
const MOST_BYTES: usize = 1 << 24;

/// A position as somebody wrote it.
pub(super) struct Written {
    /// What to call it in messages: a path, `standard input`; nothing for FEN text on the command line.
    name: Option<String>,
    /// The whole of it.
    pub(super) text: String,
    /// What it is written in.
    pub(super) format: Format,
    /// The game of a text in PDN that is meant.
    pub(super) played: Option<pdn::Game>,
}

/// What a position is written in.
#[derive(Clone, Copy)]
pub(super) enum Format {
    /// `B:W21-32:B1-12`
    Fen,
    /// As programs write it.
    Json,
    /// A saved game.
    Toml,
    /// A game among others.
    Pdn,
}

/// Reads it, as far as that goes without the rules.
pub(super) fn written(argument: &str, game: Option<usize>) -> Result<Written, Failure> {
    let (name, bytes) = if argument == load::STDIN {
        ("standard input".to_owned(), load::stdin(MOST_BYTES)?)
    } else if let Some(bytes) = file(argument)? {
        (argument.to_owned(), bytes)
    } else {
        return in_pdn(Written { name: None, text: argument.to_owned(), format: sniffed(argument), played: None }, game);
    };
    if bytes.len() > MOST_BYTES {
        return Err(Failure::Wrong(format!("{name}: this is no position: more than {MOST_BYTES} bytes")));
    }
    let ending = Path::new(&name).extension().and_then(|ending| ending.to_str()).map(str::to_owned);
    let text = match ending.as_deref() {
        Some(games::ENDING) => games::decoded(bytes),
        _ => String::from_utf8(bytes).map_err(|error| {
            Failure::Wrong(format!("{name}: byte {} is no UTF-8 text", error.utf8_error().valid_up_to() + 1))
        })?,
    };
    let format = match ending.as_deref() {
        Some("fen") => Format::Fen,
        Some("json") => Format::Json,
        Some("toml") => Format::Toml,
        Some(games::ENDING) => Format::Pdn,
        _ => sniffed(&text),
    };
    in_pdn(Written { name: Some(name), text, format, played: None }, game)
}

/// The same, with the game that is meant if it is PDN.
fn in_pdn(mut written: Written, number: Option<usize>) -> Result<Written, Failure> {
    let name = written.name().to_owned();
    match (written.format, number) {
        (Format::Pdn, number) => {
            let game = games::one(&name, pdn::read(&written.text), number.unwrap_or(1))?;
            if let Some(fault) = &game.fault {
                return Err(written.misread(fault));
            }
            written.played = Some(game);
        }
        (_, Some(_)) => return Err(Failure::Wrong(format!("{name}: --game is for files in PDN"))),
        (_, None) => {}
    }
    Ok(written)
}

/// What a file holds; nothing if the argument is rather FEN text.
fn file(argument: &str) -> Result<Option<Vec<u8>>, Failure> {
    let path = Path::new(argument);
    let ending = path.extension().and_then(|ending| ending.to_str());
    let named = matches!(ending, Some("fen" | "json" | "toml" | games::ENDING));
    if !named && (!path.exists() || path.is_dir()) {
        // Every FEN has a colon behind the side to move; whatever else is written here begins with a mark of its own.
        let is_name = argument.trim().len() > 1 && !argument.contains([':', '{', '[', '=', '#']);
        if !is_name || games::looks_like_pdn(argument) {
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

fn sniffed(text: &str) -> Format {
    let start = text.trim_start();
    match start.chars().next() {
        Some('{') => Format::Json,
        _ if games::looks_like_pdn(text) => Format::Pdn,
        Some('[' | '#') => Format::Toml,
        _ if start.lines().next().is_some_and(|line| line.contains('=')) => Format::Toml,
        _ => Format::Fen,
    }
}

impl Written {
    /// What to call it.
    pub(super) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("--position")
    }

    /// What is wrong with it as a whole.
    pub(super) fn wrong(&self, problem: impl std::fmt::Display) -> Failure {
        Failure::Wrong(format!("{}: {problem}", self.name()))
    }

    /// The same, with a word of it marked where it stands in quotes, if it does so once.
    pub(super) fn wrong_word(&self, word: &str, problem: String) -> Failure {
        let mut found = self.text.match_indices(word).map(|(at, _)| at..at + word.len()).filter(|at| {
            let mark = |at: usize| matches!(self.text.as_bytes().get(at), Some(b'"' | b'\''));
            at.start > 0 && mark(at.start - 1) && mark(at.end)
        });
        match (found.next(), found.next()) {
            (Some(span), None) => {
                let quote = Some(Quote { name: self.name().to_owned(), text: self.text.clone(), span });
                Failure::Misread(Box::new(Misread { problem, quote, ..Misread::default() }))
            }
            _ => self.wrong(problem),
        }
    }

    /// What is wrong at a place of it.
    pub(super) fn misread(&self, error: &notation::Error) -> Failure {
        Failure::misread(self.name(), &self.text, error)
    }

    /// The rules that it was written under; `id` is what those in use are called.
    pub(super) fn header(&self, id: &str) -> Result<Header, Failure> {
        match self.format {
            Format::Fen => Ok(Header::default()),
            Format::Json => json::position::header(&self.text).map_err(|error| self.misread(&error)),
            Format::Toml => saved::header(&self.text).map_err(|error| self.misread(&error)),
            Format::Pdn => Ok(self.played.as_ref().map_or_else(Header::default, |game| games::header(game, id))),
        }
    }
}
