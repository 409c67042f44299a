//! Which positions have stood.

/// Hashes of positions that have stood, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Stood {
    hashes: Vec<u64>,
    /// How many of them have which lowest bits; nothing as long as there was none.
    alike: Vec<u32>,
}

/// As many as there are numbers of eight bits.
const ALIKE: usize = 256;

impl Stood {
    /// None.
    pub(super) fn clear(&mut self) {
        self.truncate(0);
    }

    /// One more.
    pub(super) fn push(&mut self, hash: u64) {
        self.hashes.push(hash);
        self.count(hash);
    }

    /// How often a position has stood.
    #[inline]
    pub(super) fn times(&self, hash: u64) -> u32 {
        if self.alike.get(hash as usize % ALIKE).is_none_or(|alike| *alike == 0) {
            return 0;
        }
        self.hashes.iter().filter(|stood| **stood == hash).count() as u32
    }

    /// These stood before all others.
    pub(super) fn begin_with(&mut self, earlier: &[u64]) {
        self.hashes.splice(0..0, earlier.iter().copied());
        earlier.iter().for_each(|hash| self.count(*hash));
    }

    /// How many.
    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Only the first so many.
    pub(super) fn truncate(&mut self, len: usize) {
        while self.hashes.len() > len {
            let Some(gone) = self.hashes.pop() else { return };
            self.alike[gone as usize % ALIKE] -= 1;
        }
    }

    fn count(&mut self, hash: u64) {
        if self.alike.is_empty() {
            self.alike.resize(ALIKE, 0);
        }
        self.alike[hash as usize % ALIKE] += 1;
    }
}
