//! A board in characters for who draws it on a screen: where each site stands, and which lies beside another.

use crate::model::SiteId;

/// A board in characters, and where on it each site stands; [`diagram::plan`](super::diagram::plan) makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Its lines: ranks at the left, numbers at the right, files below.
    pub lines: Vec<String>,
    /// By site, where what belongs to it begins: the column and the line.
    pub places: Vec<(usize, usize)>,
    /// How many columns belong to a site.
    pub width: usize,
    /// Whether the lines of squares lie one below the other, with nothing between them that belongs there.
    pub is_dense: bool,
}

/// Which way to go from a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Along its line, to the left.
    Left,
    /// To the right.
    Right,
    /// To a line above.
    Up,
    /// To a line below.
    Down,
}

impl Plan {
    pub(super) fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Columns that it takes, whatever stands there.
    pub fn columns(&self) -> usize {
        self.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0).max(self.columns_of_sites())
    }

    /// The same without the numbers at the right.
    pub fn columns_of_sites(&self) -> usize {
        self.places.iter().map(|place| place.0 + self.width).max().unwrap_or(0)
    }

    /// The column at which a site stands.
    pub fn column(&self, site: SiteId) -> usize {
        self.places.get(site.index()).map_or(0, |place| place.0)
    }

    /// The next site that way, or the same where there is none: on the same line, or on the next line the one nearest to a column, so that who
    /// goes up and up keeps to it.
    ///
    /// ```
    /// # use draughtsman::{library, notation::{diagram, plan::Way, squares}};
    /// let english = library::bundled("english").unwrap().variant;
    /// let plan = diagram::plan(&english.equipment, &english.start, false, &|_| None);
    /// let site = |name: &str| squares::Index::new(&english.equipment).find(name).unwrap();
    /// let (from, column) = (site("22"), plan.column(site("22")));
    /// let up = plan.beside(from, Way::Up, column);
    /// assert_eq!([up, plan.beside(up, Way::Up, column), plan.beside(from, Way::Right, column)], ["17", "14", "23"].map(site));
    /// ```
    pub fn beside(&self, from: SiteId, way: Way, column: usize) -> SiteId {
        let Some((x, y)) = self.places.get(from.index()).copied() else { return from };
        let sites = || self.places.iter().zip((0..).map(SiteId));
        let nearest = match way {
            Way::Left => sites().filter(|(place, _)| place.1 == y && place.0 < x).max_by_key(|(place, _)| place.0),
            Way::Right => sites().filter(|(place, _)| place.1 == y && place.0 > x).min_by_key(|(place, _)| place.0),
            Way::Up => {
                sites().filter(|(place, _)| place.1 < y).min_by_key(|(place, _)| (y - place.1, place.0.abs_diff(column)))
            }
            Way::Down => {
                sites().filter(|(place, _)| place.1 > y).min_by_key(|(place, _)| (place.1 - y, place.0.abs_diff(column)))
            }
        };
        nearest.map_or(from, |(_, site)| site)
    }
}
