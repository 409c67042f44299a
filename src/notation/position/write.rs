//! Writes a setup with names.

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::super::json::outcome;
use super::super::json::position::{Piece as PieceRecord, Position, Standing};
use super::super::tokens::{class_words, everybody, token_words};
use super::super::{Header, Terms, json as wire, squares};
use super::{BOX, piles, places, plain, stored};
use crate::model::equipment::SlotType;
use crate::model::setup::{Pending, Piece, Setup, Shuffle, SlotContent, Token};
use crate::model::{Equipment, TokenId};

/// The position in the form of the JSON output, with names for everything.
pub fn to_wire(header: &Header, terms: &Terms, setup: &Setup) -> Position {
    let equipment = terms.equipment;
    let player = setup.player(&equipment.turn_order);
    let first = equipment.turn_order.iter().position(|one| *one == player);
    let side = |id: &crate::model::SideId| equipment.sides.get(id.index()).map_or("?", |side| &side.name).to_string();
    Position {
        schema: wire::SCHEMA,
        variant: header.variant.clone(),
        options: header.chosen(),
        player: player_name(equipment, player).to_string(),
        turn: (first != Some(setup.turn as usize)).then_some(setup.turn.saturating_add(1)),
        turns: setup.turns,
        board: setup.board.iter().map(|(site, tower)| (squares::name(equipment, *site), standing(equipment, tower))).collect(),
        piles: pile_values(equipment, setup),
        counters: stored_values(terms, setup),
        tokens: token_values(equipment, setup),
        known: known(equipment, setup),
        out: setup.out.iter().map(side).collect(),
        pending: setup.pending.as_ref().map(|pending| pending_values(equipment, pending)),
        outcome: setup.outcome.as_ref().map(|ended| outcome::to_wire(terms, ended)),
    }
}

pub(super) fn player_name(equipment: &Equipment, player: crate::model::PlayerId) -> &str {
    equipment.players.get(player.index()).map_or("?", |player| &player.name)
}

fn standing(equipment: &Equipment, tower: &[Piece]) -> Standing {
    match tower {
        [piece] => Standing::Piece(piece_wire(equipment, piece)),
        _ => Standing::Tower(tower.iter().map(|piece| piece_wire(equipment, piece)).collect()),
    }
}

fn piece_wire(equipment: &Equipment, piece: &Piece) -> PieceRecord {
    let slot = |(id, content): &(crate::model::SlotId, SlotContent)| {
        let declared = equipment.slots.get(id.index())?;
        let words = match (content, declared.holds) {
            (SlotContent::Value(value), SlotType::Value(values)) => {
                equipment.enums.get(values.index())?.values.get(*value as usize)?.clone()
            }
            (SlotContent::Token(token), SlotType::Token(kind)) => token_words(equipment, kind, token),
            _ => return None,
        };
        Some((declared.name.clone(), words))
    };
    PieceRecord {
        owner: equipment.sides.get(piece.owner.index()).map_or("?", |side| &side.name).to_string(),
        kind: equipment.kinds.get(piece.kind.index()).map_or("?", |kind| &kind.name).to_string(),
        slots: piece.slots.iter().filter_map(slot).collect(),
    }
}

/// A piece as a record.
pub(super) fn piece_value(equipment: &Equipment, piece: &Piece) -> Value {
    let piece = piece_wire(equipment, piece);
    let mut record = Map::new();
    record.insert("owner".into(), Value::from(piece.owner));
    record.insert("kind".into(), Value::from(piece.kind));
    record.extend(piece.slots.into_iter().map(|(slot, words)| (slot, Value::from(words))));
    Value::Object(record)
}

fn pile_values(equipment: &Equipment, setup: &Setup) -> IndexMap<String, Value> {
    let mut all: IndexMap<String, Value> = IndexMap::new();
    for (pile, items) in &setup.piles {
        let Some(declared) = equipment.piles.get(pile.pile.index()) else { continue };
        let contents = piles::contents(equipment, *pile, items);
        add(&mut all, &declared.name, piles::owner_name(equipment, *pile), contents);
    }
    all
}

