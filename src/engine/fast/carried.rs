//! Numbers that a position carries beside its pieces.

use crate::model::{SiteId, SiteSet};
use crate::program::shape::{Holds, Slot};
use crate::program::{Layout, Program};

use super::super::kernel::Embedding;
use super::super::position::Position;

/// Numbers carried along, and which clocks were set in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Carried<const N: usize> {
    pub(super) cells: [i32; N],
    pub(super) set: u32,
}

impl<const N: usize> Carried<N> {
    /// The first of these numbers.
    pub(super) fn of(numbers: &[i32]) -> Carried<N> {
        let mut cells = [0; N];
        cells.iter_mut().zip(numbers).for_each(|(cell, number)| *cell = *number);
        Carried { cells, set: 0 }
    }

    /// What a position carries in these slots; `None` if it holds more than a slot can.
    pub(super) fn at(slots: &[Slot], program: &Program, position: &Position, embedding: &Embedding) -> Option<Carried<N>> {
        let mut cells = [0; N];
        for (i, slot) in slots.iter().enumerate() {
            let Some(stored) = slot.stored else {
                *cells.get_mut(i)? = i32::try_from(position.turns()).ok()?;
                continue;
            };
            let at = program.layout.stored[stored.index()];
            let owner = slot.side.map_or(0, |side| owner(program, stored, side));
            let start = at.start + owner * at.width;
            let cell = |at: usize| position.store.cell(at);
            *cells.get_mut(i)? = match slot.holds {
                Holds::Number { start: first, .. } => first.checked_add(cell(start) as i32)?,
                Holds::Truth => cell(start) as i32,
                Holds::Piece | Holds::Site => {
                    let words = (0..program.layout.words)
                        .map(|i| u64::from(cell(start + 2 * i)) | u64::from(cell(start + 2 * i + 1)) << 32);
                    let sites = SiteSet::from_words(&words.collect::<Vec<u64>>());
                    match (sites.len(), sites.first()) {
                        (1, Some(SiteId(site))) => i32::from(embedding.bits[site as usize]) + 1,
                        (0, _) => 0,
                        _ => return None,
                    }
                }
            };
        }
        Some(Carried { cells, set: position.store.cell(Layout::CLOCKS_SET) })
    }
}

/// Which owner's cells are those of a side.
fn owner(program: &Program, stored: crate::model::StoredId, side: u8) -> usize {
    use crate::model::rules::StoredOf;
    match program.stored[stored.index()].of {
        StoredOf::Player => {
            let players = &program.equipment.players;
            players.iter().position(|player| player.side.0 == side).unwrap_or(0)
        }
        StoredOf::Position | StoredOf::Side => side as usize,
    }
}
