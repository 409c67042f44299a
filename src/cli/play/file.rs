//! Saving and loading games.

use std::io::Write;
use std::path::{Path, PathBuf};

use draughtsman::session::{Form, Picture};

use super::super::answer::Failure;
use super::super::arguments::PositionArguments;
use super::super::output::{self, Made};
use super::super::{forms, games, names, position, report, snapshot};
use super::Arguments;
use super::series;
use super::table::Table;

/// What a game is saved as, by the ending of the file.
pub(super) const FORMS: &[forms::Form] = &[forms::Form::Toml, forms::Form::Pdn];

/// Saves the game where the person says, or where `--save` said.
pub(super) fn save(table: &mut Table, path: Option<PathBuf>, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(path) = path.or_else(|| table.save.clone()) else {
        writeln!(out, "Where to? `save game.toml`")?;
        return Ok(());
    };
    table.note_time();
    match write(table, &path) {
        Ok(()) => {
            writeln!(out, "Saved: {}", path.display())?;
            table.is_kept(path);
        }
        Err(error) => writeln!(out, "Not saved: {}: {error}", path.display())?,
    }
    Ok(())
}

/// Saves the game if `--save` was given. What goes wrong is told, at once or later, and the game goes on.
pub(super) fn save_always(table: &mut Table) {
    let Some(path) = table.save.clone() else { return };
    let written = write(table, &path);
    table.saved = written.is_ok();
    if let Err(error) = written {
        let trouble = format!("the game is not saved: {}: {error}", path.display());
        match &mut table.troubles {
            Some(troubles) => troubles.push(trouble),
            None => report::say("error", &trouble),
        }
    }
}

/// Saves a game that nobody has saved in the folder where the program was started, so that it is not lost with the terminal.
pub(super) fn keep(table: &mut Table, out: &mut dyn Write) -> Result<(), Failure> {
    save_always(table);
    let saved = table.save.is_some() && table.saved;
    let nothing = table.session.texts().is_empty() && table.session.earlier().is_empty();
    if saved || nothing || table.kept().is_some() || table.over() && !series::goes_on(table) {
        return Ok(());
    }
    let id = table.session.variant().id.clone();
    let names = (1..100).map(|number| if number == 1 { format!("{id}.lost.toml") } else { format!("{id}.lost-{number}.toml") });
    let free = names.map(PathBuf::from).find(|path| !path.exists());
    save(table, free, out)
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
pub(super) fn pin(table: &Table, text: &str, out: &mut dyn Write) -> Result<(), Failure> {
    if text.is_empty() {
        return Ok(writeln!(out, "Under which name, and why? `pin NAME WHY`")?);
    }
    let (name, reason) = match text.strip_prefix('"') {
        Some(rest) => rest.split_once('"').unwrap_or((rest, "")),
        None => text.split_once(char::is_whitespace).unwrap_or((text, "")),
    };
    let places = snapshot::Places { force: table.force, ..Default::default() };
    match snapshot::pin(&table.rules.variant, &places, &table.session, name, reason.trim()) {
        Ok(told) => write!(out, "{told}")?,
        Err(failure) => writeln!(out, "Not pinned: {}", failure.sentence()?)?,
    }
    Ok(())
}

fn write(table: &Table, path: &Path) -> std::io::Result<()> {
    let form = match made(path) {
        Made::Game => Form::Pdn,
        _ => Form::Game,
    };
    let text = table.session.written(form, None, &Picture::default()).map_err(std::io::Error::other)?.text;
    output::write(path, text.as_bytes(), made(path), table.force)
}

/// Goes on with another game by the same rules; whether there is one.
pub(super) fn load(table: &mut Table, path: Option<PathBuf>, out: &mut dyn Write) -> Result<bool, Failure> {
    let Some(path) = path else {
        writeln!(out, "Which file? `load game.toml`")?;
        return Ok(false);
    };
    if !path.is_file() {
        // What is there all the same, a device or a pipe, may never end.
        let why = match path.exists() {
            true if path.is_dir() => format!("{} is a folder", path.display()),
            true => format!("{} is no file of the usual kind", path.display()),
            false => names::missing(&path, &[]).sentence()?,
        };
        writeln!(out, "Not loaded: {why}")?;
        return Ok(false);
    }
    let rules = table.rules.clone();
    let asked = PositionArguments { rules, position: Some(path.display().to_string()), ..Default::default() };
    match position::begin(&asked) {
        Ok(begun) => {
            table.put(begun.session)?;
            table.is_kept(path.clone());
            writeln!(out, "Loaded: {}", path.display())?;
            Ok(true)
        }
        Err(failure) => {
            writeln!(out, "Not loaded: {}", failure.sentence()?)?;
            Ok(false)
        }
    }
}
