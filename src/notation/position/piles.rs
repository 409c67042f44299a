//! Piles by name: `{"supply":{"stone":66}}`, `{"stockpile":{"South":["7 spades","queen hearts"]}}`.

use serde_json::{Map, Value};

use super::super::error::{Error, listed};
use super::super::symbols::piece_words;
use super::super::tokens::{read_token, token_words};
use super::field::Field;
use super::read::{piece_of, piece_record};
use super::write::piece_value;
use crate::model::equipment::{PileHolds, PileOwner};
use crate::model::rules::PileRef;
use crate::model::setup::{Item, Piece};
use crate::model::{Equipment, PileId, SideId};

/// The maximum number of things that counts may expand to.
const MOST: usize = 100_000;

/// The name of the owner of a pile, if its declaration makes several piles.
pub(super) fn owner_name(equipment: &Equipment, pile: PileRef) -> Option<&str> {
    match equipment.piles.get(pile.pile.index())?.of {
        PileOwner::Common | PileOwner::One(_) => None,
        PileOwner::EachSide => equipment.sides.get(pile.owner as usize).map(|side| side.name.as_str()),
        PileOwner::EachPlayer => equipment.players.get(pile.owner as usize).map(|player| player.name.as_str()),
    }
}

/// The contents of a pile: the number of each thing if that determines the order too, else a list from the bottom up.
pub(super) fn contents(equipment: &Equipment, pile: PileRef, items: &[Item]) -> Value {
    let list = || items.iter().map(|item| item_value(equipment, pile, item)).collect();
    counted(equipment, pile, items).map_or_else(|| Value::Array(list()), Value::Object)
}

fn counted(equipment: &Equipment, pile: PileRef, items: &[Item]) -> Option<Map<String, Value>> {
    let mut runs: Map<String, Value> = Map::new();
    for run in items.chunk_by(|a, b| a == b) {
        let plain = !matches!(&run[0], Item::Piece(piece) if !piece.slots.is_empty());
        let Value::String(name) = item_value(equipment, pile, &run[0]) else { return None };
        if !plain || runs.insert(name, Value::from(run.len())).is_some() {
            return None;
        }
    }
    (runs.len() < items.len()).then_some(runs)
}

fn item_value(equipment: &Equipment, pile: PileRef, item: &Item) -> Value {
    match (item, equipment.piles.get(pile.pile.index()).map(|pile| pile.holds)) {
        (Item::Token(token), Some(PileHolds::Token(kind))) => Value::from(token_words(equipment, kind, token)),
        (Item::Token(_), _) => Value::from("?"),
        (Item::Piece(piece), _) if piece.slots.is_empty() => {
            let kind = equipment.kinds.get(piece.kind.index());
            match kind.filter(|kind| kind.owner == Some(piece.owner)) {
                Some(kind) => Value::from(kind.name.as_str()),
                None => Value::from(piece_words(equipment, piece)),
            }
        }
        (Item::Piece(piece), _) => piece_value(equipment, piece),
    }
}

/// Reads one declared pile, for all its owners.
pub(super) fn read(equipment: &Equipment, name: &str, field: &Field) -> Result<Vec<(PileRef, Vec<Item>)>, Error> {
    let id = field.named("a pile", equipment.piles.iter().map(|pile| pile.name.as_str()), name)?;
    let one = |owner: usize, field: &Field| {
        let pile = PileRef { pile: PileId(id as u8), owner: owner as u8 };
        Ok((pile, items(equipment, pile, field)?))
    };
    let each = |names: Vec<&str>| {
        let entries = field.entries()?.into_iter();
        entries.map(|(owner, field)| one(field.named("an owner", names.iter().copied(), owner)?, &field)).collect()
    };
    match equipment.piles[id].of {
        PileOwner::Common | PileOwner::One(_) => Ok(vec![one(0, field)?]),
        PileOwner::EachSide => each(equipment.sides.iter().map(|side| side.name.as_str()).collect()),
        PileOwner::EachPlayer => each(equipment.players.iter().map(|player| player.name.as_str()).collect()),
    }
}

fn items(equipment: &Equipment, pile: PileRef, field: &Field) -> Result<Vec<Item>, Error> {
    if !field.value().is_object() {
        return field.items()?.iter().map(|item| read_item(equipment, pile, item)).collect();
    }
    let mut all = Vec::new();
    for (name, count) in field.entries()? {
        let item = item_named(equipment, pile, name, &count)?;
        let count: usize = count.number()?;
        if all.len() + count > MOST {
            return Err(field.error(format!("more than {MOST} things in a pile")));
        }
        all.extend(std::iter::repeat_n(item, count));
    }
    Ok(all)
}

fn read_item(equipment: &Equipment, pile: PileRef, field: &Field) -> Result<Item, Error> {
    if field.value().is_object() {
        return Ok(Item::Piece(piece_record(equipment, field)?));
    }
    item_named(equipment, pile, field.text()?, field)
}

fn item_named(equipment: &Equipment, pile: PileRef, name: &str, field: &Field) -> Result<Item, Error> {
    let declared = &equipment.piles[pile.pile.index()];
    if let PileHolds::Token(kind) = declared.holds {
        return Ok(Item::Token(read_token(equipment, kind, name, 0, &field.at())?));
    }
    let owner_side = match declared.of {
        PileOwner::Common => None,
        PileOwner::EachSide => Some(SideId(pile.owner)),
        PileOwner::EachPlayer => equipment.players.get(pile.owner as usize).map(|player| player.side),
        PileOwner::One(player) => equipment.players.get(player.index()).map(|player| player.side),
    };
    let alone = equipment.kinds.iter().position(|kind| kind.name == name);
    if let Some(kind) = alone {
        let Some(owner) = equipment.kinds[kind].owner.or(owner_side) else {
            let sides = listed(equipment.sides.iter().map(|side| side.name.as_str()));
            return Err(field.error(format!("whose `{name}`?")).accepting(format!("`OWNER {name}`, with {sides}")));
        };
        return Ok(Item::Piece(Piece { owner, kind: crate::model::KindId(kind as u8), slots: Vec::new() }));
    }
    Ok(Item::Piece(piece_of(equipment, name, field)?))
}
