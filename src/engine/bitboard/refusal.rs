//! Why the bitboard engine cannot play a game.

use std::fmt;

use crate::model::RuleId;
use crate::program::Program;

/// What the bitboard engine cannot express, and which line of the rules needs it.
///
/// ```
/// # use draughtsman::{engine::BitboardEngine, library};
/// let program = library::bundled("english").unwrap().program;
/// assert!(BitboardEngine::new(&program).is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The cause.
    pub cause: Cause,
    /// The line; `None` if the equipment needs it.
    pub rule: Option<RuleId>,
}

/// What the bitboard engine cannot express.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// More classes of tokens than it can distinguish.
    Tokens,
    /// More sides, or places of the turn order, than there is room for.
    Sides,
    /// More pairs of side and kind than there is room for.
    Kinds,
    /// More sites than there is room for.
    Sites,
    /// More numbers, or sets of what pieces bear, than there is room for.
    Room,
    /// More classes of moves, or rules, than there is room for.
    Rules,
    /// More names in one script than there is room for.
    Names,
    /// Several pieces in piles under one name, or such a piece in a phrase that is more than its name; names of tokens or of
    /// pieces in piles in the script of a turn.
    Lying,
    /// A `play` in `as`, or in `repeat` without a number.
    Play,
    /// A phrase that has no compiled form.
    Phrase,
}

impl Refusal {
    /// The cause in words, with the line.
    pub fn message(&self, program: &Program) -> String {
        match self.rule {
            Some(rule) => format!("{}: {}", self.cause, program.lines[rule.index()].text),
            None => self.cause.to_string(),
        }
    }
}

impl Cause {
    /// Whether it is only a lack of room, so that a larger word may do.
    pub(super) fn is_room(self) -> bool {
        matches!(self, Cause::Kinds | Cause::Sites | Cause::Room)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cause::Tokens => "too many classes of tokens",
            Cause::Sides => "many sides",
            Cause::Kinds => "many kinds of pieces",
            Cause::Sites => "many sites",
            Cause::Room => "much to remember",
            Cause::Rules => "many rules of moves",
            Cause::Names => "many names in one script",
            Cause::Lying => "several pieces, or tokens, under a name",
            Cause::Play => "a play by a piece, or as often as it can be done",
            Cause::Phrase => "a phrase",
        })
    }
}
