//! Where a position holds tokens: under sites, in slots of pieces (also of those in piles and towers), in piles. And all
//! references to tokens while a turn is cut.

use std::collections::BTreeMap;

use crate::model::SiteId;
use crate::model::equipment::{PileHolds, SlotType};
use crate::program::Program;
use crate::program::layout::PileForm;

use crate::engine::machine::{Machine, Task};
use crate::engine::position::Position;
use crate::engine::store::{Journal, Store};
use crate::engine::value::{Element, OffPiece, PieceData, TokenPlace, TokenRef, Value};

/// A rewriting of token cells.
pub(super) trait Change {
    /// The new cell of a token that is in the position. Called once for each token.
    fn lying(&mut self, kind: usize, cell: u32) -> u32;
    /// The new cell for a reference to a token as it was before it moved on.
    fn remembered(&mut self, kind: usize, cell: u32) -> u32;
}

/// The old and new contents of places, in order.
#[derive(Default)]
struct Changed {
    /// By cell: under sites, and in slots of pieces on the board and in towers.
    single: BTreeMap<usize, (u32, u32)>,
    /// By pile of tokens.
    tokens: BTreeMap<u8, Vec<(u32, u32)>>,
    /// By pile of pieces.
    pieces: BTreeMap<u8, Vec<(PieceData, PieceData)>>,
}

/// Rewrites the cell of every token that can be hidden, and of all references to one.
pub(super) fn rewrite(position: &mut Position, program: &Program, change: &mut dyn Change) {
    let mut changed = Changed::default();
    let mut journal = Journal::default();
    singles(&mut position.store, program, change, &mut changed, &mut journal);
    for pile in 0..program.layout.piles.len() {
        in_pile(&mut position.store, program, pile, change, &mut changed, &mut journal);
    }
    if let Some(machine) = &mut position.machine {
        Memories { program, changed: &changed, change, named: BTreeMap::new() }.machine(machine);
    }
}

/// For each slot the type of token it holds, if that type can be hidden.
fn hidden_slots(program: &Program) -> impl Iterator<Item = Option<usize>> + '_ {
    program.equipment.slots.iter().map(|slot| match slot.holds {
        SlotType::Token(token) if program.layout.hidden[token.index()] => Some(token.index()),
        _ => None,
    })
}

fn singles(store: &mut Store, program: &Program, change: &mut dyn Change, changed: &mut Changed, journal: &mut Journal) {
    let layout = &program.layout;
    let under = program.equipment.under.iter().zip(layout.under).map(|((_, token), start)| (token.index(), start));
    let of_a_site = |(kind, start): (usize, usize)| (start..start + layout.sites).map(move |at| (kind, at));
    let slots = || hidden_slots(program).enumerate().filter_map(|(slot, kind)| Some((kind?, slot)));
    let on = slots().map(|(kind, slot)| (kind, layout.slots[slot]));
    let above = under.filter(|(kind, _)| layout.hidden[*kind]).chain(on).flat_map(of_a_site);
    let below = slots().flat_map(|(kind, slot)| layout.in_towers(slot).map(move |at| (kind, at)));
    for (kind, at) in above.chain(below) {
        let old = store.cell(at);
        if old != 0 {
            let new = change.lying(kind, old);
            store.set_cell(at, new, layout, journal);
            changed.single.insert(at, (old, new));
        }
    }
}

fn in_pile(
    store: &mut Store,
    program: &Program,
    pile: usize,
    change: &mut dyn Change,
    changed: &mut Changed,
    journal: &mut Journal,
) {
    let layout = &program.layout;
    let cells = &layout.piles[pile];
    let PileForm::List { width, ordered, .. } = cells.form else { return };
    let many = store.cell(cells.start) as usize;
    let at = |i: usize| cells.start + 1 + i * width;
    match cells.holds {
        PileHolds::Token(token) if layout.hidden[token.index()] => {
            let olds = (0..many).map(|i| store.cell(at(i)));
            let both: Vec<(u32, u32)> = olds.map(|old| (old, change.lying(token.index(), old))).collect();
            let mut news: Vec<u32> = both.iter().map(|(_, new)| *new).collect();
            if !ordered {
                news.sort_unstable();
            }
            news.iter().enumerate().for_each(|(i, new)| store.set_cell(at(i), *new, layout, journal));
            changed.tokens.insert(pile as u8, both);
        }
        PileHolds::Pieces | PileHolds::Kind(_) if width > 1 && hidden_slots(program).any(|kind| kind.is_some()) => {
            let piece = |i: usize| PieceData::read(store.cell(at(i)), (1..width).map(|j| store.cell(at(i) + j)));
            let olds: Vec<PieceData> = (0..many).map(piece).collect();
            let both: Vec<(PieceData, PieceData)> = olds
                .into_iter()
                .map(|old| {
                    let mut new = old.clone();
                    for (kind, cell) in hidden_slots(program).zip(&mut new.slots) {
                        if let (Some(kind), true) = (kind, *cell != 0) {
                            *cell = change.lying(kind, *cell);
                        }
                    }
                    (old, new)
                })
                .collect();
            let mut news: Vec<&PieceData> = both.iter().map(|(_, new)| new).collect();
            if !ordered {
                news.sort_unstable();
            }
            for (i, new) in news.into_iter().enumerate() {
                store.set_cell(at(i), new.first_cell(), layout, journal);
                new.slots.iter().enumerate().for_each(|(j, slot)| store.set_cell(at(i) + 1 + j, *slot, layout, journal));
            }
            changed.pieces.insert(pile as u8, both);
        }
        _ => {}
    }
}

