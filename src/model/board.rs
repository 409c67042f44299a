//! The board as a graph: sites, and labelled steps between them.

use super::sites::{SiteId, SiteSet};

/// A square, or a point where squares meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SiteClass {
    /// A square (or a point of a board that has only points, such as Alquerque).
    Square,
    /// A point between squares: `d4*` is the upper right corner of `d4`.
    Point,
}

/// One place of the board.
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

/// How a direction is called and which families it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direction {
    /// `northeast`; for the vectors of a direction named in the front matter, `knight-1` …
    pub name: String,
    /// Files to the right and ranks up, of one step on the diagram (hexagonal boards: of the drawn offset).
    pub vector: (i8, i8),
    /// Belongs to `orthogonal`.
    pub orthogonal: bool,
    /// Belongs to `diagonal`.
    pub diagonal: bool,
    /// The direction that leads back, if the board has one.
    pub opposite: Option<u8>,
}

/// A set of directions: bit `i` stands for `Board::directions[i]`; at most 32 directions.
pub type DirectionSet = u32;

/// A named set of directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedDirections {
    /// `north`, `orthogonal`, `diagonal`, or a name of the front matter's `[directions]`.
    pub name: String,
    /// Which.
    pub set: DirectionSet,
}

/// Where a player looks.
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

/// Sites and steps. Everything geometric is a table by the time it is here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Number of files of the diagram.
    pub files: u8,
    /// Number of ranks of the diagram.
    pub ranks: u8,
    /// All sites; squares in PDN order (top left first, row by row), then points likewise.
    pub sites: Vec<Site>,
    /// All directions.
    pub directions: Vec<Direction>,
    /// Names for sets of directions.
    pub named: Vec<NamedDirections>,
    /// `steps[direction][site]`: where one step leads.
    pub steps: Vec<Vec<Option<SiteId>>>,
    /// Sites from which some orthogonal or diagonal step that the unmasked pattern would have leads nowhere.
    pub edge: SiteSet,
    /// Neighbours between which the author has taken the step away.
    pub cuts: Vec<(SiteId, SiteId)>,
    /// Steps that the author has added: from where, in which direction, to where.
    pub joins: Vec<(SiteId, u8, SiteId)>,
    /// How the lines are drawn: squares of a chessboard, lines of an Alquerque board, or hexagons.
    pub drawing: Drawing,
}

/// How a board is drawn.
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
    /// The site one step on.
    #[inline]
    pub fn step(&self, direction: usize, site: SiteId) -> Option<SiteId> {
        self.steps[direction][site.index()]
    }

    /// The sites of a straight line in a direction, without the first, as far as the board goes; a line that comes back on itself
    /// ends there.
    pub fn line(&self, direction: usize, from: SiteId) -> impl Iterator<Item = SiteId> {
        std::iter::successors(self.step(direction, from), move |site| self.step(direction, *site)).take(self.sites.len())
    }

    /// The direction in which one site lies straight from another.
    pub fn direction(&self, from: SiteId, to: SiteId) -> Option<usize> {
        (0..self.steps.len()).find(|direction| self.line(*direction, from).any(|site| site == to))
    }

    /// The site of that name.
    pub fn site(&self, name: &str) -> Option<SiteId> {
        self.sites.iter().position(|site| site.name == name).map(|i| SiteId(i as u16))
    }

    /// The square of that PDN number.
    pub fn numbered(&self, number: u16) -> Option<SiteId> {
        self.sites.iter().position(|site| site.number == Some(number)).map(|i| SiteId(i as u16))
    }

    /// Every direction of the board.
    pub fn all_directions(&self) -> DirectionSet {
        ((1u64 << self.directions.len()) - 1) as DirectionSet
    }

    /// The set of that name.
    pub fn named_directions(&self, name: &str) -> Option<DirectionSet> {
        self.named.iter().find(|one| one.name == name).map(|one| one.set)
    }

    /// Directions with a part towards where a player looks.
    pub fn forward(&self, facing: Facing) -> DirectionSet {
        self.select(|vector| facing.along(vector) > 0)
    }

    /// Directions with a part away from where a player looks.
    pub fn backward(&self, facing: Facing) -> DirectionSet {
        self.select(|vector| facing.along(vector) < 0)
    }

    /// Directions exactly across.
    pub fn sideways(&self, facing: Facing) -> DirectionSet {
        self.select(|vector| vector != (0, 0) && facing.along(vector) == 0)
    }

    /// The squares furthest from a player who looks that way.
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

    /// All squares, or all points.
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
    /// How far a vector goes the way the player looks.
    pub fn along(self, (x, y): (i8, i8)) -> i8 {
        match self {
            Facing::North => y,
            Facing::South => -y,
            Facing::East => x,
            Facing::West => -x,
        }
    }

    /// The other way.
    pub fn reversed(self) -> Facing {
        match self {
            Facing::North => Facing::South,
            Facing::South => Facing::North,
            Facing::East => Facing::West,
            Facing::West => Facing::East,
        }
    }
}
