//! Where tokens are: in piles, in the box, on pieces and under sites.

use crate::model::TokenId;
use crate::model::equipment::PileHolds;
use crate::program::layout::PileForm;

use super::Runner;
use crate::engine::tokens::Token;
use crate::engine::value::{TokenPlace, TokenRef};

impl Runner<'_> {
    pub(super) fn cell_of(&self, place: TokenPlace) -> Option<usize> {
        match place {
            TokenPlace::Under(site) => Some(self.program.layout.under? + site.index()),
            TokenPlace::Slot(site, slot) => Some(self.program.layout.slots[slot as usize] + site.index()),
            _ => None,
        }
    }

    pub(super) fn cells_in(&self, pile: u8) -> Vec<u32> {
        let cells = &self.program.layout.piles[pile as usize];
        match cells.form {
            PileForm::List { .. } => {
                let many = self.store.cell(cells.start) as usize;
                (0..many).map(|i| self.store.cell(cells.start + 1 + i)).collect()
            }
            PileForm::Counts(_) => self.eval(0).tokens_in(pile).iter().map(|token| token.cell).collect(),
        }
    }

    pub(super) fn write_tokens(&mut self, pile: u8, mut tokens: Vec<u32>) {
        let cells = &self.program.layout.piles[pile as usize];
        let (start, PileForm::List { ordered, .. }) = (cells.start, cells.form) else { return };
        if !ordered {
            tokens.sort_unstable();
        }
        let old = self.store.cell(start) as usize;
        self.set_cell(start, tokens.len() as u32);
        for i in 0..old.max(tokens.len()) {
            self.set_cell(start + 1 + i, tokens.get(i).copied().unwrap_or(0));
        }
    }

    /// Removes a token from the list that begins at a cell, the last of identical ones. Returns whether it was there.
    fn unlist(&mut self, start: usize, token: u32) -> bool {
        let many = self.store.cell(start) as usize;
        let Some(at) = (start + 1..start + 1 + many).rev().find(|at| self.store.cell(*at) == token) else { return false };
        for at in at..start + many {
            self.set_cell(at, self.store.cell(at + 1));
        }
        self.set_cell(start + many, 0);
        self.set_cell(start, many as u32 - 1);
        true
    }

    /// Inserts a token into the list that begins at a cell: at the end if the list is ordered, else at its place in the sorting.
    fn enlist(&mut self, start: usize, ordered: bool, token: u32) {
        let many = self.store.cell(start) as usize;
        let mut at = start + 1 + many;
        while !ordered && at > start + 1 && self.store.cell(at - 1) > token {
            self.set_cell(at, self.store.cell(at - 1));
            at -= 1;
        }
        self.set_cell(at, token);
        self.set_cell(start, many as u32 + 1);
        debug_assert!(
            ordered || self.store.cells(start + 1..start + 2 + many).is_sorted(),
            "a list without order is kept sorted"
        );
    }

    /// Replaces a token in a pile.
    pub(super) fn replace_in_pile(&mut self, pile: u8, old: u32, new: u32) {
        let cells = &self.program.layout.piles[pile as usize];
        let (start, PileForm::List { ordered, .. }) = (cells.start, cells.form) else { return };
        if !ordered {
            if self.unlist(start, old) {
                self.enlist(start, ordered, new);
            }
            return;
        }
        let many = self.store.cell(start) as usize;
        if let Some(at) = (start + 1..start + 1 + many).rev().find(|at| self.store.cell(*at) == old) {
            self.set_cell(at, new);
        }
    }

    /// Removes a token from where it is. Returns whether it was there.
    pub(super) fn remove_token(&mut self, token: &TokenRef) -> bool {
        match token.place {
            TokenPlace::Pile(pile) => {
                let cells = &self.program.layout.piles[pile as usize];
                if let PileForm::Counts(_) = cells.form {
                    let at = cells.start + class_of(token.cell);
                    let count = self.store.cell(at);
                    self.set_cell(at, count.saturating_sub(1));
                    return count > 0;
                }
                self.unlist(cells.start, token.cell)
            }
            TokenPlace::Box => {
                let at = self.program.layout.boxes[token.kind as usize] + class_of(token.cell);
                let count = self.store.cell(at);
                self.set_cell(at, count.saturating_sub(1));
                count > 0
            }
            TokenPlace::Under(_) | TokenPlace::Slot(..) => {
                let Some(at) = self.cell_of(token.place) else { return false };
                let there = self.store.cell(at) == token.cell;
                self.set_cell(at, 0);
                there
            }
            TokenPlace::TakenSlot(..) => false,
        }
    }

    /// Puts a token at a place. A token that was in that slot or under that site goes to the box.
    pub(super) fn add_token(&mut self, kind: u8, place: TokenPlace, token: Token) {
        match place {
            TokenPlace::Pile(pile) => {
                let cells = &self.program.layout.piles[pile as usize];
                if cells.holds != PileHolds::Token(TokenId(kind)) {
                    return;
                }
                match cells.form {
                    PileForm::Counts(_) => {
                        let at = cells.start + token.class.unwrap_or(0) as usize;
                        self.set_cell(at, self.store.cell(at) + 1);
                    }
                    PileForm::List { ordered, .. } => self.enlist(cells.start, ordered, token.cell()),
                }
            }
            TokenPlace::Box => {
                let at = self.program.layout.boxes[kind as usize] + token.class.unwrap_or(0) as usize;
                self.set_cell(at, self.store.cell(at) + 1);
            }
            TokenPlace::Under(_) | TokenPlace::Slot(..) => {
                let Some(at) = self.cell_of(place) else { return };
                if let Some(old) = Token::read(self.store.cell(at)).filter(|old| old.class.is_some()) {
                    self.add_token(kind, TokenPlace::Box, old);
                }
                self.set_cell(at, token.cell());
            }
            TokenPlace::TakenSlot(..) => {}
        }
    }
}

fn class_of(cell: u32) -> usize {
    Token::read(cell).and_then(|token| token.class).unwrap_or(0) as usize
}
