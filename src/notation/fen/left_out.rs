//! What FEN cannot express of a position.

use std::fmt;

/// A part of a position that FEN leaves out. Its text continues the sentence "FEN leaves out …".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// The pieces below the commanders of these towers.
    Below(Vec<String>),
    /// The attributes and tokens of pieces.
    Attributes,
    /// Tokens: those under squares, in shuffles and in the box.
    Tokens,
    /// The contents of these piles.
    Piles(Vec<String>),
    /// Counters, clocks and kept things of these names.
    Kept(Vec<String>),
    /// The number of turns played.
    Turns(u32),
    /// Which player of the side is to move.
    Player(String),
    /// That a turn is in progress.
    Pending,
    /// That these sides are out of the game.
    Out(Vec<String>),
    /// That the game is over, and why.
    Outcome(String),
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |names: &[String]| super::super::error::listed(names.iter().map(String::as_str));
        match self {
            LeftOut::Below(sites) => write!(f, "what stands below the commanders of towers ({})", named(sites)),
            LeftOut::Attributes => write!(f, "what pieces bear"),
            LeftOut::Tokens => write!(f, "tokens"),
            LeftOut::Piles(piles) => write!(f, "what lies in piles ({})", named(piles)),
            LeftOut::Kept(names) => write!(f, "what the rules count and keep ({})", named(names)),
            LeftOut::Turns(1) => write!(f, "that 1 turn has been played"),
            LeftOut::Turns(turns) => write!(f, "that {turns} turns have been played"),
            LeftOut::Player(name) => write!(f, "that it is {name}'s turn, of the players of that side"),
            LeftOut::Pending => write!(f, "that a turn is only half made"),
            LeftOut::Out(sides) => write!(f, "that some are out of the game ({})", named(sides)),
            LeftOut::Outcome(reason) => write!(f, "that the game is over ({reason})"),
        }
    }
}
