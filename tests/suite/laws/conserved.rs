//! Tokens and pieces are neither made nor lost, but where the rules say so: `conserved.toml` has the quantities.

use std::collections::BTreeMap;

use draughtsman::engine::{Game, Move, Position};
use draughtsman::library::Ready;
use draughtsman::model::setup::Item;
use draughtsman::model::{Equipment, Setup};

use super::games::{SOME, in_random_games};
use crate::{facts, tally};

#[test]
fn tokens_are_neither_made_nor_lost() {
    in_random_games(3, SOME, &|ready, game, _| tokens_stay(ready, &game.positions()[0], game.position()));
}

/// There are as many tokens of each type and class as there were.
pub(super) fn tokens_stay(ready: &Ready, first: &Position, now: &Position) -> Result<(), String> {
    let count = |position: &Position| tally::tokens(&ready.variant.equipment, &position.to_setup(&ready.program));
    let (first, now) = (count(first), count(now));
    if first == now { Ok(()) } else { Err(format!("{now:?}, not {first:?}")) }
}

/// A quantity: kinds with their weights, places, and the law.
#[derive(Clone, serde::Deserialize)]
pub(super) struct Quantity {
    pieces: BTreeMap<String, i64>,
    #[serde(rename = "in")]
    places: Vec<String>,
    law: String,
}

/// What every rule file conserves.
pub(super) fn quantities() -> BTreeMap<String, Vec<Quantity>> {
    toml::from_str(include_str!("conserved.toml")).expect("the quantities are TOML")
}

/// How much there is of a quantity.
fn amount(equipment: &Equipment, setup: &Setup, quantity: &Quantity) -> i64 {
    let weight = |kind: usize| quantity.pieces.get(&equipment.kinds[kind].name).copied().unwrap_or_default();
    let mut all = 0;
    for place in &quantity.places {
        if place == "board" {
            all += setup.board.iter().flat_map(|(_, tower)| tower).map(|piece| weight(piece.kind.index())).sum::<i64>();
            continue;
        }
        let of = setup.piles.iter().filter(|(pile, _)| equipment.piles[pile.pile.index()].name == *place);
        all += of
            .flat_map(|(_, items)| items)
            .map(|item| if let Item::Piece(piece) = item { weight(piece.kind.index()) } else { 0 })
            .sum::<i64>();
    }
    all
}

#[test]
fn pieces_are_neither_made_nor_lost_but_by_the_rules() {
    let quantities = quantities();
    assert_eq!(quantities.keys().cloned().collect::<Vec<_>>(), facts::every_variant(), "each variant says what it conserves");
    in_random_games(2, SOME, &|ready, game, options| pieces_stay(&quantities[&ready.variant.id], ready, game, options));
}

/// Whatever is played, there is as much of each quantity as its law says.
pub(super) fn pieces_stay(quantities: &[Quantity], ready: &Ready, game: &Game, options: &[Move]) -> Result<(), String> {
    let (program, equipment) = (&ready.program, &ready.variant.equipment);
    for quantity in quantities {
        let known = |name: &String| equipment.kinds.iter().any(|kind| kind.name == *name);
        let place = |name: &String| name == "board" || equipment.piles.iter().any(|pile| pile.name == *name);
        if !quantity.pieces.keys().all(known) || !quantity.places.iter().all(place) {
            return Err("conserved.toml speaks of what is not in the rules".to_owned());
        }
        let before = amount(equipment, &game.position().to_setup(program), quantity);
        for mv in options.iter().take(8) {
            let next = game.position().play(program, mv, &[]).map_err(|limit| limit.to_string())?;
            let after = amount(equipment, &next.to_setup(program), quantity);
            let holds = match quantity.law.as_str() {
                "constant" => after == before,
                "never more" => after <= before,
                "never less" => after >= before,
                law => return Err(format!("there is no law `{law}`")),
            };
            if !holds {
                return Err(format!("{:?}: {before} became {after} after {:?}", quantity.pieces, mv.deeds));
            }
        }
    }
    Ok(())
}
