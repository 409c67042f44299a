//! What the whole screen shows: the board, what lies beside it and was played, what was said, and what is typed.

use draughtsman::model::board::SiteClass;
use draughtsman::model::{SideId, SiteId};
use draughtsman::notation::pointing::{Candidate, candidates};
use draughtsman::notation::{diagram, notes};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Color, Modifier, Style};

use super::super::super::answer::Failure;
use super::super::screen;
use super::super::table::Table;
use super::desk::Desk;
use super::editor;
use super::pane::Pane;
use super::talk::broken;

/// Columns that are left beside the board, or half of the screen where it is narrow.
const BESIDE: u16 = 20;

/// What keys do.
const KEYS: &str = "arrows, Enter, taps: squares | typed: moves, commands | Tab  PgUp  F1  Ctrl-C";

/// A blank at which no line is broken.
pub(super) const TOGETHER: &str = "\u{a0}";

/// Colours of sides, in order, that look different to everybody; letters say the same without them.
const COLOURS: [Color; 4] = [Color::Cyan, Color::Yellow, Color::Magenta, Color::White];

/// Draws everything; the board as it lies there, if it may be seen.
pub(super) fn draw(desk: &mut Desk<'_>, frame: &mut Frame<'_>, colours: bool, ascii: bool) -> Result<Option<Pane>, Failure> {
    let said = (frame.area().height / 4).max(3);
    let rows = [
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(1),
        Constraint::Length(said),
        Constraint::Length(1),
        Constraint::Length(1),
    ];
    let [title, table, rule, said, line, keys] = Layout::vertical(rows).areas(frame.area());
    let buffer = frame.buffer_mut();
    let bar = Style::new().add_modifier(Modifier::REVERSED);
    write(buffer, title, &desk.table.program().equipment.title, Style::new().add_modifier(Modifier::BOLD));
    if let Some(player) = desk.passing {
        let words = format!("It is the turn of {}, who presses Enter.", screen::names(desk.table, &[player]));
        write(buffer, table, &words, bar);
        return Ok(None);
    }
    let pane = board(desk, buffer, table, colours, ascii);
    let left = (pane.seen() + 2).min(table.width);
    beside(desk, buffer, Rect { x: table.x + left, width: table.width - left, ..table }, if ascii { "..." } else { "…" })?;
    write(buffer, rule, &if ascii { "-" } else { "─" }.repeat(rule.width.into()), Style::new());
    for (row, text) in said.rows().zip(desk.said.rows(said.width.into(), said.height.into())) {
        write(buffer, row, &text, Style::new());
    }
    let typed = match &desk.editor {
        Some(editor) => format!("Set up: {}", editor.chosen()),
        None => format!("{}{}", screen::prompt(desk.table), desk.typing.text),
    };
    let columns = usize::from(line.width.saturating_sub(1));
    let shown: String = typed.chars().skip(typed.chars().count().saturating_sub(columns)).collect();
    write(buffer, line, &shown, Style::new());
    write(buffer, keys, if desk.editor.is_some() { editor::KEYS } else { KEYS }, bar);
    frame.set_cursor_position(Position::new(line.x + shown.chars().count() as u16, line.y));
    Ok(Some(pane))
}

/// Text in a row of an area, as much of it as there is room for.
fn write(buffer: &mut Buffer, area: Rect, text: &str, style: Style) {
    if area.height > 0 {
        buffer.set_stringn(area.x, area.y, text, area.width.into(), style);
    }
}

