//! Measures: numbers that each site has.

use super::{Board, SiteId};

/// A number that a site has; a piece has that of its site: `rank of it`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// `file`, from 1 at the left.
    File,
    /// `rank`, from 1 at the bottom.
    Rank,
}

impl Measure {
    /// All measures in order of declaration, so that a table parallel to this one can be indexed by `measure as usize`.
    pub const ALL: [Measure; 2] = [Measure::File, Measure::Rank];

    /// The word for it in the language.
    pub fn word(self) -> &'static str {
        match self {
            Measure::File => "file",
            Measure::Rank => "rank",
        }
    }

    /// The measure with this word.
    ///
    /// ```
    /// use draughtsman::model::Measure;
    /// assert_eq!(Measure::called("rank"), Some(Measure::Rank));
    /// assert_eq!(Measure::called("row"), None);
    /// ```
    pub fn called(word: &str) -> Option<Measure> {
        Measure::ALL.into_iter().find(|one| one.word() == word)
    }

    /// Its value for a site.
    pub fn of(self, board: &Board, site: SiteId) -> i64 {
        let place = &board.sites[site.index()];
        i64::from(match self {
            Measure::File => place.file,
            Measure::Rank => place.rank,
        })
    }

    /// Its greatest value on a board.
    pub fn most(self, board: &Board) -> i64 {
        i64::from(match self {
            Measure::File => board.files,
            Measure::Rank => board.ranks,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stands_at_its_place() {
        assert!(Measure::ALL.into_iter().enumerate().all(|(place, measure)| measure as usize == place));
    }
}
