//! Pieces in piles, and out of the game.

use crate::model::SiteId;
use crate::model::equipment::{Slot, SlotType};
use crate::program::layout::PileForm;

use super::Runner;
use crate::engine::machine::Task;
use crate::engine::value::{Borne, Element, OffPiece, PieceData, TokenPlace, TokenRef, Value};

impl Runner<'_> {
    /// Puts a piece that has left its place into a pile; `from` is the site that it commanded. Without a pile, or if that is
    /// full, it leaves the game and the tokens on it go to the box. Returns those.
    pub(super) fn drop_piece(&mut self, data: PieceData, from: Option<SiteId>, pile: Option<u8>) -> Borne {
        let piled = pile.is_some_and(|pile| self.add_to_pile(pile, &data));
        let mut borne = self.borne(&data, |_| TokenPlace::Gone);
        for (slot, token) in borne.iter_mut().enumerate() {
            if let Some(token) = token.as_mut().filter(|_| !piled) {
                let from = from.map(|site| TokenPlace::Slot(site, slot as u8));
                *token = self.release_token(token.kind, from, token.cell);
            }
        }
        borne
    }

    /// The tokens on a piece, by slot; `place` says where they are.
    pub(super) fn borne(&self, piece: &PieceData, place: impl Fn(u8) -> TokenPlace) -> Borne {
        let slots = self.program.equipment.slots.iter().zip(&piece.slots).zip(0..);
        let token = |((slot, cell), i): ((&Slot, &u32), u8)| match slot.holds {
            SlotType::Token(kind) if *cell != 0 => Some(TokenRef { kind: kind.0, place: place(i), at: 0, cell: *cell }),
            _ => None,
        };
        slots.map(token).collect()
    }

    /// A piece loses the attributes and tokens that its kind does not have; the tokens go to the box. `on` is the site that it
    /// commands, if it does.
    pub(super) fn strip(&mut self, data: &mut PieceData, on: Option<SiteId>) {
        let has = self.program.equipment.kinds[data.kind as usize].slots;
        for slot in (0..data.slots.len()).filter(|slot| has >> slot & 1 == 0) {
            let cell = std::mem::take(&mut data.slots[slot]);
            if let (SlotType::Token(token), true) = (self.program.equipment.slots[slot].holds, cell != 0) {
                self.release_token(token.0, on.map(|site| TokenPlace::Slot(site, slot as u8)), cell);
            }
        }
    }

    /// Adds a piece to a pile. Returns whether there was room.
    pub(super) fn add_to_pile(&mut self, pile: u8, data: &PieceData) -> bool {
        let layout = &self.program.layout;
        let cells = &layout.piles[pile as usize];
        match cells.form {
            PileForm::Counts(_) => {
                let at = cells.start + data.side as usize * layout.kinds + data.kind as usize;
                self.set_cell(at, self.store.cell(at) + 1);
                true
            }
            PileForm::List { most, ordered, .. } => {
                let mut pieces = self.eval(0).pieces_in(pile);
                if pieces.len() >= most {
                    return false;
                }
                pieces.push(data.clone());
                if !ordered {
                    pieces.sort_unstable();
                }
                self.write_pile(pile, &pieces);
                true
            }
        }
    }

    /// Removes an identical piece from a pile: in an ordered one the piece at this place, or the nearest such below it. Returns
    /// whether there was one.
    pub(super) fn take_from_pile(&mut self, pile: u8, place: u16, data: &PieceData) -> bool {
        let layout = &self.program.layout;
        let cells = &layout.piles[pile as usize];
        match cells.form {
            PileForm::Counts(_) => {
                let at = cells.start + data.side as usize * layout.kinds + data.kind as usize;
                let count = self.store.cell(at);
                self.set_cell(at, count.saturating_sub(1));
                count > 0
            }
            PileForm::List { ordered, .. } => {
                let mut pieces = self.eval(0).pieces_in(pile);
                let Some(at) = found(&pieces, if ordered { place } else { u16::MAX }, data) else { return false };
                pieces.remove(at);
                self.write_pile(pile, &pieces);
                if ordered {
                    self.let_down(pile, at as u16);
                }
                true
            }
        }
    }

    /// The pieces above a removed place now lie one lower; references to them are updated.
    fn let_down(&mut self, pile: u8, gone: u16) {
        let lower = |off: &mut OffPiece| match off {
            OffPiece::InPile(of, place, _) if *of == pile && *place > gone => *place -= 1,
            _ => {}
        };
        for value in &mut self.machine.values {
            if let Value::Pieces(pieces) = value {
                pieces.off.iter_mut().for_each(lower);
            }
        }
        for task in &mut self.machine.tasks {
            if let Task::Each { left, .. } = task {
                left.iter_mut().for_each(|element| {
                    if let Element::Off(off) = element {
                        lower(off)
                    }
                });
            }
        }
    }

    /// Replaces a piece identical to `old`, at this place or the nearest such below it, with `new`. Returns whether there was
    /// one.
    pub(super) fn change_in_pile(&mut self, pile: u8, place: u16, old: &PieceData, new: &PieceData) -> bool {
        let PileForm::List { ordered: true, .. } = self.program.layout.piles[pile as usize].form else {
            return self.take_from_pile(pile, place, old) && self.add_to_pile(pile, new);
        };
        let mut pieces = self.eval(0).pieces_in(pile);
        let Some(at) = found(&pieces, place, old) else { return false };
        pieces[at] = new.clone();
        self.write_pile(pile, &pieces);
        true
    }

    pub(super) fn write_pile(&mut self, pile: u8, pieces: &[PieceData]) {
        let cells = &self.program.layout.piles[pile as usize];
        let (start, PileForm::List { width, .. }) = (cells.start, cells.form) else { return };
        let old = self.store.cell(start) as usize;
        self.set_cell(start, pieces.len() as u32);
        for i in 0..old.max(pieces.len()) {
            let at = start + 1 + i * width;
            let piece = pieces.get(i);
            self.set_cell(at, piece.map_or(0, PieceData::first_cell));
            for j in 1..width {
                let slot = piece.and_then(|piece| piece.slots.get(j - 1)).copied();
                self.set_cell(at + j, slot.unwrap_or(0));
            }
        }
    }
}

/// The highest place, not above `place`, of a piece identical to `data`.
fn found(pieces: &[PieceData], place: u16, data: &PieceData) -> Option<usize> {
    pieces.iter().take(usize::from(place) + 1).rposition(|one| one == data)
}
