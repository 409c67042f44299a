//! The place of a hash in a table whose size need not be a power of two.

/// A table of a number of places.
#[derive(Clone, Copy)]
pub(super) struct Places {
    many: usize,
    /// A mask of as many low bits of a hash as are needed to number all places.
    bits: usize,
}

impl Places {
    /// A table of `many` places, at least one.
    pub(super) fn of(many: usize) -> Places {
        Places { many, bits: many.next_power_of_two() - 1 }
    }

    /// The place of a hash: its low bits; if these exceed the table, one bit fewer.
    #[inline(always)]
    pub(super) fn place(self, hash: u64) -> usize {
        let place = hash as usize & self.bits;
        if place < self.many { place } else { place & self.bits >> 1 }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn all_places_are_used_and_every_hash_has_one() {
        for places in [1, 2, 3, 16, 24, 31] {
            let used: BTreeSet<usize> = (0..64).map(|hash| Places::of(places).place(hash)).collect();
            assert_eq!(used, (0..places).collect(), "{places}");
        }
        assert_eq!(
            [23, 24, 31, 32].map(|hash| Places::of(24).place(hash)),
            [23, 8, 15, 0],
            "as in one of 16 where there is none"
        );
    }
}
