//! A position as one player may see it.

use crate::model::PlayerId;
use crate::model::equipment::{PileHolds, SlotType};
use crate::program::Program;
use crate::program::layout::PileForm;

use super::position::Position;
use super::store::Journal;
use super::tokens::Token;
use super::value::Value;

impl Position {
    /// The position as a player may see it: every token that this player has not seen is only "one of its shuffle". Two
    /// positions that differ only in what the player cannot know have equal views.
    pub fn view(&self, program: &Program, player: PlayerId) -> Position {
        let mut seen = self.clone();
        let mut journal = Journal::default();
        let layout = &program.layout;
        let mut set = |seen: &mut Position, at: usize, value: u32| {
            seen.store.set_cell(at, value, layout, &mut journal);
        };
        for (kind, _) in program.equipment.tokens.iter().enumerate().filter(|(kind, _)| layout.hidden[*kind]) {
            let veil = |cell: u32| veiled(program, kind, cell, player);
            let mut singles: Vec<usize> = Vec::new();
            if let (Some(start), Some((_, under))) = (layout.under, &program.equipment.under)
                && under.index() == kind
            {
                singles.extend(start..start + layout.sites);
            }
            for (slot, start) in program.equipment.slots.iter().zip(&layout.slots) {
                if matches!(slot.holds, SlotType::Token(token) if token.index() == kind) {
                    singles.extend(*start..start + layout.sites);
                }
            }
            for at in singles {
                if let Some((cell, class_at)) = veil(seen.store.cell(at)) {
                    set(&mut seen, at, cell);
                    let count = seen.store.cell(class_at) + 1;
                    set(&mut seen, class_at, count);
                }
            }
            for pile in layout.piles.iter().filter(|pile| matches!(pile.holds, PileHolds::Token(t) if t.index() == kind)) {
                let PileForm::List { ordered, .. } = pile.form else { continue };
                let many = seen.store.cell(pile.start) as usize;
                let mut cells: Vec<u32> = (0..many).map(|i| seen.store.cell(pile.start + 1 + i)).collect();
                for cell in &mut cells {
                    if let Some((hidden, class_at)) = veil(*cell) {
                        *cell = hidden;
                        let count = seen.store.cell(class_at) + 1;
                        set(&mut seen, class_at, count);
                    }
                }
                if !ordered {
                    cells.sort_unstable();
                }
                cells.iter().enumerate().for_each(|(i, cell)| set(&mut seen, pile.start + 1 + i, *cell));
            }
        }
        if let Some(machine) = &mut seen.machine {
            for value in &mut machine.values {
                let Value::Tokens(tokens) = value else { continue };
                for token in tokens {
                    if let Some((cell, _)) = veiled(program, token.kind as usize, token.cell, player) {
                        token.cell = cell;
                    }
                }
            }
            machine.veil_transfers(|kind, cell| veiled(program, kind, cell, player).map(|(cell, _)| cell));
        }
        seen
    }
}

/// The cell of a token that the player has not seen, without its identity; and the cell that counts what it was as unseen.
fn veiled(program: &Program, kind: usize, cell: u32, player: PlayerId) -> Option<(u32, usize)> {
    let layout = &program.layout;
    let token = Token::read(cell).filter(|_| layout.hidden[kind])?;
    let class = token.class.filter(|_| token.seen_by >> player.0 & 1 == 0)?;
    let of_kind = || layout.shuffles.iter().position(|shuffle| shuffle.token.index() == kind).map(|i| i as u8);
    let shuffle = token.shuffle.or_else(of_kind)?;
    let hidden = Token { class: None, shuffle: Some(shuffle), seen_by: 0, face: token.face };
    Some((hidden.cell(), layout.shuffles[shuffle as usize].start + class as usize))
}
