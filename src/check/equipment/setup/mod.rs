//! `[setup]`: the position at the start.
//!
//! A piece may be drawn, listed under its kind (`checker = ["c5"]`), spread over a region (`camp = "man"`), or described (`pieces
//! = [{ at = "c3", kind = "man", owner = "White", colour = "red" }]`). Piles are filled by name with numbers. Of several pieces
//! on one site, those written first are below.

mod diagram;
mod laying;
mod lists;
mod piles;
mod tokens;

use laying::{Laid, Laying};

use super::read::{Found, table, text, unknown};
use super::schema::fixed_keys;
use super::sets::Declaration;
use super::unknown::meant;
use crate::diagnostic::Diagnostic;
use crate::model::equipment::Equipment;
use crate::model::setup::Setup;
use crate::model::{KindId, PileId, RegionId, TokenId};
use crate::syntax::front::Table;

/// Reads a `[setup]` table for an equipment whose copies of tokens are known.
pub fn arrangement(keys: &Table, equipment: &Equipment, out: &mut Vec<Diagnostic>) -> Setup {
    let mut laid = lay(keys, equipment, out);
    laid.setup.unplaced = unplaced(equipment, &laid, out);
    laid.setup
}

/// Reads the set-up of a rule file, and determines how many copies of each token there are.
pub(super) fn start(top: &Table, equipment: &mut Equipment, declared: &[Declaration], out: &mut Found) -> Setup {
    let empty = Table::new();
    let keys = top.get("setup").and_then(|entry| table("setup", &entry.value, out)).unwrap_or(&empty);
    if !top.contains_key("setup") {
        let span = top.get("pieces").map(|entry| entry.key).unwrap_or_default();
        let found = Diagnostic::warning("W0852", span, "the front matter has no `[setup]`: the board is empty at the start");
        out.push(found.help("draw it: `[setup]`, `diagram = \"\"\"…\"\"\"`"));
    }
    let mut laid = lay(keys, equipment, out);
    for (i, one) in declared.iter().enumerate().take(equipment.tokens.len()) {
        let placed = &laid.placed[i];
        let any = placed.iter().any(|count| *count > 0);
        for (class, placed) in equipment.tokens[i].classes.iter_mut().zip(placed) {
            let otherwise = if any { (*placed).min(u32::from(u16::MAX)) as u16 } else { 1 };
            class.copies = one.copies.unwrap_or(otherwise);
        }
    }
    laid.setup.unplaced = unplaced(equipment, &laid, out);
    laid.setup
}

fn lay(keys: &Table, equipment: &Equipment, out: &mut Found) -> Laid {
    let mut laying = Laying::new(equipment);
    if let Some(entry) = keys.get("diagram") {
        diagram::diagram(&entry.value, keys.get("symbols"), &mut laying, out);
    } else if let Some(entry) = keys.get("symbols") {
        out.push(Diagnostic::error("E0075", entry.key, "`symbols` is for a `diagram`, and there is none"));
    }
    for (key, entry) in keys {
        let node = &entry.value;
        let kind = equipment.kinds.iter().position(|kind| kind.name == *key);
        let region = equipment.regions.iter().position(|region| region.name == *key);
        let pile = equipment.piles.iter().position(|pile| pile.name == *key);
        match (key.as_str(), kind, region, pile) {
            ("diagram" | "symbols", ..) => {}
            ("pieces", ..) => lists::records(node, &mut laying, out),
            ("player", ..) => player(node, &mut laying, out),
            ("under", ..) => tokens::under(entry, &mut laying, out),
            (_, Some(kind), ..) => lists::kind(KindId(kind as u8), node, None, &mut laying, out),
            (_, _, Some(region), _) => lists::region(RegionId(region as u8), node, None, &mut laying, out),
            (_, _, _, Some(pile)) => piles::pile(PileId(pile as u8), node, &mut laying, out),
            _ => {
                let known = fixed_keys("setup").chain(equipment.kinds.iter().map(|kind| kind.name.as_str()));
                let known = known.chain(equipment.regions.iter().map(|region| region.name.as_str()));
                let known = known.chain(equipment.piles.iter().map(|pile| pile.name.as_str()));
                let message = format!("`{key}` is no kind of piece, no region and no pile");
                out.push(meant(Diagnostic::error("E0069", entry.key, message), key, entry.key, known));
            }
        }
    }
    laying.finish()
}

/// `player = "White"`: who begins.
fn player(node: &crate::syntax::front::Node, laying: &mut Laying<'_>, out: &mut Found) {
    let Some(name) = text("player", node, out) else { return };
    let equipment = laying.equipment;
    let names = || equipment.turn_order.iter().map(|player| equipment.players[player.index()].name.as_str());
    match names().position(|one| one == name) {
        Some(turn) => laying.turn = turn as u8,
        None => unknown("E0021", "player", name, node.span, names(), out),
    }
}

/// The contents of the box: the copies that are placed nowhere.
fn unplaced(equipment: &Equipment, laid: &Laid, out: &mut Found) -> Vec<(TokenId, Vec<(u16, u16)>)> {
    let mut rest = Vec::new();
    for (i, token) in equipment.tokens.iter().enumerate() {
        let mut left = Vec::new();
        let mut short = Vec::new();
        for (class, (made, placed)) in token.classes.iter().zip(&laid.placed[i]).enumerate() {
            let copies = u32::from(made.copies);
            if *placed > copies {
                short.push(format!(
                    "{placed} of `{}`, of which there are {copies}",
                    tokens::class_name(equipment, token, class)
                ));
            } else if *placed < copies {
                left.push((class as u16, (copies - placed) as u16));
            }
        }
        if let Some(first) = short.first() {
            let span = laid.places[i].unwrap_or_default();
            let more = if short.len() > 1 { format!(" (and {} more)", short.len() - 1) } else { String::new() };
            out.push(Diagnostic::error("E0071", span, format!("the setup places {first}{more}")));
        }
        if !left.is_empty() {
            rest.push((TokenId(i as u8), left));
        }
    }
    rest
}
