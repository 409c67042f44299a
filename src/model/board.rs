//! The board as a graph: sites, and directed steps labelled with directions.

use super::sites::{SiteId, SiteSet};

/// Whether a site is a square or a point where squares meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SiteClass {
    /// A square, or a point of a board that has only points, such as Alquerque.
    Square,
    /// A point between squares: `d4*` is the upper right corner of `d4`.
    Point,
}

/// A site of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Algebraic name: `c3`, `c3*`.
    pub name: String,
    /// Square or point.
    pub class: SiteClass,
    /// File, counted from 1 at the left of the diagram.
    pub file: u8,
    /// Rank, counted from 1 at the bottom of the diagram.
    pub rank: u8,
    /// The PDN number, counted from 1 at the top left of the diagram, row by row; points have none.
    pub number: Option<u16>,
}

/// The name of a direction and its properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direction {
    /// `northeast`; `knight-1` and so on for the leaps of a direction named in the front matter.
    pub name: String,
    /// One step on the diagram, in files to the right and ranks up; on hexagonal boards, as drawn.
    pub vector: (i8, i8),
    /// Whether it belongs to `orthogonal`.
    pub orthogonal: bool,
    /// Whether it belongs to `diagonal`.
    pub diagonal: bool,
    /// The opposite direction, if the board has one.
    pub opposite: Option<u8>,
}

/// A set of directions: bit `i` stands for `Board::directions[i]`. There are at most 32.
pub type DirectionSet = u32;

/// A named set of directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedDirections {
    /// `north`, `orthogonal`, `diagonal`, or a name from `[directions]`.
    pub name: String,
    /// Its members.
    pub set: DirectionSet,
}

/// The direction that a player faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Facing {
    /// Towards higher ranks.
    North,
    /// Towards lower ranks.
    South,
    /// Towards later files.
    East,
    /// Towards earlier files.
    West,
}

/// The sites and the steps between them, with all geometry in tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Number of files of the diagram.
    pub files: u8,
    /// Number of ranks of the diagram.
    pub ranks: u8,
    /// All sites; squares in PDN order (top left first, row by row), then points likewise.
    pub sites: Vec<Site>,
    /// All directions, in order of their index.
    pub directions: Vec<Direction>,
    /// Names of sets of directions.
    pub named: Vec<NamedDirections>,
    /// `steps[direction][site]` is the site one step away.
    pub steps: Vec<Vec<Option<SiteId>>>,
    /// Sites with a missing neighbour: the rim of the board, and the sites around holes.
    pub edge: SiteSet,
    /// Pairs of neighbours whose step is removed by `cut`.
    pub cuts: Vec<(SiteId, SiteId)>,
    /// Steps added by `join`: from, direction, to.
    pub joins: Vec<(SiteId, u8, SiteId)>,
    /// How the board is drawn.
    pub drawing: Drawing,
}

/// The style in which a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// Chequered squares.
    Squares,
    /// Lines between points.
    Lines,
    /// Hexagonal cells.
    Hexagons,
}

impl Board {
    /// The site one step away.
    #[inline]
    pub fn step(&self, direction: usize, site: SiteId) -> Option<SiteId> {
        self.steps[direction][site.index()]
    }

    /// The sites in a direction, without `from`, as far as steps lead. A cyclic line is followed round, for as many steps as
    /// the board has sites.
    pub fn line(&self, direction: usize, from: SiteId) -> impl Iterator<Item = SiteId> {
        std::iter::successors(self.step(direction, from), move |site| self.step(direction, *site)).take(self.sites.len())
    }

    /// The direction in which `to` lies on a line from `from`.
    pub fn direction(&self, from: SiteId, to: SiteId) -> Option<usize> {
        (0..self.steps.len()).find(|direction| self.line(*direction, from).any(|site| site == to))
    }

    /// The site with this name.
    pub fn site(&self, name: &str) -> Option<SiteId> {
        self.sites.iter().position(|site| site.name == name).map(|i| SiteId(i as u16))
    }

    /// The square with this PDN number.
    pub fn numbered(&self, number: u16) -> Option<SiteId> {
        self.sites.iter().position(|site| site.number == Some(number)).map(|i| SiteId(i as u16))
    }

    /// The set of all directions.
    pub fn all_directions(&self) -> DirectionSet {
        ((1u64 << self.directions.len()) - 1) as DirectionSet
    }

    /// The set of directions with this name.
    pub fn named_directions(&self, name: &str) -> Option<DirectionSet> {
        self.named.iter().find(|one| one.name == name).map(|one| one.set)
    }

    /// Directions with a positive component towards `facing`.
    pub fn forward(&self, facing: Facing) -> DirectionSet {
        self.select(|vector| facing.along(vector) > 0)
    }

    /// Directions with a component away from `facing`.
    pub fn backward(&self, facing: Facing) -> DirectionSet {
        self.select(|vector| facing.along(vector) < 0)
    }

    /// Directions perpendicular to `facing`.
    pub fn sideways(&self, facing: Facing) -> DirectionSet {
        self.select(|vector| vector != (0, 0) && facing.along(vector) == 0)
    }

    /// The last row of squares towards `facing`.
    pub fn far_row(&self, facing: Facing) -> SiteSet {
        let depth = |site: &Site| facing.along((site.file as i8, site.rank as i8));
        let squares = || self.sites.iter().filter(|site| site.class == SiteClass::Square);
        let last = squares().map(depth).max();
        let mut row = SiteSet::empty(self.sites.len());
        for (i, site) in self.sites.iter().enumerate() {
            if site.class == SiteClass::Square && Some(depth(site)) == last {
                row.insert(SiteId(i as u16));
            }
        }
        row
    }

    /// All sites of a class.
    pub fn of_class(&self, class: SiteClass) -> SiteSet {
        let mut set = SiteSet::empty(self.sites.len());
        for (i, site) in self.sites.iter().enumerate() {
            if site.class == class {
                set.insert(SiteId(i as u16));
            }
        }
        set
    }

    fn select(&self, wanted: impl Fn((i8, i8)) -> bool) -> DirectionSet {
        let chosen = self.directions.iter().enumerate().filter(|(_, direction)| wanted(direction.vector));
        chosen.fold(0, |set, (i, _)| set | 1 << i)
    }
}

impl Facing {
    /// The component of a vector towards this facing.
    pub fn along(self, (x, y): (i8, i8)) -> i8 {
        match self {
            Facing::North => y,
            Facing::South => -y,
            Facing::East => x,
            Facing::West => -x,
        }
    }

    /// The opposite facing.
    pub fn reversed(self) -> Facing {
        match self {
            Facing::North => Facing::South,
            Facing::South => Facing::North,
            Facing::East => Facing::West,
            Facing::West => Facing::East,
        }
    }
}
