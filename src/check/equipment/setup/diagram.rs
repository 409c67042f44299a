//! The drawn set-up: one letter a square, one line a rank, the highest first.
//!
//! The first letter of a side's name stands for its pieces: small for the first kind that it has, capital for the second.
//! `symbols` says otherwise. A dot is empty.

use super::laying::{Lay, Laying};
use crate::check::board::Place;
use crate::check::equipment::read::{Found, table, text};
use crate::diagnostic::Diagnostic;
use crate::model::board::SiteClass;
use crate::model::{KindId, SideId};
use crate::source::Span;
use crate::syntax::front::{Entry, Node, Value};
use indexmap::IndexMap;

/// What each letter stands for; `None` where it has been reported to stand for nothing.
type Meanings = IndexMap<char, Option<(SideId, KindId)>>;

/// The cells of a row, each with its place.
struct Row<'a> {
    cells: Vec<(&'a str, Span)>,
    span: Span,
}

/// Puts the drawn pieces on the board.
pub(super) fn diagram(node: &Node, symbols: Option<&Entry>, laying: &mut Laying<'_>, out: &mut Found) {
    if let Value::Boolean(_) = node.value {
        let found = Diagnostic::error("E0080", node.span, "there is no diagram of a parent here");
        out.push(found.help("`true` and `false` say whether the parent's stays; draw one: `diagram = \"\"\"…\"\"\"`"));
        return;
    }
    let Some(drawing) = text("diagram", node, out) else { return };
    let mut meanings = symbols.map(|entry| read_symbols(&entry.value, laying, out)).unwrap_or_default();
    let (files, ranks) = (laying.equipment.board.files as usize, laying.equipment.board.ranks as usize);
    let rows = rows(drawing, node.span);
    let all_there = rows.len() == ranks;
    if !all_there {
        let message = format!("the diagram has {} rows, the board has {ranks} ranks", rows.len());
        let span = rows.get(ranks).map_or(node.span, |extra| extra.span);
        let found = Diagnostic::error("E0060", span, message);
        out.push(if rows.len() > ranks { found.help("the rows from here on are too many") } else { found });
    }
    for (i, row) in rows.iter().enumerate().take(ranks) {
        let rank = ranks - i;
        let whole = row.cells.len() == files;
        if !whole {
            let message = format!("row {} (rank {rank}) has {} squares, the board has {files} files", i + 1, row.cells.len());
            let run_together = row.cells.len() == 1 && files > 1;
            let found = Diagnostic::error("E0061", row.span, message);
            out.push(if run_together { found.help("put a blank between the squares") } else { found });
        }
        for (j, (cell, span)) in row.cells.iter().enumerate() {
            let mut letters = cell.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else {
                if whole {
                    let message = format!("`{cell}` is no square of a diagram: one letter, or a dot");
                    out.push(Diagnostic::error("E0076", *span, message));
                }
                continue;
            };
            if letter == '.' {
                continue;
            }
            let meaning = match meanings.get(&letter) {
                Some(known) => *known,
                None => {
                    let found = by_first_letter(letter, *span, laying, out);
                    meanings.insert(letter, found);
                    found
                }
            };
            if let (Some((owner, kind)), true) = (meaning, whole && all_there) {
                let lay = Lay { owner, kind, slots: Vec::new(), span: *span };
                laying.put(Place::square(j as u8 + 1, rank as u8), &lay, out);
            }
        }
    }
}

/// The lines that are not blank. Places in the text are counted from its quotes, if nothing in it is escaped.
fn rows(drawing: &str, whole: Span) -> Vec<Row<'_>> {
    let length = (whole.end - whole.start) as usize;
    let quotes = match length.checked_sub(drawing.len()) {
        Some(2) => Some(1),
        Some(6) => Some(3),
        Some(7) => Some(4),
        Some(8) => Some(5),
        _ => None,
    };
    let place = |offset: usize, length: usize| match quotes {
        Some(quotes) => {
            Span::new(whole.file, whole.start as usize + quotes + offset, whole.start as usize + quotes + offset + length)
        }
        None => whole,
    };
    let offset = |part: &str| part.as_ptr() as usize - drawing.as_ptr() as usize;
    let lines = drawing.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| Row {
            cells: line.split_whitespace().map(|cell| (cell, place(offset(cell), cell.len()))).collect(),
            span: place(offset(line.trim()), line.trim().len()),
        })
        .collect()
}

