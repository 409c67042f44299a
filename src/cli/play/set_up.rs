//! Setting up a position by typing: `setup put c3 White king`, `setup lift c3`, `setup mover White`, `setup clear`.

use std::io::Write;

use draughtsman::notation::json::change::Change;
use draughtsman::notation::json::position::Piece;
use draughtsman::session::{Error, Session};

use super::super::answer::Failure;
use super::file;
use super::table::Table;

/// Changes the position, from which the game then begins anew. Returns whether the board is to be drawn.
pub(super) fn obey(table: &mut Table, typed: &str, out: &mut dyn Write) -> Result<bool, Failure> {
    let Some(change) = read(typed) else {
        writeln!(out, "How? `setup put c3 White king`, `setup lift c3`, `setup mover White`, `setup clear`")?;
        return Ok(false);
    };
    let Some(session) = begun(table, out)? else { return Ok(false) };
    match session.edited(&change) {
        Ok(session) => {
            file::leave(table, out)?;
            table.set_up(session).map(|()| true)
        }
        Err(error) => {
            not_set_up(error, out)?;
            Ok(false)
        }
    }
}

/// Says why there is no such position, without naming keys of a text that nobody has seen.
pub(super) fn not_set_up(error: Error, out: &mut dyn Write) -> Result<(), Failure> {
    let why = match error {
        Error::Misread(misread) => misread.without_keys().sentence(),
        error => Failure::from(error).sentence()?,
    };
    Ok(writeln!(out, "Not set up: {why}")?)
}

/// The game whose position may be set up. If it may not be, says why.
pub(super) fn begun(table: &Table, out: &mut dyn Write) -> Result<Option<Session>, Failure> {
    let no = if table.session.hides() {
        "What nobody has seen cannot be set up here: `draughtsman page` has an editor for that."
    } else if !table.session.earlier().is_empty() {
        "In the midst of a match nothing is set up."
    } else {
        return Ok(Some(table.session.clone()));
    };
    writeln!(out, "{no}")?;
    Ok(None)
}

fn read(typed: &str) -> Option<Change> {
    let mut words = typed.split_whitespace();
    let word = words.next()?.to_lowercase();
    let rest: Vec<&str> = words.collect();
    match (word.as_str(), rest.as_slice()) {
        ("clear", []) => Some(Change::Clear),
        ("mover", player) => Some(Change::Mover(player.join(" "))),
        ("lift", [at]) => Some(Change::Lift { at: (*at).to_owned() }),
        ("put", [at, owner @ .., kind]) if !owner.is_empty() => {
            let is = Piece { owner: owner.join(" "), kind: (*kind).to_owned(), slots: Default::default() };
            Some(Change::Piece { at: (*at).to_owned(), is, on_top: false })
        }
        _ => None,
    }
}
