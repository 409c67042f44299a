//! Bitsets of sites.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A site of the board, as an index into [`super::Board::sites`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct SiteId(pub u16);

impl SiteId {
    /// The site as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of sites of one board, with one bit per site in as many 64-bit words as the board needs.
///
/// All sets of one board have the same number of words. Combining sets of different boards is an error of the caller.
///
/// ```
/// use draughtsman::model::sites::{SiteId, SiteSet};
/// let mut set = SiteSet::empty(64);
/// set.insert(SiteId(3));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [SiteId(3)]);
/// ```
#[derive(Clone)]
pub struct SiteSet {
    /// The words for a board of up to 128 sites; `count` of them are used.
    few: [u64; 2],
    count: u8,
    /// The words for a larger board.
    many: Option<Box<[u64]>>,
}

impl SiteSet {
    /// The empty set, for a board of `sites` sites.
    #[inline]
    pub fn empty(sites: usize) -> SiteSet {
        match Self::words_for(sites) {
            count @ (1 | 2) => SiteSet { few: [0; 2], count: count as u8, many: None },
            count => SiteSet { few: [0; 2], count: 0, many: Some(vec![0; count].into()) },
        }
    }

    /// The full set, for a board of `sites` sites.
    pub fn full(sites: usize) -> SiteSet {
        let mut set = SiteSet::empty(sites);
        (0..sites).for_each(|site| set.insert(SiteId(site as u16)));
        set
    }

    /// The number of words for a board of `sites` sites, at least one.
    #[inline]
    pub fn words_for(sites: usize) -> usize {
        sites.div_ceil(64).max(1)
    }

    /// The set with these words.
    #[inline]
    pub fn from_words(words: &[u64]) -> SiteSet {
        match *words {
            [] => SiteSet::default(),
            [one] => SiteSet { few: [one, 0], count: 1, many: None },
            [one, two] => SiteSet { few: [one, two], count: 2, many: None },
            _ => SiteSet { few: [0; 2], count: 0, many: Some(words.into()) },
        }
    }

    /// The words, lowest site indices first.
    #[inline]
    pub fn words(&self) -> &[u64] {
        match &self.many {
            None => &self.few[..usize::from(self.count.min(2))],
            Some(many) => many,
        }
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        match &mut self.many {
            None => &mut self.few[..usize::from(self.count.min(2))],
            Some(many) => many,
        }
    }

    /// Adds a site.
    #[inline]
    pub fn insert(&mut self, site: SiteId) {
        self.words_mut()[site.index() / 64] |= 1 << (site.index() % 64);
    }

    /// Removes a site.
    #[inline]
    pub fn remove(&mut self, site: SiteId) {
        self.words_mut()[site.index() / 64] &= !(1 << (site.index() % 64));
    }

    /// Whether the set contains a site.
    #[inline]
    pub fn contains(&self, site: SiteId) -> bool {
        self.words()[site.index() / 64] >> (site.index() % 64) & 1 != 0
    }

    /// The number of sites in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words().iter().all(|word| *word == 0)
    }

    /// Iterates over the sites in ascending order.
    #[inline]
    pub fn iter(&self) -> Sites<'_> {
        let words = self.words();
        Sites { words, at: 0, word: words.first().copied().unwrap_or(0) }
    }

    /// The lowest site.
    #[inline]
    pub fn first(&self) -> Option<SiteId> {
        self.iter().next()
    }

    /// Intersection, in place.
    #[inline]
    pub fn intersect(&mut self, other: &SiteSet) {
        self.change(other.words(), |a, b| a & b);
    }

    /// Union, in place.
    #[inline]
    pub fn unite(&mut self, other: &SiteSet) {
        self.unite_words(other.words());
    }

    /// Union with the set that has these words, in place.
    #[inline]
    pub fn unite_words(&mut self, words: &[u64]) {
        self.change(words, |a, b| a | b);
    }

    /// Difference with the set that has these words, in place.
    #[inline]
    pub fn subtract_words(&mut self, words: &[u64]) {
        self.change(words, |a, b| a & !b);
    }

    #[inline]
    fn change(&mut self, words: &[u64], new: impl Fn(u64, u64) -> u64) {
        let own = self.words_mut();
        let mut i = 0;
        while i < own.len() && i < words.len() {
            own[i] = new(own[i], words[i]);
            i += 1;
        }
    }

    /// Difference, in place.
    #[inline]
    pub fn subtract(&mut self, other: &SiteSet) {
        self.subtract_words(other.words());
    }

    /// Whether the sets have a site in common.
    pub fn meets(&self, other: &SiteSet) -> bool {
        self.words().iter().zip(other.words()).any(|(a, b)| a & b != 0)
    }

    /// Whether `self` is a subset of `other`.
    pub fn within(&self, other: &SiteSet) -> bool {
        self.words().iter().zip(other.words()).all(|(a, b)| a & !b == 0)
    }
}

impl Default for SiteSet {
    /// An empty set without words, which belongs to no board.
    fn default() -> SiteSet {
        SiteSet { few: [0; 2], count: 0, many: None }
    }
}

impl PartialEq for SiteSet {
    #[inline]
    fn eq(&self, other: &SiteSet) -> bool {
        self.words() == other.words()
    }
}

impl Eq for SiteSet {}

impl PartialOrd for SiteSet {
    fn partial_cmp(&self, other: &SiteSet) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SiteSet {
    fn cmp(&self, other: &SiteSet) -> Ordering {
        self.words().cmp(other.words())
    }
}

impl Hash for SiteSet {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.words().hash(hasher);
    }
}

impl fmt::Debug for SiteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SiteSet").field("words", &self.words()).finish()
    }
}

/// An iterator over the sites of a set, in ascending order.
#[derive(Clone, Debug)]
pub struct Sites<'s> {
    words: &'s [u64],
    at: usize,
    word: u64,
}

impl Iterator for Sites<'_> {
    type Item = SiteId;

    #[inline]
    fn next(&mut self) -> Option<SiteId> {
        while self.word == 0 {
            self.at += 1;
            self.word = *self.words.get(self.at)?;
        }
        let site = SiteId((self.at * 64) as u16 + self.word.trailing_zeros() as u16);
        self.word &= self.word - 1;
        Some(site)
    }
}
