//! What a position may hold, for programs that set one up: `equipment` of `draughtsman session`.
//!
//! ```json
//! {"pieces":[{"owner":"South","kind":"man"}],"slots":[{"name":"potion","kinds":["man"],"values":["ambush","ghost"]}],"under":null,
//!  "piles":[{"name":"supply","owners":[],"values":["stone"]}],
//!  "counters":[{"name":"quiet","owners":[],"least":0,"greatest":40,"start":0}]}
//! ```

use serde::Serialize;

use super::super::Terms;
use super::super::position::owner_names;
use super::super::tokens::{class_words, face_names};
use crate::model::equipment::{PileHolds, PileOwner, SlotType};
use crate::model::rules::StoredType;
use crate::model::{Equipment as Declared, KindId, SideId, TokenId};

/// What may be on sites, in pieces and in piles, in the words of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Equipment {
    /// The pieces of each side.
    pub pieces: Vec<Piece>,
    /// The attributes of pieces and their places for tokens.
    pub slots: Vec<Slot>,
    /// The tokens under squares.
    pub under: Option<Under>,
    /// Piles and hands.
    pub piles: Vec<Pile>,
    /// Counters and clocks.
    pub counters: Vec<Counter>,
}

/// A piece that exists in the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Its side.
    pub owner: String,
    /// `king`
    pub kind: String,
}

/// An attribute of pieces, or a place for a token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Slot {
    /// `potion`
    pub name: String,
    /// The kinds of pieces that have it.
    pub kinds: Vec<String>,
    /// The values that it may hold.
    pub values: Vec<String>,
}

/// The tokens under squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Under {
    /// The name of the type of token: `card`.
    pub name: String,
    /// `7 spades`
    pub values: Vec<String>,
    /// The faces, that of the start first.
    pub faces: Vec<String>,
}

/// A pile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pile {
    /// `supply`
    pub name: String,
    /// The owners, where each has one; empty where there is one pile for all.
    pub owners: Vec<String>,
    /// What it may hold.
    pub values: Vec<String>,
}

/// A counter or a clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counter {
    /// `quiet`
    pub name: String,
    /// The owners, where each has one; empty where there is one for all.
    pub owners: Vec<String>,
    /// The least value.
    pub least: i64,
    /// The greatest value.
    pub greatest: i64,
    /// Its value in a position that does not name it.
    pub start: i64,
}

/// The equipment of a game in the form of the JSON output.
pub fn to_wire(terms: &Terms) -> Equipment {
    let equipment = terms.equipment;
    let has = |kind: u32, slot: usize| kind & (1 << slot) != 0;
    let slots = equipment.slots.iter().enumerate().map(|(i, slot)| Slot {
        name: slot.name.clone(),
        kinds: equipment.kinds.iter().filter(|kind| has(kind.slots, i)).map(|kind| kind.name.clone()).collect(),
        values: match slot.holds {
            SlotType::Value(values) => equipment.enums.get(values.index()).map_or(Vec::new(), |all| all.values.clone()),
            SlotType::Token(kind) => classes(equipment, kind),
        },
    });
    let under = equipment.under.as_ref().map(|(_, kind)| Under {
        name: equipment.tokens.get(kind.index()).map_or(String::new(), |token| token.name.clone()),
        values: classes(equipment, *kind),
        faces: face_names(equipment, *kind).to_vec(),
    });
    let counters = terms.stored.iter().filter_map(|stored| {
        let StoredType::Number { least, greatest, start } = stored.holds else { return None };
        let owners = owner_names(equipment, stored.of).unwrap_or_default().into_iter().map(str::to_owned).collect();
        Some(Counter { name: stored.name.clone(), owners, least, greatest, start })
    });
    let counters = counters.collect();
    let pieces =
        pieces(equipment).map(|(side, kind)| Piece { owner: side_name(equipment, side), kind: kind_name(equipment, kind) });
    Equipment { pieces: pieces.collect(), slots: slots.collect(), under, piles: piles(equipment), counters }
}

fn piles(equipment: &Declared) -> Vec<Pile> {
    let pile = |pile: &crate::model::equipment::Pile| Pile {
        name: pile.name.clone(),
        owners: match pile.of {
            PileOwner::Common | PileOwner::One(_) => Vec::new(),
            PileOwner::EachSide => equipment.sides.iter().map(|side| side.name.clone()).collect(),
            PileOwner::EachPlayer => equipment.players.iter().map(|player| player.name.clone()).collect(),
        },
        values: match pile.holds {
            PileHolds::Token(kind) => classes(equipment, kind),
            PileHolds::Pieces => pieces(equipment).map(|piece| words(equipment, piece)).collect(),
            PileHolds::Kind(only) => {
                pieces(equipment).filter(|(_, kind)| *kind == only).map(|piece| words(equipment, piece)).collect()
            }
        },
    };
    equipment.piles.iter().map(pile).collect()
}

/// Every side with every kind that it may have.
fn pieces(equipment: &Declared) -> impl Iterator<Item = (SideId, KindId)> {
    let may = |kind: usize, side: SideId| equipment.kinds[kind].owner.is_none_or(|owner| owner == side);
    let sides = (0..equipment.sides.len()).map(|side| SideId(side as u8));
    sides.flat_map(move |side| {
        (0..equipment.kinds.len()).filter(move |kind| may(*kind, side)).map(move |kind| (side, KindId(kind as u8)))
    })
}

fn words(equipment: &Declared, (side, kind): (SideId, KindId)) -> String {
    format!("{} {}", side_name(equipment, side), kind_name(equipment, kind))
}

fn side_name(equipment: &Declared, side: SideId) -> String {
    equipment.sides.get(side.index()).map_or(String::new(), |side| side.name.clone())
}

fn kind_name(equipment: &Declared, kind: KindId) -> String {
    equipment.kinds.get(kind.index()).map_or(String::new(), |kind| kind.name.clone())
}

fn classes(equipment: &Declared, kind: TokenId) -> Vec<String> {
    let count = equipment.tokens.get(kind.index()).map_or(0, |token| token.classes.len());
    (0..count).map(|class| class_words(equipment, kind, class as u16)).collect()
}
