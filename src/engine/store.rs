//! The memory of a position, and the journal for undoing changes.

use smallvec::{SmallVec, smallvec};

use super::tokens::counted;
use crate::model::{KindId, SideId, SiteId, SiteSet};
use crate::program::Layout;
use crate::program::layout::Counted;

/// Words and cells as [`Layout`] maps them, with the hash of all that counts for repetition.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Store {
    words: SmallVec<[u64; 4]>,
    cells: SmallVec<[u32; 8]>,
    hash: u64,
}

/// The values that were overwritten, the latest last.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    changes: Vec<Change>,
    /// Identifies the present contents of the memory: whenever the number is the same, so are the contents.
    state: u64,
    /// The latest number assigned.
    latest: u64,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    Word(u32, u64),
    Cell(u32, u32),
}

/// A point in a journal to undo to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    changes: usize,
    state: u64,
}

impl Journal {
    pub(super) fn mark(&self) -> Mark {
        Mark { changes: self.changes.len(), state: self.state }
    }

    /// A number that identifies the contents of the memory: it changes with every write and is restored by undoing.
    #[inline]
    pub(super) fn state(&self) -> u64 {
        self.state
    }

    #[inline]
    fn push(&mut self, change: Change) {
        self.latest += 1;
        self.state = self.latest;
        self.changes.push(change);
    }

    /// Undoes everything since the mark.
    pub(super) fn undo(&mut self, mark: Mark, store: &mut Store, layout: &Layout) {
        while self.changes.len() > mark.changes {
            match self.changes.pop() {
                Some(Change::Word(at, old)) => store.put_word(at as usize, old),
                Some(Change::Cell(at, old)) => store.put_cell(at as usize, old, layout),
                None => break,
            }
        }
        self.state = mark.state;
    }
}

impl Store {
    pub(super) fn new(layout: &Layout) -> Store {
        Store { words: smallvec![0; layout.sides * layout.kinds * layout.words], cells: smallvec![0; layout.cells], hash: 0 }
    }

    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    #[inline]
    pub(super) fn cell(&self, at: usize) -> u32 {
        let cells: &[u32] = &self.cells;
        cells[at]
    }

    /// The cells of a range.
    #[inline]
    pub(super) fn cells(&self, range: std::ops::Range<usize>) -> &[u32] {
        let cells: &[u32] = &self.cells;
        &cells[range]
    }

    #[inline]
    pub(super) fn set_cell(&mut self, at: usize, value: u32, layout: &Layout, journal: &mut Journal) {
        let old = self.cell(at);
        if old != value {
            journal.push(Change::Cell(at as u32, old));
            self.put_cell(at, value, layout);
        }
    }

    /// The words of the set of pieces of a side and kind.
    #[inline]
    pub(super) fn board(&self, side: usize, kind: usize, layout: &Layout) -> &[u64] {
        let start = (side * layout.kinds + kind) * layout.words;
        let words: &[u64] = &self.words;
        &words[start..start + layout.words]
    }

    /// Adds the pieces of a side and kind to a set.
    pub(super) fn add_board(&self, side: usize, kind: usize, layout: &Layout, to: &mut SiteSet) {
        to.unite_words(self.board(side, kind, layout));
    }

    /// Side and kind of the piece on a site.
    pub(super) fn piece_at(&self, site: SiteId, layout: &Layout) -> Option<(usize, usize)> {
        let bit = site.index() % 64;
        let words: &[u64] = &self.words;
        let mut at = site.index() / 64;
        for side in 0..layout.sides {
            for kind in 0..layout.kinds {
                if words.get(at)? >> bit & 1 != 0 {
                    return Some((side, kind));
                }
                at += layout.words;
            }
        }
        None
    }

    /// The pieces below the commander of a site, from the bottom up.
    pub(super) fn below(&self, site: SiteId, layout: &Layout) -> impl Iterator<Item = (SideId, KindId)> {
        let start = layout.towers.map(|start| start + site.index() * layout.tower_cells);
        let width = layout.tower_width;
        let cells = start.map_or(&[][..], |start| self.cells(start + 1..start + 1 + self.cell(start) as usize * width));
        cells
            .iter()
            .step_by(width)
            .map(|cell| cell.saturating_sub(1))
            .map(|piece| (SideId((piece >> 8) as u8), KindId(piece as u8)))
    }

