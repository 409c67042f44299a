//! Numbers that each site has.

use super::{Board, SiteId};

/// A number of a site, and so of a piece where it stands: `rank of it`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// `file`: counted from 1 at the left.
    File,
    /// `rank`: counted from 1 at the bottom.
    Rank,
}

impl Measure {
    /// All of them, in the order in which they are declared: a table by their places here is asked by `measure as usize`.
    pub const ALL: [Measure; 2] = [Measure::File, Measure::Rank];

    /// The word that it is written with.
    pub fn word(self) -> &'static str {
        match self {
            Measure::File => "file",
            Measure::Rank => "rank",
        }
    }

    /// The one that is written so.
    ///
    /// ```
    /// use draughtsman::model::Measure;
    /// assert_eq!(Measure::called("rank"), Some(Measure::Rank));
    /// assert_eq!(Measure::called("row"), None);
    /// ```
    pub fn called(word: &str) -> Option<Measure> {
        Measure::ALL.into_iter().find(|one| one.word() == word)
    }

    /// What it is of a site.
    pub fn of(self, board: &Board, site: SiteId) -> i64 {
        let place = &board.sites[site.index()];
        i64::from(match self {
            Measure::File => place.file,
            Measure::Rank => place.rank,
        })
    }

    /// The greatest that it can be.
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
