//! Places by coordinates and by algebraic name.

use crate::model::board::{Site, SiteClass};
use crate::model::{Board, SiteId};

/// A square or a point of a grid, whether or not it is played on.
///
/// `d4*` is the point at the upper right corner of `d4`. The points left of file a have the letter that comes before a,
/// going round: `z4*`; those below rank 1 have the number before 1: `d0*`. (A board of 26 files has no points left of file a.)
///
/// ```
/// use draughtsman::check::board::Place;
/// let point = Place::parse("d4*", 8).unwrap();
/// assert_eq!((point.file, point.rank), (4, 4));
/// assert_eq!(Place::parse("z0*", 8).unwrap().file, 0);
/// assert_eq!(point.name(), "d4*");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Square or point.
    pub class: SiteClass,
    /// From 1; of a point at the left edge 0.
    pub file: u8,
    /// From 1; of a point at the lower edge 0.
    pub rank: u8,
}

impl Place {
    /// The square of that file and rank.
    pub fn square(file: u8, rank: u8) -> Place {
        Place { class: SiteClass::Square, file, rank }
    }

    /// The point at the upper right corner of that square.
    pub fn point(file: u8, rank: u8) -> Place {
        Place { class: SiteClass::Point, file, rank }
    }

    /// Reads an algebraic name on a board of so many files; `None` if it is no such name. The place may lie outside the grid.
    pub fn parse(name: &str, files: u8) -> Option<Place> {
        let (name, class) = match name.strip_suffix('*') {
            Some(corner) => (corner, SiteClass::Point),
            None => (name, SiteClass::Square),
        };
        let letter = name.bytes().next().filter(u8::is_ascii_lowercase)?;
        let digits = name.get(1..)?;
        let plain = digits.bytes().all(|digit| digit.is_ascii_digit()) && !(digits.len() > 1 && digits.starts_with('0'));
        let rank = digits.parse().ok().filter(|_| plain)?;
        let file = match letter - b'a' + 1 {
            26 if class == SiteClass::Point && files < 26 => 0,
            file => file,
        };
        Some(Place { class, file, rank })
    }

    /// Its algebraic name.
    pub fn name(self) -> String {
        let letter = (b'a' + (self.file + 25) % 26) as char;
        let star = if self.class == SiteClass::Point { "*" } else { "" };
        format!("{letter}{}{star}", self.rank)
    }

    /// Where a site of a board is.
    pub fn of(site: &Site) -> Place {
        Place { class: site.class, file: site.file, rank: site.rank }
    }
}

/// Finds sites by place without searching.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    files: u8,
    ranks: u8,
    squares: Vec<Option<SiteId>>,
    points: Vec<Option<SiteId>>,
}

impl Places {
    /// An index of these sites of a grid.
    pub fn new(files: u8, ranks: u8, sites: &[Site]) -> Places {
        let size = (files as usize + 1) * (ranks as usize + 1);
        let mut places = Places { files, ranks, squares: vec![None; size], points: vec![None; size] };
        for (i, site) in sites.iter().enumerate() {
            let id = Some(SiteId(i as u16));
            let at = places.index(Place::of(site));
            match (at, site.class) {
                (Some(at), SiteClass::Square) => places.squares[at] = id,
                (Some(at), SiteClass::Point) => places.points[at] = id,
                (None, _) => {}
            }
        }
        places
    }

    /// An index of a board's sites.
    pub fn of(board: &Board) -> Places {
        Places::new(board.files, board.ranks, &board.sites)
    }

    /// The site at a place, if one is played on there.
    pub fn site(&self, place: Place) -> Option<SiteId> {
        let table = if place.class == SiteClass::Square { &self.squares } else { &self.points };
        table[self.index(place)?]
    }

    /// Whether a place lies on the grid, played on or not.
    pub fn on_grid(&self, place: Place) -> bool {
        let least = if place.class == SiteClass::Square { 1 } else { 0 };
        (least..=self.files).contains(&place.file) && (least..=self.ranks).contains(&place.rank)
    }

    /// The square at the upper right.
    pub fn last(&self) -> Place {
        Place::square(self.files, self.ranks)
    }

    /// Reads an algebraic name; `None` if it is none of this grid.
    pub fn parse(&self, name: &str) -> Option<Place> {
        Place::parse(name, self.files).filter(|place| self.on_grid(*place))
    }

    fn index(&self, place: Place) -> Option<usize> {
        let inside = place.file <= self.files && place.rank <= self.ranks;
        inside.then(|| place.rank as usize * (self.files as usize + 1) + place.file as usize)
    }
}