    /// Toggles a piece of a side and kind on a site: places it or removes it.
    pub(super) fn flip_piece(&mut self, site: SiteId, side: usize, kind: usize, layout: &Layout, journal: &mut Journal) {
        let at = (side * layout.kinds + kind) * layout.words + site.index() / 64;
        let words: &[u64] = &self.words;
        let old = words[at];
        journal.push(Change::Word(at as u32, old));
        self.put_word(at, old ^ 1 << (site.index() % 64));
    }

    fn put_word(&mut self, at: usize, value: u64) {
        let words: &mut [u64] = &mut self.words;
        let mut changed = words[at] ^ value;
        words[at] = value;
        while changed != 0 {
            self.hash ^= mix((at as u64) << 8 | changed.trailing_zeros() as u64 | 1 << 62);
            changed &= changed - 1;
        }
    }

    fn put_cell(&mut self, at: usize, value: u32, layout: &Layout) {
        let cells: &mut [u32] = &mut self.cells;
        let old = std::mem::replace(&mut cells[at], value);
        if at >= layout.uncounted {
            let how = layout.counted.get(at);
            let (old, value) = (counted(how, old), counted(how, value));
            if old != value {
                self.hash ^= cell_key(at, old) ^ cell_key(at, value);
            }
        }
    }

    /// The hash with these cells set to these values. Each cell may occur once.
    pub(super) fn hash_with(&self, cells: impl Iterator<Item = (usize, u32)>, layout: &Layout) -> u64 {
        cells.filter(|(at, value)| *at >= layout.uncounted && self.cells[*at] != *value).fold(self.hash, |hash, (at, value)| {
            let how = layout.counted.get(at);
            hash ^ cell_key(at, counted(how, self.cells[at])) ^ cell_key(at, counted(how, value))
        })
    }

    /// The hash computed from scratch. Like the incremental one it leaves out what does not count for repetition.
    pub(super) fn hash_from_scratch(&self, layout: &Layout) -> u64 {
        let mut hash = 0;
        for (at, word) in self.words.iter().enumerate() {
            let bits = (0..64).filter(|bit| word >> bit & 1 != 0);
            bits.for_each(|bit| hash ^= mix((at as u64) << 8 | bit | 1 << 62));
        }
        for (at, cell) in self.cells.iter().enumerate().skip(layout.uncounted) {
            hash ^= cell_key(at, counted(layout.counted.get(at), *cell));
        }
        hash
    }

    /// A hash of everything, including clocks and what is hidden. The cells `without` are left out; they must be among those
    /// that do not count for repetition.
    pub(super) fn full_hash(&self, layout: &Layout, without: impl Iterator<Item = usize>) -> u64 {
        // A slice, since indexing the small vector for each of hundreds of cells would take longer than hashing them.
        let cells = self.cells.as_slice();
        let uncounted = cells.iter().take(layout.uncounted).enumerate();
        let hash = uncounted.fold(self.hash, |hash, (at, cell)| hash ^ cell_key(at, *cell));
        let hash = without.fold(hash, |hash, at| hash ^ cell_key(at, cells[at]));
        let partly = layout.counted.iter().zip(cells).enumerate().filter(|(_, (how, _))| **how != Counted::Whole);
        partly.fold(hash, |hash, (at, (how, cell))| hash ^ cell_key(at, counted(Some(how), *cell)) ^ cell_key(at, *cell))
    }

    /// The bytes on the heap, in addition to the structure itself.
    pub(super) fn heap_bytes(&self) -> usize {
        let words = if self.words.spilled() { self.words.capacity() * 8 } else { 0 };
        let cells = if self.cells.spilled() { self.cells.capacity() * 4 } else { 0 };
        words + cells
    }
}

#[inline]
fn cell_key(at: usize, value: u32) -> u64 {
    if value == 0 { 0 } else { mix((at as u64) << 32 | value as u64 | 1 << 63) }
}

/// The increment of SplitMix64 (Steele, Lea and Flood 2014): its pseudo-random sequence is [`mix`] of 0, of this, of twice this
/// and so on.
pub(crate) const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Mixes a number into 64 bits that look random (the finalizer of SplitMix64, Steele, Lea and Flood 2014).
pub(crate) fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(GOLDEN);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
