//! What is shown beside the board, or below it.

use draughtsman::model::PlayerId;
use draughtsman::notation::pointing::candidates;
use draughtsman::notation::{diagram, notes};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::super::answer::Failure;
use super::super::screen;
use super::super::table::Table;
use super::desk::Desk;
use super::picture::{TOGETHER, write};
use super::talk::broken;

/// Draws who is to move, what the letters mean, what a board does not show, the moves, and what was played. `untold` is a
/// sign for what may not be told or has no room.
pub(super) fn beside(desk: &Desk<'_>, buffer: &mut Buffer, area: Rect, untold: &str) -> Result<(), Failure> {
    let columns = usize::from(area.width);
    let in_rows = |lines: &[String]| lines.iter().flat_map(|line| broken(line, columns)).collect::<Vec<String>>();
    let put_down = |buffer: &mut Buffer, rows: Vec<String>| {
        for (row, text) in area.rows().zip(rows) {
            write(buffer, row, &text.replace(TOGETHER, " "), Style::new());
        }
    };
    if let Some(editor) = &desk.editor {
        put_down(buffer, in_rows(&editor.lines()));
        return Ok(());
    }
    let table = &*desk.table;
    let equipment = &table.program().equipment;
    let setup = table.session.shown(table.viewer());
    let mut standing = Vec::new();
    screen::standing(table, &mut standing)?;
    let mut lines: Vec<String> = String::from_utf8_lossy(&standing).lines().map(str::to_owned).collect();
    let letters = diagram::letters(equipment, &setup);
    lines.push(letters.iter().map(|letter| letter.replace(' ', TOGETHER)).collect::<Vec<_>>().join(", "));
    // On the board, the square under the cursor is described; beside the board, everything.
    lines.extend(notes::held(equipment, &setup, desk.cursor));
    lines.extend(notes::beside(&table.session.terms(), &setup));
    let mut rows = in_rows(&lines);
    // At least four rows are left for the two lists below: a heading and a row each.
    let most = usize::from(area.height).saturating_sub(4);
    if rows.len() > most {
        rows.truncate(most.saturating_sub(1));
        rows.push(untold.to_owned());
    }
    let going_on = candidates(&table.options().moves, &desk.picked);
    // A number and its move stay together, if a row has room for both.
    let numbered = |number: &str, text: &str| match format!("{number} {text}") {
        long if long.chars().count() > columns => long,
        short => short.replace(' ', TOGETHER),
    };
    let moves =
        going_on.iter().filter_map(|one| Some(numbered(&format!("{}.", one.option + 1), table.texts().get(one.option)?)));
    let moves = moves.collect::<Vec<_>>().join("  ");
    let looker: Vec<_> = table.viewer().into_iter().collect();
    let played = in_rounds(played(table, &looker)).map(|(round, text)| {
        let text = text.unwrap_or(untold);
        round.map_or_else(|| text.replace(' ', TOGETHER), |round| numbered(&round, text))
    });
    let played = broken(&played.collect::<Vec<_>>().join("  "), columns);
    // Each list has half of the remaining rows. Of the moves played the last ones are shown. The heading says if there are
    // more.
    let left = usize::from(area.height).saturating_sub(rows.len() + 2) / 2;
    for (what, all, last) in [("Moves", broken(&moves, columns), false), ("Played", played, true)] {
        let many = all.len().saturating_sub(left);
        rows.push(if many > 0 { format!("{what}: {untold}") } else { format!("{what}:") });
        rows.extend(if last { &all[many..] } else { &all[..all.len() - many] }.iter().cloned());
    }
    put_down(buffer, rows);
    Ok(())
}

/// The decisions of players so far, each with the seat of its player and, as far as these may know it, its text. Decisions of
/// chance are left out.
fn played<'t>(table: &'t Table, to: &'t [PlayerId]) -> impl Iterator<Item = (usize, Option<&'t str>)> {
    let order = &table.program().equipment.turn_order;
    let seat_of = |player| order.iter().position(|one| *one == player).unwrap_or_default();
    table.by_players().map(move |(at, player)| (seat_of(player), table.session.told(at, to)))
}

/// Adds the number of the round to the first move of each round, as in PDN: `1. 11-15 22-18 2. …`, or `1...` if another than
/// the first player begins.
fn in_rounds<'t>(
    played: impl Iterator<Item = (usize, Option<&'t str>)>,
) -> impl Iterator<Item = (Option<String>, Option<&'t str>)> {
    let (mut round, mut last) = (0, None);
    played.map(move |(seat, text)| {
        let before = last.replace(seat);
        if before.is_some_and(|before| seat >= before) {
            return (None, text);
        }
        round += 1;
        let sign = if before.is_none() && seat > 0 { "..." } else { "." };
        (Some(format!("{round}{sign}")), text)
    })
}
