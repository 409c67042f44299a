//! The transposition table.

use std::sync::atomic::{AtomicU64, Ordering};

use prefetch_index::prefetch_index;

use crate::agents::limits::UNDECIDED;
use crate::agents::places::Places;

/// How the stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the true value.
    Exact,
    /// A lower bound.
    Least,
    /// An upper bound.
    Most,
}

/// What the table stores for one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableEntry {
    pub(super) value: i32,
    pub(super) option: u16,
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

/// Positions by their hashes. A new entry replaces that of another position at its place unless that one was searched more than
/// four decisions deeper. Several threads read and write without locks: the key is stored XORed with the entry, so an entry torn
/// between two writers fits neither key (Hyatt and Mann 2002).
pub(super) struct Table {
    places: Vec<Entry>,
    of: Places,
    /// Entries of another age count as absent.
    age: u32,
}

/// The half of the hash that selects the place has 32 bits, so more places could not be reached.
const MOST_PLACES: usize = u32::MAX as usize;

/// The contents of one place, decoded to the key and the packed entry.
#[derive(Clone, Copy)]
pub(super) struct Fetched((u64, u64));

/// Empty while both are 0.
#[derive(Default)]
struct Entry {
    /// The upper half of the hash and the age; XORed with `known`.
    key: AtomicU64,
    known: AtomicU64,
}

impl Table {
    /// As many places as fit into this number of bytes, at least one.
    pub(super) fn of(bytes: usize) -> Table {
        let places = (bytes / size_of::<Entry>()).clamp(1, MOST_PLACES);
        Table { places: std::iter::repeat_with(Entry::default).take(places).collect(), of: Places::of(places), age: 0 }
    }

    /// Forgets all entries.
    pub(super) fn forget(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Prefetches the place of a hash into the processor's cache.
    pub(super) fn prefetch(&self, hash: u64) {
        prefetch_index(&self.places, self.place(hash));
    }

    /// Reads the place of a hash. The read may wait for memory, so the caller can do other work before it looks at the result by
    /// [`Table::found`].
    pub(super) fn fetch(&self, hash: u64) -> Fetched {
        Fetched(self.places[self.place(hash)].read())
    }

    /// The entry that was fetched, if it belongs to the position with this hash.
    pub(super) fn found(&self, hash: u64, Fetched((key, known)): Fetched) -> Option<TableEntry> {
        (key == self.key(hash)).then(|| TableEntry::unpacked(known)).flatten()
    }

    pub(super) fn put(&self, hash: u64, known: TableEntry) {
        let (entry, key) = (&self.places[self.place(hash)], self.key(hash));
        let (old_key, old) = entry.read();
        let same_age = old_key as u32 == self.age;
        let further = TableEntry::unpacked(old).filter(|_| same_age && old_key != key).map_or(0, |old| old.depth);
        if known.depth.saturating_add(4) >= further {
            entry.write(key, known.packed());
        }
    }

    /// What distinguishes positions that share a place: the upper half of the hash, and the age.
    fn key(&self, hash: u64) -> u64 {
        hash & !u64::from(u32::MAX) | u64::from(self.age)
    }

    fn place(&self, hash: u64) -> usize {
        self.of.place(hash)
    }
}

impl Entry {
    fn read(&self) -> (u64, u64) {
        let known = self.known.load(Ordering::Relaxed);
        (self.key.load(Ordering::Relaxed) ^ known, known)
    }

    fn write(&self, key: u64, known: u64) {
        self.key.store(key ^ known, Ordering::Relaxed);
        self.known.store(known, Ordering::Relaxed);
    }
}

impl TableEntry {
    /// The entry as one number, which is never 0.
    fn packed(self) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Least => 2,
            Bound::Most => 3,
        };
        u64::from(self.value as u32) << 32 | u64::from(self.option) << 16 | u64::from(self.depth) << 8 | bound
    }

    /// The inverse of [`TableEntry::packed`].
    fn unpacked(packed: u64) -> Option<TableEntry> {
        let bound = match packed as u8 {
            1 => Bound::Exact,
            2 => Bound::Least,
            3 => Bound::Most,
            _ => return None,
        };
        let (value, option, depth) = ((packed >> 32) as i32, (packed >> 16) as u16, (packed >> 8) as u8);
        Some(TableEntry { value, option, depth, bound })
    }
}

/// Converts a win or loss counted from the root into one counted from the position, as it is stored.
pub(super) fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        value if value > UNDECIDED => value + ply as i32,
        value if value < -UNDECIDED => value - ply as i32,
        value => value,
    }
}

/// The inverse of [`to_table`].
pub(super) fn from_here(value: i32, ply: usize) -> i32 {
    match value {
        value if value > UNDECIDED => value - ply as i32,
        value if value < -UNDECIDED => value + ply as i32,
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::limits::WON;

    const KNOWN: TableEntry = TableEntry { value: -7, option: 65_535, depth: 9, bound: Bound::Most };

    fn known(table: &Table, hash: u64) -> Option<TableEntry> {
        table.found(hash, table.fetch(hash))
    }

    #[test]
    fn what_is_put_is_what_is_got_until_it_is_forgotten() {
        let mut table = Table::of(64);
        assert_eq!(table.places.len(), 4, "16 bytes each");
        assert_eq!(known(&table, 0), None);
        for (value, bound) in [(-7, Bound::Most), (WON, Bound::Least), (-WON, Bound::Exact)] {
            let put = TableEntry { value, bound, ..KNOWN };
            table.put(5 << 32, put);
            assert_eq!(known(&table, 5 << 32), Some(put));
            assert_eq!(
                (known(&table, 6 << 32), known(&table, 5 << 32 | 1)),
                (None, None),
                "other positions, at this place and at the next"
            );
        }
        table.forget();
        assert_eq!(known(&table, 5 << 32), None);
    }

    #[test]
    fn what_looks_much_less_far_takes_nobodys_place_but_its_own() {
        let mut table = Table::of(16);
        let shallow = |depth| TableEntry { depth, ..KNOWN };
        table.put(1 << 32, KNOWN);
        table.put(2 << 32, shallow(4));
        assert_eq!((known(&table, 1 << 32), known(&table, 2 << 32)), (Some(KNOWN), None));
        table.put(1 << 32, shallow(0));
        assert_eq!(known(&table, 1 << 32), Some(shallow(0)), "of the same position");
        table.put(1 << 32, KNOWN);
        table.put(2 << 32, shallow(5));
        assert_eq!((known(&table, 1 << 32), known(&table, 2 << 32)), (None, Some(shallow(5))));
        table.forget();
        table.put(3 << 32, shallow(0));
        assert_eq!(known(&table, 3 << 32), Some(shallow(0)), "what is forgotten keeps no place");
    }

    #[test]
    fn all_memory_is_used() {
        assert_eq!(Table::of(24 * 16 + 15).places.len(), 24);
    }

    #[test]
    fn halves_of_two_entries_are_none() {
        let table = Table::of(16);
        table.put(1 << 32, KNOWN);
        let torn = table.places[0].key.load(Ordering::Relaxed);
        table.put(2 << 32, TableEntry { depth: 10, ..KNOWN });
        table.places[0].key.store(torn, Ordering::Relaxed);
        assert_eq!((known(&table, 1 << 32), known(&table, 2 << 32)), (None, None));
    }
}
