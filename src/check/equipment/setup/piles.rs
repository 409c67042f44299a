//! The contents of piles: `supply = { stone = 66 }`, `shields = { South = { blue = 5 } }`, `potions = { each = 5 }`.

use super::laying::Laying;
use super::tokens::{pick, seen};
use crate::check::equipment::names::too_many;
use crate::check::equipment::read::{Found, number, table, unknown};
use crate::diagnostic::Diagnostic;
use crate::model::equipment::{PileHolds, PileOwner, SeenBy};
use crate::model::rules::PileRef;
use crate::model::setup::{Item, Piece, Shuffle, Token};
use crate::model::{PileId, SideId, TokenId};
use crate::source::Span;
use crate::syntax::front::{Node, Table, Value};

/// At most this many things in one pile.
const MOST: usize = 4096;

/// Fills a pile, or that of each owner.
pub(super) fn pile(id: PileId, node: &Node, laying: &mut Laying<'_>, out: &mut Found) {
    let equipment = laying.equipment;
    let pile = &equipment.piles[id.index()];
    let Some(keys) = table(&pile.name, node, out) else {
        let kind = match pile.holds {
            PileHolds::Kind(kind) => equipment.kinds.get(kind.index()),
            PileHolds::Pieces => equipment.kinds.first(),
            PileHolds::Token(_) => None,
        };
        let thing = kind.map_or("NAME", |kind| kind.name.as_str());
        let many = if let Value::Integer(many) = node.value { many } else { 1 };
        let help = format!("it says how many of what: `{} = {{ {thing} = {many} }}`", pile.name);
        let told = out.pop().map(|found| found.help(help));
        out.extend(told);
        return;
    };
    let side_of = |player: usize| equipment.players[player].side;
    match pile.of {
        PileOwner::Common => content(PileRef { pile: id, owner: 0 }, None, keys, node.span, laying, out),
        PileOwner::One(player) => {
            content(PileRef { pile: id, owner: 0 }, Some(side_of(player.index())), keys, node.span, laying, out);
        }
        PileOwner::EachPlayer => {
            let names: Vec<&str> = equipment.players.iter().map(|player| player.name.as_str()).collect();
            let sides: Vec<SideId> = equipment.players.iter().map(|player| player.side).collect();
            each(id, &names, &sides, keys, node.span, laying, out);
        }
        PileOwner::EachSide => {
            let names: Vec<&str> = equipment.sides.iter().map(|side| side.name.as_str()).collect();
            let sides: Vec<SideId> = (0..names.len()).map(|i| SideId(i as u8)).collect();
            each(id, &names, &sides, keys, node.span, laying, out);
        }
    }
}

/// By owner, if a key names one; else the same for all owners who play.
fn each(id: PileId, names: &[&str], sides: &[SideId], keys: &Table, span: Span, laying: &mut Laying<'_>, out: &mut Found) {
    if !keys.keys().any(|key| names.contains(&key.as_str())) {
        let equipment = laying.equipment;
        let plays = |side: SideId| !equipment.sides[side.index()].neutral;
        for (owner, side) in sides.iter().enumerate().filter(|(_, side)| plays(**side)) {
            content(PileRef { pile: id, owner: owner as u8 }, Some(*side), keys, span, laying, out);
        }
        return;
    }
    for (key, entry) in keys {
        match names.iter().position(|name| name == key) {
            Some(owner) => {
                let Some(keys) = table(key, &entry.value, out) else { continue };
                let place = PileRef { pile: id, owner: owner as u8 };
                content(place, Some(sides[owner]), keys, entry.value.span, laying, out);
            }
            None => {
                unknown("E0021", "owner of this pile", key, entry.key, names.iter().copied(), out);
            }
        }
    }
}

fn content(place: PileRef, owner: Option<SideId>, keys: &Table, span: Span, laying: &mut Laying<'_>, out: &mut Found) {
    let items = match laying.equipment.piles[place.pile.index()].holds {
        PileHolds::Token(token) => tokens(place.pile, token, keys, span, laying, out),
        PileHolds::Pieces | PileHolds::Kind(_) => pieces(place.pile, owner, keys, laying, out),
    };
    if !items.is_empty() {
        laying.piles.push((place, items));
    }
}

