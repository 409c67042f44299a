//! The effects of a move that its notation does not state.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::engine::moves::Deed;
use crate::engine::{Actor, Move, Position};
use crate::model::setup::{Outcome, Piece};
use crate::model::{Setup, SiteId};
use crate::notation::diagram::described;
use crate::notation::position::to_wire;
use crate::notation::{Header, Terms, squares};
use crate::program::Program;

/// What a move takes, changes and places; piles, counters and tokens that changed; who decides next, if not the next player;
/// and how the game ends by it. Clocks are left out, since they change on every turn.
pub fn effects(terms: &Terms<'_>, program: &Program, position: &Position, mv: &Move, next: &Position) -> Vec<String> {
    let (before, after) = (position.to_setup(program), next.to_setup(program));
    let mut told = on_board(terms, mv, &before, &after);
    told.extend(beside(terms, &before, &after));
    if let Some(outcome) = next.outcome() {
        told.push(ending(terms, outcome));
        return told;
    }
    let (now, then) = (position.actor(program), next.actor(program));
    match then {
        Some(Actor::Chance) if now != then => told.push("chance decides".to_owned()),
        Some(Actor::Player(player)) if now == then || position.turns() == next.turns() => {
            let name = terms.equipment.players.get(player.index()).map_or("?", |player| player.name.as_str());
            told.push(format!("{name} goes on"));
        }
        _ => {}
    }
    told
}

/// Describes an outcome: `White wins: elimination`, `drawn: third repetition`.
pub(super) fn ending(terms: &Terms<'_>, outcome: &Outcome) -> String {
    let sides = outcome.winners.iter().filter_map(|side| terms.equipment.sides.get(side.index()));
    let names: Vec<&str> = sides.map(|side| side.name.as_str()).collect();
    let scores: Vec<String> = outcome.scores.iter().map(i64::to_string).collect();
    let scores = if scores.is_empty() { String::new() } else { format!(" ({})", scores.join(" to ")) };
    match names.len() {
        0 => format!("drawn: {}{scores}", outcome.reason),
        1 => format!("{} wins: {}{scores}", names[0], outcome.reason),
        _ => format!("{} win: {}{scores}", names.join(" and "), outcome.reason),
    }
}

fn on_board(terms: &Terms<'_>, mv: &Move, before: &Setup, after: &Setup) -> Vec<String> {
    let equipment = terms.equipment;
    let words = |tower: &[Piece]| {
        let pieces: Vec<String> = tower.iter().rev().map(|piece| described(equipment, piece)).collect();
        pieces.join(" over ")
    };
    let name = |site: SiteId| squares::name(equipment, site);
    let (from, to) = (mv.from(), mv.to());
    let placed = |site: SiteId| mv.deeds.contains(&Deed::Placed(site));
    let mut told = Vec::new();
    let taken: BTreeSet<SiteId> = mv.captures().into_iter().collect();
    for site in mv.captures() {
        let (was, is) = (before.tower(site), after.tower(site));
        if let (Some(top), true) = (was.last(), was != is) {
            told.push(format!("takes {} {}", described(equipment, top), name(site)));
        }
    }
    // The moving piece before and after the move, if the same side owns both.
    let mover = from.zip(to).and_then(|(from, to)| Some((before.tower(from).last()?, after.tower(to).last()?)));
    let moved = mover.filter(|(was, is)| was.owner == is.owner);
    if let (Some((was, is)), Some(to)) = (moved, to)
        && was != is
    {
        let same = was.kind == is.kind;
        told.push(if same {
            format!("{}: {}", name(to), described(equipment, is))
        } else {
            format!("becomes {}", kind(terms, is))
        });
    }
    let sites: BTreeSet<SiteId> = before.board.iter().chain(&after.board).map(|(site, _)| *site).collect();
    for site in sites {
        let (was, is) = (before.tower(site), after.tower(site));
        let told_already = moved.is_some() && (Some(site) == to || Some(site) == from && is.is_empty()) && is.len() <= 1;
        if was == is
            || told_already
            || taken.contains(&site) && is.is_empty()
            || placed(site) && was.is_empty() && from.is_none()
        {
            continue;
        }
        told.push(match (was, is) {
            (_, []) => format!("{} {} goes", words(was), name(site)),
            ([], _) => format!("{} on {}", words(is), name(site)),
            _ => format!("{} on {} instead of {}", words(is), name(site), words(was)),
        });
    }
    told
}

fn kind(terms: &Terms<'_>, piece: &Piece) -> String {
    terms.equipment.kinds.get(piece.kind.index()).map_or_else(|| "?".to_owned(), |kind| kind.name.clone())
}

/// Piles, counters and tokens that differ between two positions.
fn beside(terms: &Terms<'_>, before: &Setup, after: &Setup) -> Vec<String> {
    let (was, is) = (leaves(terms, before), leaves(terms, after));
    let keys: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
    let changed = keys.into_iter().filter(|key| was.get(*key) != is.get(*key));
    changed.map(|key| format!("{key}: {}", difference(was.get(key), is.get(key)))).collect()
}

/// All named values of a position that are not on the board. A key is the path of names that leads to the value.
fn leaves(terms: &Terms<'_>, setup: &Setup) -> BTreeMap<String, Value> {
    let wire = to_wire(&Header::default(), terms, setup);
    let mut all = BTreeMap::new();
    let clock = |name: &str| terms.stored.iter().any(|stored| stored.clock && stored.name == name);
    for (name, value) in wire.counters.iter().filter(|(name, _)| !clock(name)) {
        flatten(name, value, &mut all);
    }
    for (name, value) in &wire.piles {
        flatten(name, value, &mut all);
    }
    // Keys with `?` are left out: what remains of a shuffle follows from what has been seen.
    for (name, value) in wire.tokens.iter().filter(|(name, _)| !name.starts_with('?')) {
        flatten(name, value, &mut all);
    }
    for (player, places) in &wire.known {
        flatten(&format!("known to {player}"), &Value::from(places.clone()), &mut all);
    }
    if !wire.out.is_empty() {
        all.insert("out of the game".to_owned(), Value::from(wire.out));
    }
    all
}

fn flatten(path: &str, value: &Value, all: &mut BTreeMap<String, Value>) {
    match value {
        Value::Object(record) => {
            for (key, value) in record {
                flatten(&format!("{path} {key}"), value, all);
            }
        }
        value => drop(all.insert(path.to_owned(), value.clone())),
    }
}

/// The change of one value, such as `66 to 64`. For lists, the items added and removed: `+7 spades -8 hearts`.
fn difference(was: Option<&Value>, is: Option<&Value>) -> String {
    let list = |value: Option<&Value>| match value {
        None => Some(Vec::new()),
        Some(Value::Array(items)) => Some(items.iter().map(plain).collect::<Vec<String>>()),
        Some(_) => None,
    };
    if let (Some(mut was), Some(mut is), true) = (list(was), list(is), was.or(is).is_some_and(Value::is_array)) {
        is.retain(|item| match was.iter().position(|known| known == item) {
            Some(at) => {
                was.remove(at);
                false
            }
            None => true,
        });
        let parts: Vec<String> =
            is.iter().map(|item| format!("+{item}")).chain(was.iter().map(|item| format!("-{item}"))).collect();
        return if parts.is_empty() { "in another order".to_owned() } else { parts.join(" ") };
    }
    let word = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), plain);
    format!("{} to {}", word(was), word(is))
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
