//! Files of games in PDN: their texts, the rules that they are played by, one game of several.

use draughtsman::check::Choices;
use draughtsman::library;
use draughtsman::model::Equipment;
use draughtsman::notation::{Header, pdn};

use super::answer::Failure;

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

/// The rules that a game says it is played by, as far as it says so in the way that this program writes it.
pub(crate) fn header(game: &pdn::Game) -> Header {
    let Some(variant) = game.tag("Variant").filter(|name| library::text_of(name).is_some()) else { return Header::default() };
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

/// The bundled variant that a game is played by: the tag `Variant` names it, or it is the only one of its `GameType`.
pub(crate) fn rules(game: &pdn::Game) -> Result<String, String> {
    let bundled = library::names().filter_map(|name| {
        let variant = library::load(name).ok()?.check(&Choices::default()).variant?;
        Some((name, variant.equipment))
    });
    let mut bundled: Vec<(&str, Equipment)> = bundled.collect();
    if let Some(named) = game.tag("Variant") {
        let is_named = |name: &str, of: &Equipment| {
            let mut names = [name, of.title.as_str()].into_iter().chain(of.aliases.iter().map(String::as_str));
            names.any(|name| name.eq_ignore_ascii_case(named.trim()))
        };
        if let Some((name, _)) = bundled.iter().find(|(name, of)| is_named(name, of)) {
            return Ok((*name).to_owned());
        }
    }
    let Some(number) = game.game_type().map(|of| of.number) else {
        return Err("no tag says by which rules it is played: give them with --rules".to_owned());
    };
    bundled.retain(|(_, of)| of.notation.pdn == Some(number));
    let names: Vec<&str> = bundled.iter().map(|(name, _)| *name).collect();
    match names[..] {
        [name] => Ok(name.to_owned()),
        [] => Err(format!("no bundled variant has the GameType {number}: give the rules with --rules")),
        _ => Err(format!("several variants have the GameType {number}: give one with --rules ({})", names.join(", "))),
    }
}