fn stored_values(terms: &Terms, setup: &Setup) -> IndexMap<String, Value> {
    let mut all = IndexMap::new();
    for (reference, kept) in &setup.stored {
        let Some(declared) = terms.stored.get(reference.stored.index()) else { continue };
        let names = stored::owner_names(terms.equipment, declared.of);
        let owner = names.map(|names| names.get(reference.owner as usize).copied().unwrap_or("?"));
        add(&mut all, &declared.name, owner, stored::value(terms, declared.holds, kept));
    }
    all
}

/// Adds a value at a name, or below it at an owner.
fn add(all: &mut IndexMap<String, Value>, name: &str, owner: Option<&str>, value: Value) {
    let Some(owner) = owner else {
        all.insert(name.to_string(), value);
        return;
    };
    let owners = all.entry(name.to_string()).or_insert_with(|| json!({}));
    if let Value::Object(owners) = owners {
        owners.insert(owner.to_string(), value);
    }
}

fn token_values(equipment: &Equipment, setup: &Setup) -> IndexMap<String, Value> {
    let shuffle = |(i, shuffle): (usize, &Shuffle)| (format!("?{}", i + 1), shuffle_value(equipment, shuffle));
    let kind = equipment.under.as_ref().map_or(TokenId(0), |(_, kind)| *kind);
    let under = setup
        .under
        .iter()
        .map(|(site, token)| (squares::name(equipment, *site), Value::from(token_words(equipment, kind, token))));
    let boxed: Map<String, Value> =
        setup.unplaced.iter().filter_map(|(kind, left)| left_value(equipment, *kind, left)).collect();
    let boxed = (!boxed.is_empty()).then(|| (BOX.to_string(), Value::Object(boxed)));
    setup.shuffles.iter().enumerate().map(shuffle).chain(boxed).chain(under).collect()
}

/// `{"card":{"7 spades":1}}`
fn shuffle_value(equipment: &Equipment, shuffle: &Shuffle) -> Value {
    left_value(equipment, shuffle.token, &shuffle.left).into_iter().collect::<Map<_, _>>().into()
}

/// `"card":{"7 spades":1}`
fn left_value(equipment: &Equipment, kind: TokenId, left: &[(u16, u16)]) -> Option<(String, Value)> {
    let declared = equipment.tokens.get(kind.index())?;
    let left = left.iter().map(|(class, count)| (class_words(equipment, kind, *class), json!(count)));
    Some((declared.name.clone(), left.collect::<Map<String, Value>>().into()))
}

fn known(equipment: &Equipment, setup: &Setup) -> IndexMap<String, Vec<String>> {
    let mut known: IndexMap<String, Vec<String>> = IndexMap::new();
    if equipment.tokens.is_empty() {
        return known;
    }
    places::visit(equipment, &mut setup.clone(), &mut |place, expected, token| {
        let (seen_by, expected) = match token {
            Token::Seen { seen_by, .. } => (*seen_by & everybody(equipment), expected),
            Token::Unseen { seen_by, .. } => (*seen_by & everybody(equipment), 0),
        };
        if seen_by == expected {
            return;
        }
        if seen_by == 0 {
            known.entry("nobody".to_string()).or_default().push(place.clone());
        }
        for (i, player) in equipment.players.iter().enumerate().take(8) {
            if seen_by >> i & 1 == 1 {
                known.entry(player.name.clone()).or_default().push(place.clone());
            }
        }
    });
    known
}

/// The actor and the fingerprint of the rules, then the stack.
fn pending_values(equipment: &Equipment, pending: &Pending) -> Vec<Value> {
    let actor = pending.actor.map_or("chance", |player| player_name(equipment, player));
    let head = json!({ "program": format!("{:016x}", pending.program), "actor": actor });
    std::iter::once(head).chain(pending.stack.iter().map(plain::to_value)).collect()
}
