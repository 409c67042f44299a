//! Counters, clocks and kept things by name: `{"quiet":3,"reign":{"Black":2},"jumped":["c3","d4"]}`.

use serde_json::{Value, json};

use super::super::Terms;
use super::super::error::Error;
use super::super::members::members;
use super::super::squares::{self, Index};
use super::field::Field;
use crate::model::expr::Type;
use crate::model::rules::{StoredOf, StoredType};
use crate::model::setup::{Kept, StoredRef};
use crate::model::{Equipment, StoredId};

/// The names of the owners of a stored thing; none if it belongs to the position.
pub(in crate::notation) fn owner_names(equipment: &Equipment, of: StoredOf) -> Option<Vec<&str>> {
    match of {
        StoredOf::Position => None,
        StoredOf::Player => Some(equipment.players.iter().map(|player| player.name.as_str()).collect()),
        StoredOf::Side => Some(equipment.sides.iter().map(|side| side.name.as_str()).collect()),
    }
}

/// A number, a truth value, or a list of names; a value that does not match its declaration names its type: `{"number":2}`.
pub(in crate::notation) fn value(terms: &Terms, holds: StoredType, kept: &Kept) -> Value {
    let equipment = terms.equipment;
    match (holds, kept) {
        (StoredType::Number { .. }, Kept::Number(number)) => json!(number),
        (StoredType::Set(Type::Truth), Kept::Number(truth @ (0 | 1))) => json!(*truth == 1),
        (StoredType::Set(Type::Site | Type::Piece), Kept::Sites(sites)) => {
            json!(sites.iter().map(|site| squares::name(equipment, *site)).collect::<Vec<_>>())
        }
        (StoredType::Set(ty), Kept::Bits(bits)) => match members(equipment, ty) {
            Some(names) if bits.checked_shr(names.len() as u32).unwrap_or(0) == 0 => {
                let chosen = names.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
                json!(chosen.map(|(_, name)| *name).collect::<Vec<_>>())
            }
            _ => json!({ "bits": format!("{bits:#x}") }),
        },
        (_, Kept::Number(number)) => json!({ "number": number }),
        (_, Kept::Bits(bits)) => json!({ "bits": format!("{bits:#x}") }),
        (_, Kept::Sites(sites)) => {
            json!({ "sites": sites.iter().map(|site| squares::name(equipment, *site)).collect::<Vec<_>>() })
        }
    }
}

/// Reads one declared thing, for all its owners.
pub(super) fn read(terms: &Terms, index: &Index, name: &str, field: &Field) -> Result<Vec<(StoredRef, Kept)>, Error> {
    let id = field.named("a counter or kept thing", terms.stored.iter().map(|stored| stored.name.as_str()), name)?;
    let declared = &terms.stored[id];
    let one = |owner: usize, field: &Field| {
        let stored = StoredRef { stored: StoredId(id as u8), owner: owner as u8 };
        Ok((stored, kept(terms, index, declared.holds, field)?))
    };
    match owner_names(terms.equipment, declared.of) {
        None => Ok(vec![one(0, field)?]),
        Some(names) => {
            let entries = field.entries()?.into_iter();
            entries.map(|(owner, field)| one(field.named("an owner", names.iter().copied(), owner)?, &field)).collect()
        }
    }
}

fn kept(terms: &Terms, index: &Index, holds: StoredType, field: &Field) -> Result<Kept, Error> {
    let sites = |field: &Field| {
        let items = field.items()?;
        Ok(Kept::Sites(items.iter().map(|item| index.site(item.text()?, item.at())).collect::<Result<_, Error>>()?))
    };
    if field.value().is_object() {
        field.only(&["number", "sites", "bits"])?;
        return match (field.get("number"), field.get("sites"), field.get("bits")) {
            (Some(number), _, _) => number.number().map(Kept::Number),
            (_, Some(list), _) => sites(&list),
            (_, _, Some(bits)) => {
                let digits = bits.text()?.trim_start_matches("0x");
                let read = u64::from_str_radix(digits, 16).ok();
                read.map(Kept::Bits).ok_or_else(|| bits.error("these are no bits").accepting("0x and hexadecimal digits"))
            }
            _ => Err(field.error("nothing is kept here").accepting("number, sites or bits")),
        };
    }
    match holds {
        StoredType::Number { .. } => field.number().map(Kept::Number),
        StoredType::Set(Type::Truth) => match field.value() {
            Value::Bool(truth) => Ok(Kept::Number(i64::from(*truth))),
            _ => Err(field.error("a truth is expected here").accepting("true or false")),
        },
        StoredType::Set(Type::Site | Type::Piece) => sites(field),
        StoredType::Set(ty) => {
            let Some(names) = members(terms.equipment, ty) else {
                return Err(field.error("what is kept here has no names").accepting("{ \"bits\": \"0x…\" }"));
            };
            let bit = |item: &Field| Ok(1 << item.named("one of these", names.iter().copied(), item.text()?)?);
            let bits: Vec<u64> = field.items()?.iter().map(bit).collect::<Result<_, Error>>()?;
            Ok(Kept::Bits(bits.into_iter().fold(0, |all, bit| all | bit)))
        }
    }
}
