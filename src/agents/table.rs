//! What is known of positions that were looked at before.

use super::limits::WON;

/// How a value is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is this.
    Exact,
    /// It is this, or more.
    Least,
    /// It is this, or less.
    Most,
}

/// What is known of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) value: i32,
    pub(super) option: u16,
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

/// Positions by their hashes; of two that fall to one place the one is kept that was looked at last, or further ahead.
pub(super) struct Table {
    places: Vec<Option<Entry>>,
    /// What is of another age is forgotten.
    age: u32,
}

#[derive(Clone, Copy)]
struct Entry {
    /// The half of the hash that does not say the place.
    hash: u32,
    age: u32,
    known: Known,
}

impl Table {
    /// As many as so many bytes hold, at least one.
    pub(super) fn of(bytes: usize) -> Table {
        let places = (bytes / size_of::<Option<Entry>>()).max(1);
        Table { places: vec![None; 1 << places.ilog2().min(32)], age: 0 }
    }

    /// Nothing is known any more.
    pub(super) fn forget(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    pub(super) fn get(&self, hash: u64) -> Option<Known> {
        let entry = self.places[self.place(hash)]?;
        (entry.hash == (hash >> 32) as u32 && entry.age == self.age).then_some(entry.known)
    }

    pub(super) fn put(&mut self, hash: u64, known: Known) {
        let (place, age) = (self.place(hash), self.age);
        let entry = &mut self.places[place];
        let hash = (hash >> 32) as u32;
        if entry.is_none_or(|old| old.age != age || old.hash == hash || known.depth.saturating_add(4) >= old.known.depth) {
            *entry = Some(Entry { hash, age, known });
        }
    }

    fn place(&self, hash: u64) -> usize {
        hash as usize & (self.places.len() - 1)
    }
}

/// A game won so many decisions from the root, told from the position itself; and back.
pub(super) fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        value if value > WON / 2 => value + ply as i32,
        value if value < -WON / 2 => value - ply as i32,
        value => value,
    }
}

/// See [`to_table`].
pub(super) fn from_here(value: i32, ply: usize) -> i32 {
    match value {
        value if value > WON / 2 => value - ply as i32,
        value if value < -WON / 2 => value + ply as i32,
        value => value,
    }
}
