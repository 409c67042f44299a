//! Writing an arrangement into memory.

use crate::model::equipment::{PileHolds, SlotType};
use crate::model::rules::{PileRef, StoredType};
use crate::model::setup::{Item, Kept, Piece, SlotContent, StoredRef, Token as PlainToken};
use crate::model::{Setup, SiteSet, SlotId};
use crate::program::Layout;
use crate::program::Program;
use crate::program::layout::PileForm;

use crate::engine::store::{Journal, Store};
use crate::engine::tokens::Token;
use crate::engine::value::PieceData;

/// Writes an arrangement, which must be valid, into memory.
pub(in crate::engine) fn arrange(program: &Program, setup: &Setup, store: &mut Store) {
    let layout = &program.layout;
    let mut journal = Journal::default();
    let mut set = |store: &mut Store, at: usize, value: u32| store.set_cell(at, value, layout, &mut journal);
    set(store, layout.turn(), setup.turn as u32);
    set(store, Layout::TURNS, setup.turns);
    // Neutral sides are never in the game.
    let neutral = program.equipment.neutral().map(|side| 1 << side.0).sum::<u32>();
    set(store, layout.out(), setup.out.iter().fold(neutral, |out, side| out | 1 << side.0));
    for (site, tower) in &setup.board {
        let Some((commander, below)) = tower.split_last() else { continue };
        let mut lift = Journal::default();
        store.flip_piece(*site, commander.owner.index(), commander.kind.index(), layout, &mut lift);
        for (slot, content) in &commander.slots {
            set(store, layout.slots[slot.index()] + site.index(), slot_cell(program, *slot, content));
        }
        if let Some(start) = layout.towers {
            set(store, start + site.index() * layout.tower_cells, below.len() as u32);
            for (at, piece) in below.iter().enumerate().filter_map(|(i, piece)| Some((layout.below(*site, i)?, piece))) {
                let data = piece_data(program, piece);
                set(store, at, data.first_cell());
                data.slots.iter().enumerate().for_each(|(slot, cell)| set(store, at + 1 + slot, *cell));
            }
        }
    }
    if let Some(start) = layout.under {
        for (site, token) in &setup.under {
            let hidden = program.equipment.under.as_ref().is_some_and(|(_, kind)| layout.hidden[kind.index()]);
            set(store, start + site.index(), token_cell(program, token, hidden));
        }
    }
    for (pile, items) in &setup.piles {
        arrange_pile(program, *pile, items, &mut |at, value| set(store, at, value));
    }
    for (i, cells) in layout.piles.iter().enumerate() {
        if let PileForm::Counts(classes) = cells.form {
            let items = setup.piles.iter().filter(|(pile, _)| *pile == layout.piles[i].pile);
            let mut counts = vec![0; classes];
            for item in items.flat_map(|(_, items)| items) {
                if let Some(count) = counts.get_mut(class_of(program, item)) {
                    *count += 1;
                }
            }
            counts.iter().enumerate().for_each(|(class, count)| set(store, cells.start + class, *count));
        }
    }
    for (stored, kept) in &setup.stored {
        arrange_stored(program, stored, kept, &mut |at, value| set(store, at, value));
    }
    for (cells, shuffle) in layout.shuffles.iter().zip(&setup.shuffles) {
        shuffle.left.iter().for_each(|(class, count)| set(store, cells.start + *class as usize, *count as u32));
    }
    for (kind, left) in &setup.unplaced {
        left.iter().for_each(|(class, count)| set(store, layout.boxes[kind.index()] + *class as usize, *count as u32));
    }
}

pub(super) fn class_of(program: &Program, item: &Item) -> usize {
    match item {
        Item::Piece(piece) => piece.owner.index() * program.layout.kinds + piece.kind.index(),
        Item::Token(PlainToken::Seen { class, .. }) => *class as usize,
        Item::Token(PlainToken::Unseen { .. }) => usize::MAX,
    }
}

