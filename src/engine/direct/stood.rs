//! Which positions have stood.

/// Hashes of positions that have stood, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Stood {
    hashes: Vec<u64>,
    /// The lowest bits of each of them, as bits; of some that are gone, too.
    seen: [u64; 4],
}

impl Stood {
    /// None.
    pub(super) fn clear(&mut self) {
        self.hashes.clear();
        self.seen = [0; 4];
    }

    /// One more.
    pub(super) fn push(&mut self, hash: u64) {
        self.hashes.push(hash);
        self.see(hash);
    }

    /// How often a position has stood.
    #[inline]
    pub(super) fn times(&self, hash: u64) -> u32 {
        if self.seen[(hash >> 6 & 3) as usize] >> (hash & 63) & 1 == 0 {
            return 0;
        }
        self.hashes.iter().filter(|stood| **stood == hash).count() as u32
    }

    /// These stood before all others.
    pub(super) fn begin_with(&mut self, earlier: &[u64]) {
        self.hashes.splice(0..0, earlier.iter().copied());
        earlier.iter().for_each(|hash| self.see(*hash));
    }

    /// How many.
    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Only the first so many.
    pub(super) fn truncate(&mut self, len: usize) {
        self.hashes.truncate(len);
    }

    fn see(&mut self, hash: u64) {
        self.seen[(hash >> 6 & 3) as usize] |= 1 << (hash & 63);
    }
}
