//! Shuffling: what everybody forgets.

use crate::model::equipment::{PileHolds, SlotType};

use super::Runner;
use crate::engine::tokens::Token;

impl Runner<'_> {
    /// Order and identity of a pile are forgotten by all.
    pub(super) fn shuffle(&mut self, pile: u8) {
        let layout = &self.program.layout;
        let Some(own) = layout.piles[pile as usize].shuffle else { return };
        let cells = self.cells_in(pile);
        let mut shuffled = Vec::with_capacity(cells.len());
        for cell in cells {
            let Some(token) = Token::read(cell) else { continue };
            match (token.class, token.shuffle) {
                (Some(class), _) => {
                    let at = layout.shuffles[own as usize].start + class as usize;
                    self.set_cell(at, self.store.cell(at) + 1);
                }
                (None, Some(other)) if other != own => self.merge_shuffles(other, own),
                (None, _) => {}
            }
            shuffled.push(Token { class: None, shuffle: Some(own), seen_by: 0, face: token.face }.cell());
        }
        self.write_tokens(pile, shuffled);
    }

    /// What is unseen of one shuffle becomes part of another, wherever it lies: nobody can tell them apart any more.
    pub(super) fn merge_shuffles(&mut self, from: u8, into: u8) {
        let layout = &self.program.layout;
        let (from_cells, into_cells) = (layout.shuffles[from as usize], layout.shuffles[into as usize]);
        for class in 0..from_cells.classes {
            let count = self.store.cell(from_cells.start + class);
            if count > 0 {
                self.set_cell(from_cells.start + class, 0);
                let at = into_cells.start + class;
                self.set_cell(at, self.store.cell(at) + count);
            }
        }
        let renamed = |cell: u32| match Token::read(cell) {
            Some(token) if token.shuffle == Some(from) => Token { shuffle: Some(into), ..token }.cell(),
            _ => cell,
        };
        if let Some(start) = layout.under {
            for at in start..start + layout.sites {
                self.set_cell(at, renamed(self.store.cell(at)));
            }
        }
        for (i, cells) in layout.piles.iter().enumerate() {
            if cells.holds == PileHolds::Token(from_cells.token) {
                let tokens = self.cells_in(i as u8);
                let changed: Vec<u32> = tokens.iter().map(|cell| renamed(*cell)).collect();
                if changed != tokens {
                    self.write_tokens(i as u8, changed);
                }
            }
        }
        for (i, slot) in self.program.equipment.slots.iter().enumerate() {
            if slot.holds == SlotType::Token(from_cells.token) {
                for at in layout.slots[i]..layout.slots[i] + layout.sites {
                    self.set_cell(at, renamed(self.store.cell(at)));
                }
            }
        }
    }
}