/// `{ stone = 66 }`, `{ "White man" = 3 }`
fn pieces(pile: PileId, owner: Option<SideId>, keys: &Table, laying: &Laying<'_>, out: &mut Found) -> Vec<Item> {
    let pile = &laying.equipment.piles[pile.index()];
    let mut items = Vec::new();
    for (words, entry) in keys {
        let count = number(words, &entry.value, 0..=1000, out);
        // A captured pile holds pieces of the other side: the owner of a kind takes precedence over the pile's.
        let found = laying.piece_named(words, owner.filter(|_| !owned(words, laying)), entry.key, out);
        let (Some((owner, kind)), Some(count)) = (found, count) else { continue };
        if let PileHolds::Kind(only) = pile.holds
            && only != kind
        {
            let message = format!("the pile `{}` holds no `{words}`", pile.name);
            let help = format!("it holds `{}`", laying.equipment.kinds[only.index()].name);
            out.push(Diagnostic::error("E0073", entry.key, message).help(help));
            continue;
        }
        if too_many("things in one pile", items.len() + count as usize, MOST, entry.value.span, out) {
            return Vec::new();
        }
        let piece = Item::Piece(Piece { owner, kind, slots: Vec::new() });
        items.extend(std::iter::repeat_n(piece, count as usize));
    }
    items
}

/// Whether a kind has an owner of its own.
fn owned(kind: &str, laying: &Laying<'_>) -> bool {
    laying.equipment.kinds.iter().any(|one| one.name == kind.trim() && one.owner.is_some())
}

/// `{ blue = 5 }`, `{ "queen spades" = 1 }`, `{ each = 5 }`: tokens named one by one take precedence over `each`.
fn tokens(pile: PileId, id: TokenId, keys: &Table, span: Span, laying: &mut Laying<'_>, out: &mut Found) -> Vec<Item> {
    let equipment = laying.equipment;
    let token = &equipment.tokens[id.index()];
    let mut counts: Vec<Option<(u16, u8)>> = vec![None; token.classes.len()];
    let mut each = 0;
    for (words, entry) in keys {
        let Some(count) = number(words, &entry.value, 0..=1000, out).map(|count| count as u16) else { continue };
        if words == "each" || token.attributes.is_empty() && *words == token.name {
            each = count;
            continue;
        }
        let Some(picked) = pick(token, words, entry.key, equipment, out) else { continue };
        if picked.classes.iter().any(|class| counts[*class].is_some()) {
            out.push(Diagnostic::error("E0072", entry.key, format!("`{words}` counts tokens that are counted already")));
        }
        picked.classes.iter().for_each(|class| counts[*class] = Some((count, picked.face)));
    }
    let counts: Vec<(u16, u8)> = counts.into_iter().map(|count| count.unwrap_or((each, 0))).collect();
    let total: usize = counts.iter().map(|(count, _)| *count as usize).sum();
    if too_many("things in one pile", total, MOST, span, out) {
        return Vec::new();
    }
    for (class, (count, _)) in counts.iter().enumerate().filter(|(_, (count, _))| *count > 0) {
        laying.use_tokens(id.index(), class, u32::from(*count), span);
    }
    if equipment.piles[pile.index()].seen_by == SeenBy::Nobody {
        return hidden(id, &counts, laying);
    }
    let of_class =
        |(class, (count, face)): (usize, &(u16, u8))| std::iter::repeat_n(Item::Token(seen(class, *face)), *count as usize);
    counts.iter().enumerate().flat_map(of_class).collect()
}

/// In a pile that nobody sees it is known what there is, but not which token is which.
fn hidden(token: TokenId, counts: &[(u16, u8)], laying: &mut Laying<'_>) -> Vec<Item> {
    let left: Vec<(u16, u16)> = counts
        .iter()
        .enumerate()
        .filter(|(_, (count, _))| *count > 0)
        .map(|(class, (count, _))| (class as u16, *count))
        .collect();
    let total: usize = left.iter().map(|(_, count)| *count as usize).sum();
    if total == 0 {
        return Vec::new();
    }
    let shuffle = laying.shuffles.len() as u8;
    laying.shuffles.push(Shuffle { token, left });
    std::iter::repeat_n(Item::Token(Token::Unseen { face: 0, seen_by: 0, shuffle }), total).collect()
}
