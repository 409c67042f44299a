//! Why a game is not played directly.

use std::fmt;

use crate::model::RuleId;
use crate::program::Program;

/// What the direct engine has no form for, and which rule asks for it.
///
/// ```
/// # use draughtsman::{engine::Direct, library};
/// let program = library::bundled("english").unwrap().program;
/// assert!(Direct::new(&program).is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What.
    pub cause: Cause,
    /// The line; none if it is a piece of equipment.
    pub rule: Option<RuleId>,
}

/// What the direct engine has no form for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// More classes of tokens than are told apart.
    Tokens,
    /// More sides, or places of the turn order, than there is room for.
    Sides,
    /// More sorts of pieces than there is room for.
    Kinds,
    /// More sites than there is room for.
    Sites,
    /// More to remember than there is room for.
    Room,
    /// More classes of moves, or rules, than there is room for.
    Rules,
    /// More names in one script than there is room for.
    Names,
    /// Pieces in piles of which several have one name, or that are meant by more than their names; names of pieces in the script of a turn.
    Lying,
    /// A `play` in `as`, or in `repeat` without a number.
    Play,
    /// A phrase.
    Phrase,
}

impl Refusal {
    /// In words, with the line.
    pub fn told(&self, program: &Program) -> String {
        match self.rule {
            Some(rule) => format!("{}: {}", self.cause, program.lines[rule.index()].text),
            None => self.cause.to_string(),
        }
    }
}

impl Cause {
    /// Whether there is no more than too little room: a larger word may have enough.
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
