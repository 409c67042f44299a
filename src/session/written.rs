//! A position or a game as somebody wrote it, in one of several forms.

use crate::analysis::replay::Stopped;
use crate::library;
use crate::notation::findings::Quote;
use crate::notation::{self, At, Header, Part, counted, json, pdn, saved};

use super::error::{Error, Misread};

/// A position or a game as somebody wrote it.
#[derive(Clone, Debug)]
pub struct Written {
    /// What to call it in messages: a path, `standard input`, an argument.
    pub name: String,
    /// The whole of it.
    pub text: String,
    /// What it is written in.
    pub format: Format,
    /// The game of a text in PDN that is meant.
    pub(super) played: Option<pdn::Game>,
}

/// What a position is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `B:W21-32:B1-12`
    Fen,
    /// As programs write it.
    Json,
    /// A saved game.
    Toml,
    /// A game among others.
    Pdn,
}

impl Format {
    /// What a text is written in, by how it begins.
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
    /// A text, as far as it can be read without the rules; `game` is which game of a text in PDN is meant, from 1.
    ///
    /// # Errors
    /// It is no PDN, has no such game, or has no games at all.
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

    /// What is wrong with it as a whole.
    pub(super) fn wrong(&self, problem: impl std::fmt::Display) -> Error {
        Error::wrong(format!("{}: {problem}", self.name))
    }

    /// The same, with a word of it marked where it stands in quotes, if it does so once.
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

    /// What is wrong at a place of it.
    pub(super) fn misread(&self, error: &notation::Error) -> Error {
        Error::misread(&self.name, &self.text, error)
    }

    /// The rules that it was written under; `id` is what those in use are called.
    ///
    /// # Errors
    /// It is not what its format says.
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

/// The game of that number, counted from 1.
///
/// # Errors
/// There are fewer.
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

/// Where a game in PDN cannot be played on, with the place in its text.
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

/// How many legal moves are offered.
const MOST_LEGAL: usize = 12;

/// The rules that a game in PDN says it is played by, as far as it says so in the way that this library writes it: `id` is what
/// the rules in use are called.
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
