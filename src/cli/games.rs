//! Files of games in PDN: their texts, and the rules by which the games are played.

use std::path::Path;

use draughtsman::check::Choices;
use draughtsman::library::{self, LoadError};
use draughtsman::notation::pdn::{self, GameResult};
use draughtsman::notation::saved;
use draughtsman::session;

use super::answer::Failure;
use super::files;

/// The ending of PDN files.
pub(crate) const ENDING: &str = "pdn";

/// Greatest size of a file of games, in bytes. It is held in memory; this allows some millions of games.
pub(crate) const MOST_BYTES: usize = usize::MAX >> if usize::BITS > 32 { 32 } else { 4 };

/// Decodes the text of a file of that name: UTF-8, else Latin-1, in which many old collections are written.
pub(crate) fn decoded(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    // UTF-16 has a byte order mark, or zero bytes in its letters; no other text has.
    let is_utf_16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") || bytes.contains(&0);
    if is_utf_16 {
        let problem = "this is no text in UTF-8 or Latin-1; if it is in UTF-16, save it as UTF-8";
        return Err(Failure::Wrong(format!("{name}: {problem}")));
    }
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().iter().map(|byte| char::from(*byte)).collect()))
}

/// Reads the text of a file of games.
pub(crate) fn text(path: &Path) -> Result<String, Failure> {
    decoded(&path.display().to_string(), files::read_all(path, MOST_BYTES)?)
}

/// The rules by which the game of a file is played, as a variant argument: those given, else those that the file names. Also
/// the game itself, as the file has it, if it is PDN.
pub(crate) fn of_file(path: &Path, number: Option<usize>, given: Option<&str>) -> Result<(String, Option<pdn::Game>), Failure> {
    let name = path.display().to_string();
    let text = text(path)?;
    let (folder, given) = (path.parent().unwrap_or(Path::new("")), given.map(str::to_owned));
    if path.extension().is_some_and(|ending| ending == ENDING) {
        let (game, _) = session::one_game(&name, pdn::games(&text), number.unwrap_or(1))?;
        let named = given.map_or_else(|| rules(&game, folder), Ok);
        return Ok((named.map_err(|problem| Failure::Wrong(format!("{name}: {problem}")))?, Some(game)));
    }
    let header = saved::header(&text).map_err(|error| Failure::misread(&name, &text, &error))?;
    Ok((given.map_or_else(|| rules_beside(path, &header.variant), Ok)?, None))
}

/// The rules that a saved game names, as a variant argument.
pub(crate) fn rules_beside(file: &Path, named: &str) -> Result<String, Failure> {
    let wrong = |problem: String| Failure::Wrong(format!("{}: {problem}", file.display()));
    if named.is_empty() {
        return Err(wrong("the game does not say by which rules it is played: give them with --rules".to_owned()));
    }
    let folder = file.parent().unwrap_or(Path::new(""));
    library::beside(named, folder).map(|place| place.to_string()).map_err(|error| match error {
        LoadError::Unknown { .. } => wrong(nowhere(named)),
        LoadError::Ambiguous { .. } => wrong(format!("{error}: give one with --rules")),
        error => wrong(error.to_string()),
    })
}

/// The message if the rules that a game names are not found.
fn nowhere(named: &str) -> String {
    format!(
        "the game names the rules `{named}`, which are neither bundled nor a rule file in its folder or below: give them with --rules"
    )
}

/// The rules by which a game is played: the variant that the tag `Variant` names, else the only bundled one of its
/// `GameType`.
pub(crate) fn rules(game: &pdn::Game, folder: &Path) -> Result<String, String> {
    let name = game.tag("Variant").map(str::trim).filter(|name| !name.is_empty() && *name != "?");
    match name.map(|name| library::beside(name, folder)) {
        Some(Ok(place)) => return Ok(place.to_string()),
        Some(Err(error @ LoadError::Ambiguous { .. })) => return Err(format!("{error}: give one with --rules")),
        _ => {}
    }
    let Some(number) = game.game_type().map(|of| of.number) else {
        let nameless = || "no tag says by which rules it is played: give them with --rules".to_owned();
        return Err(name.map_or_else(nameless, nowhere));
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

/// A game with its own tags and remarks, with its moves and the tags of rules and start as this program writes them.
pub(crate) fn merged(mut game: pdn::Game, again: pdn::Game, result: GameResult) -> pdn::Game {
    game.result = result;
    game.tags.retain(|(name, _)| !matches!(name.as_str(), "Options" | "FEN" | "SetUp") || again.tag(name).is_some());
    for (name, value) in again.tags {
        // Who played, when and where is known from the original game alone.
        if name != "Result" && !value.starts_with('?') {
            game.set(&name, value);
        }
    }
    game.complete();
    for (mv, written) in game.moves.iter_mut().zip(again.moves) {
        mv.text = written.text;
    }
    game
}
