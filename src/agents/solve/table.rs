//! The transposition table of the search for forced wins.

use crate::agents::places::Places;

/// Positions by their hashes: within how many decisions each is won, and within how many it is not.
pub(super) struct Table {
    places: Vec<Entry>,
    of: Places,
}

#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    /// Won within this number of the side's own decisions, or [`UNKNOWN`].
    won: u32,
    /// Not won within fewer than this number.
    open: u32,
}

const UNKNOWN: u32 = u32::MAX;
const FREE: Entry = Entry { hash: 0, won: UNKNOWN, open: 0 };
/// The limit that is stored if a position is not won within any number.
pub(super) const NEVER: u32 = u32::MAX - 1;

impl Table {
    /// As many places as fit into this number of bytes, at least one.
    pub(super) fn of(bytes: usize) -> Table {
        let places = (bytes / size_of::<Entry>()).max(1);
        Table { places: vec![FREE; places], of: Places::of(places) }
    }

    /// Forgets all entries.
    pub(super) fn forget(&mut self) {
        self.places.fill(FREE);
    }

    pub(super) fn get(&self, hash: u64, left: u32) -> Option<bool> {
        let entry = &self.places[self.of.place(hash)];
        match entry {
            entry if entry.hash != hash => None,
            entry if left >= entry.won => Some(true),
            entry if left < entry.open => Some(false),
            _ => None,
        }
    }

    /// Whether the position is known not to be won within any number.
    pub(super) fn never(&self, hash: u64) -> bool {
        let entry = &self.places[self.of.place(hash)];
        entry.hash == hash && entry.open > NEVER
    }

    pub(super) fn put(&mut self, hash: u64, left: u32, won: bool) {
        let place = self.of.place(hash);
        let entry = &mut self.places[place];
        if entry.hash != hash {
            *entry = Entry { hash, won: UNKNOWN, open: 0 };
        }
        match won {
            true => entry.won = entry.won.min(left),
            false => entry.open = entry.open.max(left + 1),
        }
    }
}