fn board(desk: &Desk<'_>, buffer: &mut Buffer, area: Rect, colours: bool, ascii: bool) -> Pane {
    let table = &*desk.table;
    let equipment = &table.program().equipment;
    let (setup, going_on, marks) = match &desk.editor {
        Some(editor) => (editor.shown(), Vec::new(), Vec::new()),
        None => {
            let going_on = candidates(&table.options().moves, &desk.picked);
            let marks = marks(table, &desk.picked, &going_on);
            (table.session.shown(table.viewer()), going_on, marks)
        }
    };
    let signs = |site: SiteId| marks.get(site.index()).copied().flatten();
    let width = area.width - BESIDE.min(area.width / 2);
    let pane = Pane::new(equipment, &setup, table.flip, &signs, Rect { width, ..area }, desk.cursor);
    for (row, line) in pane.lines() {
        buffer.set_string(area.x, row, line, Style::new());
    }
    for (i, site) in equipment.board.sites.iter().enumerate() {
        let id = SiteId(i as u16);
        let Some(cell) = pane.cell(id) else { continue };
        let mut style = Style::new();
        match setup.tower(id).last() {
            Some(piece) => {
                style = style.add_modifier(Modifier::BOLD).fg(if colours { colour(piece.owner) } else { Color::Reset });
            }
            None if !ascii && site.class == SiteClass::Square && cell.width > 1 => {
                buffer[(cell.x + 1, cell.y)].set_symbol("·");
            }
            None => {}
        }
        if going_on.iter().any(|one| one.next == Some(id)) {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        if id == desk.cursor {
            style = style.add_modifier(Modifier::REVERSED);
        }
        buffer.set_style(cell, style);
    }
    pane
}

fn colour(side: SideId) -> Color {
    COLOURS[side.index() % COLOURS.len()]
}

/// By site: `[ ]` around what was picked, `( )` where the move may go on, `{ }` where the last decision has changed something, `< >`
/// where it has taken something.
fn marks(table: &Table, picked: &[SiteId], going_on: &[Candidate]) -> Vec<Option<(char, char)>> {
    let mut marks = vec![None; table.program().layout.sites];
    if let Some(changed) = table.session.changed(table.viewer()) {
        changed.sites.iter().for_each(|site| marks[site.index()] = Some(('{', '}')));
        changed.taken.iter().for_each(|site| marks[site.index()] = Some(('<', '>')));
    }
    if !picked.is_empty() {
        going_on.iter().filter_map(|one| one.next).for_each(|site| marks[site.index()] = Some(('(', ')')));
    }
    picked.iter().for_each(|site| marks[site.index()] = Some(('[', ']')));
    marks
}

/// Who is to move, what the letters mean, what a board does not show; the moves, and what was played, with a sign for what is not told.
fn beside(desk: &Desk<'_>, buffer: &mut Buffer, area: Rect, untold: &str) -> Result<(), Failure> {
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
    // Of what stands on the board, what is pointed at; what lies beside it, all of it.
    lines.extend(notes::held(equipment, &setup, desk.cursor));
    lines.extend(notes::beside(&table.session.terms(), &setup));
    let mut rows = in_rows(&lines);
    let going_on = candidates(&table.options().moves, &desk.picked);
    let numbered = |number: usize, text: &str| format!("{number}. {text}").replace(' ', TOGETHER);
    let moves = going_on.iter().filter_map(|one| Some(numbered(one.option + 1, table.texts().get(one.option)?)));
    let moves = moves.collect::<Vec<_>>().join("  ");
    let looker: Vec<_> = table.viewer().into_iter().collect();
    let played =
        (0..table.session.texts().len()).map(|at| format!("{}. {}", at + 1, table.session.told(at, &looker).unwrap_or(untold)));
    let played = broken(&played.collect::<Vec<_>>().join("  "), columns);
    // Half of what is left for each; of what was played the end. Behind the word it is said that there are more.
    let left = usize::from(area.height).saturating_sub(rows.len() + 2) / 2;
    for (what, all, last) in [("Moves", broken(&moves, columns), false), ("Played", played, true)] {
        let many = all.len().saturating_sub(left);
        rows.push(format!("{what}:{}", if many > 0 { " …" } else { "" }));
        rows.extend(if last { &all[many..] } else { &all[..all.len() - many] }.iter().cloned());
    }
    put_down(buffer, rows);
    Ok(())
}
