//! What a search for wins remembers.

use crate::agents::places::Places;

/// What is known of positions: within how many decisions they are won, and within how many not.
pub(super) struct Table {
    places: Vec<Entry>,
    of: Places,
}

#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    /// Won within so many; nothing is known if it is [`UNKNOWN`].
    won: u32,
    /// Not won within less than so many.
    open: u32,
}

const UNKNOWN: u32 = u32::MAX;
const FREE: Entry = Entry { hash: 0, won: UNKNOWN, open: 0 };
/// Within so many at most it is not won: never.
pub(super) const NEVER: u32 = u32::MAX - 1;

impl Table {
    /// As many as so many bytes hold, at least one.
    pub(super) fn of(bytes: usize) -> Table {
        let places = (bytes / size_of::<Entry>()).max(1);
        Table { places: vec![FREE; places], of: Places::of(places) }
    }

    /// Nothing is known any more.
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

    /// Whether it is known that a position is not won within any number.
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
