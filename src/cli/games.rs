//! Files of games in PDN: their texts, and the rules that they are played by.

use std::path::Path;

use draughtsman::check::Choices;
use draughtsman::library::{self, LoadError};
use draughtsman::notation::pdn;

/// The ending of files in PDN.
pub(crate) const ENDING: &str = "pdn";

/// The text of a file: UTF-8, else Latin-1, in which many old collections are written.
pub(crate) fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().iter().map(|byte| char::from(*byte)).collect())
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
