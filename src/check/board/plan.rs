//! The board as the front matter describes it, before it is built.

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
    /// `grid = "8x8"`: number of files, 1 to 26.
    pub files: u8,
    /// Number of ranks, 1 to 26.
    pub ranks: u8,
    /// Which squares are played on.
    pub play: Play,
    /// Whether the first file follows the last.
    pub wrap_files: bool,
    /// Whether the bottom rank follows the top rank.
    pub wrap_ranks: bool,
    /// Which corners of squares are sites of their own.
    pub points: Points,
    /// How neighbours are joined.
    pub lines: Lines,
    /// `lines = ["a1-e1", "a1 c2 e3"]`: each line place by place; steps lead along it both ways.
    pub drawn: Vec<Vec<Place>>,
    /// `mask = ["c3"]`: squares and points that do not exist.
    pub mask: Vec<Place>,
    /// `only = ["a1-d4"]`: the squares that exist.
    pub only: Option<Vec<Place>>,
    /// `[directions] knight = [[1, 2], …]`: files to the right and ranks up.
    pub leaps: Vec<Leap>,
    /// `join = [["a1", "north", "h8"]]`: one-way steps: from, index of the direction, to.
    pub joins: Vec<(Place, usize, Place)>,
    /// `cut = [["a1", "b2"]]`: pairs without a step between them, either way.
    pub cuts: Vec<(Place, Place)>,
}

/// A leap that the front matter names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leap {
    /// `knight`
    pub name: String,
    /// `[[1, 2], [2, 1]]`: each vector is a direction of its own, `knight-1`, `knight-2`.
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

/// Which corners of squares are sites of their own.
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
    /// `lines = "square"`: with the eight squares around it.
    Square,
    /// `lines = "alquerque"`: along files and ranks; diagonally only at every other place, such as a1.
    Alquerque,
    /// `lines = "hex"`: cells with six neighbours, each row half a cell to the right of the row below.
    Hex,
    /// `lines = ["a1-e1", …]`: only along the lines of [`Plan::drawn`].
    Drawn,
}

impl Plan {
    /// A chessboard of this size, all of it played on.
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
    /// Whether squares of this file and rank are played on, by their colour. a1 is dark.
    pub fn includes(self, file: u8, rank: u8) -> bool {
        let dark = (file + rank).is_multiple_of(2);
        match self {
            Play::All => true,
            Play::Dark => dark,
            Play::Light => !dark,
        }
    }
}
