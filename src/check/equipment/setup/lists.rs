//! Pieces by kind, by region, and one by one.

use super::laying::{Lay, Laying};
use super::tokens;
use crate::check::board::Place;
use crate::check::equipment::read::{Found, list, table, text, unknown, wrong_type};
use crate::check::equipment::schema::fixed_keys;
use crate::check::equipment::sites::Reading;
use crate::check::equipment::unknown::meant;
use crate::diagnostic::Diagnostic;
use crate::model::equipment::{RegionSites, SlotType};
use crate::model::setup::SlotContent;
use crate::model::{KindId, RegionId, SideId, SlotId};
use crate::source::Span;
use crate::syntax::front::{Node, Table, Value};

/// `checker = ["c5", "d4"]`, `man = { White = ["a1-h2"], Black = "h8" }`
pub(super) fn kind(kind: KindId, node: &Node, owner: Option<SideId>, laying: &mut Laying<'_>, out: &mut Found) {
    match &node.value {
        Value::Table(keys) if keys.contains_key("at") => record(keys, node.span, Some(kind), owner, laying, out),
        Value::Table(shares) if owner.is_none() => {
            for (name, share) in shares {
                if let Some(side) = laying.side(name, share.key, out) {
                    self::kind(kind, &share.value, Some(side), laying, out);
                }
            }
        }
        Value::Array(items) => {
            let mut plain = items.iter().filter(|item| !matches!(item.value, Value::Table(_)));
            let first = plain.next().map(|item| item.span);
            let whose = first.and_then(|first| laying.owner_of(kind, owner, first, out));
            for item in items {
                match (&item.value, whose) {
                    (Value::Table(keys), _) => record(keys, item.span, Some(kind), owner, laying, out),
                    (_, Some(whose)) => stand(item, whose, kind, Vec::new(), laying, out),
                    (_, None) => {}
                }
            }
        }
        Value::String(_) | Value::Integer(_) => {
            if let Some(whose) = laying.owner_of(kind, owner, node.span, out) {
                stand(node, whose, kind, Vec::new(), laying, out);
            }
        }
        _ => wrong_type(&laying.equipment.kinds[kind.index()].name, node, "sites, such as [\"c3\", \"a1-h2\"]", out),
    }
}

/// `camp = "man"`, `camp = { White = "man", Black = "king" }`: fills the region; if it is given by sides, each side fills its
/// own.
pub(super) fn region(region: RegionId, node: &Node, owner: Option<SideId>, laying: &mut Laying<'_>, out: &mut Found) {
    let equipment = laying.equipment;
    let named = &equipment.regions[region.index()];
    match &node.value {
        Value::Table(shares) if owner.is_none() => {
            for (name, share) in shares {
                if let Some(side) = laying.side(name, share.key, out) {
                    self::region(region, &share.value, Some(side), laying, out);
                }
            }
        }
        Value::String(words) => {
            let each_side = matches!(named.sites, RegionSites::BySide(_)) && owner.is_none() && !words.trim().contains(' ');
            if !each_side {
                if let Some((owner, kind)) = laying.piece_named(words, owner, node.span, out) {
                    cover(region, owner, kind, Vec::new(), node.span, laying, out);
                }
                return;
            }
            let Some(kind) = laying.kind(words.trim(), node.span, out) else { return };
            let only = equipment.kinds[kind.index()].owner;
            for side in (0..equipment.sides.len()).map(|i| SideId(i as u8)).filter(|side| only.is_none_or(|only| only == *side))
            {
                cover(region, side, kind, Vec::new(), node.span, laying, out);
            }
        }
        _ => wrong_type(&named.name, node, "a kind of piece, such as \"man\"", out),
    }
}

/// `pieces = [{ at = "c3", kind = "man", owner = "White", colour = "red" }]`
pub(super) fn records(node: &Node, laying: &mut Laying<'_>, out: &mut Found) {
    for item in list("pieces", node, out).unwrap_or_default() {
        if let Some(keys) = table("pieces", item, out) {
            record(keys, item.span, None, None, laying, out);
        }
    }
}

