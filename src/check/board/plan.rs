//! What the front matter says of a board before it is built.

use super::places::Place;

/// `[board]` and `[directions]`, checked key by key.
///
/// ```
/// use draughtsman::check::board::{Play, Plan, build};
/// let plan = Plan { play: Play::Dark, ..Plan::grid(8, 8) };
/// assert_eq!(build(&plan).sites.len(), 32);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// `grid = "8x8"`: files, 1 to 26.
    pub files: u8,
    /// Ranks, 1 to 26.
    pub ranks: u8,
    /// Which squares are played on.
    pub play: Play,
    /// Whether the file after the last is the first.
    pub wrap_files: bool,
    /// Whether the rank above the top is the bottom one.
    pub wrap_ranks: bool,
    /// Which corners of squares are places of their own.
    pub points: Points,
    /// How neighbours are joined.
    pub lines: Lines,
    /// `lines = ["a1-e1", "a1 c2 e3"]`: each line place by place; both ways lead along it.
    pub drawn: Vec<Vec<Place>>,
    /// `mask = ["c3"]`: squares and points that do not exist.
    pub mask: Vec<Place>,
    /// `only = ["a1-d4"]`: the squares that exist.
    pub only: Option<Vec<Place>>,
    /// `[directions] knight = [[1, 2], …]`: files to the right and ranks up.
    pub leaps: Vec<Leap>,
    /// `join = [["a1", "north", "h8"]]`: one step from a site, in the direction of that index, to a site.
    pub joins: Vec<(Place, usize, Place)>,
    /// `cut = [["a1", "b2"]]`: no step between these, either way.
    pub cuts: Vec<(Place, Place)>,
}

/// A direction named in the front matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leap {
    /// `knight`
    pub name: String,
    /// `[[1, 2], [2, 1]]`: each is a direction of its own, `knight-1`, `knight-2`.
    pub vectors: Vec<(i8, i8)>,
}

/// Which squares are played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// `play = "all"`
    All,
    /// `play = "dark"`: the squares of the colour of a1.
    Dark,
    /// `play = "light"`: the others.
    Light,
}

/// Which corners of squares are places of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Points {
    /// `points = "none"`
    None,
    /// `points = "inner"`: where four squares meet.
    Inner,
    /// `points = "all"`: every corner of a square.
    All,
}

/// How neighbours are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// `lines = "square"`: with the eight squares around.
    Square,
    /// `lines = "alquerque"`: along files and ranks; diagonally only at every other place, a1 among them.
    Alquerque,
    /// `lines = "hex"`: cells with six neighbours, each row half a cell to the right of the row below.
    Hex,
    /// `lines = ["a1-e1", …]`: along the lines of [`Plan::drawn`] alone.
    Drawn,
}

impl Plan {
    /// A chessboard of that size, all of it played on.
    pub fn grid(files: u8, ranks: u8) -> Plan {
        Plan {
            files,
            ranks,
            play: Play::All,
            wrap_files: false,
            wrap_ranks: false,
            points: Points::None,
            lines: Lines::Square,
            drawn: Vec::new(),
            mask: Vec::new(),
            only: None,
            leaps: Vec::new(),
            joins: Vec::new(),
            cuts: Vec::new(),
        }
    }
}

impl Play {
    /// Whether a square of that file and rank has the colour played on. The colour of a1 is dark.
    pub fn includes(self, file: u8, rank: u8) -> bool {
        let dark = (file + rank).is_multiple_of(2);
        match self {
            Play::All => true,
            Play::Dark => dark,
            Play::Light => !dark,
        }
    }
}
