//! Sets of sites as bits.

use smallvec::{SmallVec, smallvec};

/// A place of the board: index into [`super::Board::sites`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct SiteId(pub u16);

impl SiteId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of sites of one board: one bit a site, on as many words as the board needs.
///
/// Sets of one board always have the same number of words; operations on sets of different boards are a mistake of the caller.
///
/// ```
/// use draughtsman::model::sites::{SiteId, SiteSet};
/// let mut set = SiteSet::empty(64);
/// set.insert(SiteId(3));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [SiteId(3)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct SiteSet {
    words: SmallVec<[u64; 2]>,
}

impl SiteSet {
    /// No site of a board of `sites` sites.
    pub fn empty(sites: usize) -> SiteSet {
        SiteSet { words: smallvec![0; Self::words_for(sites)] }
    }

    /// Every site of a board of `sites` sites.
    pub fn full(sites: usize) -> SiteSet {
        let mut set = SiteSet::empty(sites);
        (0..sites).for_each(|site| set.insert(SiteId(site as u16)));
        set
    }

    /// How many words a board of `sites` sites needs, at least one.
    pub fn words_for(sites: usize) -> usize {
        sites.div_ceil(64).max(1)
    }

    /// The set whose bits these words are.
    pub fn from_words(words: &[u64]) -> SiteSet {
        SiteSet { words: SmallVec::from_slice(words) }
    }

    /// Its words, least significant sites first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Puts a site in.
    pub fn insert(&mut self, site: SiteId) {
        self.words[site.index() / 64] |= 1 << (site.index() % 64);
    }

    /// Takes a site out.
    pub fn remove(&mut self, site: SiteId) {
        self.words[site.index() / 64] &= !(1 << (site.index() % 64));
    }

    /// Whether the site is in.
    #[inline]
    pub fn contains(&self, site: SiteId) -> bool {
        self.words[site.index() / 64] >> (site.index() % 64) & 1 != 0
    }

    /// How many sites are in.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether none is in.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The sites, in site order.
    pub fn iter(&self) -> impl Iterator<Item = SiteId> + '_ {
        self.words.iter().enumerate().flat_map(|(i, word)| {
            std::iter::successors(Some(*word).filter(|w| *w != 0), |w| Some(w & (w - 1)).filter(|w| *w != 0))
                .map(move |w| SiteId((i * 64) as u16 + w.trailing_zeros() as u16))
        })
    }

    /// The first site in site order.
    pub fn first(&self) -> Option<SiteId> {
        self.iter().next()
    }

    /// Keeps what is in both.
    pub fn intersect(&mut self, other: &SiteSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a &= b);
    }

    /// Adds what is in the other.
    pub fn unite(&mut self, other: &SiteSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a |= b);
    }

    /// Adds the sites whose bits these words are.
    #[inline]
    pub fn unite_words(&mut self, words: &[u64]) {
        self.words.iter_mut().zip(words).for_each(|(a, b)| *a |= b);
    }

    /// Takes out the sites whose bits these words are.
    #[inline]
    pub fn subtract_words(&mut self, words: &[u64]) {
        self.words.iter_mut().zip(words).for_each(|(a, b)| *a &= !b);
    }

    /// Takes out what is in the other.
    pub fn subtract(&mut self, other: &SiteSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a &= !b);
    }

    /// Whether they share a site.
    pub fn meets(&self, other: &SiteSet) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Whether every site of this is in the other.
    pub fn within(&self, other: &SiteSet) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }
}
