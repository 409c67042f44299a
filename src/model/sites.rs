//! Sets of sites as bits.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

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
#[derive(Clone)]
pub struct SiteSet {
    /// The words of a board of up to 128 sites: so many of them.
    few: [u64; 2],
    count: u8,
    /// The words of a larger board.
    many: Option<Box<[u64]>>,
}

impl SiteSet {
    /// No site of a board of `sites` sites.
    #[inline]
    pub fn empty(sites: usize) -> SiteSet {
        match Self::words_for(sites) {
            count @ (1 | 2) => SiteSet { few: [0; 2], count: count as u8, many: None },
            count => SiteSet { few: [0; 2], count: 0, many: Some(vec![0; count].into()) },
        }
    }

    /// Every site of a board of `sites` sites.
    pub fn full(sites: usize) -> SiteSet {
        let mut set = SiteSet::empty(sites);
        (0..sites).for_each(|site| set.insert(SiteId(site as u16)));
        set
    }

    /// How many words a board of `sites` sites needs, at least one.
    #[inline]
    pub fn words_for(sites: usize) -> usize {
        sites.div_ceil(64).max(1)
    }

    /// The set whose bits these words are.
    #[inline]
    pub fn from_words(words: &[u64]) -> SiteSet {
        match *words {
            [] => SiteSet::default(),
            [one] => SiteSet { few: [one, 0], count: 1, many: None },
            [one, two] => SiteSet { few: [one, two], count: 2, many: None },
            _ => SiteSet { few: [0; 2], count: 0, many: Some(words.into()) },
        }
    }

    /// Its words, least significant sites first.
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

    /// Puts a site in.
    #[inline]
    pub fn insert(&mut self, site: SiteId) {
        self.words_mut()[site.index() / 64] |= 1 << (site.index() % 64);
    }

    /// Takes a site out.
    #[inline]
    pub fn remove(&mut self, site: SiteId) {
        self.words_mut()[site.index() / 64] &= !(1 << (site.index() % 64));
    }

    /// Whether the site is in.
    #[inline]
    pub fn contains(&self, site: SiteId) -> bool {
        self.words()[site.index() / 64] >> (site.index() % 64) & 1 != 0
    }

    /// How many sites are in.
    #[inline]
    pub fn len(&self) -> usize {
        self.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether none is in.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words().iter().all(|word| *word == 0)
    }

    /// The sites, in site order.
    #[inline]
    pub fn iter(&self) -> Sites<'_> {
        let words = self.words();
        Sites { words, at: 0, word: words.first().copied().unwrap_or(0) }
    }

    /// The first site in site order.
    #[inline]
    pub fn first(&self) -> Option<SiteId> {
        self.iter().next()
    }

    /// Keeps what is in both.
    #[inline]
    pub fn intersect(&mut self, other: &SiteSet) {
        self.change(other.words(), |a, b| a & b);
    }

    /// Adds what is in the other.
    #[inline]
    pub fn unite(&mut self, other: &SiteSet) {
        self.unite_words(other.words());
    }

    /// Adds the sites whose bits these words are.
    #[inline]
    pub fn unite_words(&mut self, words: &[u64]) {
        self.change(words, |a, b| a | b);
    }

    /// Takes out the sites whose bits these words are.
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

    /// Takes out what is in the other.
    #[inline]
    pub fn subtract(&mut self, other: &SiteSet) {
        self.subtract_words(other.words());
    }

    /// Whether they share a site.
    pub fn meets(&self, other: &SiteSet) -> bool {
        self.words().iter().zip(other.words()).any(|(a, b)| a & b != 0)
    }

    /// Whether every site of this is in the other.
    pub fn within(&self, other: &SiteSet) -> bool {
        self.words().iter().zip(other.words()).all(|(a, b)| a & !b == 0)
    }
}

impl Default for SiteSet {
    /// The empty set of no board.
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

/// The sites of a set, in site order.
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