/// `{ m = "Muscovites soldier", K = "Swedes king" }`
fn read_symbols(node: &Node, laying: &Laying<'_>, out: &mut Found) -> Meanings {
    let mut meanings = Meanings::new();
    for (key, entry) in table("symbols", node, out).into_iter().flatten() {
        let mut letters = key.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if letter != '.' && !letter.is_whitespace() => {
                let words = text(key, &entry.value, out);
                let piece = words.and_then(|words| laying.piece_named(words, None, entry.value.span, out));
                meanings.insert(letter, piece);
            }
            _ => {
                let message = format!("`{key}` is no symbol of a diagram: one letter, not the dot");
                out.push(Diagnostic::error("E0045", entry.key, message));
            }
        }
    }
    meanings
}

/// A small letter: the first kind of the side whose name begins with it. A capital: the second.
fn by_first_letter(letter: char, span: Span, laying: &Laying<'_>, out: &mut Found) -> Option<(SideId, KindId)> {
    let begins = |name: &str| name.chars().next().is_some_and(|first| first.to_lowercase().eq(letter.to_lowercase()));
    let sides = &laying.equipment.sides;
    let fitting: Vec<usize> = (0..sides.len()).filter(|i| begins(&sides[*i].name)).collect();
    if let [one, other, ..] = fitting[..] {
        let message = format!("`{letter}` could be `{}` or `{}`", sides[one].name, sides[other].name);
        let kind = |side: usize| {
            kinds_of(SideId(side as u8), laying).next().map_or("…", |kind| &laying.equipment.kinds[kind.index()].name)
        };
        let free = if letter == 'x' { 'y' } else { 'x' };
        let help = format!(
            "say which, and write another letter for the other: `symbols = {{ {letter} = \"{} {}\", {free} = \"{} {}\" }}`",
            sides[one].name,
            kind(one),
            sides[other].name,
            kind(other)
        );
        out.push(Diagnostic::error("E0063", span, message).help(help));
        return None;
    }
    let found = fitting.first().and_then(|side| {
        let side = SideId(*side as u8);
        let kind = kinds_of(side, laying).nth(usize::from(letter.is_uppercase()))?;
        Some((side, kind))
    });
    if found.is_none() {
        let message = format!("`{letter}` stands for nothing");
        out.push(Diagnostic::error("E0062", span, message).help(all_letters(laying)));
    }
    found
}

/// The kinds that a side may have on squares, in order.
fn kinds_of(side: SideId, laying: &Laying<'_>) -> impl Iterator<Item = KindId> {
    let all = laying.equipment.kinds.iter().enumerate();
    let own = all.filter(move |(_, kind)| kind.owner.is_none_or(|only| only == side) && kind.on != Some(SiteClass::Point));
    own.map(|(i, _)| KindId(i as u8))
}

fn all_letters(laying: &Laying<'_>) -> String {
    let mut letters = Vec::new();
    for (i, side) in laying.equipment.sides.iter().enumerate() {
        let Some(first) = side.name.chars().next() else { continue };
        let begins_so =
            |other: &&crate::model::equipment::Side| other.name.to_lowercase().starts_with(&first.to_lowercase().to_string());
        // a letter that begins the names of two sides stands for neither
        if laying.equipment.sides.iter().filter(begins_so).count() > 1 {
            continue;
        }
        let kinds = kinds_of(SideId(i as u8), laying).take(2);
        for (kind, letter) in kinds.zip([first.to_lowercase().to_string(), first.to_uppercase().to_string()]) {
            letters.push(format!("`{letter}` is a {} {}", side.name, laying.equipment.kinds[kind.index()].name));
        }
    }
    if letters.is_empty() {
        return "say what letters mean: `symbols = { … }` under `[setup]`".to_owned();
    }
    format!("{}; `symbols = {{ … }}` may say more", letters.join(", "))
}
