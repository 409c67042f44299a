//! Saving and loading games.

use std::io::Write;
use std::path::{Path, PathBuf};

use draughtsman::notation::saved::{self, SavedGame};
use draughtsman::notation::{self, Header};

use super::super::answer::Failure;
use super::super::arguments::PositionArguments;
use super::super::{games, pdn, position, snapshot};
use super::session::Session;

/// Saves the game where the person says, or where `--save` said.
pub(super) fn save(session: &Session, path: Option<PathBuf>, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(path) = path.as_ref().or(session.save.as_ref()) else {
        writeln!(out, "Where to? `save game.toml`")?;
        return Ok(());
    };
    match write(session, path) {
        Ok(()) => writeln!(out, "Saved: {}", path.display())?,
        Err(error) => writeln!(out, "Not saved: {}: {error}", path.display())?,
    }
    Ok(())
}

/// Saves the game if `--save` was given.
pub(super) fn save_always(session: &Session) -> Result<(), Failure> {
    let Some(path) = &session.save else { return Ok(()) };
    write(session, path).map_err(|error| Failure::Wrong(format!("the game cannot be saved: {}: {error}", path.display())))
}

/// Pins the position on the board, under the first word or what stands in quotes; the rest is the reason.
pub(super) fn pin(session: &Session, text: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let (name, reason) = match text.strip_prefix('"') {
        Some(rest) => rest.split_once('"').unwrap_or((rest, "")),
        None => text.split_once(char::is_whitespace).unwrap_or((text, "")),
    };
    match snapshot::pin(&session.rules.variant, &Default::default(), &session.begun, name, reason.trim()) {
        Ok(told) => write!(out, "{told}")?,
        Err(Failure::Wrong(problem)) => writeln!(out, "Not pinned: {problem}")?,
        Err(Failure::Told) => {}
        Err(failure) => return Err(failure),
    }
    Ok(())
}

fn write(session: &Session, path: &Path) -> std::io::Result<()> {
    let begun = &session.begun;
    let game = SavedGame {
        header: Header::of(&begun.ready.variant),
        seed: Some(session.seed),
        start: begun.start.clone(),
        moves: begun.texts.clone(),
        ended: begun.ended.clone(),
        earlier: begun.earlier.clone(),
    };
    let text = match path.extension().is_some_and(|ending| ending == games::ENDING) {
        true => pdn::written(&begun.ready, begun.start.as_ref(), &begun.game).and_then(|game| notation::pdn::write(&game)),
        false => Ok(saved::write(&begun.terms(), &game)),
    };
    let text = text.map_err(std::io::Error::other)?;
    // The old file stays whole until the new one is.
    let mut half = path.as_os_str().to_owned();
    half.push(".part");
    std::fs::write(&half, text)?;
    std::fs::rename(&half, path)
}

/// Goes on with another game by the same rules; whether there is one.
pub(super) fn load(session: &mut Session, path: Option<PathBuf>, out: &mut dyn Write) -> Result<bool, Failure> {
    let Some(path) = path else {
        writeln!(out, "Which file? `load game.toml`")?;
        return Ok(false);
    };
    if !path.is_file() {
        writeln!(out, "Not loaded: there is no file {}", path.display())?;
        return Ok(false);
    }
    let rules = session.rules.clone();
    let asked = PositionArguments { rules, position: Some(path.display().to_string()), ..Default::default() };
    match position::begin(&asked) {
        Ok(begun) => {
            session.put(begun)?;
            writeln!(out, "Loaded: {}", path.display())?;
            Ok(true)
        }
        Err(Failure::Wrong(problem)) => {
            writeln!(out, "Not loaded: {problem}")?;
            Ok(false)
        }
        Err(Failure::Told) => Ok(false),
        Err(failure) => Err(failure),
    }
}
