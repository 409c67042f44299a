//! What a position may hold, for whoever sets one up: `equipment` of `draughtsman session`.
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

/// All that may lie on squares, in pieces and beside the board, in the words of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Equipment {
    /// The pieces of each side.
    pub pieces: Vec<Piece>,
    /// What pieces have besides.
    pub slots: Vec<Slot>,
    /// What lies under squares.
    pub under: Option<Under>,
    /// Piles and hands.
    pub piles: Vec<Pile>,
    /// Counters and clocks.
    pub counters: Vec<Counter>,
}

/// A piece that there is.
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
    /// Which pieces have it.
    pub kinds: Vec<String>,
    /// What fits.
    pub values: Vec<String>,
}

/// The tokens under squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Under {
    /// What they are called: `card`.
    pub name: String,
    /// `7 spades`
    pub values: Vec<String>,
    /// How one may lie, first as at the start.
    pub faces: Vec<String>,
}

/// A pile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pile {
    /// `supply`
    pub name: String,
    /// Whose there are; none where there is one for all.
    pub owners: Vec<String>,
    /// What may lie in it.
    pub values: Vec<String>,
}

/// A number that is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counter {
    /// `quiet`
    pub name: String,
    /// Whose there are; none where there is one for all.
    pub owners: Vec<String>,
    /// From here
    pub least: i64,
    /// to here.
    pub greatest: i64,
    /// Where it stands in a position that does not name it.
    pub start: i64,
}

/// All of it.
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

/// Every piece of every side.
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
