//! A written position or game, in one of several formats.

use crate::analysis::replay::Stopped;
use crate::library;
use crate::notation::findings::Quote;
use crate::notation::{self, At, Header, Part, counted, json, pdn, saved};

use super::error::{Error, Misread};

/// A written position or game.
#[derive(Clone, Debug)]
pub struct Written {
    /// Its name in messages: a path, `standard input`, an argument.
    pub name: String,
    /// The whole text.
    pub text: String,
    /// Its format.
    pub format: Format,
    /// The selected game of a text in PDN.
    pub(super) played: Option<pdn::Game>,
}

/// The format of a written position or game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `B:W21-32:B1-12`
    Fen,
    /// A position in JSON.
    Json,
    /// A saved game or position.
    Toml,
    /// One of the games of a text in PDN.
    Pdn,
}

impl Format {
    /// The format of a text, judging by its beginning.
    ///
    /// ```
    /// use draughtsman::session::Format;
    /// assert_eq!(Format::of("B:W21-32:B1-12"), Format::Fen);
    /// assert_eq!(Format::of("[Event \"?\"]\n1. 11-15 *"), Format::Pdn);
    /// ```
    pub fn of(text: &str) -> Format {
        let start = text.trim_start();
        match start.chars().next() {
            Some('{') => Format::Json,
            _ if looks_like_pdn(text) => Format::Pdn,
            Some('[' | '#') => Format::Toml,
            _ if start.lines().next().is_some_and(|line| line.contains('=')) => Format::Toml,
            _ => Format::Fen,
        }
    }
}

impl Written {
    /// A written text, as far as it can be read without the rules; `game` selects a game of a text in PDN, from 1.
    ///
    /// # Errors
    /// It is not in the format, has no such game, or has no games at all.
    pub fn new(name: impl Into<String>, text: String, format: Format, game: Option<usize>) -> Result<Written, Error> {
        let mut written = Written { name: name.into(), text, format, played: None };
        match (format, game) {
            (Format::Pdn, number) => {
                let game = one_game(&written.name, pdn::games(&written.text), number.unwrap_or(1))?.0;
                if let Some(fault) = &game.fault {
                    return Err(written.misread(fault));
                }
                written.played = Some(game);
            }
            (_, Some(_)) => {
                return Err(Error::wrong(format!(
                    "{}: this is no PDN: only there one game of several can be chosen",
                    written.name
                )));
            }
            (_, None) => {}
        }
        Ok(written)
    }

    /// An error about the whole text.
    pub(super) fn wrong(&self, problem: impl std::fmt::Display) -> Error {
        Error::wrong(format!("{}: {problem}", self.name))
    }

    /// The same with a word of the text marked, if it occurs once in quotes.
    pub(super) fn wrong_word(&self, word: &str, problem: String) -> Error {
        let mut found = self.text.match_indices(word).map(|(at, _)| at..at + word.len()).filter(|at| {
            let mark = |at: usize| matches!(self.text.as_bytes().get(at), Some(b'"' | b'\''));
            at.start > 0 && mark(at.start - 1) && mark(at.end)
        });
        match (found.next(), found.next()) {
            (Some(span), None) => {
                let quote = Some(Quote::new(&*self.name, &self.text, span));
                Error::Misread(Box::new(Misread { problem, quote, ..Misread::default() }))
            }
            _ => self.wrong(problem),
        }
    }

    /// An error about a place of the text.
    pub(super) fn misread(&self, error: &notation::Error) -> Error {
        Error::misread(&self.name, &self.text, error)
    }

    /// The rules that the text names; `id` is the name of the rules in use.
    ///
    /// # Errors
    /// The text is not in its format.
    pub fn header(&self, id: &str) -> Result<Header, Error> {
        match self.format {
            Format::Fen => Ok(Header::default()),
            Format::Json => json::position::header(&self.text).map_err(|error| self.misread(&error)),
            Format::Toml => saved::header(&self.text).map_err(|error| self.misread(&error)),
            Format::Pdn => Ok(self.played.as_ref().map_or_else(Header::default, |game| header_of_game(game, id))),
        }
    }
}

/// Whether a text looks like PDN: it begins with a tag, `[Event "…`, or with the first move, `1. 11-15`.
pub fn looks_like_pdn(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
    let tag = text.strip_prefix('[').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
    tag || text.starts_with("1.")
}

/// The game with that number, counted from 1.
///
/// # Errors
/// There are fewer games.
pub fn one_game<T>(name: &str, games: impl IntoIterator<Item = T>, number: usize) -> Result<T, Error> {
    let mut count = 0;
    for game in games {
        count += 1;
        if count == number {
            return Ok(game);
        }
    }
    let many = counted(count as u64, "game");
    Err(Error::wrong(format!("{name}: there is no game {number}: the file has {many}")))
}

/// The error for a game in PDN that cannot be replayed, with the place in its text.
pub fn stopped<'t>(name: &str, text: impl Into<Part<'t>>, stopped: &Stopped) -> Misread {
    let text = text.into();
    if let Some((value, error)) = stopped.fen.as_deref() {
        return Misread::of(&format!("{name}, tag FEN"), value, error);
    }
    let problem = match &stopped.at {
        At::Whole => stopped.problem.clone(),
        _ => format!("move {}: {}", stopped.played + 1, stopped.problem),
    };
    let mut accepted = stopped.legal.clone();
    if accepted.len() > MOST_LEGAL {
        accepted.truncate(MOST_LEGAL);
        accepted.push("…".to_owned());
    }
    let quote = text.word_of(&stopped.at).map(|span| Quote::new(name, text, span));
    let problem = if quote.is_none() { format!("{name}: {problem}") } else { problem };
    Misread { problem, quote, accepted, ..Misread::default() }
}

/// The maximum number of legal moves listed.
const MOST_LEGAL: usize = 12;

/// The rules that a game in PDN names in its tags, if they are known here; `id` is the name of the rules in use.
pub fn header_of_game(game: &pdn::Game, id: &str) -> Header {
    let is_known = |name: &&str| *name == id || library::stem(name) == id || library::text_of(name).is_some();
    let Some(variant) = game.tag("Variant").filter(is_known) else { return Header::default() };
    let mut header = Header { variant: variant.to_owned(), ..Header::default() };
    let mut on = Vec::new();
    for option in game.tag("Options").into_iter().flat_map(|options| options.split(',')).map(str::trim) {
        match option.split_once('=').map(|(name, value)| (name.trim(), value.trim().parse())) {
            Some((name, Ok(value))) => header.numbers.push((name.to_owned(), value)),
            _ => on.push(option.to_owned()),
        }
    }
    header.options = Some(on);
    header
}
