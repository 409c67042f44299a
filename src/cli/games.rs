//! Files of games in PDN: their texts, the rules that they are played by, one game of several.

use std::path::Path;

use draughtsman::analysis::replay::Stopped;
use draughtsman::check::Choices;
use draughtsman::library::{self, LoadError};
use draughtsman::notation::findings::Quote;
use draughtsman::notation::{At, Header, pdn};

use super::answer::{Failure, Misread};

/// The ending of files in PDN.
pub(crate) const ENDING: &str = "pdn";

/// The text of a file: UTF-8, else Latin-1, in which many old collections are written.
pub(crate) fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().iter().map(|byte| char::from(*byte)).collect())
}

/// Whether a text looks like PDN: it begins with a tag, `[Event "…`, or with the first move, `1. 11-15`.
pub(crate) fn looks_like_pdn(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
    let tag = text.strip_prefix('[').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
    tag || text.starts_with("1.")
}

/// The game of that number, counted from 1.
pub(crate) fn one(name: &str, mut games: Vec<pdn::Game>, number: usize) -> Result<pdn::Game, Failure> {
    if (1..=games.len()).contains(&number) {
        return Ok(games.swap_remove(number - 1));
    }
    let many = if games.len() == 1 { "1 game".to_owned() } else { format!("{} games", games.len()) };
    Err(Failure::Wrong(format!("{name}: there is no game {number}: the file has {many}")))
}

/// Where a game cannot be played on, with the place in its file.
pub(crate) fn stopped(name: &str, text: &str, stopped: &Stopped) -> Failure {
    Failure::Misread(Box::new(misread(name, text, stopped)))
}

/// The same, for who has more games to read.
pub(crate) fn misread(name: &str, text: &str, stopped: &Stopped) -> Misread {
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
    let quote = stopped.at.word_of(text).map(|span| Quote { name: name.to_owned(), text: text.to_owned(), span });
    let problem = if quote.is_none() { format!("{name}: {problem}") } else { problem };
    Misread { problem, quote, accepted, ..Misread::default() }
}

/// How many legal moves are offered.
const MOST_LEGAL: usize = 12;

/// The rules that a game says it is played by, as far as it says so in the way that this program writes it: `id` is what the rules
/// in use are called.
pub(crate) fn header(game: &pdn::Game, id: &str) -> Header {
    let is_known = |name: &&str| *name == id || library::text_of(name).is_some();
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

/// The variant that a game is played by: the tag `Variant` names it, or it is the only bundled one of its `GameType`.
pub(crate) fn rules(game: &pdn::Game, folder: &Path) -> Result<String, String> {
    let by_name = game.tag("Variant").map(|name| library::named(name.trim(), folder));
    match by_name {
        Some(Ok(place)) => return Ok(place.to_string()),
        Some(Err(error @ LoadError::Ambiguous { .. })) => return Err(format!("{error}: give one with --rules")),
        _ => {}
    }
    let Some(number) = game.game_type().map(|of| of.number) else {
        return Err("no tag says by which rules it is played: give them with --rules".to_owned());
    };
    let bundled = library::names().filter(|name| {
        let variant = library::load(name).ok().and_then(|loaded| loaded.check(&Choices::default()).variant);
        variant.is_some_and(|variant| variant.equipment.notation.pdn == Some(number))
    });
    let names: Vec<&str> = bundled.collect();
    match names[..] {
        [name] => Ok(name.to_owned()),
        [] => Err(format!("no bundled variant has the GameType {number}: give the rules with --rules")),
        _ => Err(format!("several variants have the GameType {number}: give one with --rules ({})", names.join(", "))),
    }
}
