//! Where something lies that is known by its hash, in a table of any size.

/// The place in a table of so many, at least one: as many bits of the hash as are needed say it; where they name one that there is not, one
/// bit less.
#[inline]
pub(super) fn place(hash: u64, places: usize) -> usize {
    let bits = places.next_power_of_two() - 1;
    let place = hash as usize & bits;
    if place < places { place } else { place & bits >> 1 }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn all_places_are_used_and_every_hash_has_one() {
        for places in [1, 2, 3, 16, 24, 31] {
            let used: BTreeSet<usize> = (0..64).map(|hash| place(hash, places)).collect();
            assert_eq!(used, (0..places).collect(), "{places}");
        }
        assert_eq!([23, 24, 31, 32].map(|hash| place(hash, 24)), [23, 8, 15, 0], "as in one of 16 where there is none");
    }
}
