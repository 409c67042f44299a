//! Saving and loading games.

use std::io::Write;
use std::path::{Path, PathBuf};

use draughtsman::notation::pdn;
use draughtsman::session::{Form, Picture};

use super::super::answer::Failure;
use super::super::arguments::PositionArguments;
use super::super::output::{self, Made};
use super::super::{forms, games, names, position, report, snapshot};
use super::series;
use super::table::Table;

/// The formats of saved games, by the ending of the file.
pub(super) const FORMS: &[forms::Form] = &[forms::Form::Toml, forms::Form::Pdn];

/// Saves the game to the path given, or to that of `--save`.
pub(super) fn save(table: &mut Table, path: Option<PathBuf>, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(path) = path.or_else(|| table.saving.save.clone()) else {
        writeln!(out, "Where to? `save game.toml`")?;
        return Ok(());
    };
    table.note_time();
    match write(table, &path) {
        Ok(Saved::Whole) => writeln!(out, "Saved: {}", path.display())?,
        Ok(Saved::AsItWas) => {
            let why =
                if table.lacks() { "moves were taken back, and none was made in their place" } else { "no move was made here" };
            let other = "take another name, or replace it with --force";
            writeln!(out, "Not saved: {}: {why}, and there is a file already: {other}", path.display())?;
        }
        Err(error) => writeln!(out, "Not saved: {}: {error}", path.display())?,
    }
    Ok(())
}

/// Saves the game if `--save` was given. A failure is reported, and the game goes on.
pub(super) fn save_always(table: &mut Table) {
    let Some(path) = table.saving.save.clone() else { return };
    let written = write(table, &path);
    // If no move was made, there is nothing to save, and that is no failure.
    table.saving.trouble = written.err().map(|error| format!("the game is not saved: {}: {error}", path.display()));
    if let Some(trouble) = &table.saving.trouble {
        report::say("error", trouble);
    }
}

/// Keeps a game that was played here and not saved: in the current folder or, if nothing can be written there, in the home
/// folder or in that for temporary files.
pub(super) fn keep(table: &mut Table, out: &mut dyn Write) -> Result<(), Failure> {
    save_always(table);
    let saved = table.saving.save.is_some() && table.saving.trouble.is_none();
    let is_nothing = !table.touched || table.only_takes_back() || table.over() && !series::goes_on(table);
    if saved || is_nothing || table.kept().is_some() {
        return Ok(());
    }
    table.note_time();
    let id = table.session.variant().id.clone();
    let name = |number: u32| if number == 1 { format!("{id}.lost.toml") } else { format!("{id}.lost-{number}.toml") };
    let folders = [Some(PathBuf::new()), std::env::home_dir(), Some(std::env::temp_dir())];
    for folder in folders.into_iter().flatten() {
        let free = (1..MOST_LOST).map(|number| folder.join(name(number))).find(|path| !path.exists());
        if let Some(path) = free
            && write(table, &path).is_ok()
        {
            return Ok(writeln!(out, "Saved: {}", path.display())?);
        }
    }
    Ok(writeln!(out, "Not saved: nothing can be written here, at home, or in the folder for temporary files.")?)
}

/// Greatest number, exclusive, of a kept game of one variant in a folder.
const MOST_LOST: u32 = 100;

/// Called before another game takes the place of this one. The game stays where `--save` has put it, and nothing else is
/// saved there automatically; without `--save` it is kept for a user at a terminal.
pub(super) fn leave(table: &mut Table, out: &mut dyn Write) -> Result<(), Failure> {
    if table.session.texts().is_empty() && table.session.earlier().is_empty() || !table.touched && table.kept().is_none() {
        return Ok(());
    }
    match table.saving.save.take_if(|_| table.saving.trouble.is_none()) {
        Some(path) => {
            let path = path.display();
            Ok(writeln!(out, "The game so far stays in {path}; `save FILE` saves what is played from now on.")?)
        }
        None if table.terminal => keep(table, out),
        None => Ok(()),
    }
}

/// Refuses, before the game begins, a file that saving may not replace.
pub(super) fn may_save(table: &Table) -> Result<(), Failure> {
    let Some(path) = &table.saving.save else { return Ok(()) };
    // A game that cannot be written in this format is reported when it is saved.
    let text = text(table, path).unwrap_or_default();
    let may = output::may_write(path, made(table, path, &text), table.saving.force);
    may.map_err(|error| Failure::Wrong(format!("the game cannot be saved: {}: {error}", path.display())))
}

