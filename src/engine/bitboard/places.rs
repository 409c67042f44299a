//! Which numbers of a state stand for which cells of a position.

use super::cards::Deck;
use super::refusal::Cause;
use super::slots::PileLayout;
use super::towers::Towers;
use crate::model::equipment::{PileHolds, SlotType};
use crate::model::setup::Item;
use crate::program::Program;
use crate::program::layout::{Counted, PileCells, PileForm};

/// The numbers of a state.
pub(super) struct Places {
    /// For each cell of a position its number, if it has one.
    pub(super) numbers: Vec<Option<u16>>,
    pub(super) piles: Vec<PileLayout>,
    pub(super) towers: Option<Towers>,
    /// How many numbers there are.
    pub(super) many: usize,
}

/// Assigns the numbers of a state, unless there is no room for that many. `cards`: the types of tokens that are recorded one by
/// one, as bits; `codes`: the number of codes that a piece can have.
pub(super) fn places(program: &Program, cards: u64, codes: u64, room: usize) -> Result<Places, Cause> {
    let layout = &program.layout;
    let worn = |slot: SlotType| matches!(slot, SlotType::Token(token) if cards >> token.index() & 1 != 0);
    let plain_slots = layout.slots.iter().zip(&program.equipment.slots).filter(|(_, slot)| !worn(slot.holds));
    let slots = plain_slots.map(|(start, _)| *start..start + layout.sites);
    let mut apart: Vec<_> = std::iter::once(layout.turn()..layout.turn() + 1).chain(slots).collect();
    let towers = layout.towers.map(|start| start..start + layout.sites * layout.tower_cells);
    apart.extend(towers.clone());
    let (mut lists, mut listed) = (0, 0);
    // Cards that the machine keeps as counts in a pile are recorded one by one here.
    let deck = |pile: &PileCells| match (pile.holds, pile.form) {
        (PileHolds::Token(token), PileForm::Counts(_)) if cards >> token.index() & 1 != 0 => Some(
            1 + program.equipment.tokens[token.index()].classes.iter().map(|class| usize::from(class.copies)).sum::<usize>(),
        ),
        _ => None,
    };
    for pile in &layout.piles {
        if let (PileForm::Counts(classes), Some(many)) = (pile.form, deck(pile)) {
            apart.push(pile.start..pile.start + classes);
            listed += many;
        }
        match pile.form {
            PileForm::Counts(_) => {}
            PileForm::List { width, most, .. } if !matches!(pile.holds, PileHolds::Token(_)) => {
                apart.push(pile.start..pile.start + 1 + width * most);
                lists += 1;
            }
            PileForm::List { .. } => {}
        }
    }
    let plain = |cell: usize| !apart.iter().any(|range| range.contains(&cell));
    let single = (0..layout.cells).filter(|cell| plain(*cell)).count();
    let towers = towers.map(|_| Towers::of(layout, codes, single)).transpose()?;
    let told = single + towers.map_or(0, |towers| towers.numbers(layout.sites));
    let left = room.checked_sub(told + listed + lists).ok_or(Cause::Room)?;
    let mut cells = (0..layout.cells).map(|_| None).collect::<Vec<_>>();
    let mut many = 0;
    for cell in (0..layout.cells).filter(|cell| plain(*cell)) {
        cells[cell] = Some(u16::try_from(many).map_err(|_| Cause::Room)?);
        many += 1;
    }
    many = told;
    // Room for as many pieces as the game begins with; a position with more is left to the general machine.
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
            PileForm::Counts(_) if deck(pile).is_some() => {
                many += deck(pile).unwrap_or(0);
                let start = many - deck(pile).unwrap_or(0);
                let deck = Some(Deck { ordered: false, seers: pile.seers, shuffle: None });
                PileLayout { start, token, most: None, deck, ordered: false, all: true, classes: 0 }
            }
            PileForm::Counts(classes) => PileLayout {
                start: cells[pile.start].ok_or(Cause::Room)?.into(),
                token,
                most: None,
                deck: None,
                ordered: false,
                all: true,
                classes,
            },
            PileForm::List { ordered, .. } if token.is_some() => {
                let deck = Some(Deck { ordered, seers: pile.seers, shuffle: pile.shuffle });
                PileLayout {
                    start: cells[pile.start].ok_or(Cause::Room)?.into(),
                    token,
                    most: None,
                    deck,
                    ordered: false,
                    all: true,
                    classes: 0,
                }
            }
            PileForm::List { most, ordered, .. } => {
                let room = most.min(pieces.max(1)).min(left / lists);
                if room < pieces {
                    return Err(Cause::Room);
                }
                many += 1 + room;
                PileLayout {
                    start: many - 1 - room,
                    token,
                    most: Some(room),
                    deck: None,
                    ordered,
                    all: room == most,
                    classes: 0,
                }
            }
        });
    }
    Ok(Places { numbers: cells, piles, towers, many })
}

/// For each number, how much of it counts for repetition; empty if all of each does.
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
