//! The weights learned from games: the file that `train` writes beside a rule file.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The file. A worth is two numbers in hundredths of a piece that counts 1: with all pieces of the start, and with none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trained {
    /// 1
    pub schema: u32,
    /// The kind of file: [`KIND`].
    pub kind: String,
    /// The variant.
    pub variant: String,
    /// A checksum of the checked rules.
    pub rules: String,
    /// The number of games learned from.
    pub games: u64,
    /// The number of positions in these games.
    pub positions: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// The symmetries of the board, with or without an exchange of the sides, under which the rules are the same.
    pub symmetries: Vec<String>,
    /// The number of pieces at the start of a game.
    pub pieces: u32,
    /// The worth of being to move.
    pub to_move: [i32; 2],
    /// The worth of each option of the player to move.
    pub option: [i32; 2],
    /// The worth of being the first side.
    pub first: [i32; 2],
    /// The worth of each piece (`White man`) on each site, in the order of the sites; two numbers per site.
    pub places: IndexMap<String, Vec<i32>>,
    /// The worth of pieces in towers below their commander: `White man below White`.
    pub below: IndexMap<String, [i32; 2]>,
    /// The worth of counters and piles of a side, by their level: two numbers per step.
    pub gauges: IndexMap<String, Vec<i32>>,
    /// Groups of neighbouring sites, with the worth of what is on them together.
    pub patterns: Vec<Pattern>,
}

/// The worth of arrangements on a group of neighbouring sites.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pattern {
    /// The sites.
    pub sites: Vec<String>,
    /// Three numbers for each arrangement of non-zero worth: its number less that of the previous one, and the two numbers of
    /// its worth. The number of an arrangement is written in base 3, the first site being the least significant digit: 0 for
    /// nothing, 1 for the commonest kind of the first side, 2 for that of the second.
    pub worths: Vec<i32>,
}

/// The value of [`Trained::kind`].
pub const KIND: &str = "weights";
