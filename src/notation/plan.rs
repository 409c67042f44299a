//! A board in characters for interactive programs: the places of sites, and which site is next to another.

use crate::model::SiteId;

/// A board in characters with the place of each site; made by [`diagram::plan`](super::diagram::plan).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The lines: ranks at the left, numbers at the right, files below.
    pub lines: Vec<String>,
    /// By site, the column and the line at which its cell begins.
    pub places: Vec<(usize, usize)>,
    /// The number of columns of a cell.
    pub width: usize,
    /// Whether rows of squares are on consecutive lines, with no line of strokes or points between them.
    pub is_dense: bool,
}

/// The direction in which to go from a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Along its line, to the left.
    Left,
    /// Along its line, to the right.
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

    /// The width in columns, including cells of sites beyond the trimmed ends of lines.
    pub fn columns(&self) -> usize {
        self.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0).max(self.columns_of_sites())
    }

    /// The same without the numbers at the right.
    pub fn columns_of_sites(&self) -> usize {
        self.places.iter().map(|place| place.0 + self.width).max().unwrap_or(0)
    }

    /// The column of a site.
    pub fn column(&self, site: SiteId) -> usize {
        self.places.get(site.index()).map_or(0, |place| place.0)
    }

    /// The next site in a direction, or `from` itself if there is none: on the same line, or on the next line with sites the
    /// one nearest to `column`, so that repeated steps up keep to that column.
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
