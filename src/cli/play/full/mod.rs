//! `play` on the full screen: a board on which squares are chosen with keys or the mouse, what is beside the board, the moves
//! played, and a line in which everything can be typed that can be typed line by line.

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
use super::table::{Meanwhile, Table};
use super::{Arguments, file, screen};
use desk::{Desk, Ended};
use glass::Glass;

/// The smallest screen that is used: columns and rows.
const LEAST: (u16, u16) = (40, 12);

/// Whether to use the full screen: on a terminal that is able to show it, unless playing line by line is asked for.
pub(super) fn is_wanted(arguments: &Arguments) -> bool {
    let dumb = std::env::var("TERM").is_ok_and(|terminal| terminal == "dumb");
    let large = glass::size().is_ok_and(|(columns, rows)| columns >= LEAST.0 && rows >= LEAST.1);
    !arguments.plain && !dumb && io::stdin().is_terminal() && io::stdout().is_terminal() && large
}

/// Plays until the user leaves.
pub(super) fn converse(table: &mut Table, ascii: bool, out: &mut dyn Write) -> Result<(), Failure> {
    table.terminal = true;
    table.meanwhile = Meanwhile { hurry: meanwhile::is_hurried, leave: meanwhile::is_left, gone: glass::is_gone };
    let mut glass = Glass::open(ascii)?;
    let ended = Desk::new(table).sit(&mut glass);
    drop(glass);
    match ended {
        Ok(Ended::Said(why)) => {
            if table.over() {
                screen::standing(table, out)?;
            }
            screen::farewell(table, why, out)
        }
        Ok(Ended::Gone(set_up)) => {
            file::keep(table, out)?;
            if let Some(session) = set_up {
                table.set_up(*session)?;
                file::keep(table, out)?;
            }
            glass::asked_to_end().map_or(Ok(()), |signal| Err(Failure::Stopped(exit_code(signal))))
        }
        Err(failure) => file::keep(table, out).and(Err(failure)),
    }
}