/// Rewrites references to tokens so that they mean the same tokens as before. Of several identical tokens together, the one met
/// first is the first, and so on: where they lay before could reveal what they are.
struct Memories<'a> {
    program: &'a Program,
    changed: &'a Changed,
    change: &'a mut dyn Change,
    /// The tokens met so far, and what they are now.
    named: BTreeMap<TokenRef, TokenRef>,
}

impl Memories<'_> {
    fn machine(&mut self, machine: &mut Machine) {
        for taken in &mut machine.moving.taken {
            let before = taken.data.clone();
            taken.data = self.taken(taken.site, &before);
            for (slot, token) in taken.borne.iter_mut().enumerate().filter_map(|(slot, token)| Some((slot, token.as_mut()?))) {
                let old = *token;
                // On a prisoner it is what the prisoner bears.
                let with_it = old.place == TokenPlace::Gone && before.slots[slot] == old.cell;
                *token = if with_it { TokenRef { cell: taken.data.slots[slot], ..old } } else { self.token(&old) };
                self.named.insert(old, *token);
            }
        }
        for value in &mut machine.values {
            match value {
                Value::Tokens(tokens) => self.tokens(tokens),
                Value::Pieces(pieces) => {
                    let mut off: Vec<Element> = pieces.off.drain(..).map(Element::Off).collect();
                    self.elements(&mut off);
                    pieces.off =
                        off.into_iter().filter_map(|one| if let Element::Off(off) = one { Some(off) } else { None }).collect();
                }
                _ => {}
            }
        }
        for task in &mut machine.tasks {
            match task {
                Task::Tokens(transfer) => self.tokens(&mut transfer.left),
                Task::Each { left, .. } => self.elements(left),
                _ => {}
            }
        }
    }

    fn tokens(&mut self, tokens: &mut [TokenRef]) {
        let olds: Vec<TokenRef> = tokens.to_vec();
        tokens.iter_mut().for_each(|token| *token = self.token(token));
        // The order of the references could reveal what they are.
        if tokens != olds {
            tokens.sort_unstable();
        }
    }

    /// The new value of a reference to a token.
    fn token(&mut self, old: &TokenRef) -> TokenRef {
        let kind = old.kind as usize;
        if !self.program.layout.hidden.get(kind).is_some_and(|hidden| *hidden) {
            return *old;
        }
        if let Some(known) = self.named.get(old) {
            return *known;
        }
        let layout = &self.program.layout;
        let single = |at: usize| self.changed.single.get(&at).copied();
        let both = match old.place {
            TokenPlace::Pile(pile) => self.changed.tokens.get(&pile).and_then(|both| both.get(usize::from(old.at)).copied()),
            TokenPlace::Under(site) => layout.under.and_then(|start| single(start + site.index())),
            TokenPlace::Slot(site, slot) => single(layout.slots[slot as usize] + site.index()),
            TokenPlace::Gone | TokenPlace::Box => None,
        };
        let cell = both.filter(|(was, _)| *was == old.cell).map(|(_, new)| new);
        let cell = cell.unwrap_or_else(|| self.change.remembered(kind, old.cell));
        let new = TokenRef { at: self.among(old, cell), cell, ..*old };
        self.named.insert(*old, new);
        new
    }

    /// How many tokens come before this one in its place, now that the pile may have been sorted again.
    fn among(&self, old: &TokenRef, cell: u32) -> u16 {
        let TokenPlace::Pile(pile) = old.place else { return old.at };
        if matches!(self.program.layout.piles[pile as usize].form, PileForm::List { ordered: true, .. }) {
            return old.at;
        }
        let there = self.changed.tokens.get(&pile).into_iter().flatten();
        let before = there.filter(|(_, new)| *new < cell).count();
        let met = self.named.values().filter(|one| one.is_like(&TokenRef { at: one.at, cell, ..*old })).count();
        (before + met) as u16
    }

    fn elements(&mut self, elements: &mut [Element]) {
        let olds: Vec<Element> = elements.to_vec();
        for (i, element) in elements.iter_mut().enumerate() {
            let before = olds[..i].iter().filter(|one| **one == olds[i]).count();
            match &olds[i] {
                Element::Token(token) => *element = Element::Token(self.token(token)),
                Element::Off(OffPiece::InPile(pile, place, data)) => {
                    let there = self.changed.pieces.get(pile).into_iter().flatten().filter(|(was, _)| was == data);
                    let new = there.clone().nth(before).or_else(|| there.clone().next_back()).map(|(_, new)| new.clone());
                    let new = new.unwrap_or_else(|| self.piece(data));
                    *element = Element::Off(OffPiece::InPile(*pile, *place, new));
                }
                _ => {}
            }
        }
        if elements != olds {
            elements.sort_unstable();
        }
    }

    /// The data of a taken piece as it was. The piece may still be on its site, or be in a pile.
    fn taken(&mut self, site: SiteId, old: &PieceData) -> PieceData {
        if let Some((_, new)) = self.changed.pieces.values().flatten().find(|(was, _)| was == old) {
            return new.clone();
        }
        let mut new = old.clone();
        for (slot, kind) in hidden_slots(self.program).enumerate() {
            let (Some(kind), Some(cell)) = (kind, new.slots.get_mut(slot).filter(|cell| **cell != 0)) else { continue };
            let there = self.changed.single.get(&(self.program.layout.slots[slot] + site.index()));
            *cell = match there.filter(|(was, _)| was == cell) {
                Some((_, now)) => *now,
                None => self.change.remembered(kind, *cell),
            };
        }
        new
    }

    fn piece(&mut self, old: &PieceData) -> PieceData {
        let mut new = old.clone();
        for (kind, cell) in hidden_slots(self.program).zip(&mut new.slots) {
            if let (Some(kind), true) = (kind, *cell != 0) {
                *cell = self.change.remembered(kind, *cell);
            }
        }
        new
    }
}
