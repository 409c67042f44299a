//! Saving and loading games.

use std::io::Write;
use std::path::{Path, PathBuf};

use draughtsman::notation::saved::{self, SavedGame};
use draughtsman::notation::{self, Header};

use super::super::answer::Failure;
use super::super::arguments::PositionArguments;
use super::super::forms::Form;
use super::super::output::{self, Made};
use super::super::{games, names, pdn, position, report, snapshot};
use super::Arguments;
use super::session::Session;

/// What a game is saved as, by the ending of the file.
pub(super) const FORMS: &[Form] = &[Form::Toml, Form::Pdn];

/// Saves the game where the person says, or where `--save` said.
pub(super) fn save(session: &mut Session, path: Option<PathBuf>, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(path) = path.or_else(|| session.save.clone()) else {
        writeln!(out, "Where to? `save game.toml`")?;
        return Ok(());
    };
    match write(session, &path) {
        Ok(()) => {
            writeln!(out, "Saved: {}", path.display())?;
            session.is_kept(path);
        }
        Err(error) => writeln!(out, "Not saved: {}: {error}", path.display())?,
    }
    Ok(())
}

/// Saves the game if `--save` was given. What goes wrong is told, and the game goes on.
pub(super) fn save_always(session: &mut Session) {
    let Some(path) = session.save.clone() else { return };
    let written = write(session, &path);
    session.saved = written.is_ok();
    if let Err(error) = written {
        report::say("error", &format!("the game is not saved: {}: {error}", path.display()));
    }
}

/// Refuses before the game begins what no save of it may replace.
pub(super) fn may_save(arguments: &Arguments) -> Result<(), Failure> {
    let Some(path) = &arguments.save else { return Ok(()) };
    let may = output::may_write(path, made(path), arguments.force);
    may.map_err(|error| Failure::Wrong(format!("the game cannot be saved: {}: {error}", path.display())))
}

/// What a saved game is, by its name.
fn made(path: &Path) -> Made<'static> {
    if path.extension().is_some_and(|ending| ending == games::ENDING) { Made::Game } else { Made::Saved }
}

/// Pins the position on the board, under the first word or what stands in quotes; the rest is the reason.
pub(super) fn pin(session: &Session, text: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let (name, reason) = match text.strip_prefix('"') {
        Some(rest) => rest.split_once('"').unwrap_or((rest, "")),
        None => text.split_once(char::is_whitespace).unwrap_or((text, "")),
    };
    let places = snapshot::Places { force: session.force, ..Default::default() };
    match snapshot::pin(&session.rules.variant, &places, &session.begun, name, reason.trim()) {
        Ok(told) => write!(out, "{told}")?,
        Err(failure) => writeln!(out, "Not pinned: {}", failure.sentence()?)?,
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
    let text = match made(path) {
        Made::Game => {
            pdn::written(&begun.ready, begun.start.as_ref(), &begun.game).and_then(|game| notation::pdn::write(&game))
        }
        _ => Ok(saved::write(&begun.terms(), &game)),
    };
    output::write(path, &text.map_err(std::io::Error::other)?, made(path), session.force)
}

/// Goes on with another game by the same rules; whether there is one.
pub(super) fn load(session: &mut Session, path: Option<PathBuf>, out: &mut dyn Write) -> Result<bool, Failure> {
    let Some(path) = path else {
        writeln!(out, "Which file? `load game.toml`")?;
        return Ok(false);
    };
    if !path.is_file() {
        writeln!(out, "Not loaded: {}", names::missing(&path, &[]).sentence()?)?;
        return Ok(false);
    }
    let rules = session.rules.clone();
    let asked = PositionArguments { rules, position: Some(path.display().to_string()), ..Default::default() };
    match position::begin(&asked) {
        Ok(begun) => {
            session.put(begun)?;
            session.is_kept(path.clone());
            writeln!(out, "Loaded: {}", path.display())?;
            Ok(true)
        }
        Err(failure) => {
            writeln!(out, "Not loaded: {}", failure.sentence()?)?;
            Ok(false)
        }
    }
}
