//! `play` on the whole screen: a board on which squares are chosen with keys or the mouse, what lies beside it, what was played, and a line
//! in which everything can be typed that can be typed line by line.

mod beside;
mod desk;
mod editor;
mod glass;
mod meanwhile;
mod pane;
mod picture;
mod talk;

use std::io::{self, IsTerminal, Write};

use super::super::answer::Failure;
use super::super::interrupt::exit_code;
use super::super::report;
use super::table::Table;
use super::{Arguments, file, screen};
use desk::{Desk, Ended};
use glass::Glass;

/// The smallest screen that is drawn on: columns and rows.
const LEAST: (u16, u16) = (40, 12);

/// Whether the whole screen is to be drawn on: where it is a terminal that can be, and nobody wants it line by line.
pub(super) fn is_wanted(arguments: &Arguments) -> bool {
    let dumb = std::env::var("TERM").is_ok_and(|terminal| terminal == "dumb");
    let large = glass::size().is_ok_and(|(columns, rows)| columns >= LEAST.0 && rows >= LEAST.1);
    !arguments.plain && !dumb && io::stdin().is_terminal() && io::stdout().is_terminal() && large
}

/// Plays until somebody has had enough.
pub(super) fn converse(table: &mut Table, ascii: bool, out: &mut dyn Write) -> Result<(), Failure> {
    table.hurry = meanwhile::is_hurried;
    table.leave = meanwhile::is_left;
    table.saving.troubles = Some(Vec::new());
    let mut glass = Glass::open(ascii)?;
    let ended = Desk::new(table).sit(&mut glass);
    drop(glass);
    // What was told on the screen is gone with it.
    let last = table.saving.troubles.take().unwrap_or_default().pop();
    if let Some(trouble) = last.filter(|_| !table.saving.saved) {
        report::say("error", &trouble);
    }
    match ended {
        Ok(Ended::Said(why)) => {
            if table.over() {
                screen::standing(table, out)?;
            }
            screen::farewell(table, why, out)
        }
        Ok(Ended::Gone) => {
            file::keep(table, out)?;
            glass::asked_to_end().map_or(Ok(()), |signal| Err(Failure::Stopped(exit_code(signal))))
        }
        Err(failure) => file::keep(table, out).and(Err(failure)),
    }
}
