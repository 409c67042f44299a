//! Places by coordinates and by algebraic name.

use crate::model::board::{Site, SiteClass};
use crate::model::{Board, SiteId};

/// A square or a point of a grid, whether or not it is played on.
///
/// `d4*` is the point at the upper right corner of `d4`. Points left of file a have file 0, written as the letter before a,
/// cyclically: `z4*`; points below rank 1 have rank 0: `d0*`. (A board of 26 files has no points left of file a.)
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
    /// From 1; 0 for points at the left edge.
    pub file: u8,
    /// From 1; 0 for points at the lower edge.
    pub rank: u8,
}

impl Place {
    /// The square of this file and rank.
    pub fn square(file: u8, rank: u8) -> Place {
        Place { class: SiteClass::Square, file, rank }
    }

    /// The point at the upper right corner of the square of this file and rank.
    pub fn point(file: u8, rank: u8) -> Place {
        Place { class: SiteClass::Point, file, rank }
    }

    /// Parses an algebraic name on a board of `files` files; `None` if it is not such a name. The place may be outside the grid.
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

    /// The algebraic name.
    pub fn name(self) -> String {
        let letter = (b'a' + (self.file + 25) % 26) as char;
        let star = if self.class == SiteClass::Point { "*" } else { "" };
        format!("{letter}{}{star}", self.rank)
    }

    /// The place of a site.
    pub fn of(site: &Site) -> Place {
        Place { class: site.class, file: site.file, rank: site.rank }
    }
}

/// Index of sites by place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    files: u8,
    ranks: u8,
    squares: Vec<Option<SiteId>>,
    points: Vec<Option<SiteId>>,
}

impl Places {
    /// Indexes these sites of a grid.
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

    /// Indexes the sites of a board.
    pub fn of(board: &Board) -> Places {
        Places::new(board.files, board.ranks, &board.sites)
    }

    /// The site at a place, if there is one.
    pub fn site(&self, place: Place) -> Option<SiteId> {
        let table = if place.class == SiteClass::Square { &self.squares } else { &self.points };
        table[self.index(place)?]
    }

    /// Whether a place is on the grid, played on or not.
    pub fn on_grid(&self, place: Place) -> bool {
        let least = if place.class == SiteClass::Square { 1 } else { 0 };
        (least..=self.files).contains(&place.file) && (least..=self.ranks).contains(&place.rank)
    }

    /// The square at the upper right corner of the grid.
    pub fn last(&self) -> Place {
        Place::square(self.files, self.ranks)
    }

    /// Parses an algebraic name; `None` if it names no place of this grid.
    pub fn parse(&self, name: &str) -> Option<Place> {
        Place::parse(name, self.files).filter(|place| self.on_grid(*place))
    }

    fn index(&self, place: Place) -> Option<usize> {
        let inside = place.file <= self.files && place.rank <= self.ranks;
        inside.then(|| place.rank as usize * (self.files as usize + 1) + place.file as usize)
    }
}
