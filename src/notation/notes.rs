//! What a position holds besides what a diagram shows, in lines and in the words of the rule file. Everything that shows a
//! position to people includes these lines.
//!
//! ```text
//! c3: White officer; over Black soldier
//! supply: 66 x Guerrilla stone
//! quiet: 7
//! dizzy: b2, d4
//! reign of Black: 2
//! ```

use serde_json::Value;

use super::position::{owner_names, stored_value};
use super::tokens::token_name;
use super::{Terms, diagram, squares};
use crate::model::rules::{Each, Stored};
use crate::model::setup::Token;
use crate::model::{Equipment, Setup, SiteId};

/// All notes: towers, attributes, tokens under squares that somebody has seen, piles, counters, clocks, kept things, and sides
/// that are out.
pub fn notes(terms: &Terms, setup: &Setup) -> Vec<String> {
    let held = setup.board.iter().filter_map(|(site, _)| held(terms.equipment, setup, *site));
    held.chain(beside(terms, setup)).collect()
}

/// A description of a site that a diagram does not show completely: a tower, or a piece with attributes or tokens.
pub fn held(equipment: &Equipment, setup: &Setup, site: SiteId) -> Option<String> {
    let tower = setup.tower(site);
    let pieces: Vec<String> = tower.iter().rev().map(|piece| diagram::described(equipment, piece)).collect();
    let more = tower.len() > 1 || tower.iter().any(|piece| !piece.slots.is_empty());
    more.then(|| format!("{}: {}", squares::name(equipment, site), pieces.join("; over ")))
}

/// The notes without those about pieces on the board.
pub fn beside(terms: &Terms, setup: &Setup) -> Vec<String> {
    let equipment = terms.equipment;
    let mut lines = Vec::new();
    if let Some((name, kind)) = &equipment.under {
        let told = setup.under.iter().filter(|(_, token)| !matches!(token, Token::Unseen { face: 0, .. }));
        let told =
            told.map(|(site, token)| format!("{} {}", squares::name(equipment, *site), token_name(equipment, *kind, token)));
        let told: Vec<String> = told.collect();
        if !told.is_empty() {
            lines.push(format!("{name} under: {}", told.join(", ")));
        }
    }
    lines.extend(off_board(terms, setup));
    lines
}

/// Notes about things off the board: piles; counters, clocks and kept things that differ from their start and can still be
/// read; sides that are out.
pub fn off_board(terms: &Terms, setup: &Setup) -> Vec<String> {
    let mut lines = diagram::pile_lines(terms.equipment, setup);
    let of_use = kept(terms, setup).filter(|(declared, _)| is_of_use(declared, setup));
    lines.extend(of_use.map(|(_, (name, value))| format!("{name}: {value}")));
    let out = setup.out.iter().filter_map(|side| terms.equipment.sides.get(side.index()));
    let out: Vec<&str> = out.map(|side| side.name.as_str()).collect();
    if !out.is_empty() {
        lines.push(format!("out of the game: {}", out.join(", ")));
    }
    lines
}

/// Counters, clocks and kept things that differ from their start, with their values: `reign of Black` and `2`.
pub fn stored(terms: &Terms, setup: &Setup) -> Vec<(String, String)> {
    kept(terms, setup).map(|(_, told)| told).collect()
}

/// Whether a rule may still read it: what is reset at each move is read only while a move is under way.
pub(super) fn is_of_use(stored: &Stored, setup: &Setup) -> bool {
    stored.each != Each::Move || setup.pending.is_some()
}

fn kept<'t>(terms: &'t Terms, setup: &'t Setup) -> impl Iterator<Item = (&'t Stored, (String, String))> {
    setup.stored.iter().filter_map(|(reference, kept)| {
        let declared = terms.stored.get(reference.stored.index())?;
        let owner = owner_names(terms.equipment, declared.of)
            .map_or_else(String::new, |names| format!(" of {}", names.get(reference.owner as usize).copied().unwrap_or("?")));
        Some((declared, (format!("{}{owner}", declared.name), words(&stored_value(terms, declared.holds, kept)))))
    })
}