fn arrange_pile(program: &Program, pile: PileRef, items: &[Item], set: &mut dyn FnMut(usize, u32)) {
    let layout = &program.layout;
    let Some(at) = layout.pile(pile.pile, pile.owner) else { return };
    let cells = &layout.piles[at];
    let PileForm::List { width, ordered, .. } = cells.form else { return };
    set(cells.start, items.len() as u32);
    if let PileHolds::Token(kind) = cells.holds {
        let hidden = layout.hidden[kind.index()];
        let mut tokens: Vec<u32> = items
            .iter()
            .filter_map(|item| if let Item::Token(token) = item { Some(token_cell(program, token, hidden)) } else { None })
            .collect();
        if !ordered {
            tokens.sort_unstable();
        }
        tokens.iter().enumerate().for_each(|(i, cell)| set(cells.start + 1 + i, *cell));
        return;
    }
    let mut pieces: Vec<PieceData> = items
        .iter()
        .filter_map(|item| if let Item::Piece(piece) = item { Some(piece_data(program, piece)) } else { None })
        .collect();
    if !ordered {
        pieces.sort_unstable();
    }
    for (i, piece) in pieces.iter().enumerate() {
        let at = cells.start + 1 + i * width;
        set(at, piece.first_cell());
        piece.slots.iter().enumerate().for_each(|(j, cell)| set(at + 1 + j, *cell));
    }
}

fn arrange_stored(program: &Program, stored: &StoredRef, kept: &Kept, set: &mut dyn FnMut(usize, u32)) {
    let cells = program.layout.stored[stored.stored.index()];
    let at = cells.start + stored.owner as usize * cells.width;
    let mut words = |words: &[u64]| {
        for (i, word) in words.iter().enumerate().take(cells.width / 2) {
            set(at + 2 * i, *word as u32);
            set(at + 2 * i + 1, (*word >> 32) as u32);
        }
    };
    match (kept, program.stored[stored.stored.index()].holds) {
        (Kept::Number(number), StoredType::Number { start, .. }) => set(at, (number - start) as i32 as u32),
        (Kept::Number(number), StoredType::Set(_)) => set(at, (*number != 0) as u32),
        (Kept::Bits(bits), _) => words(&[*bits]),
        (Kept::Sites(sites), _) => {
            let mut all = SiteSet::empty(program.layout.sites);
            sites.iter().for_each(|site| all.insert(*site));
            words(all.words());
        }
    }
}

fn piece_data(program: &Program, piece: &Piece) -> PieceData {
    let mut slots: smallvec::SmallVec<[u32; 3]> = program.equipment.slots.iter().map(|_| 0).collect();
    for (slot, content) in &piece.slots {
        slots[slot.index()] = slot_cell(program, *slot, content);
    }
    PieceData { side: piece.owner.0, kind: piece.kind.0, slots }
}

fn slot_cell(program: &Program, slot: SlotId, content: &SlotContent) -> u32 {
    match content {
        SlotContent::Value(value) => *value as u32 + 1,
        SlotContent::Token(token) => {
            let holds = program.equipment.slots[slot.index()].holds;
            let hidden = matches!(holds, SlotType::Token(kind) if program.layout.hidden[kind.index()]);
            token_cell(program, token, hidden)
        }
    }
}

fn token_cell(program: &Program, token: &PlainToken, hidden: bool) -> u32 {
    let all = crate::program::layout::everybody(&program.equipment);
    match *token {
        PlainToken::Seen { class, face, seen_by, shuffle } => {
            let seen_by = if hidden { seen_by & all } else { 0 };
            let shuffle = shuffle.filter(|_| hidden && seen_by != all);
            Token { class: Some(class), shuffle, seen_by, face }.cell()
        }
        PlainToken::Unseen { face, seen_by, shuffle } => {
            Token { class: None, shuffle: Some(shuffle), seen_by: seen_by & all, face }.cell()
        }
    }
}
