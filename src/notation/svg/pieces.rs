//! Pieces and towers.

use super::super::symbols::plain_kind;
use super::super::{diagram, squares};
use super::{HALF, Page, escaped};
use crate::model::board::SiteClass;
use crate::model::equipment::SlotType;
use crate::model::setup::{Piece, Setup, SlotContent, Token};
use crate::model::{Equipment, KindId, SideId};

/// All pieces on the board.
pub(super) fn pieces(equipment: &Equipment, setup: &Setup, page: &Page, body: &mut String) {
    for (site, tower) in &setup.board {
        let (Some(place), Some(commander)) = (equipment.board.sites.get(site.index()), tower.last()) else { continue };
        let radius = match (place.class, page.points) {
            (SiteClass::Point, _) => 12,
            (SiteClass::Square, true) => 17,
            (SiteClass::Square, false) => 20,
        };
        let middle = page.middle(site.index());
        let words: Vec<String> = tower.iter().rev().map(|piece| diagram::described(equipment, piece)).collect();
        let name = squares::name(equipment, *site);
        let title = format!("{name}: {}", words.join("; over "));
        let on = if page.areas { format!(" data-on=\"{}\"", escaped(&name)) } else { String::new() };
        body.push_str(&format!("<g{on}><title>{}</title>", escaped(&title)));
        disc(equipment, commander, middle, radius, body);
        if tower.len() > 1 {
            column(equipment, tower, middle, body);
        }
        badges(equipment, commander, middle, radius, body);
        body.push_str("</g>\n");
    }
}

/// Fill and ink of a side: those of the colour that it is named after, else of its number.
fn colours(equipment: &Equipment, side: SideId) -> (&'static str, &'static str) {
    const BY_NUMBER: [(&str, &str); 8] = [
        ("#fbf7ea", "#222"),
        ("#2d2d2d", "#fff"),
        ("#b3392f", "#fff"),
        ("#2f63a8", "#fff"),
        ("#2e7d4f", "#fff"),
        ("#e3b93c", "#222"),
        ("#7a4a9e", "#fff"),
        ("#e07b2c", "#222"),
    ];
    const NAMED: [(&str, usize); 8] =
        [("white", 0), ("black", 1), ("red", 2), ("blue", 3), ("green", 4), ("yellow", 5), ("purple", 6), ("orange", 7)];
    let name = equipment.sides.get(side.index()).map_or(String::new(), |side| side.name.to_lowercase());
    let named = NAMED.iter().find(|(colour, _)| *colour == name).map(|(_, number)| *number);
    BY_NUMBER[named.unwrap_or(side.index()) % 8]
}

/// A disc with the rings of its side and the mark of its kind.
fn disc(equipment: &Equipment, piece: &Piece, (x, y): (i32, i32), radius: i32, body: &mut String) {
    let (fill, ink) = colours(equipment, piece.owner);
    body.push_str(&format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#111\" stroke-width=\"2\"/>"
    ));
    let ring = |r: i32, dashes: &str| {
        format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1\"{dashes}/>")
    };
    match piece.owner.0 % 4 {
        0 => {}
        1 => body.push_str(&ring(radius - 4, "")),
        2 => body.push_str(&ring(radius - 4, " stroke-dasharray=\"4 3\"")),
        _ => body.push_str(&(ring(radius - 4, "") + &ring(radius - 7, ""))),
    }
    if plain_kind(equipment, piece.owner) == Some(piece.kind) {
        return;
    }
    if is_crowned(equipment, piece.kind) {
        let (l, r, t, b, q) = (x - radius / 2, x + radius / 2, y - radius * 2 / 5, y + radius * 2 / 5, radius / 4);
        body.push_str(&format!(
            "<path d=\"M{l} {b}L{l} {t}L{} {y}L{x} {t}L{} {y}L{r} {t}L{r} {b}Z\" fill=\"{ink}\"/>",
            l + q,
            r - q
        ));
        return;
    }
    let symbol = equipment.kinds.get(piece.kind.index()).map_or('?', |kind| kind.symbol);
    let symbol = escaped(&symbol.to_uppercase().to_string());
    let (y, size) = (y + radius * 2 / 5, radius + 2);
    body.push_str(&format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{ink}\">{symbol}</text>"
    ));
}

/// Whether a kind is drawn with a crown: there are two kinds, and it is the one that is promoted to or has the letter of a
/// king.
fn is_crowned(equipment: &Equipment, kind: KindId) -> bool {
    let is_king = equipment.kinds.get(kind.index()).is_some_and(|kind| kind.symbol.eq_ignore_ascii_case(&'k'));
    equipment.kinds.len() == 2 && (is_king || equipment.promoted >> kind.0 & 1 != 0)
}

/// The pieces of a tower from the bottom up, as bars at its side, and their number.
fn column(equipment: &Equipment, tower: &[Piece], (x, y): (i32, i32), body: &mut String) {
    const MOST: usize = 9;
    let left = x + HALF - 8;
    for (i, piece) in tower.iter().skip(tower.len().saturating_sub(MOST)).enumerate() {
        let (fill, _) = colours(equipment, piece.owner);
        let y = y + HALF - 7 - 5 * i as i32;
        let width = if plain_kind(equipment, piece.owner) == Some(piece.kind) { 7 } else { 11 };
        let left = left + 7 - width;
        body.push_str(&format!(
            "<rect x=\"{left}\" y=\"{y}\" width=\"{width}\" height=\"4\" fill=\"{fill}\" stroke=\"#111\" stroke-width=\"0.8\"/>"
        ));
    }
    let (cx, cy) = (x - HALF + 9, y + HALF - 9);
    let height = tower.len();
    body.push_str(&format!(
        "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"8\" fill=\"#fff\" stroke=\"#111\"/>\
         <text x=\"{cx}\" y=\"{}\" font-size=\"10\" text-anchor=\"middle\" fill=\"#111\">{height}</text>",
        cy + 4
    ));
}

/// The contents of a piece's slots, abbreviated, in a strip below it.
fn badges(equipment: &Equipment, piece: &Piece, (x, y): (i32, i32), radius: i32, body: &mut String) {
    let contents = piece.slots.iter().filter_map(|(slot, content)| {
        let holds = equipment.slots.get(slot.index())?.holds;
        match (content, holds) {
            (SlotContent::Value(value), SlotType::Value(values)) => {
                equipment.enums.get(values.index())?.values.get(*value as usize).cloned()
            }
            (SlotContent::Token(Token::Seen { class, .. }), SlotType::Token(kind)) => {
                Some(super::super::tokens::class_words(equipment, kind, *class))
            }
            _ => Some("?".to_string()),
        }
    });
    let text: Vec<String> = contents.map(|words| words.chars().take(3).collect()).collect();
    if text.is_empty() {
        return;
    }
    let text = text.join(" ");
    let width = (text.chars().count() as i32 * 5 + 4).min(2 * HALF - 2);
    let (left, top) = (x - width / 2, y + radius - 13);
    body.push_str(&format!(
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"10\" rx=\"3\" fill=\"#fff\" stroke=\"#111\" stroke-width=\"0.8\"/>\
         <text x=\"{x}\" y=\"{}\" font-size=\"8\" text-anchor=\"middle\" fill=\"#111\">{}</text>",
        top + 8,
        escaped(&text)
    ));
}