/// A number, a truth value or names, as people say them.
fn words(value: &Value) -> String {
    match value {
        Value::Bool(truth) => if *truth { "yes" } else { "no" }.to_owned(),
        Value::String(name) => name.clone(),
        Value::Array(names) if names.is_empty() => "none".to_owned(),
        Value::Array(names) => names.iter().map(words).collect::<Vec<_>>().join(", "),
        // A value that does not match its declaration is written as it is.
        Value::Object(fields) => fields.values().map(words).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{self, piece, setup};
    use super::*;
    use crate::model::equipment::SlotType;
    use crate::model::expr::Type;
    use crate::model::rules::{PileRef, Stored, StoredOf, StoredType};
    use crate::model::setup::{Item, Kept, Pending, SlotContent, StoredRef};
    use crate::model::{PileId, SideId, SiteId, SlotId, StoredId};

    #[test]
    fn towers() {
        let towers = samples::towers();
        let mut position = setup(&towers, 0, &[("a1", 0, 0), ("c3", 1, 1)]);
        position.board[0].1.extend([piece(1, 0), piece(0, 1)]);
        assert_eq!(notes(&samples::terms(&towers), &position), ["c3: White officer; over Black soldier; over Black officer"]);
    }

    #[test]
    fn tokens_and_piles() {
        let cards = samples::cards();
        let mut position = setup(&cards, 0, &[("a1", 0, 0)]);
        let token = |face| Token::Seen { class: 3, face, seen_by: 15, shuffle: None };
        assert!(matches!(cards.slots[0].holds, SlotType::Value(_)));
        position.board[0].1[0].slots = vec![(SlotId(0), SlotContent::Value(2))];
        let unseen = Token::Unseen { face: 0, seen_by: 0, shuffle: 0 };
        position.under = vec![(SiteId(0), token(1)), (SiteId(1), unseen.clone())];
        let pile = |pile, owner| PileRef { pile: PileId(pile), owner };
        position.piles =
            vec![(pile(0, 1), vec![Item::Token(unseen); 10]), (pile(1, 2), vec![Item::Token(token(0))]), (pile(2, 0), vec![])];
        let expected = [
            "a1: South man, colour green",
            "card under: b8 7 spades face-up",
            "deck of North: 10 x card face-down",
            "stockpile of South-2: 7 spades",
            "potions: nothing",
        ];
        assert_eq!(notes(&samples::terms(&cards), &position), expected);
    }

    #[test]
    fn what_is_counted_and_kept() {
        let draughts = samples::draughts();
        let declared = |name: &str, of, holds| Stored { name: name.to_owned(), of, holds, ..samples::stored().swap_remove(0) };
        let number = StoredType::Number { least: 0, greatest: 40, start: 0 };
        let all = [
            declared("quiet", StoredOf::Position, number),
            declared("reign", StoredOf::Side, number),
            declared("dizzy", StoredOf::Position, StoredType::Set(Type::Piece)),
            declared("holes", StoredOf::Position, StoredType::Set(Type::Site)),
            declared("castled", StoredOf::Player, StoredType::Set(Type::Truth)),
        ];
        let mut position = setup(&draughts, 0, &[]);
        let held = |stored, owner, kept| (StoredRef { stored: StoredId(stored), owner }, kept);
        position.stored = vec![
            held(0, 0, Kept::Number(7)),
            held(1, 1, Kept::Number(2)),
            held(2, 0, Kept::Sites(vec![SiteId(0), SiteId(1)])),
            held(3, 0, Kept::Sites(Vec::new())),
            held(4, 0, Kept::Number(1)),
        ];
        position.out = vec![SideId(0)];
        let terms = Terms { equipment: &draughts, stored: &all, lines: &[] };
        let expected =
            ["quiet: 7", "reign of White: 2", "dizzy: 1, 2", "holes: none", "castled of Black: yes", "out of the game: Black"];
        assert_eq!(notes(&terms, &position), expected);
    }

    #[test]
    fn what_was_kept_in_a_move_that_is_over_is_not_told() {
        let draughts = samples::draughts();
        let jumped = samples::stored().into_iter().find(|one| one.name == "jumped").unwrap();
        let all = [Stored { each: Each::Move, ..jumped }];
        let terms = Terms { equipment: &draughts, stored: &all, lines: &[] };
        let mut position = setup(&draughts, 0, &[]);
        position.stored = vec![(StoredRef { stored: StoredId(0), owner: 0 }, Kept::Sites(vec![SiteId(0)]))];
        let drawn = |position: &Setup| super::super::svg::render(&terms, position, &Default::default()).contains(">jumped<");
        assert_eq!((notes(&terms, &position), drawn(&position)), (Vec::new(), false));
        position.pending = Some(Pending { program: 0, actor: None, stack: Vec::new() });
        assert_eq!((notes(&terms, &position), drawn(&position)), (vec!["jumped: 1".to_owned()], true));
    }
}
