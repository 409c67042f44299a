//! Positions of facts about tokens, read and written.

use std::collections::BTreeSet;

use draughtsman::library::Ready;
use serde_json::{Map, Value as Json, json};
use toml::{Table, Value};

use super::{strings, tables, text};

const RANKS: [(&str, &str); 4] = [("A", "ace"), ("J", "jack"), ("Q", "queen"), ("K", "king")];

const SUITS: [(&str, &str); 4] = [("C", "clubs"), ("D", "diamonds"), ("H", "hearts"), ("S", "spades")];

/// `QS` in words.
pub(super) fn card_words(code: &str) -> String {
    let (rank, suit) = code.split_at(code.len() - 1);
    let rank = RANKS.iter().find(|(short, _)| *short == rank).map_or(rank, |(_, long)| long);
    let suit = SUITS.iter().find(|(short, _)| *short == suit).map_or(suit, |(_, long)| long);
    format!("{rank} {suit}")
}

/// `queen spades` in short; other tokens as they are.
pub(super) fn card_code(words: &str) -> String {
    let Some((rank, suit)) = words.split_once(' ') else { return words.to_owned() };
    let rank = RANKS.iter().find(|(_, long)| *long == rank).map_or(rank, |(short, _)| short);
    let suit = SUITS.iter().find(|(_, long)| *long == suit).map_or(suit, |(short, _)| short);
    format!("{rank}{suit}")
}

pub(super) fn as_json(value: &Value) -> Json {
    serde_json::to_value(value).expect("plain data")
}

pub(super) fn sides(ready: &Ready) -> Vec<String> {
    ready.variant.equipment.sides.iter().map(|side| side.name.clone()).collect()
}

pub(super) fn other(ready: &Ready, side: &str) -> Result<String, String> {
    sides(ready).into_iter().find(|name| name != side).ok_or_else(|| "there is one side only".to_owned())
}

/// The position of a case in the JSON of the program.
pub(super) fn position_json(ready: &Ready, facts: &Table) -> Result<Json, String> {
    let board = facts.get("board").map_or(json!({}), as_json);
    let mut wire = json!({ "schema": 1, "player": text(facts, "player"), "board": board, "piles": {}, "tokens": {} });
    match facts.get("cards").and_then(Value::as_table) {
        Some(cards) => cards_json(ready, facts, cards, &mut wire)?,
        None => bags_json(ready, facts, &mut wire)?,
    }
    Ok(wire)
}

/// Cards face down are one of those of their half that nobody has seen; those in a stockpile are known to whom the rules say.
fn cards_json(ready: &Ready, facts: &Table, cards: &Table, wire: &mut Json) -> Result<(), String> {
    let mut unseen = [Map::new(), Map::new()];
    let mut suits = [BTreeSet::new(), BTreeSet::new()];
    for (square, card) in cards {
        let (code, face) = card.as_str().and_then(|card| card.split_once(' ')).expect("a card and its face");
        let half = usize::from(square.as_bytes()[1] > b'4');
        suits[half].insert(&code[code.len() - 1..]);
        wire["tokens"][square] = match face {
            "down" => {
                unseen[half].insert(card_words(code), json!(1));
                json!(format!("?{}", half + 1))
            }
            _ => json!(format!("{} face-up", card_words(code))),
        };
    }
    for (half, left) in unseen.into_iter().enumerate() {
        wire["tokens"][format!("?{}", half + 1)] = json!({ "card": left });
    }
    let hand = |value: &Value| strings(Some(value)).iter().map(|code| card_words(code)).collect::<Vec<_>>();
    for (owner, held) in facts.get("stockpile").and_then(Value::as_table).into_iter().flatten() {
        let shuffled = |code: &String| {
            let half = suits.iter().position(|suits| suits.contains(&code[code.len() - 1..])).expect("a suit of one half");
            format!("{} ?{}", card_words(code), half + 1)
        };
        wire["piles"]["stockpile"][owner] = json!(strings(Some(held)).iter().map(shuffled).collect::<Vec<_>>());
    }
    wire["piles"]["discard"] = json!(facts.get("discard").map_or(Vec::new(), hand));
    for (pile, own) in [("captured", false), ("rescued", true)] {
        for (owner, kinds) in facts.get(pile).and_then(Value::as_table).into_iter().flatten() {
            let whose = if own { owner.clone() } else { other(ready, owner)? };
            let pieces: Vec<String> = strings(Some(kinds)).iter().map(|kind| format!("{whose} {kind}")).collect();
            wire["piles"][pile][owner] = json!(pieces);
        }
    }
    Ok(())
}

/// The bags hold whatever of the five tokens of each sort is neither on the board nor gone.
fn bags_json(ready: &Ready, facts: &Table, wire: &mut Json) -> Result<(), String> {
    let equipment = &ready.variant.equipment;
    let values = |name: &str| {
        let found = equipment.enums.iter().find(|one| one.name == name);
        found.map_or(Vec::new(), |one| one.values.clone())
    };
    let on_board = |slot: &str, value: &str| {
        let pieces = facts.get("board").and_then(Value::as_table).into_iter().flatten();
        pieces.filter(|(_, piece)| piece.get(slot).and_then(Value::as_str) == Some(value)).count()
    };
    let gone = strings(facts.get("gone"));
    for power in values("power") {
        let left = 5 - on_board("potion", &power) - gone.iter().filter(|one| **one == power).count();
        wire["piles"]["potions"][&power] = json!(left);
    }
    for player in &equipment.players {
        let (_, colours, own) = player.attributes.iter().find(|(name, ..)| name == "colours").ok_or("no colours")?;
        for (i, colour) in equipment.enums[colours.index()].values.iter().enumerate() {
            if own >> i & 1 != 0 {
                let bag = other(ready, &player.name)?;
                wire["piles"]["shields"][bag][colour] = json!(5 - on_board("shield", colour));
            }
        }
    }
    let captured: Vec<Json> = tables(facts.get("captured"))
        .map(|piece| json!({ "owner": text(piece, "owner"), "kind": "man", "colour": text(piece, "colour") }))
        .collect();
    wire["piles"]["captured"] = json!(captured);
    Ok(())
}
