//! What was learned from games about the places of pieces: the file that `train` writes beside a rule file.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The file. Worths are in hundredths of a piece that counts 1, twice each: with all pieces that a game begins with, and with none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trained {
    /// 1
    pub schema: u32,
    /// What it is: [`KIND`].
    pub kind: String,
    /// Whose rules.
    pub variant: String,
    /// A checksum of the checked rules.
    pub rules: String,
    /// Games that were learned from.
    pub games: u64,
    /// Positions of these games.
    pub positions: u64,
    /// What fixed all chance.
    pub seed: u64,
    /// Under which turns of the board, with or without an exchange of the sides, the rules are the same.
    pub symmetries: Vec<String>,
    /// How many pieces are all.
    pub pieces: u32,
    /// What being to move is worth.
    pub to_move: [i32; 2],
    /// What each option of who is to move is worth.
    pub option: [i32; 2],
    /// What it is worth to be the first side.
    pub first: [i32; 2],
    /// Each piece (`White man`) on each site, in the order of the sites; two numbers a site.
    pub places: IndexMap<String, Vec<i32>>,
    /// Pieces in towers below their commander: `White man below White`.
    pub below: IndexMap<String, [i32; 2]>,
    /// Counters and piles of a side, by how far they have come: two numbers a step.
    pub gauges: IndexMap<String, Vec<i32>>,
    /// Groups of neighbouring sites.
    pub patterns: Vec<Pattern>,
}

/// What stands on neighbouring sites together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pattern {
    /// The sites.
    pub sites: Vec<String>,
    /// Three numbers for each arrangement that is worth anything: its number less that of the one before, and its worth. An arrangement
    /// is numbered in base 3, the first site counting least: 0 for nothing, 1 for the commonest kind of the first side, 2 for that of
    /// the second.
    pub worths: Vec<i32>,
}

/// What such a file says that it is.
pub const KIND: &str = "weights";
