//! Shuffling: everybody forgets which token is which.

use crate::model::TokenId;
use crate::model::equipment::{PileHolds, SlotType};
use crate::program::layout::PileForm;

use super::Runner;
use crate::engine::tokens::Token;
use crate::engine::value::TokenRef;

/// Each pile for a type of token has room for one heap of tokens shuffled together.
const TOO_MANY_HEAPS: &str = "more heaps of shuffled tokens to be told apart than there are piles for such tokens";

impl Runner<'_> {
    /// Shuffles a pile: everybody forgets the order and the identity of its tokens.
    pub(super) fn shuffle(&mut self, pile: u8) {
        let layout = &self.program.layout;
        let Some(own) = layout.piles[pile as usize].shuffle else { return };
        let cells = self.cells_in(pile);
        let Some(into) = self.shuffle_for(own, &cells) else {
            return self.reach(TOO_MANY_HEAPS, self.rule_under_way());
        };
        // Players who have not seen a token only know that something of its former shuffle went in.
        let shuffles = cells.iter().filter_map(|cell| Token::read(*cell)?.shuffle);
        for from in shuffles.filter(|from| *from != into) {
            self.merge_shuffles(from, into);
        }
        let tokens: Vec<Token> = self.cells_in(pile).iter().filter_map(|cell| Token::read(*cell)).collect();
        for class in tokens.iter().filter_map(|token| token.class) {
            let at = layout.shuffles[into as usize].start + class as usize;
            self.set_cell(at, self.store.cell(at) + 1);
        }
        let forgotten = |token: &Token| Token { class: None, shuffle: Some(into), seen_by: 0, face: token.face }.cell();
        self.rewrite_pile(pile, &tokens.iter().map(forgotten).collect::<Vec<_>>());
    }

    /// The shuffle that these tokens of a pile become part of. Preferably one without tokens elsewhere, so that nothing else is
    /// mixed up with them; but if some of their own shuffle lie elsewhere, all of those become one. `None` if no shuffle is
    /// free.
    fn shuffle_for(&self, own: u8, cells: &[u32]) -> Option<u8> {
        let layout = &self.program.layout;
        let of = |cell: u32| Token::read(cell).and_then(|token| token.shuffle);
        let mixed = |shuffle: u8| cells.iter().any(|cell| of(*cell) == Some(shuffle));
        let token = layout.shuffles[own as usize].token;
        let everywhere = self.lying(token);
        let elsewhere = |shuffle: u8| {
            let all = everywhere.iter().filter(|cell| of(**cell) == Some(shuffle)).count();
            all > cells.iter().filter(|cell| of(**cell) == Some(shuffle)).count()
        };
        if mixed(own) || !elsewhere(own) {
            return Some(own);
        }
        let others = || (0..layout.shuffles.len() as u8).filter(|one| layout.shuffles[*one as usize].token == token);
        others().find(|one| mixed(*one)).or_else(|| others().find(|one| !elsewhere(*one)))
    }

    /// The cells of all tokens of a type, wherever they are.
    fn lying(&self, token: TokenId) -> Vec<u32> {
        let layout = &self.program.layout;
        let mut all = Vec::new();
        let under = self.program.equipment.under.iter().zip(layout.under).map(|((_, kind), start)| (*kind, start));
        let slots = self.program.equipment.slots.iter().zip(&layout.slots).filter_map(|(slot, start)| match slot.holds {
            SlotType::Token(kind) => Some((kind, *start)),
            SlotType::Value(_) => None,
        });
        for (_, start) in under.chain(slots).filter(|(kind, _)| *kind == token) {
            all.extend((start..start + layout.sites).map(|at| self.store.cell(at)).filter(|cell| *cell != 0));
        }
        for (slot, _) in
            self.program.equipment.slots.iter().enumerate().filter(|(_, slot)| slot.holds == SlotType::Token(token))
        {
            all.extend(layout.in_towers(slot).map(|at| self.store.cell(at)).filter(|cell| *cell != 0));
        }
        for (i, cells) in layout.piles.iter().enumerate() {
            match cells.holds {
                PileHolds::Token(kind) if kind == token => all.extend(self.cells_in(i as u8)),
                PileHolds::Token(_) => {}
                PileHolds::Pieces | PileHolds::Kind(_) => {
                    let slots = self.program.equipment.slots.iter().enumerate();
                    let slots: Vec<usize> =
                        slots.filter(|(_, slot)| slot.holds == SlotType::Token(token)).map(|(slot, _)| slot).collect();
                    if !slots.is_empty() {
                        let pieces = self.eval(0).pieces_in(i as u8);
                        let filled = pieces.iter().flat_map(|piece| slots.iter().filter_map(|slot| piece.slots.get(*slot)));
                        all.extend(filled.copied().filter(|cell| *cell != 0));
                    }
                }
            }
        }
        all
    }

    /// Merges the unseen tokens of one shuffle into another, wherever they are: nobody can distinguish them any more.
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
                    self.rewrite_pile(i as u8, &changed);
                }
            }
        }
        for (i, slot) in self.program.equipment.slots.iter().enumerate() {
            if slot.holds == SlotType::Token(from_cells.token) {
                for at in (layout.slots[i]..layout.slots[i] + layout.sites).chain(layout.in_towers(i)) {
                    self.set_cell(at, renamed(self.store.cell(at)));
                }
                self.rename_in_pieces(i, &renamed);
            }
        }
        self.rename_tokens(&mut |token| match token.kind == from_cells.token.0 {
            true => TokenRef { cell: renamed(token.cell), ..*token },
            false => *token,
        });
    }

    /// The same for a slot of pieces in piles.
    fn rename_in_pieces(&mut self, slot: usize, renamed: &dyn Fn(u32) -> u32) {
        for (i, cells) in self.program.layout.piles.iter().enumerate() {
            let PileForm::List { ordered, .. } = cells.form else { continue };
            if matches!(cells.holds, PileHolds::Token(_)) {
                continue;
            }
            let mut pieces = self.eval(0).pieces_in(i as u8);
            for cell in pieces.iter_mut().filter_map(|piece| piece.slots.get_mut(slot)) {
                *cell = renamed(*cell);
            }
            if !ordered {
                pieces.sort_unstable();
            }
            self.write_pile(i as u8, &pieces);
        }
    }
}