/// Lets the game of a file go on as the file says. Returns a note of what is not kept of the file.
pub(super) fn goes_on(table: &mut Table, path: PathBuf) -> Result<Option<String>, Failure> {
    let has_ended = table.session.end_as_recorded();
    table.list()?;
    let Some(record) = table.session.record() else {
        let held = std::fs::read(&path).ok();
        table.is_read(path, held);
        return Ok(None);
    };
    let result = (!has_ended).then(|| format!("the result {}", record.result));
    let remarks = (record.left_out > 0).then(|| "comments, variations and signs".to_owned());
    let lost: Vec<String> = [result, remarks].into_iter().flatten().collect();
    let read = || games::text(&path).ok().filter(|text| pdn::games(text).nth(1).is_none());
    let held = if lost.is_empty() { read().map(String::into_bytes) } else { None };
    let file = path.display().to_string();
    table.is_read(path, held);
    let note = format!("{file}: {} of the game are not kept: the file is written over only with --force", lost.join(", and "));
    Ok((!lost.is_empty()).then_some(note))
}

/// What a saved game is, by the name of its file.
fn made<'t>(table: &'t Table, path: &Path, text: &'t str) -> Made<'t> {
    match is_pdn(path) {
        true => Made::GamePdn { text, before: table.held(path), is_whole: !table.lacks() },
        false => Made::GameToml { before: table.held(path) },
    }
}

fn is_pdn(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == games::ENDING)
}

/// Pins the current position under a name, which is the first word or a text in quotes. The rest is the reason.
pub(super) fn pin(table: &Table, text: &str, out: &mut dyn Write) -> Result<(), Failure> {
    if text.is_empty() {
        return Ok(writeln!(out, "Under which name, and why? `pin NAME WHY`")?);
    }
    let (name, reason) = match text.strip_prefix('"') {
        Some(rest) => rest.split_once('"').unwrap_or((rest, "")),
        None => text.split_once(char::is_whitespace).unwrap_or((text, "")),
    };
    let places = snapshot::Places { force: table.saving.force, ..Default::default() };
    match snapshot::pin(&table.rules.variant, &places, &table.session, name, reason.trim()) {
        // The files hold the whole position; the screen shows only what may be seen already.
        Ok(pinned) if table.session.hides() => writeln!(out, "{}\nThe files hold what is hidden, too.", pinned.done)?,
        Ok(pinned) => writeln!(out, "{}\n{}", pinned.body, pinned.done)?,
        Err(failure) => writeln!(out, "Not pinned: {}", failure.sentence()?)?,
    }
    Ok(())
}

/// The result of saving.
enum Saved {
    /// The game is in the file.
    Whole,
    /// Nothing was written: no move was made, or none in place of those taken back, and the file holds something else.
    AsItWas,
}

fn write(table: &mut Table, path: &Path) -> std::io::Result<Saved> {
    let text = text(table, path)?;
    // A user who has only taken moves back does not want to lose them.
    if (!table.touched || table.only_takes_back()) && !table.saving.force.force && is_other(table, path, &text) {
        if !table.lacks() {
            output::may_write(path, made(table, path, &text), table.saving.force)?;
        }
        return Ok(Saved::AsItWas);
    }
    output::write(path, text.as_bytes(), made(table, path, &text), table.saving.force)?;
    table.is_written(path.to_owned(), text);
    Ok(Saved::Whole)
}

/// The text of the game in the format of the file.
fn text(table: &Table, path: &Path) -> std::io::Result<String> {
    let form = if is_pdn(path) { Form::Pdn } else { Form::Game };
    let written = table.session.written(form, None, &Picture::default());
    let problem = |error| match table.session.hides() {
        // The error names the move, which would reveal it.
        true => std::io::Error::other("PDN has no form for all moves of this game; a saved game (.toml) keeps every move"),
        false => std::io::Error::other(error),
    };
    Ok(written.map_err(problem)?.text)
}

/// Whether a file holds something other than this game without further moves. Time spent on the game makes no difference.
fn is_other(table: &Table, path: &Path, text: &str) -> bool {
    let held = path.is_file().then(|| std::fs::read(path).ok()).flatten().filter(|held| !held.trim_ascii().is_empty());
    let is_timed = || table.session.clock().is_some() && table.was_kept() == Some(path) && !table.lacks();
    held.is_some_and(|held| held != text.as_bytes() && !is_timed())
}

/// Loads another game by the same rules. Returns whether there is one.
pub(super) fn load(table: &mut Table, path: Option<PathBuf>, out: &mut dyn Write) -> Result<bool, Failure> {
    let Some(path) = path else {
        writeln!(out, "Which file? `load game.toml`")?;
        return Ok(false);
    };
    if !path.is_file() {
        // What is not a regular file, such as a device or a pipe, may never end.
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
            if table.saving.save.as_ref() != Some(&path) {
                leave(table, out)?;
            }
            table.put(begun.session)?;
            writeln!(out, "Loaded: {}", path.display())?;
            goes_on(table, path)?.map_or(Ok(()), |note| writeln!(out, "{note}"))?;
            Ok(true)
        }
        Err(failure) => {
            writeln!(out, "Not loaded: {}", failure.sentence()?)?;
            Ok(false)
        }
    }
}
