//! Which numbers of a state stand for which cells of a position.

use super::cards::Deck;
use super::refusal::Cause;
use super::slots::Lying;
use super::towers::Towers;
use crate::model::equipment::PileHolds;
use crate::model::setup::Item;
use crate::program::Program;
use crate::program::layout::{Counted, PileForm};

/// Which numbers stand for what.
pub(super) struct Places {
    /// For each cell its number.
    pub(super) numbers: Vec<Option<u16>>,
    pub(super) piles: Vec<Lying>,
    pub(super) towers: Option<Towers>,
    /// How many numbers there are.
    pub(super) many: usize,
}

/// Which numbers stand for what, unless there is no room for so many.
pub(super) fn places(program: &Program, cards: u64, room: usize) -> Result<Places, Cause> {
    let layout = &program.layout;
    let slots = layout.slots.iter().map(|start| *start..start + layout.sites);
    let mut apart: Vec<_> = std::iter::once(layout.turn()..layout.turn() + 1).chain(slots).collect();
    let towers = layout.towers.map(|start| start..start + layout.sites * layout.tower_cells);
    apart.extend(towers.clone());
    let mut lists = 0;
    for pile in &layout.piles {
        match pile.form {
            PileForm::Counts(_) => {}
            PileForm::List { ordered: false, width, most } if !matches!(pile.holds, PileHolds::Token(_)) => {
                apart.push(pile.start..pile.start + 1 + width * most);
                lists += 1;
            }
            PileForm::List { .. } if is_deck(pile.holds, cards) => {}
            PileForm::List { .. } => return Err(Cause::Ordered),
        }
    }
    let plain = |cell: usize| !apart.iter().any(|range| range.contains(&cell));
    let single = (0..layout.cells).filter(|cell| plain(*cell)).count();
    let towers = towers.map(|_| Towers::of(layout, layout.sides * layout.kinds, single)).transpose()?;
    let told = single + towers.map_or(0, |towers| towers.numbers(layout.sites));
    let left = room.checked_sub(told + lists).ok_or(Cause::Room)?;
    let mut cells = (0..layout.cells).map(|_| None).collect::<Vec<_>>();
    let mut many = 0;
    for cell in (0..layout.cells).filter(|cell| plain(*cell)) {
        cells[cell] = Some(u16::try_from(many).map_err(|_| Cause::Room)?);
        many += 1;
    }
    many = told;
    // As many pieces as the game begins with; whatever holds more is left to the general machine.
    let start = &program.start;
    let pieces = start.board.iter().map(|(_, tower)| tower.len()).sum::<usize>()
        + start.piles.iter().flat_map(|(_, items)| items).filter(|item| matches!(item, Item::Piece(_))).count();
    let mut piles = Vec::new();
    for pile in &layout.piles {
        let token = match pile.holds {
            PileHolds::Token(token) => Some(token.0),
            _ => None,
        };
        piles.push(match pile.form {
            PileForm::Counts(classes) => {
                Lying { start: cells[pile.start].ok_or(Cause::Room)?.into(), token, most: None, deck: None, all: true, classes }
            }
            PileForm::List { ordered, .. } if token.is_some() => {
                let deck = Some(Deck { ordered, seers: pile.seers, shuffle: pile.shuffle });
                Lying { start: cells[pile.start].ok_or(Cause::Room)?.into(), token, most: None, deck, all: true, classes: 0 }
            }
            PileForm::List { most, .. } => {
                let room = most.min(pieces.max(1)).min(left / lists);
                if room < pieces {
                    return Err(Cause::Room);
                }
                many += 1 + room;
                Lying { start: many - 1 - room, token, most: Some(room), deck: None, all: room == most, classes: 0 }
            }
        });
    }
    Ok(Places { numbers: cells, piles, towers, many })
}

/// Whether cards of these types lie in a pile.
fn is_deck(holds: PileHolds, cards: u64) -> bool {
    matches!(holds, PileHolds::Token(token) if cards >> token.index() & 1 != 0)
}

/// For each number, how much of it belongs to the position for repetition; nothing if all of each does.
pub(super) fn repeated(program: &Program, numbers: &[Option<u16>], many: usize) -> Vec<Counted> {
    let counted = &program.layout.counted;
    if counted.is_empty() {
        return Vec::new();
    }
    let mut repeated = vec![Counted::Whole; many];
    for (how, number) in counted.iter().zip(numbers) {
        if let Some(number) = number {
            repeated[usize::from(*number)] = *how;
        }
    }
    repeated
}
