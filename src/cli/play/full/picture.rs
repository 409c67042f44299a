//! Drawing the full screen: the board, what is beside it, messages, and the line being typed.

use draughtsman::model::board::SiteClass;
use draughtsman::model::{SideId, SiteId};
use draughtsman::notation::diagram;
use draughtsman::notation::plan::Way;
use draughtsman::notation::pointing::{Candidate, candidates};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Color, Modifier, Style};

use super::super::super::answer::Failure;
use super::super::screen;
use super::super::table::Table;
use super::beside;
use super::desk::Desk;
use super::editor;
use super::pane::Pane;

/// Rows for everything but the board and the messages.
const BESIDES: u16 = 4;

/// Least number of rows for messages.
const LEAST_TO_TALK: u16 = 1;

/// The legend of keys.
const KEYS: &str = "arrows, Enter, taps: squares | typed: moves, commands | Tab  PgUp  F1  Ctrl-C";

/// The legend while messages are scrolled back.
const READING: &str = "more: PgDn, the wheel | arrows, Enter, taps: squares | Tab  PgUp  F1  Ctrl-C";

/// A blank at which no line is broken.
pub(super) const TOGETHER: &str = "\u{a0}";

/// Colours of sides, in order. They are distinct for colour-blind people too; letters say the same without colours.
const COLOURS: [Color; 4] = [Color::Cyan, Color::Yellow, Color::Magenta, Color::White];

/// Draws everything. Returns the board as it is drawn, if it may be seen.
pub(super) fn draw(desk: &mut Desk<'_>, frame: &mut Frame<'_>, colours: bool, ascii: bool) -> Result<Option<Pane>, Failure> {
    let said = rows_to_talk(desk.table, frame.area().height);
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
    write(buffer, title, &desk.table.program().equipment.about.title, Style::new().add_modifier(Modifier::BOLD));
    if let Some(player) = desk.passing {
        let words = format!("It is the turn of {}, who presses Enter.", screen::names(desk.table, &[player]));
        write(buffer, table, &words, bar);
        return Ok(None);
    }
    let pane = board(desk, buffer, table, colours, ascii);
    beside::beside(desk, buffer, pane.left_of(table), if ascii { "..." } else { "…" })?;
    say_more(buffer, title, &pane.more(), ascii);
    write(buffer, rule, &if ascii { "-" } else { "─" }.repeat(rule.width.into()), Style::new());
    for (row, text) in said.rows().zip(desk.said.rows(said.width.into(), said.height.into())) {
        write(buffer, row, &text, Style::new());
    }
    let typed = match &desk.editor {
        Some(editor) => format!("Set up: {}", editor.chosen()),
        None => format!("{}{}", prompt(desk.table), desk.typing.text),
    };
    let columns = usize::from(line.width.saturating_sub(1));
    let shown: String = typed.chars().skip(typed.chars().count().saturating_sub(columns)).collect();
    write(buffer, line, &shown, Style::new());
    let can_be_pressed = match &desk.editor {
        Some(_) => editor::KEYS,
        None if desk.said.back > 0 => READING,
        None => KEYS,
    };
    write(buffer, keys, can_be_pressed, bar);
    frame.set_cursor_position(Position::new(line.x + shown.chars().count() as u16, line.y));
    Ok(Some(pane))
}

/// Rows for messages: a quarter of the screen, less what the board needs of it.
fn rows_to_talk(table: &Table, height: u16) -> u16 {
    let shown = table.session.shown(table.viewer());
    let board = diagram::plan(&table.program().equipment, &shown, table.drawing.flip, &|_| None).lines.len() as u16;
    (height / 4).max(3).min(height.saturating_sub(BESIDES + board)).max(LEAST_TO_TALK)
}

/// Says that there is more of the board, and in which directions.
fn say_more(buffer: &mut Buffer, title: Rect, more: &[Way], ascii: bool) {
    if more.is_empty() {
        return;
    }
    let sign = |way: &Way| match (way, ascii) {
        (Way::Left, false) => "←",
        (Way::Right, false) => "→",
        (Way::Up, false) => "↑",
        (Way::Down, false) => "↓",
        (Way::Left, true) => "left",
        (Way::Right, true) => "right",
        (Way::Up, true) => "up",
        (Way::Down, true) => "down",
    };
    let words = format!(" more of the board: {} ", more.iter().map(sign).collect::<Vec<_>>().join(" "));
    let left = title.width.saturating_sub(words.chars().count() as u16);
    let at = Rect { x: title.x + left, width: title.width - left, ..title };
    write(buffer, at, &words, Style::new().add_modifier(Modifier::REVERSED));
}

/// The prompt: who decides, or who thinks and what ends that.
fn prompt(table: &Table) -> String {
    let Some(actor) = table.thinks() else { return screen::prompt(table) };
    let how = if table.can_be_hurried() { "Esc: it plays at once" } else { "Ctrl-C: the end" };
    format!("{} thinks ({how}) ", screen::decider(table, actor))
}

/// Writes text in a row of an area, as far as it fits.
pub(super) fn write(buffer: &mut Buffer, area: Rect, text: &str, style: Style) {
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
    let pane = Pane::new(equipment, &setup, table.drawing.flip, &signs, area, desk.cursor);
    for (row, line) in pane.lines() {
        buffer.set_string(area.x, row, line, Style::new());
    }
    for (i, site) in equipment.board.sites.iter().enumerate() {
        let id = SiteId(i as u16);
        // Part of a sign could be mistaken for another sign.
        for column in pane.rest(id).into_iter().flat_map(Rect::columns) {
            buffer[column.as_position()].set_symbol(if ascii { "~" } else { "…" });
        }
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

/// The signs around each site: `[ ]` for squares picked, `( )` where the move can go on, `{ }` where the last decision
/// changed something, `< >` where it captured something.
fn marks(table: &Table, picked: &[SiteId], going_on: &[Candidate]) -> Vec<Option<(char, char)>> {
    let mut marks = vec![None; table.program().layout.sites];
    if let Some(changed) = table.session.changed(table.viewer()) {
        changed.sites.iter().for_each(|site| marks[site.index()] = Some(('{', '}')));
        changed.taken.iter().for_each(|(site, _)| marks[site.index()] = Some(('<', '>')));
    }
    if !picked.is_empty() {
        going_on.iter().filter_map(|one| one.next).for_each(|site| marks[site.index()] = Some(('(', ')')));
    }
    picked.iter().for_each(|site| marks[site.index()] = Some(('[', ']')));
    marks
}