fn record(keys: &Table, span: Span, kind: Option<KindId>, owner: Option<SideId>, laying: &mut Laying<'_>, out: &mut Found) {
    let named = keys.get("kind").and_then(|entry| laying.kind(text("kind", &entry.value, out)?, entry.value.span, out));
    let Some(kind) = named.or(kind) else {
        if !keys.contains_key("kind") {
            out.push(Diagnostic::error("E0010", span, "this piece has no `kind`"));
        }
        return;
    };
    let whose = keys.get("owner").and_then(|entry| laying.side(text("owner", &entry.value, out)?, entry.value.span, out));
    let owner = laying.owner_of(kind, whose.or(owner), keys.get("owner").map_or(span, |entry| entry.value.span), out);
    let Some(at) = keys.get("at") else {
        out.push(Diagnostic::error("E0010", span, "this piece does not say where it stands").help("say `at = \"c3\"`"));
        return;
    };
    let slots = slots(keys, kind, laying, out);
    if let Some(owner) = owner {
        stand(&at.value, owner, kind, slots, laying, out);
    }
}

/// The contents of a piece's slots.
fn slots(keys: &Table, kind: KindId, laying: &Laying<'_>, out: &mut Found) -> Vec<(SlotId, SlotContent)> {
    let equipment = laying.equipment;
    let own = equipment.kinds[kind.index()].slots;
    let mut filled = Vec::new();
    for (key, entry) in keys.iter().filter(|(key, _)| !matches!(key.as_str(), "at" | "kind" | "owner")) {
        let known = || equipment.slots.iter().enumerate().filter(|(i, _)| own >> i & 1 != 0);
        let Some((i, slot)) = known().find(|(_, slot)| slot.name == *key) else {
            let message = format!("a `{}` has no `{key}`", equipment.kinds[kind.index()].name);
            let names: Vec<&str> = known().map(|(_, slot)| slot.name.as_str()).chain(fixed_keys("setup.pieces")).collect();
            out.push(meant(Diagnostic::error("E0074", entry.key, message), key, entry.key, names.into_iter()));
            continue;
        };
        let Some(word) = text(key, &entry.value, out) else { continue };
        let content = match slot.holds {
            SlotType::Value(set) => {
                let values = &equipment.enums[set.index()].values;
                let found = values.iter().position(|value| value == word);
                if found.is_none() {
                    let what = format!("value of `{}`", equipment.enums[set.index()].name);
                    unknown("E0024", &what, word, entry.value.span, values.iter().map(String::as_str), out);
                }
                found.map(|value| SlotContent::Value(value as u8))
            }
            SlotType::Token(token) => tokens::one(token, word, entry.value.span, laying, out).map(SlotContent::Token),
        };
        filled.extend(content.map(|content| (SlotId(i as u8), content)));
    }
    filled
}

/// Puts pieces on the sites that a node names: sites, ranges or regions.
fn stand(
    node: &Node,
    owner: SideId,
    kind: KindId,
    slots: Vec<(SlotId, SlotContent)>,
    laying: &mut Laying<'_>,
    out: &mut Found,
) {
    let items: &[Node] = match &node.value {
        Value::Array(items) => items,
        _ => std::slice::from_ref(node),
    };
    for item in items {
        let regions = &laying.equipment.regions;
        let region = match &item.value {
            Value::String(name) => regions.iter().position(|region| region.name == *name),
            _ => None,
        };
        if let Some(region) = region {
            cover(RegionId(region as u8), owner, kind, slots.clone(), item.span, laying, out);
            continue;
        }
        let reading = Reading { places: &laying.places, board: Some(&laying.equipment.board) };
        for named in reading.list("at", item, out) {
            let lay = Lay { owner, kind, slots: slots.clone(), span: named.span };
            let fitting: Vec<Place> =
                named.places.iter().filter(|place| named.single || laying.fits(kind, place.class)).copied().collect();
            for place in fitting {
                put_counting(place, &lay, laying, out);
            }
        }
    }
}

fn cover(
    region: RegionId,
    owner: SideId,
    kind: KindId,
    slots: Vec<(SlotId, SlotContent)>,
    span: Span,
    laying: &mut Laying<'_>,
    out: &mut Found,
) {
    let equipment = laying.equipment;
    let sites = match &equipment.regions[region.index()].sites {
        RegionSites::Same(set) => set,
        RegionSites::BySide(sets) => &sets[owner.index()],
    };
    let lay = Lay { owner, kind, slots, span };
    for site in sites.iter() {
        let place = Place::of(&equipment.board.sites[site.index()]);
        if laying.fits(kind, place.class) {
            put_counting(place, &lay, laying, out);
        }
    }
}

/// Puts a piece on a place, and counts the tokens in its slots.
fn put_counting(place: Place, lay: &Lay, laying: &mut Laying<'_>, out: &mut Found) {
    for (slot, content) in &lay.slots {
        if let (SlotContent::Token(token), SlotType::Token(id)) = (content, laying.equipment.slots[slot.index()].holds) {
            tokens::count(id, token, lay.span, laying);
        }
    }
    laying.put(place, lay, out);
}
